/** Reads a YAML text by a schema. Every fault has its path in the text, a sentence and its line, so that an author finds it. */
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document } from "yaml";
import type { z } from "zod";

export interface YamlFault {
  /** Such as `match.all.0`; empty for the whole text. */
  path: string;
  /** A sentence without its full stop. */
  detail: string;
  /** From 1; null when the place is unknown. */
  line: number | null;
}

export type YamlReading<Value> = { ok: true; value: Value } | { ok: false; faults: YamlFault[] };

/** The value of the text by the schema, or its faults, at least one. */
export function readYaml<Value>(schema: z.ZodType<Value>, text: string): YamlReading<Value> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [unreadable] = document.errors;
  if (unreadable !== undefined) return notYaml(unreadable.message, unreadable.linePos?.[0].line ?? null);
  const tree = treeOf(document);
  if (!tree.ok) return notYaml(tree.detail, null);
  const result = schema.safeParse(tree.value);
  if (result.success) return { ok: true, value: result.data };
  const faults = result.error.issues.map((issue) => {
    const at = issue.code === "unrecognized_keys" ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
    return { path: issue.path.join("."), detail: issue.message, line: lineAt(document, lines, at) };
  });
  return { ok: false, faults };
}

/** The faults as one text: `match.all.0: is not a regular expression; id: …`. */
export const faultText = (faults: readonly YamlFault[], whole: string): string =>
  faults.map(({ path, detail }) => `${path === "" ? whole : path}: ${detail}`).join("; ");

/** What the parser says of `{ form: form[name=a] }`. */
const UNQUOTED =
  /flow-(?:seq|map)-start at node end|Missing , or : between flow|Block collections are not allowed within flow/;
const IN_QUOTES = `Within { } and [ ] a text with one of [ ] { } , or ": " must be in quotes, such as "form[name=a]"`;

function notYaml(message: string, line: number | null): { ok: false; faults: YamlFault[] } {
  const [sentence = ""] = message.split(/:?\n/);
  const advice = UNQUOTED.test(sentence) ? `. ${IN_QUOTES}` : "";
  return { ok: false, faults: [{ path: "", detail: `is not YAML that can be read: ${sentence}${advice}`, line }] };
}

/** An alias without its anchor, or too many of them, is noticed only here. */
function treeOf(document: Document): { ok: true; value: unknown } | { ok: false; detail: string } {
  try {
    return { ok: true, value: document.toJS() };
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : "unknown" };
  }
}

/** The line of the last part of a path that exists in the text. */
function lineAt(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number | null {
  let node: unknown = document.contents;
  let start: number | undefined;
  for (const key of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key: name }) => isScalar(name) && String(name.value) === String(key));
      if (pair === undefined) break;
      if (isScalar(pair.key)) start = pair.key.range?.[0] ?? start;
      node = pair.value;
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(key)];
      if (item === undefined) break;
      start = startOf(item) ?? start;
      node = item;
    } else break;
  }
  const at = start ?? startOf(document.contents);
  return at === undefined ? null : lines.linePos(at).line;
}

function startOf(node: unknown): number | undefined {
  return isMap(node) || isSeq(node) || isScalar(node) || isAlias(node) ? node.range?.[0] : undefined;
}

/**
 * What a portal answered, with its structure and without its content: for the engineer who mends a recipe. Names of elements,
 * fields and paths stay; of texts only words that every portal may write, or that the recipe itself names; everything else
 * is replaced letter by letter.
 */
import { parseHtml, writeHtml, type CheerioAPI } from "../domain/html.ts";
import { createHiddenValues, type HiddenValues } from "../vault/hidden-values.ts";
import type { ShownAnswer } from "./contract.ts";
import { readPage, TEXT_NODE } from "./page.ts";
import { SIGN_IN_WORDS } from "./portal-words.ts";
import type { Recipe } from "./recipe-shape.ts";
import type { Reply } from "./reply.ts";

/** Of a masked answer, in letters. */
const ANSWER_MAX = 200_000;
const TEXT_MAX = 200;
const ATTRIBUTE_MAX = 60;
const NAME_MAX = 60;
const ROWS_MAX = 20;
const DEPTH_MAX = 40;

const KEPT_NAMES = new Set(
  "class id name for type method role rel autocomplete enctype http-equiv lang charset inputmode".split(" "),
);
const ADDRESSES = new Set(["action", "formaction", "href", "src"]);

/** The words that the conditions and buttons of a recipe name. */
export function wordsOfRecipe({ login, second_factor, interruptions, accounts, documents }: Recipe): Set<string> {
  const words = new Set<string>();
  const note = (text: string): void => {
    for (const word of wordsOf(text)) words.add(word.toLowerCase());
  };
  const walk = (value: unknown, name: string): void => {
    if (typeof value === "string" && name === "text") note(value);
    if (typeof value !== "object" || value === null || "css" in value) return;
    for (const [key, inner] of Object.entries(value)) {
      if (name === "submit" && typeof inner === "string") note(inner);
      walk(inner, key);
    }
  };
  for (const part of [login, second_factor, interruptions, accounts, documents]) walk(part, "");
  return words;
}

/** In lower case, those of a program's text. */
export const wordsOfText = (text: string): Set<string> => new Set(wordsOf(text).map((word) => word.toLowerCase()));

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** A shorter part of a value is hidden where it is a word of its own: "pat" is in "path". */
const ANYWHERE_MIN = 5;
const PART_MIN = 3;

/** Values that must not be found in a masked answer, and their parts, such as both sides of an e-mail address. Only hashes are kept. */
export function hiddenParts(): { add(values: Iterable<string | null>): void; isIn(text: string): boolean } {
  const hidden: HiddenValues = createHiddenValues(PART_MIN);
  return {
    add(values) {
      for (const value of values)
        for (const part of [value ?? "", ...wordsOf(value ?? "")].map((each) => each.toLowerCase())) {
          if (part.length >= ANYWHERE_MIN) hidden.add(part);
          else if (part.length >= PART_MIN) hidden.add(` ${part} `);
        }
    },
    isIn: (text) =>
      hidden.isIn(text.toLowerCase()) ||
      hidden.isIn(
        ` ${wordsOf(text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " "))
          .join(" ")
          .toLowerCase()} `,
      ),
  };
}

export interface Masking {
  /** Of the recipe, in lower case. */
  words: ReadonlySet<string>;
  isHidden: (text: string) => boolean;
}

/** The answer without any value of the customer. */
export function maskAnswer(reply: Reply, masking: Masking): Omit<ShownAnswer, "detail"> {
  const page = readPage(reply);
  const media_type = reply.header("content-type")?.split(";")[0]?.trim().toLowerCase().slice(0, 100) || null;
  const isPage = media_type === null || /html|xml|^text\//.test(media_type);
  const text =
    page.json !== undefined
      ? JSON.stringify(maskJson(page.json, masking, 0), null, 1)
      : isPage
        ? maskPage(page.$, page.url, masking)
        : "";
  return {
    place: maskPath(page.url.pathname, masking),
    status: page.status,
    media_type,
    text: text.slice(0, ANSWER_MAX),
  };
}

/** A sentence of ours about a place of the portal: its paths and long numbers are masked. */
export const maskDetail = (detail: string, masking: Masking): string =>
  detail
    .replaceAll(/\/[^\s,)]*/g, (path) => maskPath(path, masking))
    .replaceAll(/\d{4,}/g, (digits) => "0".repeat(digits.length));

/** The words that may stay; of all others the letters become x and the digits 0. */
function maskText(text: string, { words, isHidden }: Masking, most = TEXT_MAX): string {
  return text.slice(0, most).replaceAll(/[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}]+)*/gu, (word) => {
    const plain = word.toLowerCase();
    return (SIGN_IN_WORDS.has(plain) || words.has(plain)) && !/\d/.test(plain) && !isHidden(plain) ? word : blank(word);
  });
}

const blank = (text: string): string => text.replaceAll(/[\p{L}\p{M}]/gu, "x").replaceAll(/\p{N}/gu, "0");

/** A name that a program wrote, such as a class or a key: long numbers, and what looks made at random, are masked. */
function maskName(name: string, { isHidden }: Masking): string {
  if (name.length > NAME_MAX || !/^[\w$.:/[\]-]*$/.test(name) || isHidden(name))
    return blank(name.slice(0, ATTRIBUTE_MAX));
  return name.replaceAll(/[A-Za-z0-9]+/g, (part) => {
    const digits = part.replaceAll(/\D/g, "").length;
    const isRandom = part.length > 24 || (digits >= 3 && digits < part.length);
    return isRandom ? blank(part) : part.replaceAll(/\d{3,}/g, (run) => "0".repeat(run.length));
  });
}

const maskNames = (text: string, masking: Masking): string =>
  text
    .split(/\s+/)
    .map((name) => maskName(name, masking))
    .join(" ");

const maskPath = (path: string, masking: Masking): string =>
  path
    .split("/")
    .map((segment) => (/^\*+$/.test(segment) ? segment : maskName(segment, masking)))
    .join("/");

/** Without query and fragment. */
function maskAddress(address: string, base: URL, masking: Masking): string {
  const url = /^[a-z]+:(?!\/\/)/i.test(address.trim()) ? null : URL.parse(address, base);
  if (url === null || !/^https?:$/.test(url.protocol)) return maskText(address, masking, ATTRIBUTE_MAX);
  const path = maskPath(url.pathname, masking) + (url.search === "" ? "" : "?…");
  return url.origin === base.origin ? path : `${url.protocol}//${maskName(url.host, masking)}${path}`;
}

/** Beside `TEXT_NODE`. */
const COMMENT_NODE = 8;

function maskPage($: CheerioAPI, base: URL, masking: Masking): string {
  // A copy: the page itself stays as it came.
  const copy = parseHtml(writeHtml($));
  const nodes = [...copy.root().contents().toArray()];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node.nodeType === COMMENT_NODE) copy(node).remove();
    else if (node.nodeType === TEXT_NODE && "data" in node)
      node.data = maskText(node.data.replaceAll(/\s+/g, " "), masking);
    else if ("attribs" in node) {
      for (const [name, value] of Object.entries(node.attribs))
        node.attribs[name] = maskAttribute(name, value, base, masking);
      if (node.name === "script" || node.name === "style") {
        const one = copy(node);
        one.text(node.name === "style" ? "" : maskScript(one.text(), masking));
      } else nodes.push(...node.children);
    }
  }
  return writeHtml(copy);
}

function maskAttribute(name: string, value: string, base: URL, masking: Masking): string {
  if (KEPT_NAMES.has(name)) return maskNames(value, masking);
  if (ADDRESSES.has(name)) return maskAddress(value, base, masking);
  return maskText(value, masking, ATTRIBUTE_MAX);
}

/** Data in a script keeps its names; of a program only the size stays. */
function maskScript(script: string, masking: Masking): string {
  if (!/^\s*[[{]/.test(script)) return script.trim() === "" ? "" : `${script.length} letters of script`;
  try {
    return JSON.stringify(maskJson(JSON.parse(script), masking, 0));
  } catch {
    return `${script.length} letters of script`;
  }
}

function maskJson(value: unknown, masking: Masking, depth: number): unknown {
  if (typeof value === "string") return maskText(value, masking);
  if (typeof value === "number") return 0;
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEPTH_MAX) return "deeper";
  if (Array.isArray(value)) {
    const rows = value.slice(0, ROWS_MAX).map((row) => maskJson(row, masking, depth + 1));
    return value.length > ROWS_MAX ? [...rows, `${value.length - ROWS_MAX} more`] : rows;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [maskName(name, masking), maskJson(inner, masking, depth + 1)]),
  );
}

/** The sentences with which the service refuses, read from its sources, with a sample in the place of each value. */
import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor, type Expression, type Node } from "oxc-parser";

export interface Sentence {
  file: string;
  text: string;
  /** Name of the problem; null for a sentence about a field. */
  kind: string | null;
}

/** In the place of a value. */
const SAMPLE = "7";

/** Functions of schemas that take the sentence of a refusal last. */
const SCHEMA_CALLS = new Set(["regex", "refine", "min", "max", "check", "enum", "string", "number"]);

/** The sentences of the files, each with its first file. */
export function sentencesOf(patterns: readonly string[], except: RegExp): Sentence[] {
  const found = new Map<string, Sentence>();
  for (const file of patterns.flatMap((pattern) => globSync(pattern)).sort()) {
    if (/\.(test|fixtures)\.ts$/.test(file) || except.test(file)) continue;
    for (const each of sentencesIn(file)) if (!found.has(each.text)) found.set(each.text, each);
  }
  return [...found.values()];
}

function sentencesIn(file: string): Sentence[] {
  const { program } = parseSync(file, readFileSync(file, "utf8"));
  const constants = new Map<string, Node[]>();
  const said: { node: Node; kind: string | null }[] = [];
  const nameOf = (node: Node): string => (node.type === "Identifier" ? node.name : "");
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init !== null) constants.set(nameOf(id), [...(constants.get(nameOf(id)) ?? []), init]);
    },
    NewExpression({ callee, arguments: [kind, sentence] }) {
      if (sentence === undefined) return;
      const isProblem = nameOf(callee) === "Problem";
      if (isProblem || nameOf(callee) === "TableError" || nameOf(callee) === "OutboundError")
        said.push({ node: sentence, kind: isProblem && kind !== undefined ? (textsOf(kind)[0] ?? null) : null });
    },
    CallExpression({ callee, arguments: given }) {
      const last = given.at(-1);
      if (last === undefined) return;
      const isSchema =
        callee.type === "MemberExpression" &&
        callee.property.type === "Identifier" &&
        SCHEMA_CALLS.has(callee.property.name);
      if ((isSchema && given.length > 1) || nameOf(callee) === "badUrl") said.push({ node: last, kind: null });
    },
    Property({ key, value }) {
      if (nameOf(key) === "detail") said.push({ node: value, kind: null });
    },
  }).visit(program);
  return said.flatMap(({ node, kind }) => {
    const nodes = node.type === "Identifier" ? (constants.get(node.name) ?? []) : [node];
    return nodes.flatMap(textsOf).flatMap((text) => (isSentence(text) ? [{ file, text, kind }] : []));
  });
}

const isSentence = (text: string): boolean => /^[A-Z].* .*\.$/.test(text);

/** The texts that the expression can be. */
function textsOf(node: Node): string[] {
  if (node.type === "Literal") return typeof node.value === "string" ? [node.value] : [];
  if (node.type === "TemplateLiteral") return [node.quasis.map(({ value }) => value.cooked ?? "").join(SAMPLE)];
  if (node.type === "ConditionalExpression") return [node.consequent, node.alternate].flatMap(textsOf);
  if (node.type === "LogicalExpression") return [node.left, node.right].flatMap(textsOf);
  if (node.type === "BinaryExpression") {
    const [left = [], right = []] = [node.left, node.right].map((side: Expression | Node) => textsOf(side));
    return left.flatMap((first) => right.map((second) => first + second));
  }
  return [];
}

/** Finds the regular expressions of a source file, and those whose time grows faster than the length of their text. */
import { parseSync, Visitor, type Argument, type CallExpression, type NewExpression } from "oxc-parser";
import { check } from "recheck";

/** An expression as written in a file. */
export interface Literal {
  file: string;
  line: number;
  source: string;
  flags: string;
}

/** `RegExp(…)` whose text is built at run time. */
export interface Built {
  file: string;
  line: number;
}

/** Every literal of a file, and `RegExp("…")` with constant text. @throws Error when the file cannot be parsed */
export function findPatterns(file: string, text: string): { literals: Literal[]; built: Built[] } {
  const { program, errors } = parseSync(file, text);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  const literals: Literal[] = [];
  const built: Built[] = [];
  const lineOf = (at: number) => text.slice(0, at).split("\n").length;
  const take = (node: NewExpression | CallExpression) => {
    if (node.callee.type !== "Identifier" || node.callee.name !== "RegExp") return;
    const [source, flags = ""] = node.arguments.map(constantText);
    const place = { file, line: lineOf(node.start) };
    if (typeof source === "string" && typeof flags === "string") literals.push({ ...place, source, flags });
    else built.push(place);
  };
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      literals.push({ file, line: lineOf(node.start), source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: take,
    CallExpression: take,
  }).visit(program);
  return { literals, built };
}

/** Null for a value that is not constant. */
function constantText(node: Argument): string | null {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral" || node.expressions.length > 0) return null;
  return node.quasis[0]?.value.cooked ?? null;
}

/** In elapsed time: far above what any of ours takes on a busy machine. */
const TIMEOUT_MS = 300_000;

/** The checker counts its attempts in steps, not in time, so that its result is the same on a busy machine. */
const BY_STEPS = { seedingTimeout: null, incubationTimeout: null, attackTimeout: null };

/** The fault of an expression, with a text that shows it; null when its time is linear. */
export async function faultOf({ source, flags }: Pick<Literal, "source" | "flags">): Promise<string | null> {
  // Neither changes what matches, and the checker does not know one of them.
  const known = flags.replace(/[dg]/g, "");
  const found = await check(source, known, { timeout: TIMEOUT_MS, ...BY_STEPS });
  if (found.status === "safe") return null;
  if (found.status === "unknown") return `cannot be decided: ${found.error.kind}`;
  const { complexity, attack } = found;
  const degree = complexity.type === "polynomial" ? `as the power of ${complexity.degree}` : "exponentially";
  return `takes time that grows ${degree}, on ${attack.pattern}`;
}

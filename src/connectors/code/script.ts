/** Makes what runs of a connector's source: types are taken out, the export becomes a variable, and a mistake is found without running it. */
import { stripTypeScriptTypes } from "node:module";
import { Script } from "node:vm";
import type { YamlFault, YamlReading } from "../../domain/yaml-file.ts";
import { EXPORTED } from "./inside.ts";

const EXPORT = /^export default(?=[\s{])/gm;
/** As long as what it takes the place of, so that errors keep their column. */
const ASSIGNMENT = `${EXPORTED} =`.padEnd("export default".length);
/** On the first line, so that errors keep their line. */
const BEGINNING = `"use strict"; var ${EXPORTED}; `;
const METHODS = ["signIn", "accounts", "bills", "file"];

const refuse = (detail: string, line: number | null = null): { ok: false; faults: YamlFault[] } => ({
  ok: false,
  faults: [{ path: "", line, detail }],
});

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";

/** The script of `connector.ts` or `connector.js`, which sets the variable EXPORTED; or why it cannot be used. */
export function scriptOf(source: string, file: string): YamlReading<string> {
  let plain: string;
  try {
    plain = stripTypes(source);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return refuse(
      `cannot be read as TypeScript whose types can be taken out: ${firstLine(error.message)}`,
      lineOf(error),
    );
  }
  const exports = [...plain.matchAll(EXPORT)].length;
  if (exports !== 1) return refuse("must have one `export default` at the beginning of a line");
  const script = BEGINNING + plain.replace(EXPORT, () => ASSIGNMENT);
  try {
    // It is compiled and not run.
    void new Script(script, { filename: file });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const isImport = /import|export/.test(error.message);
    const says = isImport ? "imports or exports something: a connector is one file, with `import type` alone" : null;
    return refuse(says ?? `cannot be read: ${firstLine(error.message)}`, lineOf(error));
  }
  const words = new Set(plain.match(/\w+/g));
  const missing = METHODS.filter((name) => !words.has(name));
  return missing.length === 0 ? { ok: true, value: script } : refuse(`has no method ${missing.join(", ")}`);
}

/** The engine calls this experimental each time a process uses it first; the version that the service brings has it. */
function stripTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Both the engine and its reader of types begin the stack with a line of file and line. */
function lineOf({ stack = "" }: Error): number | null {
  const line = /:(\d+)$/.exec(firstLine(stack))?.[1];
  return line === undefined ? null : Number(line);
}

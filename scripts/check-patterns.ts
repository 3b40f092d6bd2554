/**
 * No regular expression of ours takes more than linear time: `npm run check` checks every one in the sources. Tests are left out: they
 * process no untrusted text. Expressions in recipes and templates run on an engine that is always linear
 * (`src/domain/pattern.ts`).
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { faultOf, findPatterns } from "./patterns.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDERS = ["src", "client/src", "sandbox", "scripts"];
const IS_TEST = /\.(test|fixtures)\.ts$/;
/** Threads of the checker; more do not help on a machine with two cores. */
const AT_ONCE = 2;

/** Expressions built at run time, with the reason why their time is linear. */
const BUILT: Record<string, string> = {
  "src/connectors/day-format.ts": "of the words of a date and the marks between them, on at most 80 characters",
  "src/parsers/template/dates.ts": "of the words of a date and the marks between them, on at most 80 characters",
  "src/connectors/code/secret-mask.ts": "of the letters of one secret, each in few spellings, and ended by time",
  "src/utilities/pages/masks.ts": "of the values that were found, as they are written, without repetition",
  "scripts/client-operations.ts": "of the names in our own OpenAPI document, on our own text",
};

// The native program is faster than the Java or JavaScript version, which the package would prefer.
process.env["RECHECK_BACKEND"] ??= hasNative() ? "native" : "auto";

function hasNative(): boolean {
  try {
    import.meta.resolve(
      `recheck-${process.platform === "darwin" ? "macos" : process.platform}-${process.arch}/package.json`,
    );
    return true;
  } catch {
    return false;
  }
}

const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.{ts,js,mjs}`, { cwd: ROOT })).filter(
  (file) => !file.includes("node_modules") && !IS_TEST.test(file),
);
const found = files.map((file) => findPatterns(file, readFileSync(join(ROOT, file), "utf8")));
const faults = found
  .flatMap(({ built }) => built)
  .filter(({ file }) => !(file in BUILT))
  .map(
    ({ file, line }) =>
      `${file}:${line} builds an expression at run time: write a literal, or use src/domain/pattern.ts`,
  );

const byText = Map.groupBy(
  found.flatMap(({ literals }) => literals),
  ({ source, flags }) => `/${source}/${flags}`,
);
const waiting = [...byText];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [text, [first, ...others]] = next;
      const fault = first === undefined ? null : await faultOf(first);
      if (fault !== null && first !== undefined)
        for (const { file, line } of [first, ...others]) faults.push(`${file}:${line} ${text} ${fault}`);
    }
  }),
);

for (const fault of faults.sort()) console.log(fault);
console.log(`${byText.size} regular expressions in ${files.length} files`);
// Otherwise the checker's process would keep this one alive.
process.exit(faults.length === 0 ? 0 : 1);

/** The guides can be followed line by line: whatever a command takes was set or explained before. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const DOCS = new URL("../../../docs/", import.meta.url);
/** The shell itself sets these. */
const SET = new Set(["PWD"]);
const BLOCK = /^```sh\n([^]*?)^```$/gm;

for (const file of readdirSync(DOCS).filter((name) => name.endsWith(".md")))
  test(`every variable of a command is set or explained: ${file}`, () => {
    const text = readFileSync(new URL(file, DOCS), "utf8");
    const commands = [...text.matchAll(BLOCK)].map(([, block = ""]) => block).join("\n");
    const used = new Set([...commands.matchAll(/\$([A-Z][A-Z_]*)/g)].map(([, name = ""]) => name));
    const unset = [...used].filter(
      (name) =>
        !SET.has(name) && !new RegExp(`^(export )?${name}=`, "m").test(commands) && !text.includes(`\`$${name}\` `),
    );
    assert.deepEqual(unset, []);
  });

/** The log of a dying process keeps its error, its stack and the engine's messages, and almost nothing of what it read. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createStderrTail } from "./stderr-tail.ts";

function saidOf(...chunks: (string | Buffer)[]): string {
  const words = createStderrTail();
  for (const chunk of chunks) words.add(Buffer.from(chunk));
  return words.text();
}

/** An uncaught error as Node prints it, with its properties. */
const UNCAUGHT = `file:///srv/src/parsers/tables/read-csv.ts:39
    throw new CsvError(fields);
          ^

Error: outer
    at rowsOf (file:///srv/src/parsers/tables/read-csv.ts:39:11)
    at async file:///srv/src/parsers/tables/table-reader-process.ts:15:18 {
  code: 'CSV_X',
  record: [ '12 Sample Street', 'Error: A-100' ],
  [cause]: TypeError [ERR_X]: inner
  12 Sample Street
      at Array.filter (<anonymous>)
      at process.processTicksAndRejections (node:internal/process/task_queues:104:5) {
    raw: '12 Sample Street,A-100'
  }
}

Node.js v26.0.0
`;

describe("a dying process leaves", () => {
  test("the error, its causes and their stacks, without their properties", () => {
    assert.deepEqual(saidOf(UNCAUGHT).split("\n"), [
      "Error: outer",
      "    at rowsOf (file:///srv/src/parsers/tables/read-csv.ts:39:11)",
      "    at async file:///srv/src/parsers/tables/table-reader-process.ts:15:18 {",
      "  [cause]: TypeError [ERR_X]: inner",
      "      at Array.filter (<anonymous>)",
      "      at process.processTicksAndRejections (node:internal/process/task_queues:104:5) {",
    ]);
  });

  test("the same when its output arrives in pieces", () => {
    assert.equal(saidOf(...Buffer.from(UNCAUGHT).toString().split("")), saidOf(UNCAUGHT));
    assert.equal(saidOf("Error: the last line has no en", "d"), "Error: the last line has no end");
    const letter = Buffer.from("Error: é\n");
    assert.equal(saidOf(letter.subarray(0, 8), letter.subarray(8)), "Error: é");
  });

  test("the messages of an engine without memory", () => {
    const said = saidOf(`
<--- Last few GCs --->

[1:0x40]     3665 ms: Mark-Compact 14.3 (16.1) -> 14.3 (15.6) MB, pooled: 1.0 MB, 21.65 / 0.00 ms
FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
----- Native stack trace -----

 1: 0x840e50  [/srv/node]
 2: 0x8410bd node::OOMErrorHandler(char const*, v8::OOMDetails const&) [/srv/node]
#
# Fatal process out of memory: Worklist::Segment::Create
#
`);
    assert.deepEqual(said.split("\n"), [
      "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
      " 2: 0x8410bd node::OOMErrorHandler(char const*, v8::OOMDetails const&) [/srv/node]",
      "# Fatal process out of memory: Worklist::Segment::Create",
    ]);
  });
});

describe("long output", () => {
  test("has short messages", () => {
    const said = saidOf(
      `SyntaxError: Cannot convert ${"12 Sample Street ".repeat(100_000)} to a BigInt\n    at node:x:1:1\n`,
    );
    assert.match(said, /^SyntaxError: Cannot convert 12 Sample .*…\n {4}at node:x:1:1$/);
    assert.ok(said.length < 250, `${said.length} characters`);
  });

  test("is kept only at its end", () => {
    const said = saidOf(...Array.from({ length: 10_000 }, (_, at) => `Error: number ${at}\n    at node:x:1:1\n`));
    assert.match(said, /Error: number 9999\n {4}at node:x:1:1$/);
    assert.ok(said.length <= 4096, `${said.length} characters`);
  });

  test("keeps nothing that does not look like an error", () => {
    assert.equal(saidOf("12 Sample Street\nA-100,Electric,5\n    at 12 Sample Street\n{ name: 'Error' }\n"), "");
    assert.equal(saidOf(), "");
  });
});

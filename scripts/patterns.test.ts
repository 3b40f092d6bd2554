import assert from "node:assert/strict";
import { test } from "node:test";
import { faultOf, findPatterns } from "./patterns.ts";

test("literals and constant texts of RegExp are found with their lines, others are named", () => {
  const text = [
    "const a = /a+/g;",
    '// no /comment/ and no "/text/"',
    'const b = new RegExp("b\\\\d", "i");',
    "const c = RegExp(`c`);",
    "const d = (x: string) => new RegExp(`^${x}$`);",
  ].join("\n");
  const { literals, built } = findPatterns("x.ts", text);
  assert.deepEqual(
    literals.map(({ line, source, flags }) => [line, source, flags]),
    [
      [1, "a+", "g"],
      [3, String.raw`b\d`, "i"],
      [4, "c", ""],
    ],
  );
  assert.deepEqual(built, [{ file: "x.ts", line: 5 }]);
});

test("an expression that takes more than linear time is shown with a text that makes it slow", async () => {
  assert.equal(await faultOf({ source: String.raw`^\s+a`, flags: "dg" }), null);
  assert.match(String(await faultOf({ source: String.raw`\s+$`, flags: "" })), /as the power of 2, on '.+'/);
  assert.match(String(await faultOf({ source: "^(a|a)*$", flags: "" })), /exponentially, on '.*a/);
});

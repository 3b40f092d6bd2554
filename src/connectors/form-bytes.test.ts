import assert from "node:assert/strict";
import { test } from "node:test";
import { formBytes, type FormFields } from "./form-bytes.ts";

const FORMS: FormFields[] = [
  [],
  [["", ""]],
  [
    ["user", "pat@example.com"],
    ["pass word", "p\"\u00e4ss w\u00f6rd+/&=%~!*-._'()"],
    ["user", ""],
  ],
  [["emoji", "\u{1f511} \ud800 \u0000\r\n"]],
  [["all", Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join("")]],
];
for (const fields of FORMS) {
  test(`a form of ${fields.length} fields, ${JSON.stringify(fields).slice(0, 30)}, is the bytes that a browser sends`, () => {
    assert.equal(formBytes(fields).toString(), new URLSearchParams(fields).toString());
  });
}

/** The name of a file reaches the browser as the portal gave it, and can do nothing there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyText } from "../../../test/any-text.ts";
import { dispositionOf } from "./disposition.ts";

const NAMES: [name: string, plain: string, extended: string][] = [
  ["bill.pdf", "bill.pdf", "bill.pdf"],
  ["March 2026 (final).pdf", "March 2026 (final).pdf", "March%202026%20%28final%29.pdf"],
  ["Rechnung März.pdf", "Rechnung Marz.pdf", "Rechnung%20M%C3%A4rz.pdf"],
  ["請求書.pdf", "___.pdf", "%E8%AB%8B%E6%B1%82%E6%9B%B8.pdf"],
  ["../../etc/passwd", "_.._etc_passwd", "_.._etc_passwd"],
  ['a"b\r\nX: y.html', "a_bX_ y.html", "a_bX_%20y.html"],
  ["a\u202efdp.exe", "afdp.exe", "afdp.exe"],
  ["it's 100%.csv", "it_s 100_.csv", "it%27s%20100%25.csv"],
  ["\ud800x.pdf", "_x.pdf", "%EF%BF%BDx.pdf"],
  ["...", "document.pdf", "document.pdf"],
  ["\u0610", "document.pdf", "%D8%90"],
  ["", "document.pdf", "document.pdf"],
];
for (const [name, plain, extended] of NAMES) {
  test(`${JSON.stringify(name)} is offered as ${plain}`, () => {
    assert.equal(
      dispositionOf("attachment", name, "document.pdf"),
      `attachment; filename="${plain}"; filename*=UTF-8''${extended}`,
    );
  });
}

test("a long name is cut before its end", () => {
  const cut = dispositionOf("inline", `${"ä".repeat(500)}.pdf`, "document.pdf");
  assert.ok(cut.endsWith("%C3%A4.pdf"));
  assert.equal(decodeURIComponent(cut.split("''")[1] ?? "").length, 120);
});

test("whatever a portal called a file, the header is one line of two well-formed parameters", () => {
  const form = /^inline; filename="[\w. ()-]+"; filename\*=UTF-8''[\w.!~%-]+$/;
  fc.assert(
    fc.property(anyText({ maxLength: 200 }), (name) => {
      const header = dispositionOf("inline", name, "document.pdf");
      assert.match(header, form);
      assert.doesNotMatch(decodeURIComponent(header.split("''")[1] ?? ""), /[/\\:*?"<>|\p{Cc}\p{Cf}]/u);
    }),
  );
});

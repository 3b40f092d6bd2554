import assert from "node:assert/strict";
import { test } from "node:test";
import { dispositionName, safeFileName } from "./file-name.ts";

test("a name loses folders, control characters and characters that disks refuse", () => {
  const cases: [string, string | null][] = [
    ["bill.pdf", "bill.pdf"],
    ["../../etc/passwd", "passwd"],
    ["C:\\bills\\bill.pdf", "bill.pdf"],
    ["a\u0000b\r\nc.pdf", "abc.pdf"],
    ['"x"<y>:z|?*.pdf', "xyz.pdf"],
    [".. .hidden", "hidden"],
    ["  ", null],
    ["..", null],
    ["/", null],
  ];
  for (const [text, name] of cases) assert.equal(safeFileName(text), name, JSON.stringify(text));
});

test("a long name is cut before its extension", () => {
  const name = safeFileName(`${"x".repeat(300)}.pdf`);
  assert.equal(name?.length, 120);
  assert.match(name ?? "", /x\.pdf$/);
});

test("the name of a download is read from its header in every form", () => {
  const cases: [string | null, string | null][] = [
    [null, null],
    ["inline", null],
    ['attachment; filename="bill 1.pdf"', "bill 1.pdf"],
    ["attachment; filename=bill.pdf", "bill.pdf"],
    ['attachment; filename="a\\"b.pdf"', "ab.pdf"],
    ["attachment; filename=\"x.pdf\"; filename*=UTF-8''caf%C3%A9.pdf", "caf\u00e9.pdf"],
    ["attachment; filename*=UTF-8''%zz", null],
    ['attachment; filename="../../x.pdf"', "x.pdf"],
    ['attachment; filename=""', null],
  ];
  for (const [header, name] of cases) assert.equal(dispositionName(header), name, header ?? "none");
});

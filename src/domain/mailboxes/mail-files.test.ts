/** Which parts of a mail are taken for bills, and that no structure of a mail costs more than it may. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fetchedMax, filesOfMail, largerThan, leftOutText, type MailPart } from "./mail-files.ts";

const MAX = 25 * 1024 * 1024;
const leaf = (part: Partial<MailPart>): MailPart => ({
  number: "1",
  type: "application/pdf",
  name: null,
  disposition: null,
  hasId: false,
  isBase64: true,
  sentBytes: 1000,
  parts: [],
  ...part,
});
const inside = (type: string, ...parts: MailPart[]): MailPart => leaf({ type, parts, sentBytes: 0 });
const namesOf = (mail: MailPart): string[] => filesOfMail(mail, MAX).files.map(({ name }) => name);

test("files are known by type or by the ending of their name, and the text of a mail is none", () => {
  const mail = inside(
    "multipart/mixed",
    inside("multipart/alternative", leaf({ type: "text/plain" }), leaf({ type: "text/html" })),
    leaf({}),
    leaf({ type: "application/octet-stream", name: "Bill.PDF" }),
    leaf({ type: "text/html", name: "bill.html" }),
    leaf({ type: "text/csv", disposition: "attachment" }),
    leaf({ type: "application/octet-stream", name: "program.exe" }),
    leaf({ type: "text/calendar", name: "invite.ics" }),
    leaf({ type: "application/octet-stream" }),
  );
  assert.deepEqual(namesOf(mail), ["bill.pdf", "Bill.PDF", "bill.html", "bill.csv"]);
});

test("a picture that the text shows is no file, and one that is attached is", () => {
  const logo = leaf({ type: "image/png", name: "logo.png", disposition: "inline", hasId: true });
  const photo = leaf({ type: "image/jpeg", name: "photo.jpg", disposition: "attachment", hasId: true });
  const inText = leaf({ type: "image/jpeg", name: "banner.jpg" });
  const mail = inside("multipart/mixed", inside("multipart/related", leaf({ type: "text/html" }), inText), logo, photo);
  assert.deepEqual(namesOf(mail), ["photo.jpg"]);
  assert.equal(filesOfMail(mail, MAX).picturesInText, 2);
});

test("bills are found in mails within mails, three deep, and what is deeper is counted", () => {
  const nested = (depth: number): MailPart =>
    depth === 0 ? leaf({}) : inside("multipart/mixed", inside("message/rfc822", nested(depth - 1)));
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((depth) => namesOf(nested(depth)).length),
    [1, 1, 1, 1, 0],
  );
  assert.deepEqual(
    [3, 4, 5].map((depth) => filesOfMail(nested(depth), MAX).leftOut),
    [0, 1, 1],
  );
  const long = filesOfMail(inside("multipart/mixed", ...Array.from({ length: 600 }, () => leaf({}))), MAX);
  assert.equal(long.leftOut, 101);
  assert.equal(
    leftOutText(long),
    "101 parts were not looked at: mails within mails are followed 3 deep, parts within parts 20 deep, and 500 parts in all. Forward a bill that is missing as a file of its own. 449 more files were not taken.",
  );
  assert.equal(leftOutText(filesOfMail(leaf({}), MAX)), null);
});

test("a name is shown without control characters and folders, and never empty", () => {
  for (const [name, shown] of [
    ["../../etc/passwd.pdf", ".._.._etc_passwd.pdf"],
    ["a\u0000b\u202e.pdf", "a_b_.pdf"],
    [`${"😀".repeat(100)}a.pdf`, `\ufffd${"😀".repeat(72)}a.pdf`],
    ["  .pdf", ".pdf"],
    [`${"x".repeat(500)}.pdf`, `${"x".repeat(146)}.pdf`],
  ] as const)
    assert.deepEqual(namesOf(leaf({ name })), [shown]);
});

test("too large, too many and too much together are refused with the reason, and the rest is taken", () => {
  const big = leaf({ name: "big.pdf", sentBytes: 60 * 1024 * 1024 });
  const many = Array.from({ length: 70 }, () => leaf({ name: "one.pdf" }));
  const found = filesOfMail(inside("multipart/mixed", big, ...many), MAX);
  assert.equal(found.files.length, 20);
  assert.equal(found.refused.length, 30);
  assert.deepEqual(found.refused.slice(0, 2), [
    { name: "big.pdf", reason: "The file is larger than 25 MB." },
    { name: "one.pdf", reason: "A mail may have 20 files: send the others in another one." },
  ]);
  const heavy = Array.from({ length: 4 }, () => leaf({ sentBytes: 30 * 1024 * 1024 }));
  const together = filesOfMail(inside("multipart/mixed", ...heavy), MAX);
  assert.deepEqual([together.files.length, together.refused.length], [2, 2]);
});

test("no more is fetched of a file than its server says, and a little", () => {
  const file = { number: "1", name: "a.pdf", bytes: 1000 };
  assert.equal(fetchedMax(file, MAX), 1250 + 64 * 1024);
  assert.equal(fetchedMax({ ...file, bytes: 4e9 }, MAX), MAX);
  assert.equal(largerThan(2000, MAX), "The file is larger than its server says.");
  assert.equal(largerThan(MAX, MAX), "The file is larger than 25 MB.");
});

test("of a mail with very many files twenty are taken and thirty named, in whatever order they come", () => {
  const fileOf = (at: number, sentBytes: number): MailPart => ({
    number: `${at + 1}`,
    type: "application/pdf",
    name: `bill-${at}.pdf`,
    disposition: "attachment",
    hasId: false,
    isBase64: true,
    sentBytes,
    parts: [],
  });
  const parts = Array.from({ length: 120 }, (_, at) => fileOf(at, at < 60 ? 2 * MAX : 1000));
  for (const order of [parts, parts.toReversed()]) {
    const mail = { ...fileOf(0, 0), type: "multipart/mixed", parts: order };
    const { files, refused } = filesOfMail(mail, MAX);
    assert.deepEqual([files.length, refused.length], [20, 30]);
  }
});

test("whatever a server says of a mail, what is taken stays within the limits", () => {
  const { part } = fc.letrec<{ part: MailPart }>((tie) => ({
    part: fc.record({
      number: fc.constantFrom("1", "1.2", "3"),
      type: fc.constantFrom(
        "multipart/mixed",
        "multipart/related",
        "message/rfc822",
        "application/pdf",
        "image/png",
        "text/html",
      ),
      name: fc.option(fc.string()),
      disposition: fc.constantFrom("attachment", "inline", null),
      hasId: fc.boolean(),
      isBase64: fc.boolean(),
      sentBytes: fc.nat({ max: 4_294_967_295 }),
      parts: fc.oneof({ maxDepth: 6 }, fc.constant<MailPart[]>([]), fc.array(tie("part"), { maxLength: 8 })),
    }),
  }));
  fc.assert(
    fc.property(part, (mail) => {
      const { files, refused } = filesOfMail(mail, MAX);
      assert.ok(files.length <= 20 && files.length + refused.length <= 50);
      assert.ok(files.every(({ name, bytes }) => name !== "" && name.length <= 150 && bytes * 0.9 <= MAX));
      assert.ok(files.reduce((sum, { bytes }) => sum + bytes, 0) <= 60 * 1024 * 1024);
    }),
    { numRuns: 200 },
  );
});

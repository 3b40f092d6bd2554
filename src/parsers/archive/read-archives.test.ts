import assert from "node:assert/strict";
import { test } from "node:test";
import { fileReaders } from "../../../test/file-readers.ts";
import { zipOf, type ZipFile } from "./zip.fixtures.ts";

/** Each file with its text or the name of its finding; or the finding of the archive. */
async function unpack(archive: Buffer): Promise<string | [name: string, outcome: string][]> {
  const outcome = await fileReaders.archives.read(archive);
  if (!("entries" in outcome)) return outcome.finding.name;
  return outcome.entries.map(({ name, content, finding }) => [
    name,
    content === null ? String(finding?.name) : Buffer.from(content, "base64").toString(),
  ]);
}
const outcome = (...files: ZipFile[]) => unpack(zipOf(files));
const bill = { name: "bill.pdf", content: "%PDF-1.7 a bill" };

test("the files are taken out with their paths; folders and what operating systems add are left out", async () => {
  const files = [
    { name: "2026/", content: "" },
    { name: "2026/März.pdf", content: bill.content },
    { name: "__MACOSX/2026/._a", content: "x" },
    { name: "2026/.DS_Store", content: "x" },
    { name: "b.xml", content: "<a/>" },
    { name: "a\u{202e}fdp.exe", content: "x" },
  ];
  assert.deepEqual(await outcome(...files), [
    ["2026/März.pdf", bill.content],
    ["b.xml", "<a/>"],
    ["a_fdp.exe", "x"],
  ]);
});

test("a file that cannot be taken out is refused alone", async () => {
  assert.deepEqual(
    await outcome(
      bill,
      { ...bill, name: "secret.pdf", encrypted: true },
      { name: "more.zip", content: zipOf([bill]) },
      { name: "empty.pdf", content: "" },
      { ...bill, name: "lied.pdf", listedBytes: 3 },
      { ...bill, name: "old.pdf", method: 99 },
    ),
    [
      ["bill.pdf", bill.content],
      ["secret.pdf", "entry_encrypted"],
      ["more.zip", "zip_in_zip"],
      ["empty.pdf", "file_empty"],
      ["lied.pdf", "entry_damaged"],
      ["old.pdf", "entry_not_unpacked"],
    ],
  );
});

test("as many files as are taken out may be followed by folders and what operating systems add", async () => {
  const files = Array.from({ length: 200 }, (_, at) => ({ ...bill, name: `${at}.pdf` }));
  const others = [
    { name: "__MACOSX/._0.pdf", content: "x" },
    { name: ".DS_Store", content: "x" },
    { name: "empty/", content: "" },
  ];
  const taken = await outcome(...files, ...others);
  assert.deepEqual([taken.length, taken.at(-1)], [200, ["199.pdf", bill.content]]);
});

test("an archive is refused by its list, before anything is unpacked", async () => {
  const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024);
  assert.equal(await outcome({ name: "bomb", content: megabytes(40) }), "zip_is_a_bomb");
  assert.equal(await outcome({ ...bill, listedBytes: 2 ** 31 }), "zip_is_a_bomb");
  assert.equal(
    await outcome(...Array.from({ length: 201 }, (_, at) => ({ ...bill, name: `${at}` }))),
    "zip_too_many_files",
  );
  for (const name of ["../../etc/passwd", "/etc/passwd", "C:/bill.pdf", "..\\bill.pdf", "a\0b", ""])
    assert.equal(await outcome({ ...bill, name }), "zip_name_unsafe", name);
  assert.equal(await outcome(), "zip_empty");
  assert.equal(await unpack(zipOf([bill]).subarray(0, 60)), "zip_damaged");
  assert.equal(await unpack(Buffer.from("PK\x03\x04")), "zip_damaged");
  assert.deepEqual(await outcome(bill), [["bill.pdf", bill.content]], "the reader works as before");
});

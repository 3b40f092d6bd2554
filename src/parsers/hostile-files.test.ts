/** Files that attack the reader: each gives one finding within its limits, and the next bill is read normally. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, afterEach, test } from "node:test";
import { deflateSync } from "node:zlib";
import { pageOf, pagesOf, pdfOf, textAt } from "./parsers.fixtures.ts";
import { createPdfReader } from "./pdf/read-pdf.ts";
import { builtInTemplates } from "../utilities/utilities.fixtures.ts";
import { parsersOf } from "./registry.ts";

const MEGABYTE = 1024 * 1024;
const hasPrlimit = existsSync("/usr/bin/prlimit") || existsSync("/bin/prlimit");

/**
 * Smaller than those of the product, so that the tests are quick; each is reached in the same way. No file here needs its time.
 */
const reader = createPdfReader({
  processes: 1,
  limits: { dataBytesMax: 200 * MEGABYTE, timeoutMs: 60_000, bytesMax: 2 * MEGABYTE, charactersMax: 200_000 },
});
const parsers = parsersOf(builtInTemplates(), { reader });
after(() => reader.close());

const read = async (bytes: Uint8Array) => (await parsers.read(bytes))[0];

const good = pageOf(textAt("Amount due 12.50", 50, 600));

afterEach(async () => {
  const { findings } = await read(good);
  assert.deepEqual(
    findings.map(({ name }) => name),
    ["no_template"],
    "the reader must work as before",
  );
});

const latin = (text: string) => Buffer.from(text, "latin1");

/** Random bytes, the same each time. */
function noise(length: number): Buffer {
  let state = 42;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return state >> 16;
    }),
  );
}

const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const ONE_PAGE = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";
const text = textAt("Amount due", 50, 600);

/** Thirty thousand texts on one page. */
const flood = () =>
  pageOf(Array.from({ length: 30_000 }, (_, at) => textAt("twelve chars", 50, 20 + ((at * 7) % 700))).join(""));
/** 300 MB of spaces, packed twice: 1 KB. */
const bomb = () =>
  pdfOf([
    CATALOG,
    ONE_PAGE,
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>",
    {
      dictionary: "<< /Length LENGTH /Filter [/FlateDecode /FlateDecode] >>",
      stream: deflateSync(deflateSync(Buffer.alloc(300 * MEGABYTE, " "), { level: 1 })),
    },
  ]);
/** Two million operators that draw nothing. */
const toil = () => pageOf(Buffer.alloc(8_000_000, "q Q "));
/** A form that draws itself recursively without end. */
const echo = () =>
  pdfOf([
    CATALOG,
    ONE_PAGE,
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>",
    { dictionary: "<< /Length LENGTH >>", stream: latin("/X Do") },
    {
      dictionary:
        "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >> /Length LENGTH >>",
      stream: latin("/X Do /X Do"),
    },
  ]);

const FILES: { what: string; bytes: () => Uint8Array; finding: string; skip?: boolean }[] = [
  { what: "nothing", bytes: () => new Uint8Array(0), finding: "file_empty" },
  { what: "blank bytes alone", bytes: () => latin("\r\n\0\0   "), finding: "file_empty" },
  { what: "a web page", bytes: () => latin("<!DOCTYPE html><html>Please sign in</html>"), finding: "not_a_pdf" },
  { what: "a picture", bytes: () => latin("\x89PNG\r\n\x1a\n0000"), finding: "not_a_pdf" },
  { what: "random bytes", bytes: () => noise(50_000), finding: "not_a_pdf" },
  {
    what: "random bytes between the marks of a PDF",
    bytes: () => Buffer.concat([latin("%PDF-1.7\n"), noise(50_000), latin("\nstartxref\n9\n%%EOF\n")]),
    finding: "not_a_pdf",
  },
  { what: "half of a bill", bytes: () => good.subarray(0, good.length / 2), finding: "file_cut_off" },
  { what: "a bill without its last line", bytes: () => good.subarray(0, -40), finding: "file_cut_off" },
  {
    what: "more bytes than a bill has",
    bytes: () => Buffer.concat([good, Buffer.alloc(2 * MEGABYTE)]),
    finding: "file_too_large",
  },
  { what: "5,000 pages", bytes: () => pagesOf(5000), finding: "too_many_pages" },
  {
    what: "pages that hold themselves",
    bytes: () => pdfOf([CATALOG, "<< /Type /Pages /Kids [2 0 R] /Count 3 >>"]),
    finding: "file_damaged",
  },
  { what: "no catalog", bytes: () => pdfOf(["<< /Type /Nothing >>"]), finding: "not_a_pdf" },
  { what: "a page without text", bytes: () => pageOf("0 0 100 100 re f"), finding: "no_text" },
  { what: "a page whose stream is broken", bytes: () => pageOf(text).fill(0xff, 320, 350), finding: "no_text" },
  { what: "a form that draws itself", bytes: echo, finding: "file_damaged" },
  { what: "a flood of text", bytes: flood, finding: "file_too_large" },
  { what: "a flate bomb", bytes: bomb, finding: "reading_needed_too_much_memory", skip: !hasPrlimit },
];

for (const { what, bytes, finding, skip = false } of FILES) {
  test(`${what}: ${finding}`, { skip }, async () => {
    const { statement, findings } = await read(bytes());
    assert.equal(statement, null);
    assert.deepEqual(
      findings.map(({ name, severity }) => ({ name, severity })),
      [{ name: finding, severity: "error" }],
    );
    assert.match(findings[0]?.detail ?? "", /^[A-Z].*\.$/);
  });
}

test("endless work: reading_took_too_long", async () => {
  const hasty = createPdfReader({ processes: 1, limits: { timeoutMs: 150 } });
  const result = await hasty.read(toil());
  assert.deepEqual(result.ok ? null : result.finding.name, "reading_took_too_long");
  await hasty.close();
});

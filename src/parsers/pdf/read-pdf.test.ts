import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileReaders } from "../../../test/file-readers.ts";
import { linesOf } from "../template/lines.ts";
import { placeOfWords, type Page } from "./page-model.ts";
import { pageOf, pdfOf, textAt } from "../parsers.fixtures.ts";
import { createPdfReader, type PdfReader } from "./read-pdf.ts";

const { reader } = fileReaders;

async function readPage(bytes: Uint8Array, by: PdfReader = reader): Promise<Page> {
  const result = await by.read(bytes);
  assert.ok(result.ok, JSON.stringify(result));
  const [page] = result.pages;
  assert.ok(page);
  return page;
}

const textsOf = (page: Page) => linesOf([page]).map(({ text }) => text);

const needsProc = existsSync(`/proc/self/task/${process.pid}/children`) ? false : "processes are counted in /proc";
const childrenOf = (pid: number | undefined) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
const liveProcesses = () => childrenOf(process.pid).length;

/** There is no event for the end of a process that is not our child, so it is polled. */
async function gone(pid: number): Promise<void> {
  const isThere = () => existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  while (isThere()) await new Promise((done) => setImmediate(done));
}

test("words have the position where they are drawn, in points from the top left corner", async () => {
  const page = await readPage(pageOf(textAt("Amount due", 100, 700)));
  const [amount, due] = page.rows[0]?.words ?? [];
  assert.ok(amount && due);
  assert.deepEqual([amount.text, due.text], ["Amount", "due"]);
  assert.equal(amount.left, 100);
  // Widths of Helvetica at nine points: "Amount " is 3,724 thousandths of the size, "Amount due" 5,392.
  assert.ok(Math.abs(due.left - (100 + 3.724 * 9)) < 1, String(due.left));
  assert.ok(amount.top < 92 && amount.bottom > 92 && amount.bottom - amount.top < 9);
});

test("pieces on one baseline are a row, from left to right, however they were drawn", async () => {
  const content =
    textAt("12.50", 300, 600.8) + textAt("Total", 50, 500) + textAt("Energy", 50, 600) + textAt("99.00", 300, 500);
  assert.deepEqual(textsOf(await readPage(pageOf(content))), ["Energy  12.50", "Total  99.00"]);
});

test("letters drawn one by one make a word, and text drawn twice for boldness counts once", async () => {
  // Helvetica at nine points: W is 8.5 wide, a 5, t 2.5, e 5, r 3.
  const letters = [
    ["W", 50],
    ["a", 58.5],
    ["t", 63.5],
    ["e", 66],
    ["r", 71],
  ] as const;
  const content =
    letters.map(([letter, x]) => textAt(letter, x, 600)).join("") + textAt("Gas", 50, 500) + textAt("Gas", 50.3, 500);
  assert.deepEqual(textsOf(await readPage(pageOf(content))), ["Water", "Gas"]);
});

test("dot leaders and lines drawn with characters are not text", async () => {
  const content =
    textAt("Water ............ 12.50", 50, 600) + textAt("________________", 50, 500) + textAt("MAY", 70, 500);
  assert.deepEqual(textsOf(await readPage(pageOf(content))), ["Water  12.50", "MAY"]);
});

test("a page with a rotation is read as displayed", async () => {
  // Displayed with a clockwise rotation of 90 degrees, text that runs up the paper is upright.
  const page = await readPage(pageOf(textAt("Upright", 100, 300, "0 1 -1 0"), 90));
  assert.deepEqual([page.turned, page.width, page.height], [0, 792, 612]);
  assert.deepEqual(textsOf(page), ["Upright"]);
});

const SIDEWAYS = [
  { direction: "0 1 -1 0", turned: 90 },
  { direction: "-1 0 0 -1", turned: 180 },
  { direction: "0 -1 1 0", turned: 270 },
] as const;

for (const { direction, turned } of SIDEWAYS) {
  test(`text printed at ${turned} degrees is read, with its place on the page as displayed`, async () => {
    const page = await readPage(pageOf(textAt("Sideways text", 200, 400, direction)));
    assert.equal(page.turned, turned);
    assert.deepEqual(textsOf(page), ["Sideways text"]);
    const { box } = placeOfWords(page, page.rows[0]?.words ?? []);
    // It begins 200 points from the left and 392 from the top, and is about 54 long and 9 high.
    const [left, top, right, bottom] = box;
    assert.ok(left <= 201 && right >= 199 && top <= 393 && bottom >= 391, box.join(" "));
    const [across, down] = [right - left, bottom - top];
    const [long, high] = turned === 180 ? [across, down] : [down, across];
    assert.ok(long > 48 && long < 60 && high > 7 && high < 11, box.join(" "));
  });
}

test("a note in the margin with another direction is left out", async () => {
  const content = textAt("Total 12.50", 50, 600) + textAt("form 12", 20, 300, "0 1 -1 0");
  assert.deepEqual(textsOf(await readPage(pageOf(content))), ["Total 12.50"]);
});

test("text in an encoding that the file only names is read with the library's own tables", async () => {
  const descendant =
    "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 4 >> >>";
  const bytes = pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    { dictionary: "<< /Length LENGTH >>", stream: Buffer.from("BT /F1 9 Tf 50 600 Td <00350034FFE5> Tj ET") },
    `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [${descendant}] >>`,
  ]);
  assert.deepEqual(textsOf(await readPage(bytes)), ["54\uffe5"]);
});

test("documents wait for a free process and each gets its own answer", async () => {
  const pool = createPdfReader({ processes: 2 });
  const texts = Array.from({ length: 9 }, (_, at) => `Bill ${at}`);
  const pages = await Promise.all(texts.map((text) => readPage(pageOf(textAt(text, 50, 600)), pool)));
  assert.deepEqual(
    pages.map(textsOf),
    texts.map((text) => [text]),
  );
  await pool.close();
});

test("a process is replaced after its quota of documents", { skip: needsProc }, async () => {
  const before = liveProcesses();
  const pool = createPdfReader({ processes: 1, documentsPerProcess: 2 });
  const alive: number[] = [];
  for (const at of [1, 2, 3]) {
    await readPage(pageOf(textAt(`Bill ${at}`, 50, 600)), pool);
    alive.push(liveProcesses() - before);
  }
  assert.deepEqual(alive, [1, 0, 1]);
  await pool.close();
  assert.equal(liveProcesses(), before);
});

test("a process that died while it waited is replaced", { skip: needsProc }, async () => {
  const others = new Set(childrenOf(process.pid));
  const pool = createPdfReader({ processes: 1 });
  await readPage(pageOf(textAt("First", 50, 600)), pool);
  const child = childrenOf(process.pid).find((pid) => !others.has(pid));
  assert.ok(child !== undefined);
  process.kill(child, "SIGKILL");
  await gone(child);
  assert.deepEqual(textsOf(await readPage(pageOf(textAt("Second", 50, 600)), pool)), ["Second"]);
  await pool.close();
});

test("a caller that cancels while waiting is rejected, and the others continue", async () => {
  const pool = createPdfReader({ processes: 1 });
  const first = readPage(pageOf(textAt("First", 50, 600)), pool);
  const impatient = new AbortController();
  const second = pool.read(pageOf(textAt("Second", 50, 600)), impatient.signal);
  const third = readPage(pageOf(textAt("Third", 50, 600)), pool);
  impatient.abort(new Error("no longer wanted"));
  await assert.rejects(second, { message: "no longer wanted" });
  assert.deepEqual((await Promise.all([first, third])).map(textsOf), [["First"], ["Third"]]);
  await pool.close();
});

test("cancelling a document that is being read ends its process, and the next document gets a fresh one", async () => {
  const pool = createPdfReader({ processes: 1 });
  await readPage(pageOf(textAt("Warm", 50, 600)), pool);
  const stop = new AbortController();
  const slow = pool.read(pageOf(Buffer.alloc(40_000_000, "q Q ")), stop.signal);
  stop.abort(new Error("stopped"));
  await assert.rejects(slow, { message: "stopped" });
  assert.deepEqual(textsOf(await readPage(pageOf(textAt("Next", 50, 600)), pool)), ["Next"]);
  await pool.close();
});

test("a closed reader reads no more and leaves no process", { skip: needsProc }, async () => {
  const before = liveProcesses();
  const pool = createPdfReader({ processes: 1 });
  const running = pool.read(pageOf(textAt("Late", 50, 600)));
  const waiting = pool.read(pageOf(textAt("Later", 50, 600)));
  const refused = Promise.all(
    [running, waiting].map((read) => assert.rejects(read, { message: "The PDF reader is closed." })),
  );
  await pool.close();
  await refused;
  await assert.rejects(pool.read(pageOf(textAt("Too late", 50, 600))), { message: "The PDF reader is closed." });
  assert.equal(liveProcesses(), before);
});

test("a reader process ends when its parent is killed", { skip: needsProc }, async () => {
  const script = `
    import { createPdfReader } from ${JSON.stringify(new URL("read-pdf.ts", import.meta.url).href)};
    const reader = createPdfReader({ processes: 1 });
    await reader.read(Buffer.from(${JSON.stringify(pageOf(textAt("Warm", 50, 600)).toString("base64"))}, "base64"));
    console.log("warm");
    setInterval(() => {}, 1000);
  `;
  const parent = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((done) => parent.stdout.once("data", done));
  const [child] = childrenOf(parent.pid);
  assert.ok(child !== undefined);
  parent.kill("SIGKILL");
  await new Promise((done) => parent.once("close", done));
  await gone(child);
});

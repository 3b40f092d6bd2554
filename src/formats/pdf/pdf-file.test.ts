import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { describe, test } from "node:test";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { AVOIDANCE_EXPANDED } from "../../reports/cost-avoidance/detail.ts";
import { ENERGY_HISTORY_DETAIL } from "../../reports/energy-history/energy-history-detail-report.ts";
import type { Row, Table } from "../../records/table.ts";
import { Problem } from "../../errors.ts";
import { PDF_ROWS_MAX } from "./pdf-file.ts";
import { ABOUT, COLUMNS, HEAD, manyRows, ROWS, TAIL, tableOf } from "../tables.fixtures.ts";
import { writeTable } from "../write-table.ts";

interface PageSeen {
  /** Letter size, in points. */
  sizes: number[];
  width: number;
  height: number;
  text: string;
  links: string[];
}

/** With an independent reader. */
async function pagesOf(table: Table): Promise<PageSeen[]> {
  const bytes = await buffer((await writeTable(table, "pdf", ABOUT)).body);
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: PageSeen[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const annotations = (await page.getAnnotations()) as { url?: string }[]; // pdfjs types them as any
    pages.push({
      width,
      height,
      sizes: items.flatMap((item) => ("str" in item && item.str.trim() !== "" ? item.height : [])),
      text: items
        .map((item) => ("str" in item ? item.str : ""))
        .join(" ")
        .replace(/\s+/g, " "),
      links: annotations.flatMap(({ url }) => url ?? []),
    });
  }
  await document.loadingTask.destroy();
  return pages;
}

describe("a table as a PDF", () => {
  test("has its facts, figures, notes and the meaning of its columns as text that can be searched", async () => {
    const text = (await pagesOf(tableOf([ROWS]))).map((page) => page.text).join(" ");
    for (const part of [
      "Utility Meter History",
      "14 Example <Lane>",
      "Jan 1, 2023 to Feb 29, 2024",
      "The meters used <less> than the year before.",
      "$12,340",
      "−4.0% against the year before",
      "partly estimated",
      "12,345.7",
      "$1,234.50",
      "-12.5%",
      '=1+1 "quoted", <b>&amp;</b>',
      "Čerpadlo žluťoučké Ωμ №5",
      "$1,000,001,234.49",
      "Usage has two units & cannot be added up.",
      "The meaning of Total Cost.",
      // A text of the chart.
      "Electric <1>",
    ])
      assert.ok(text.includes(part), part);
  });

  test("links the files of the bills", async () => {
    const links = (await pagesOf(tableOf([ROWS]))).flatMap((page) => page.links);
    assert.deepEqual(
      [...new Set(links)].sort(),
      [10, 11, 12, 7, 8].map((id) => `http://localhost/files/${id}`),
    );
  });

  test("has three charts on its first landscape page, without leaving half of it empty", async () => {
    const [line, stacked] = HEAD.charts;
    assert.ok(line && stacked);
    const charts = [
      { ...stacked, title: "First" },
      { ...line, title: "Second" },
      { ...stacked, title: "Third" },
    ];
    const { columns, rule, title } = ENERGY_HISTORY_DETAIL;
    const cellOf = { text: "ELECTRIC", bills: [1, 2], flag: true, number: 123_456.78, percent: 0.5 };
    const row: Row = Object.fromEntries(
      columns.map(({ key, type }) => [key, type in cellOf ? cellOf[type as keyof typeof cellOf] : 1]),
    );
    const rows = Array.from({ length: 30 }, () => row);
    const [first] = await pagesOf(tableOf([rows], { head: { columns, rule, title, charts } }));
    assert.ok(first && first.width > first.height);
    for (const name of ["First", "Second", "Third"]) assert.ok(first.text.includes(name), `${name}: ${first.text}`);
  });

  test("names on each page what it is about and whose it is", async () => {
    for (const { text } of await pagesOf(tableOf(manyRows(100)))) {
      assert.match(text, /14 Example <Lane> Our buildings/);
      assert.match(text, /Utility Meter History: 14 Example <Lane> \(Our buildings\)/);
    }
  });

  test("numbers its pages and repeats the labels on each", async () => {
    const pages = await pagesOf(tableOf(manyRows(300)));
    assert.ok(pages.length > 4);
    pages.forEach((page, place) => assert.ok(page.text.includes(`${place + 1} of ${pages.length}`), page.text));
    // The first and the last have more than rows.
    for (const page of pages.slice(1, -1)) assert.match(page.text, /Meter Number Month Bill Start/);
  });

  test("is portrait with few columns and landscape with many", async () => {
    const few = { columns: COLUMNS.slice(0, 3), charts: HEAD.charts };
    const [upright] = await pagesOf(tableOf([ROWS.slice(0, 1)], { head: few }));
    const [across] = await pagesOf(tableOf([ROWS]));
    assert.ok(upright !== undefined && upright.width < upright.height);
    assert.ok(across !== undefined && across.width > across.height);
  });

  test("with more columns than fit a page is split into numbered parts, in readable letters", async () => {
    const columns = AVOIDANCE_EXPANDED.columns;
    const rows = Array.from({ length: 60 }, (_, place): Row => {
      const cells = columns.map(({ key, type }) => [
        key,
        type === "bills" ? [place + 1] : type === "text" ? "text" : 123_456.7,
      ]);
      return { ...Object.fromEntries(cells), meter_number: `E-${place}`, bill_start: "2024-01-03" };
    });
    const table = tableOf([rows], { head: { columns, charts: [] }, tail: { ...TAIL, totals: { actual_cost: 1 } } });
    const pages = (await pagesOf(table)).filter(({ text }) => text.includes("Part "));
    const parts = Map.groupBy(pages, ({ text }) => /Part (\d of \d)/.exec(text)?.[1] ?? "none");
    assert.deepEqual([...parts.keys()].sort(), ["1 of 3", "2 of 3", "3 of 3"]);
    for (const { text, sizes } of pages) {
      assert.match(text, /Meter Number .*Bill Start/);
      assert.ok(Math.min(...sizes) >= 6.5, `${Math.min(...sizes)} points`);
    }
    for (const [part, of] of parts)
      assert.match(of.map(({ text }) => text).join(" "), /E-59 (text )?Jan 3, 2024/, part);
    assert.equal(pages.filter(({ text }) => text.includes(" Total ")).length, 1, "only when there is one");
  });

  test("leaves out a column without known values, and says so", async () => {
    const rows = ROWS.map((row) => ({ ...row, usage: null }));
    const all = (await pagesOf(tableOf([rows]))).map((page) => page.text).join(" ");
    assert.match(all, /Not printed, because all their values are unknown or not applicable: Usage\./);
    assert.match(all, /Meter Number Month Bill Start/);
    assert.doesNotMatch(all, /Days Usage/);
    assert.match(all, /The meaning of Usage\./);
  });

  test("keeps every word of a text that is longer than a page", async () => {
    const words = Array.from({ length: 3000 }, (_, place) => `word${place}`);
    const table = tableOf([[{ ...ROWS[0], meter: words.join(" ") }]], { head: { charts: [] } });
    const text = (await pagesOf(table)).map((page) => page.text).join(" ");
    for (const word of ["word0", "word1500", "word2999"]) assert.ok(text.includes(word), word);
  });

  test("is refused, with what to do instead, when it would be too long", async () => {
    await assert.rejects(
      writeTable(tableOf(manyRows(PDF_ROWS_MAX + 1)), "pdf", ABOUT),
      (error) => error instanceof Problem && error.status === 422 && /csv or xlsx.*from and to/.test(error.message),
    );
  });

  test("is aborted, and its thread ended, when the caller aborts", async () => {
    const gone = new AbortController();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    process.once("worker", (worker) => {
      worker.once("exit", () => end());
      gone.abort();
    });
    // More than wait for work after the tests before: one of these starts a thread.
    const asked = Array.from({ length: 4 }, () =>
      writeTable(tableOf(manyRows(1000)), "pdf", ABOUT, { signal: gone.signal }),
    );
    const answers = await Promise.allSettled(asked);
    assert.deepEqual(
      answers.map(({ status }) => status),
      asked.map(() => "rejected"),
    );
    await ended;
  });

  test("does not block the service while it is made", async () => {
    const before = { thread: process.threadCpuUsage(), all: process.cpuUsage() };
    await writeTable(tableOf(manyRows(1000)), "pdf", ABOUT);
    const thread = process.threadCpuUsage(before.thread);
    const all = process.cpuUsage(before.all);
    // A share, since machines differ: the thread of the service does the smaller part of the work.
    const share = (thread.user + thread.system) / (all.user + all.system);
    assert.ok(share < 0.5, `${share} of the processor time`);
  });
});

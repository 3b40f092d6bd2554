/** The page of a report in a real browser under its own policy: light, dark, narrow and printed. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { keepWindows } from "../../../test/kept-windows.ts";
import { axeFindings, startBrowser } from "../../../test/browser.ts";
import { EXPANDED_COLUMNS } from "../../reports/cost-avoidance/columns.ts";
import { AVOIDANCE_EXPANDED } from "../../reports/cost-avoidance/detail.ts";
import type { ColumnType } from "../../records/codes.ts";
import type { Cell, Row } from "../../records/table.ts";
import { reportPageHeaders } from "./page-look.ts";
import { ABOUT, COLUMNS, manyRows, ROWS, TAIL, tableOf } from "../tables.fixtures.ts";
import { writeTable } from "../write-table.ts";

const WIDE_CELLS: Partial<Record<ColumnType, Cell>> = {
  text: "unusual_unit_cost, within_uncertainty",
  date: "2026-01-31",
  bills: [1, 2],
};

const page = await text((await writeTable(tableOf([ROWS]), "html", ABOUT)).body);
/** With as many columns as the widest report, one of them without a figure. */
const wideRows = Array.from({ length: 40 }, (): Row =>
  Object.fromEntries(
    EXPANDED_COLUMNS.map(({ key, type }) => [key, key === "nmbe" ? null : (WIDE_CELLS[type] ?? 123_456.789)]),
  ),
);
const wide = await text(
  (await writeTable(tableOf([wideRows], { head: AVOIDANCE_EXPANDED, tail: { ...TAIL, totals: {} } }), "html", ABOUT))
    .body,
);
const browser = await startBrowser();
const skip = browser === null ? "no browser starts here" : false;
after(() => browser?.close());

const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? "");
  response.writeHead(200, reportPageHeaders(ABOUT)).end(request.url === "/wide" ? wide : page);
});
await once(server.listen(0, "127.0.0.1"), "listening");
after(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/report`;

const SIZE = { width: 1280, height: 720 };
const inKeptWindow = keepWindows<{ page: Page }>(async ({ page: shown }) => shown.removeAllListeners());

/** Opens the page, and collects the browser's errors. */
function visit(
  options: { colorScheme?: "light" | "dark"; viewport?: { width: number; height: number }; path?: string },
  look: (page: Page, complaints: string[]) => Promise<void>,
): Promise<void> {
  const open = async () => ({ page: (await browser?.newPage()) ?? assert.fail("no browser") });
  return inKeptWindow("", open, async ({ page: opened }) => {
    const complaints: string[] = [];
    opened.on("console", (message) => void complaints.push(message.text()));
    opened.on("request", (request) => void requests.push(request.url()));
    await opened.emulateMedia({ media: null, colorScheme: options.colorScheme ?? null });
    await opened.setViewportSize(options.viewport ?? SIZE);
    await opened.goto(new URL(options.path ?? "/report", url).href);
    await look(opened, complaints);
  });
}

describe("the page of a report", { skip }, () => {
  for (const [name, options] of Object.entries({
    light: { colorScheme: "light" as const },
    dark: { colorScheme: "dark" as const },
    narrow: { viewport: { width: 320, height: 640 } },
  })) {
    test(`is accessible (${name}): axe finds nothing, nothing overflows`, () =>
      visit(options, async (opened, complaints) => {
        assert.deepEqual(await axeFindings(opened), []);
        assert.equal(await opened.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
        // The browser would report a style or a script that the policy forbids.
        assert.deepEqual(complaints, []);
      }));
  }

  test("makes no further requests", () =>
    visit({}, async () => {
      assert.deepEqual(
        [...new Set(requests)].filter((each) => each !== "/report" && each !== url),
        [],
      );
    }));

  test("begins with whose report it is, its answer and its figures with their changes and marks", () =>
    visit({}, async (opened) => {
      const beginning = (await opened.locator("main").innerText()).split(/\n+/).slice(0, 12);
      assert.deepEqual(beginning, [
        "Our buildings",
        "14 Example <Lane>",
        "Utility Meter History",
        "Jan 1, 2023 to Feb 29, 2024",
        "The meters used <less> than the year before.",
        "Cost & more",
        "$12,340",
        "−4.0% against the year before",
        "partly estimated",
        "Until",
        "Mar 2026",
        "The same report as CSV, Excel or PDF.",
      ]);
      assert.equal(await opened.title(), "Utility Meter History: 14 Example <Lane> (Our buildings)");
    }));

  test("keeps what identifies a row, and its answer, in sight at any width", () =>
    visit({ viewport: { width: 390, height: 800 } }, async (opened) => {
      const placesOf = `(() => {
        const frame = document.querySelector(".rows");
        frame.scrollLeft = 300;
        const edge = frame.getBoundingClientRect();
        const row = document.querySelector("tbody tr");
        return [...row.querySelectorAll(".s1, .a")].map((cell) => {
          const { left, right } = cell.getBoundingClientRect();
          return left >= edge.left - 1 && right <= edge.right + 1;
        });
      })()`;
      assert.deepEqual(await opened.evaluate(placesOf), [true, true]);
      assert.ok(Number(await opened.evaluate("document.querySelector('thead').offsetHeight")) < 90);
    }));

  test("states below its table company, property, period and rule, and how much is estimated and missing", () =>
    visit({}, async (opened) => {
      const facts = await opened.locator(".facts > div").allInnerTexts();
      assert.deepEqual(
        facts.map((fact) => fact.split("\n")),
        [
          ["Company", "Our buildings"],
          ["Property", "14 Example <Lane>"],
          ["Period", "Jan 1, 2023 to Feb 29, 2024"],
          ["Figures", "as billed"],
          ["Estimated", "1 bill"],
          ["Missing", "2 gaps"],
          ["Made at", "Mar 14, 2026, 9:26 AM UTC"],
          ["How it is calculated", "Bills as billed, not split."],
        ],
      );
    }));

  test("has a table with a caption, a header for every column and row, and figures on the right", () =>
    visit({}, async (opened) => {
      assert.equal(await opened.locator("caption").innerText(), "Utility Meter History");
      assert.equal(await opened.locator("thead th[scope=col]").count(), COLUMNS.length);
      assert.equal(await opened.locator("tbody th[scope=row]").count(), ROWS.length);
      const [first] = await opened.locator("tbody tr").all();
      assert.deepEqual(await first?.locator("td").allInnerTexts(), [
        "Jan 2023",
        "Jan 3, 2023",
        "Feb 2, 2023, 9:26 AM UTC",
        "31",
        "12,345.7",
        "$1,234.50",
        "-12.5%",
        "no",
        "Jan\u00a08,\u00a02026 file",
      ]);
      const align = `getComputedStyle(document.querySelectorAll("tbody td")[5]).textAlign`;
      assert.equal(await opened.evaluate(align), "end");
      assert.equal(await opened.locator("tbody th").nth(1).innerText(), `=1+1 "quoted", <b>&amp;</b>\nEstimated`);
      assert.deepEqual((await opened.locator("tfoot").innerText()).split(/\s+/).slice(0, 3), [
        "Total",
        "1,234,598",
        "–",
      ]);
    }));

  test("links the bills that have a file, and to the same report in the other formats", () =>
    visit({}, async (opened) => {
      const linksIn = (place: string) =>
        opened.evaluate(`[...document.querySelectorAll("${place} a")].map((link) => link.href)`);
      assert.deepEqual(await linksIn("tbody"), [
        "http://localhost/app/properties/12/months/2023-01",
        "http://localhost/app/bills/7",
        "http://localhost/files/7",
        "http://localhost/app/properties/12/months/2024-02",
        "http://localhost/app/bills/8",
        "http://localhost/files/8",
        "http://localhost/app/bills/9",
        "http://localhost/app/properties/12/months/2023-12",
        ...[10, 11, 12].flatMap((id) => [`http://localhost/app/bills/${id}`, `http://localhost/files/${id}`]),
      ]);
      assert.deepEqual(
        await linksIn(".formats"),
        (["csv", "xlsx", "pdf"] as const).map((format) => ABOUT.addressOf?.(format)),
      );
      assert.deepEqual((await opened.locator(".notes li").allInnerTexts()).slice(0, 1), TAIL.notes);
    }));

  test("draws its charts with names, in the colors of the reader's color scheme", () =>
    visit({ colorScheme: "dark" }, async (opened) => {
      assert.equal(await opened.getByRole("img", { name: "Use by month" }).count(), 1);
      assert.equal(await opened.getByRole("img", { name: "Cost by month" }).count(), 1);
      const stroke = `getComputedStyle(document.querySelector(".chart path[stroke-width='2']")).stroke`;
      assert.equal(await opened.evaluate(stroke), "rgb(90, 159, 232)");
    }));

  test("prints in landscape and light colors, with its labels on each page", () =>
    visit({ colorScheme: "dark" }, async (opened) => {
      await opened.emulateMedia({ media: "print", colorScheme: "dark" });
      assert.equal(await opened.evaluate("getComputedStyle(document.body).color"), "rgb(23, 33, 43)");
      assert.equal(
        await opened.evaluate(`getComputedStyle(document.querySelector("thead")).display`),
        "table-header-group",
      );
      assert.equal(await opened.evaluate(`getComputedStyle(document.querySelector(".rows")).overflow`), "visible");
      assert.equal(await opened.evaluate("getComputedStyle(document.body).page"), "landscape");
    }));
});

/** The printed pages with their texts, each with its size and edges in points. */
async function printed(opened: Page) {
  const bytes = await opened.pdf({ preferCSSPageSize: true, format: "Letter" });
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const sheet = await document.getPage(number);
    const { width, height } = sheet.getViewport({ scale: 1 });
    const { items } = await sheet.getTextContent();
    const texts = items.flatMap((item) =>
      "str" in item && item.str.trim() !== ""
        ? {
            str: item.str,
            size: item.height,
            left: Number(item.transform[4]),
            right: Number(item.transform[4]) + item.width,
          }
        : [],
    );
    pages.push({ width, height, texts, text: texts.map(({ str }) => str).join(" ") });
  }
  await document.loadingTask.destroy();
  return pages;
}

describe("the widest report as a printed page", { skip }, () => {
  test("has readable letters, no overflow, and on each sheet the labels of its part", () =>
    visit({ path: "/wide" }, async (opened) => {
      assert.equal(await opened.locator(".rows:visible").count(), 1);
      const pages = await printed(opened);
      assert.ok(pages.length > 3);
      for (const { width, height, texts, text: shown } of pages) {
        assert.deepEqual([Math.round(width), Math.round(height)], [792, 612]);
        for (const { str, size, left, right } of texts) {
          assert.ok(size >= 6.45, `${str}: ${size} points`);
          assert.ok(left >= 20 && right <= width - 20, `${str}: ${left} to ${right}`);
        }
        if (shown.includes("123,456.8")) assert.match(shown, /Part \d of \d Meter Number.*Bill Start/);
      }
      const all = pages.map((sheet) => sheet.text).join(" ");
      const labels = EXPANDED_COLUMNS.map(({ label }) => label);
      for (const label of labels.filter((each) => each !== "NMBE (%)")) assert.ok(all.includes(label), label);
      assert.match(all, /Not printed, because all their values are unknown or not applicable: NMBE \(%\)\./);
    }));
});

describe("the page of a long report", () => {
  test("has its counts below the table, where they are known", async () => {
    const long = await text((await writeTable(tableOf(manyRows(3000)), "html", ABOUT)).body);
    assert.match(long, /<dt>Estimated<\/dt>\s*<dd>1 bill<\/dd>/);
    assert.equal(long.match(/<th scope="row"/g)?.length, 3001);
  });
});

describe("a text in a table of the page", () => {
  test("keeps days and numbers with hyphens on one line, and may break elsewhere", async () => {
    const meter = `2024-02-09 to 2025-02-11, off-peak <i>0660-29308</i> ${"1-".repeat(20)}`;
    const written = await text((await writeTable(tableOf([[{ ...ROWS[0], meter }]]), "html", ABOUT)).body);
    assert.ok(
      written.includes(
        `<th scope="row" class="w s1"><span class="d">2024-02-09</span> to <span class="d">2025-02-11,</span> off-peak ` +
          `&lt;i&gt;0660-29308&lt;/i&gt; ${"1-".repeat(20)}</th>`,
      ),
      /<th scope="row".*/.exec(written)?.[0] ?? "no row",
    );
    assert.match(written, /\.rows \.d\s*\{\s*white-space: ?nowrap/);
  });
});

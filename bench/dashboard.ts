/**
 * How fast the dashboard is in a real browser: from opening the overview, with nothing in the browser's cache, until each part of
 * it is drawn; the scripts that it loads; and scrolling, sorting and searching the list of all properties.
 * The service is a separate process on the same machine, and each opening has a browser context of its own.
 * `node_modules/.bin/node bench/dashboard.ts [properties of two meters] [years of monthly bills] [openings]`
 */
import { loadavg } from "node:os";
import { sql } from "kysely";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { rebuildCompany } from "../src/jobs/derived/rebuild-job.ts";
import { buildDashboard } from "../scripts/build-dashboard.ts";
import { newMember, type Member } from "../test/app.ts";
import { startBrowser } from "../test/browser.ts";
import { freePort } from "../test/service-process.ts";
import { rowsOf, scrollToEnd, waitForOtherRows } from "./browser-frames.ts";
import { fillPortfolio } from "./derive-portfolio.ts";
import { withPlace, type Running } from "./filled-place.ts";
import { median } from "./timing.ts";

const PROPERTIES = Number(process.argv[2] ?? 1000);
const YEARS = Number(process.argv[3] ?? 10);
const OPENINGS = Number(process.argv[4] ?? 7);
const METERS_OF_PROPERTY = 2;
const MONTHS = 12 * YEARS;

/** What a reader sees of each part when its data is there. */
const PARTS: Record<string, (page: Page) => Promise<void>> = {
  frame: (page) => page.getByRole("heading", { level: 1, name: "Overview" }).waitFor(),
  tiles: (page) => page.getByText("Energy per square foot").waitFor(),
  tasks: (page) => page.getByText(/Nothing waits for anyone\.|things? waits?\./).waitFor(),
  ranking: (page) => page.getByText("mostly").first().waitFor(),
  chart: (page) => page.locator("[role=img] svg:has(path)").first().waitFor(),
  coverage: (page) => page.locator("table.coverage button").first().waitFor(),
};

interface Site {
  url: string;
  browser: Browser;
  cookies: Awaited<ReturnType<BrowserContext["cookies"]>>;
}

await buildDashboard();
const chromium = await startBrowser();
try {
  if (chromium !== null) await withPlace((place) => run(place, chromium));
} finally {
  await chromium?.close();
}

async function run({ fill, start }: Parameters<Parameters<typeof withPlace>[0]>[0], browser: Browser): Promise<void> {
  const { email, password } = await fill(fillCompany);
  const url = `http://127.0.0.1:${await freePort()}`;
  // Lists name their next page by the address that the browser knows.
  await start("ours", [], { PUBLIC_URL: url });
  const context = await browser.newContext();
  await context.request.post(`${url}/v1/sessions`, { data: { email, password } });
  const site = { url, browser, cookies: await context.cookies() };
  await context.close();
  console.log(`${PROPERTIES} properties of ${METERS_OF_PROPERTY} meters, ${MONTHS} months each; ${OPENINGS} openings`);
  await openOverview(site);
  await measureScripts(site);
  await measureList(site, "properties", {
    path: "/properties",
    find: "Building 1",
    search: "Find a property",
    sort: sortByPick,
  });
}

/** Bills end with the month before the current one. */
async function fillCompany(running: Running): Promise<Member> {
  const { app } = running;
  const member = await newMember(running, { name: "Bench" });
  const { company_id } = member;
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS)).toISOString().slice(0, 10);
  const portfolio = { company_id, properties: PROPERTIES, metersOfProperty: METERS_OF_PROPERTY, billsOfMeter: MONTHS };
  await fillPortfolio(app.databaseUrl, { ...portfolio, first }, () => {});
  await rebuildCompany(app, company_id);
  await sql`vacuum analyze`.execute(app.db);
  return member;
}

/** A page of a context of its own, so that nothing is in its cache. */
async function visit<T>({ url, browser, cookies }: Site, use: (page: Page, url: string) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-US" });
  try {
    await context.addCookies(cookies);
    return await use(await context.newPage(), `${url}/app`);
  } finally {
    await context.close();
  }
}

async function openOverview(site: Site): Promise<void> {
  const times: Record<string, number[]> = {};
  for (let opening = 0; opening < OPENINGS; opening += 1)
    await visit(site, async (page, url) => {
      const began = performance.now();
      const mark = (name: string) => (times[name] ??= []).push(performance.now() - began);
      const opened = page.goto(url);
      await Promise.all(Object.entries(PARTS).map(([name, seen]) => seen(page).then(() => mark(name))));
      mark("all parts");
      await opened;
    });
  for (const [name, of] of Object.entries(times)) print(`overview, ${name}`, of);
}

async function measureScripts(site: Site): Promise<void> {
  const sent = await visit(site, async (page, url) => {
    const requests = new Set<string>();
    page.on("request", (request) => requests.add(request.url()));
    const answers: Promise<{ path: string; type: string; bytes: number }>[] = [];
    page.on("requestfinished", (request) =>
      answers.push(
        request.sizes().then(({ responseBodySize }) => ({
          path: new URL(request.url()).pathname,
          type: request.resourceType(),
          bytes: responseBodySize,
        })),
      ),
    );
    const html = await (await page.goto(url))?.text();
    await Promise.all(Object.values(PARTS).map((seen) => seen(page)));
    const elsewhere = [...requests].filter((each) => !each.startsWith(`${site.url}/`));
    return { html: html ?? "", elsewhere, answers: await Promise.all(answers) };
  });
  const isChart = ({ path }: { path: string }) => /\/(drawing|axes|month-bars)-/.test(path);
  const scripts = sent.answers.filter(({ type }) => type === "script");
  const kinds = {
    "scripts named by the page": scripts.filter(({ path }) => sent.html.includes(path)),
    "scripts of the overview": scripts.filter((each) => !sent.html.includes(each.path) && !isChart(each)),
    "scripts of charts, after them": scripts.filter(isChart),
    styles: sent.answers.filter(({ type }) => type === "stylesheet"),
    "answers of the API": sent.answers.filter(({ type }) => type === "fetch"),
  };
  for (const [name, of] of Object.entries(kinds))
    console.log(
      `${name}: ${(of.reduce((sum, { bytes }) => sum + bytes, 0) / 1000).toFixed(1)} kB as sent, in ${of.length}`,
    );
  console.log(`requests to another host: ${sent.elsewhere.length} ${sent.elsewhere.join(" ")}`);
}

interface ListAsked {
  path: string;
  /** Typed into the field of that label. */
  find: string;
  search: string;
  sort: (page: Page) => Promise<void>;
}

async function sortByPick(page: Page): Promise<void> {
  await page.getByRole("combobox", { name: "Order" }).click();
  await page.getByRole("option").last().click();
}

async function measureList(site: Site, name: string, { path, find, search, sort }: ListAsked): Promise<void> {
  await visit(site, async (page, url) => {
    await page.goto(`${url}${path}`);
    await page.locator("tr[aria-rowindex]:has(a)").first().waitFor();
    const count = Number(await page.locator("table[aria-rowcount]").getAttribute("aria-rowcount")) - 1;
    const { frames, slow, longestMs, ms, cpuMsOfFrame } = await scrollToEnd(page);
    console.log(
      `${name}, ${count} rows from top to end: ${frames} frames in ${(ms / 1000).toFixed(1)} s, ${slow} over 50 ms, longest ${longestMs.toFixed(0)} ms, ${cpuMsOfFrame.toFixed(1)} ms of processor time each; load ${load()}`,
    );
    const timed = async (what: string, act: () => Promise<void>) => {
      const before = await rowsOf(page);
      const began = performance.now();
      await act();
      await waitForOtherRows(page, before);
      console.log(`${name}, ${what}: ${(performance.now() - began).toFixed(0)} ms`);
    };
    await timed("sort", () => sort(page));
    await timed("search", () => page.getByLabel(search, { exact: true }).fill(find));
  });
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

function print(name: string, times: readonly number[]): void {
  console.log(
    `${name}: first ${times[0]?.toFixed(0)} ms, best ${Math.min(...times).toFixed(0)} ms, median ${median(times).toFixed(0)} ms; load ${load()}`,
  );
}

/** What a page looks like when it is printed: whole, on white, and no wider than the paper. */
import type { Page } from "playwright-core";
import { goTo, isReady } from "./every-page.ts";
import { PLACES, type Shown } from "./places.ts";

/** A sheet of US letter between usual margins; A4 is 20 pixels narrower and its columns share what is there. */
const PAPER = { width: 739, height: 980 };

/** The same sheet on its side, for the tables of reports. */
const WIDER_PX = 240;

/** Runs in the page. Pictures scale with the paper, so each has its own measures in a `viewBox`. */
const FAULTS = `(() => {
  const nameOf = (each) => each.tagName.toLowerCase() + "." + (each.getAttribute("class") ?? "").split(" ")[0];
  const isSeen = (each) => each.checkVisibility() && each.getBoundingClientRect().width > 0;
  const beyond = (each) => Math.round(
    each.getBoundingClientRect().right - innerWidth - (each.matches("table.report") ? ${WIDER_PX} : 0));
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  const tooWide = all("main table, main svg, main h1, main p").filter((each) => beyond(each) > 1);
  const missing = all("main table[aria-rowcount]").filter((table) =>
    table.querySelectorAll("tr:not([aria-hidden])").length < Math.min(Number(table.getAttribute("aria-rowcount")), 100));
  const empty = all(".drawing").filter((each) => each.getBoundingClientRect().height < 80 || each.querySelector("svg[viewBox]") === null);
  return [
    ...tooWide.map((each) => nameOf(each) + " is wider than the paper by " + beyond(each)),
    ...missing.map((each) => nameOf(each) + " has not all of its rows"),
    ...empty.map((each) => nameOf(each) + " is not drawn for paper"),
    ...all("main button.mantine-Button-root").map((each) => nameOf(each) + " is printed: " + each.textContent),
    ...(getComputedStyle(document.body).getPropertyValue("--paper").trim() === "#ffffff" ? [] : ["the paper is not white"]),
  ];
})()`;

/** Pages that people print. */
const PRINTED = [
  "/",
  "/properties",
  "/properties/$id",
  "/properties/$id/months/$month",
  "/bills",
  "/bills/$id",
  "/reports",
];

/** Prints pages of the user who is signed in; gives what is wrong with them, in words. */
export async function faultsOnPaper(page: Page, url: string, shown: Shown): Promise<string[]> {
  const faults: string[] = [];
  for (const path of PRINTED) {
    const [place] = PLACES[path]?.(shown) ?? [];
    if (place === undefined) throw new Error(`there is no page ${path}`);
    await goTo(page, url, place);
    await isReady(page);
    faults.push(...(await print(page)).map((fault) => `${path}: ${fault}`));
  }
  return faults;
}

/** The page is as before when it is over. */
async function print(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(PAPER);
  const faults = await page.evaluate<string[]>(FAULTS);
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  await page.emulateMedia({ media: "screen" });
  if (size !== null) await page.setViewportSize(size);
  return faults;
}

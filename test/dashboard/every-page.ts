/** What holds for every page of the dashboard, in both languages, light and dark, on a desk and on a telephone. */
import type { Page } from "playwright-core";
import { axeFindings } from "../browser.ts";
import { faultsOfDialog, faultsOfWalk, walkByTab } from "./keyboard.ts";
import { keepPicture, KEEPS_PICTURES } from "./pictures.ts";
import type { PLACES } from "./places.ts";

type Place = ReturnType<(typeof PLACES)[string]>[number];

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };

/** Only these rules of axe look at colours: the others find the same in the dark. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

const READY_MS = 20_000;
/**
 * Runs in the page, whose policy forbids Playwright's own wait for a script: until it has its heading, nothing is loading, and
 * charts and pictures are drawn.
 */
const READY = `new Promise((resolve, reject) => {
  const began = performance.now();
  let calm = 0;
  const missing = () =>
    document.querySelector("h1") === null ? "a heading"
    : [...document.querySelectorAll('.mantine-Skeleton-root, [aria-busy="true"]')].some((each) => each.checkVisibility()) ? "what loads"
    : [...document.querySelectorAll('[role="img"]')].some((each) => each.checkVisibility() && each.querySelector("svg path") === null) ? "a chart"
    : [...document.images].some((each) => each.checkVisibility() && !each.complete) ? "a picture"
    : null;
  const look = () => {
    const what = missing();
    calm = what === null ? calm + 1 : 0;
    if (calm === 3) resolve();
    else if (performance.now() - began > ${READY_MS}) reject(new Error("waited in vain for " + what));
    else requestAnimationFrame(look);
  };
  look();
})`;

export const isReady = (page: Page): Promise<void> => page.evaluate(READY);

/** Seconds that each part of the look took, over all pages. */
export const seconds: Record<string, number> = {};

async function timed<T>(part: string, work: Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work;
  seconds[part] = (seconds[part] ?? 0) + (performance.now() - began) / 1000;
  return result;
}

/** Loads a page once and looks at it in every way; gives what is wrong with it, in words. */
export async function faultsOfPage(page: Page, url: string, { path, dialogs = [] }: Place): Promise<string[]> {
  const faults: string[] = [];
  const add = (way: string, found: readonly string[]) =>
    void faults.push(...found.map((fault) => `/app${path}, ${way}: ${fault}`));
  const look = async (way: string, rules?: string[]) => {
    await timed("waiting for the page", isReady(page));
    add(way, await timed(rules === undefined ? "axe" : "axe, colours", axeFindings(page, rules)));
    if (KEEPS_PICTURES) await keepPicture(page, `page ${path.replaceAll(/[^\w]+/g, "-")} ${way}`);
  };

  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("about:blank");
  await timed("loading", page.goto(`${url}/app${path}`));
  await look("wide, light");
  add("wide", faultsOfWalk(await timed("keyboard", walkByTab(page))));
  for (const dialog of dialogs) add("wide", await timed("dialogs", faultsOfDialog(page, dialog)));
  await page.emulateMedia({ colorScheme: "dark" });
  await look("wide, dark", COLOUR_RULES);
  await page.setViewportSize(NARROW);
  await look("narrow, dark", COLOUR_RULES);
  await page.emulateMedia({ colorScheme: "light" });
  await timed("Spanish", speakSpanish(page));
  await look("narrow, light, in Spanish");
  add("narrow", faultsOfWalk(await timed("keyboard", walkByTab(page))));
  if (!(await page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth")))
    add("narrow", ["the page is wider than the window"]);
  await page.evaluate('localStorage.removeItem("meterbook-language")');
  return faults;
}

/** As a reader does it, in the menu at the name; pages before the sign-in have no menu. */
async function speakSpanish(page: Page): Promise<void> {
  const menu = page.getByRole("button", { name: /^Account of/ });
  if ((await menu.count()) > 0) {
    await menu.click();
    await page.getByRole("menuitem", { name: "Español" }).click();
    await page.getByRole("menu").waitFor({ state: "detached" });
    return;
  }
  await page.evaluate('localStorage.setItem("meterbook-language", "es")');
  await page.reload();
}

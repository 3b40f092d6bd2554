/** What holds for every page of the dashboard, in both languages, light and dark, on a desk and on a telephone. */
import type { Page } from "playwright-core";
import { axeFindings, COLOUR_RULES } from "../browser.ts";
import { faultsOfDialog, faultsOfWalk, walkByTab } from "./keyboard.ts";
import { keepPicture, KEEPS_PICTURES } from "./pictures.ts";
import type { Place } from "./places.ts";

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 844 };

interface Way {
  name: string;
  size: { width: number; height: number };
  colorScheme: "light" | "dark";
  language: "en" | "es";
  /** Of axe; absent: all. */
  rules?: readonly string[];
  /** What else is to be found out: what is wrong, in words. */
  more?: (page: Page, place: Place) => Promise<string[]>;
}

const WAYS: readonly Way[] = [
  { name: "wide, light", size: WIDE, colorScheme: "light", language: "en", more: byKeyboard },
  { name: "wide, dark", size: WIDE, colorScheme: "dark", language: "en", rules: COLOUR_RULES },
  { name: "narrow, dark", size: NARROW, colorScheme: "dark", language: "en", rules: COLOUR_RULES },
  { name: "narrow, light, in Spanish", size: NARROW, colorScheme: "light", language: "es", more: onTelephone },
];

const READY_MS = 20_000;
/**
 * Runs in the page, whose policy forbids Playwright's own wait for a script: until the router is there, it has its heading, nothing is loading, and
 * charts and pictures are drawn.
 */
const READY = `new Promise((resolve, reject) => {
  const began = performance.now();
  let calm = 0;
  const router = self.__TSR_ROUTER__;
  const isThere = () => router === undefined ||
    router.state.status === "idle" && router.state.resolvedLocation?.href === router.state.location.href;
  const missing = () =>
    !isThere() ? "the page"
    : document.querySelector("h1") === null ? "a heading"
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

/** Goes there as a link does, where a page of the same user is open: loading the scripts anew would take longer than looking. */
export async function goTo(page: Page, url: string, { path, isOpen = false }: Place): Promise<void> {
  if (isOpen) await page.goto("about:blank");
  if (isOpen || !page.url().startsWith(url)) await page.goto(`${url}/app${path}`);
  else await page.evaluate(`self.__TSR_ROUTER__.history.push(${JSON.stringify(`/app${path}`)})`);
}

/** Runs in the page: how each sign of the legend is drawn. */
export const LOOKS = `[...document.querySelectorAll("ul .cell")].map((cell) => {
  const { backgroundColor, backgroundImage, borderStyle, borderColor } = getComputedStyle(cell);
  return [backgroundColor, backgroundImage, borderStyle, borderColor].join(" ");
})`;

/** Seconds that each part of the look took, over all pages. */
const seconds: Record<string, number> = {};

export const sayTimes = (): string =>
  Object.entries(seconds)
    .map(([part, taken]) => `${part} ${taken.toFixed(1)} s`)
    .join(", ");

async function timed<T>(part: string, work: Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work;
  seconds[part] = (seconds[part] ?? 0) + (performance.now() - began) / 1000;
  return result;
}

/** Opens a page once and looks at it in every way; gives what is wrong with it, in words. */
export async function faultsOfPage(page: Page, url: string, place: Place): Promise<string[]> {
  const faults: string[] = [];
  // Begins in the language of the window, since everything is drawn anew in another one.
  const isSpanish =
    page.url().startsWith(url) && (await page.evaluate<boolean>(`document.documentElement.lang === "es"`));
  for (const [at, way] of (isSpanish ? WAYS.toReversed() : WAYS).entries()) {
    await page.setViewportSize(way.size);
    await page.emulateMedia({ colorScheme: way.colorScheme });
    if (at === 0) await timed("opening", goTo(page, url, place));
    const found = await look(page, place, way);
    faults.push(...found.map((fault) => `/app${place.path}, ${way.name}: ${fault}`));
  }
  return faults;
}

async function look(page: Page, place: Place, { name, language, rules, more }: Way): Promise<string[]> {
  await timed("waiting for the page", isReady(page));
  if (await timed("languages", speak(page, language))) await timed("waiting for the page", isReady(page));
  const found = await timed(rules === undefined ? "axe" : "axe, colours", axeFindings(page, rules));
  if (KEEPS_PICTURES) await keepPicture(page, `page ${place.path.replaceAll(/[^\w]+/g, "-")} ${name}`);
  return [...found, ...((await more?.(page, place)) ?? [])];
}

async function byKeyboard(page: Page, { dialogs = [] }: Place): Promise<string[]> {
  const faults = faultsOfWalk(await timed("keyboard", walkByTab(page)));
  for (const dialog of dialogs) faults.push(...(await timed("dialogs", faultsOfDialog(page, dialog))));
  return faults;
}

async function onTelephone(page: Page, { isOtherNarrow = false }: Place): Promise<string[]> {
  const faults = isOtherNarrow ? faultsOfWalk(await timed("keyboard", walkByTab(page))) : [];
  const fits = await page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth");
  return fits ? faults : [...faults, "the page is wider than the window"];
}

/** Chooses the language as a reader does, in the menu at the name; pages before the sign-in have none. Gives whether it was another. */
async function speak(page: Page, language: "en" | "es"): Promise<boolean> {
  if (await page.evaluate<boolean>(`document.documentElement.lang === "${language}"`)) return false;
  const isChosen = await page.evaluate<boolean>(`(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const menu = document.querySelector('header [aria-haspopup="menu"]');
    if (menu === null) return false;
    menu.click();
    await drawn();
    document.querySelector('[role="menuitem"][lang="${language}"]').click();
    await drawn();
    return true;
  })()`);
  if (isChosen) return true;
  await page.evaluate(`localStorage.setItem("meterbook-language", "${language}")`);
  await page.reload();
  return true;
}

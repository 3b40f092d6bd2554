/** A page as somebody without a mouse meets it: what Tab reaches, in which order, whether it is seen where one is, and what dialogs do. */
import type { CDPSession, Page } from "playwright-core";
import { axeFindings } from "../browser.ts";

export interface TabWalk {
  /** Everything that can be operated. */
  stops: number;
  /** What Tab never came to. */
  missed: string[];
  /** What looks the same with the focus and without. */
  unmarked: string[];
  /** What came before something that stands above it in the page. */
  outOfOrder: string[];
  /** What the head of the page covers when it is scrolled into view. */
  covered: string[];
}

/**
 * Runs in the page. A group of radio buttons is one stop. Transitions are off, so that a look is whole at once; the focus is put
 * before the first stop.
 */
const BEGIN = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, *::before, *::after { transition: none !important; animation: none !important; }");
  document.adoptedStyleSheets = [sheet];
  const STYLES = ["outlineStyle", "outlineWidth", "outlineColor", "boxShadow", "borderColor", "backgroundColor", "color",
    "textDecorationLine", "top"];
  const groupOf = (all, { name }) => all.filter((each) => each.type === "radio" && each.name === name);
  const listStops = () => {
    const found = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter(
      (each) =>
        each.tabIndex >= 0 && !each.disabled && each.closest("[inert]") === null &&
        each.checkVisibility({ visibilityProperty: true }) && each.getClientRects().length > 0,
    );
    return found.filter((each) => {
      if (each.type !== "radio") return true;
      const group = groupOf(found, each);
      return (group.find(({ checked }) => checked) ?? group[0]) === each;
    });
  };
  const around = (each) =>
    [each, each.nextElementSibling, each.previousElementSibling, each.parentElement, each.parentElement?.parentElement,
      ...(each.labels ?? [])].filter((one) => one instanceof Element);
  const lookOf = (each) =>
    around(each).map((one) => { const style = getComputedStyle(one); return STYLES.map((key) => style[key]).join(); }).join("|");
  const nameOf = (each) =>
    each.tagName.toLowerCase() + " " + JSON.stringify(
      (each.getAttribute("aria-label") ?? each.labels?.[0]?.textContent ?? each.textContent).trim().slice(0, 60));
  const begin = document.createElement("span");
  begin.tabIndex = -1;
  document.body.prepend(begin);
  // From here on nothing of the page has the focus.
  begin.focus();
  const stops = listStops();
  const looks = new Map(stops.map((each) => [each, lookOf(each)]));
  const reached = [];
  const unmarked = new Set();
  const over = new AbortController();
  document.addEventListener("focusin", ({ target }) => {
    if (reached.includes(target)) return;
    reached.push(target);
    if (looks.has(target) && looks.get(target) === lookOf(target)) unmarked.add(target);
  }, { capture: true, signal: over.signal });
  const head = document.querySelector("header");
  const isCovered = (each) => {
    each.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, right, top, bottom, width } = each.getBoundingClientRect();
    if (head === null || head.contains(each) || width === 0) return false;
    return head.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  };
  globalThis.tabWalk = {
    stops: stops.length,
    isOver: () => stops.every((each) => reached.includes(each) || !each.isConnected),
    end: () => {
      over.abort();
      begin.remove();
      const there = stops.filter((each) => each.isConnected);
      const places = reached.filter((each) => looks.has(each));
      // A list that opens with the focus closes.
      document.activeElement?.blur();
      const found = {
        stops: stops.length,
        missed: there.filter((each) => !reached.includes(each)).map(nameOf),
        unmarked: [...unmarked].map(nameOf),
        outOfOrder: places.slice(1).filter((each, at) =>
          places[at].compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING).map(nameOf),
        covered: there.toReversed().filter(isCovered).map(nameOf),
      };
      // As it was opened: rows below the head of a list would be taken for targets that are too small.
      for (const each of document.querySelectorAll("*")) if (each.scrollTop > 0) each.scrollTop = 0;
      return found;
    },
  };
  return stops.length;
})()`;

/** Presses of Tab that are sent at once, where more is found than there was at first. */
const BURST = 10;

async function pressTab(devtools: CDPSession, times: number): Promise<void> {
  const tab = { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 };
  const sent = Array.from({ length: times }, () => [
    devtools.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...tab }),
    devtools.send("Input.dispatchKeyEvent", { type: "keyUp", ...tab }),
  ]);
  await Promise.all(sent.flat());
}

/** Presses Tab from the first thing of the page that can be operated to the last; then looks whether each can be scrolled into view. */
export async function walkByTab(page: Page): Promise<TabWalk> {
  const stops = await page.evaluate<number>(BEGIN);
  const devtools = await page.context().newCDPSession(page);
  // Rows that come into view while one goes through a list are further stops.
  for (let pressed = stops; pressed <= 2 * stops + 4 * BURST; pressed += BURST) {
    await pressTab(devtools, pressed === stops ? stops : BURST);
    if (await page.evaluate("tabWalk.isOver()")) break;
  }
  await devtools.detach();
  return page.evaluate<TabWalk>("tabWalk.end()");
}

/** What is wrong, in words; empty when nothing is. */
export function faultsOfWalk({ missed, unmarked, outOfOrder, covered }: TabWalk): string[] {
  return [
    ...missed.map((name) => `Tab does not reach ${name}`),
    ...unmarked.map((name) => `the focus is not seen on ${name}`),
    ...outOfOrder.map((name) => `Tab comes too late to ${name}`),
    ...covered.map((name) => `the head of the page covers ${name} when it comes into view`),
  ];
}

/** A dialog that closes gives the focus back a moment later. */
const FOCUS_MS = 3000;

const DIALOG = '[role="dialog"], [role="menu"]';
/** Runs in the page: from here on it notes a focus outside of the dialog. A menu is left by Tab, as by Escape. Gives how many stops there may be. */
const WATCH_FOCUS = `(() => {
  globalThis.leftDialog = false;
  globalThis.dialogOver?.abort();
  globalThis.dialogOver = new AbortController();
  document.addEventListener("focusin", ({ target }) => {
    if (document.querySelector('[role="dialog"]') !== null && target.closest('${DIALOG}') === null) globalThis.leftDialog = true;
  }, { capture: true, signal: dialogOver.signal });
  return document.querySelectorAll(':is(${DIALOG}) :is(a, button, input, select, textarea, [tabindex])').length;
})()`;

/**
 * Opens a dialog or menu by its button and the Enter key, goes around in it, and closes it by Escape: what is wrong with it, in
 * words.
 */
export async function faultsOfDialog(page: Page, button: string | RegExp): Promise<string[]> {
  const opener = page.getByRole("button", { name: button }).first();
  const faults: string[] = [];
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.locator(DIALOG).first();
  await dialog.waitFor();
  faults.push(...(await axeFindings(page, undefined, DIALOG)).map((found) => `in the dialog of ${button}: ${found}`));
  const stops = await page.evaluate<number>(WATCH_FOCUS);
  const devtools = await page.context().newCDPSession(page);
  // Beyond the last.
  await pressTab(devtools, stops + 2);
  await devtools.detach();
  if (await page.evaluate<boolean>("leftDialog")) faults.push(`Tab leaves the dialog of ${button}`);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  const focused = opener.and(page.locator(":focus"));
  await focused.waitFor({ timeout: FOCUS_MS }).catch(() => faults.push(`the focus does not return to ${button}`));
  return faults;
}

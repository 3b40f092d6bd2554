/** A page as somebody without a mouse meets it: what Tab reaches, in which order, whether it is seen where one is, and what dialogs do. */
import type { Page } from "playwright-core";
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
  /** What lies below the head of the page when it has the focus. */
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
  const stops = listStops();
  const looks = new Map(stops.map((each) => [each, lookOf(each)]));
  const reached = [];
  const unmarked = new Set();
  document.addEventListener("focusin", ({ target }) => {
    if (reached.includes(target)) return;
    reached.push(target);
    if (looks.has(target) && looks.get(target) === lookOf(target)) unmarked.add(target);
  }, true);
  const head = document.querySelector("header");
  const isCovered = (each) => {
    each.focus();
    const { left, right, top, bottom, width } = each.getBoundingClientRect();
    if (head === null || head.contains(each) || width === 0) return false;
    return head.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  };
  const begin = document.createElement("span");
  begin.tabIndex = -1;
  document.body.prepend(begin);
  begin.focus();
  globalThis.tabWalk = {
    stops: stops.length,
    isOver: () => stops.every((each) => reached.includes(each) || !each.isConnected),
    end: () => {
      begin.remove();
      const there = stops.filter((each) => each.isConnected);
      const places = reached.filter((each) => looks.has(each));
      return {
        stops: stops.length,
        missed: there.filter((each) => !reached.includes(each)).map(nameOf),
        unmarked: [...unmarked].map(nameOf),
        outOfOrder: places.slice(1).filter((each, at) =>
          places[at].compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING).map(nameOf),
        covered: there.toReversed().filter(isCovered).map(nameOf),
        // Lists that open with the focus close.
        left: document.activeElement?.blur(),
      };
    },
  };
  return stops.length;
})()`;

/** Presses of Tab that are sent at once. */
const BURST = 40;

/** Presses Tab from the first thing of the page that can be operated to the last, and back by the focus alone. */
export async function walkByTab(page: Page): Promise<TabWalk> {
  const stops = await page.evaluate<number>(BEGIN);
  const devtools = await page.context().newCDPSession(page);
  const tab = { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 };
  // Rows that come into view while one goes through a list are further stops.
  for (let pressed = 0; pressed <= 2 * stops + BURST; pressed += BURST) {
    const sent = Array.from({ length: BURST }, () => [
      devtools.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...tab }),
      devtools.send("Input.dispatchKeyEvent", { type: "keyUp", ...tab }),
    ]);
    await Promise.all(sent.flat());
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
    ...covered.map((name) => `the head of the page covers ${name} while it has the focus`),
  ];
}

/** A dialog that closes gives the focus back a moment later. */
const FOCUS_MS = 3000;

const DIALOG = '[role="dialog"], [role="menu"]';
const FOCUS_IS_INSIDE = `document.activeElement.closest('${DIALOG}') !== null`;

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
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press("Tab");
    // A menu is left by Tab, as by Escape.
    if ((await dialog.count()) === 0) break;
    if (!(await page.evaluate<boolean>(FOCUS_IS_INSIDE))) faults.push(`Tab leaves the dialog of ${button}`);
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  const focused = opener.and(page.locator(":focus"));
  await focused.waitFor({ timeout: FOCUS_MS }).catch(() => faults.push(`the focus does not return to ${button}`));
  return faults;
}

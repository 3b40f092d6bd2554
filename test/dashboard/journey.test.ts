/**
 * The dashboard whole, in one run of the real service and its sandbox: a company signs in, connects a utility, follows a figure to
 * the paper, mends it, brings bills, clears the review, shares a report and lets a colleague look; then every page, by rule.
 */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { startReceiver } from "../../src/cli/demo/demo-receiver.ts";
import { startBrowser } from "../browser.ts";
import { drawBill } from "../drawn-bills.ts";
import { ADMIN, collected, until } from "../callers.ts";
import { faultsOfPage, goTo, isReady, LOOKS, sayTimes } from "./every-page.ts";
import { openLiveDashboard, type LiveDashboard } from "./live-dashboard.ts";
import { faultsOnPaper } from "./on-paper.ts";
import { newWatch, sayWhatShows, type Login } from "./visit.ts";
import { keepPicture } from "./pictures.ts";
import { fillPages, PLACES, readRoutes, type Place, type Shown } from "./places.ts";
import { pressEverything, tryEveryChange } from "./viewer.ts";

const browser = await startBrowser();
const skip = browser === null ? "no browser starts here" : false;
after(async () => browser?.close());
// Without a browser every test is skipped and this is unused.
const live = browser === null ? ({} as LiveDashboard) : await openLiveDashboard({ after }, browser);
const { url, caller, login, sandboxUrl, open } = live;
const receiver = await startReceiver();
after(() => receiver.close());

/** Of all windows. */
const watch = newWatch();
const VIEWER = { email: "viewer@example.com", password: "a long passphrase" };
/** Two years and a month: a year and the one before it are known. */
const BILLS_FROM = "2024-09-01";

/** Windows of a user at the same time: more would wait for each other, and the first page of each takes ten times as long as the next. */
const WINDOWS_MAX = 2;
const PLACES_A_WINDOW = 12;

/** The window of the owner, from the first step to the last. */
let page: Page;
let utilityBills = 0;
let corrected = { month: "", address: "", cost: 0, amount: 0 };

/** Each goes on where the one before ended; after one that failed, the others cannot. */
let isBroken = false;
const step = (name: string, act: () => Promise<void>): void =>
  void test(name, async (context) => {
    if (isBroken) return context.skip("an earlier step failed");
    isBroken = true;
    try {
      await act();
      isBroken = false;
    } finally {
      // Not there while it is being opened.
      const shown = page as Page | undefined;
      if (isBroken && shown?.isClosed() === false) {
        await sayWhatShows(shown, watch);
        await keepPicture(shown, "failed");
      }
    }
  });

const go = (name: string) =>
  page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name, exact: true }).click();
const heading = (name: string | RegExp, on: Page = page) => on.getByRole("heading", { level: 1, name }).waitFor();
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dollars = (text: string | null): number => Number(/\$([\d,]+\.\d\d)/.exec(text ?? "")?.[1]?.replaceAll(",", ""));
const cents = (amount: number) => Math.round(amount * 100);

describe("a company, in one sitting", { skip }, () => {
  step("signs in, and sees how to begin", async () => {
    page = await open(null, watch);
    page.setDefaultTimeout(20_000);
    await page.goto(`${url}/app`);
    await heading("Sign in");
    await page.getByLabel("E-mail address").fill(login.email);
    await page.getByLabel("Password").and(page.locator("input")).fill(login.password);
    await button("Sign in").click();
    await heading("Overview");
    await page.getByText("There is no data yet").waitFor();
    // Everything that follows happens in this one page, which is never loaded again.
    await page.evaluate("globalThis.stays = true");
    await keepPicture(page, "first-page");
  });

  step("makes a webhook for its own program", async () => {
    await go("Developers");
    await button("New webhook").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Address").fill(receiver.url);
    await dialog.getByRole("combobox", { name: "Event" }).click();
    await page.getByRole("option", { name: "Everything created or edited" }).click();
    await dialog.getByRole("button", { name: "Make the webhook" }).click();
    await button("Show the secret").click();
    receiver.setSecret(await page.getByRole("textbox", { name: "Secret" }).inputValue());
  });

  step("connects a utility that asks for a code", async () => {
    await go("Connections");
    await button("Connect a utility").first().click();
    await page.getByLabel("Name or website of the utility").fill("northg");
    await page.getByRole("button", { name: "Northgate Electric" }).click();
    await page.getByLabel("User name or e-mail").fill("demo_mfa");
    await page.getByLabel("Password", { exact: false }).and(page.locator("input")).fill("sandbox");
    await button("Connect").click();
    await page.getByText("The utility asks for a second step").waitFor();
    await keepPicture(page, "second-step");
    const codes = (await (await fetch(new URL("/codes.json", sandboxUrl))).json()) as Record<string, string | null>;
    await page.getByLabel("Code").fill(codes["northgate-electric"] ?? assert.fail("no code was sent"));
    await button("Continue").click();
    await page.getByText("The bills of 0 of 1 account are collected.").waitFor();
    await page.getByLabel("Bills from").fill(BILLS_FROM);
    await button("Collect bills").click();
    await page.getByText("The bills of 1 of 1 account are collected.").waitFor();
  });

  step("watches its bills come in", async () => {
    await go("Bills");
    const status = page.getByRole("status").filter({ hasText: /bills?$/ });
    const counts = new Set<number>();
    const count = async () => {
      const shown = Number(/^\d+/.exec((await status.textContent()) ?? "")?.[0] ?? 0);
      counts.add(shown);
      return shown;
    };
    const { authorizations } = await caller.get<{ authorizations: { id: number }[] }>("/authorizations");
    const isCollected = collected(caller, authorizations[0]?.id ?? 0).then(async () => {
      utilityBills = (await caller.get<unknown[]>("/utility_bills")).length;
      return utilityBills;
    });
    await until("all bills to be shown", async () =>
      (await count()) === utilityBills && utilityBills > 0 ? true : null,
    );
    await isCollected;
    assert.ok(utilityBills >= 24, `${utilityBills} bills`);
    assert.ok(counts.size >= 2, `the page showed ${[...counts].join(", ")} bills`);
    console.log(`The list showed ${[...counts].join(", ")} bills.`);
  });

  step("follows the cost of a month to its line on the paper", async () => {
    await go("Properties");
    const property = page.locator("table.properties tbody th a").first();
    const name = (await property.textContent()) ?? "";
    await property.click();
    await heading(name);
    await page.getByText(/^Cost of the 12 months to .* against the year before/).waitFor();
    await isReady(page);
    await keepPicture(page, "property");
    await page.getByRole("link", { name: "Why did it change?" }).click();
    await page
      .getByText(/ cost .* (more|less) than /)
      .first()
      .waitFor();
    await isReady(page);
    await keepPicture(page, "why");
    await page
      .getByRole("link", { name: /^Lines of/ })
      .last()
      .click();
    await heading(new RegExp(` of ${name}$`));
    const sentence = page.getByText(/ for \d+ bill lines?\. /);
    corrected = { ...corrected, address: page.url(), cost: dollars(await sentence.textContent()) };
    const line = page.locator("tbody td a").first();
    await page.getByText("…", { exact: true }).first().waitFor({ state: "detached" });
    const described = (await line.textContent()) ?? "";
    await isReady(page);
    await keepPicture(page, "month");
    await line.click();
    await page.getByAltText(/^Page 1 of/).waitFor();
    await page.locator(`.mark[data-lit][aria-label^="${described}"]`).waitFor();
    await isReady(page);
    await keepPicture(page, "bill");
  });

  step("corrects the bill, and sees the month change", async () => {
    const before = await monthsOfProperty();
    await button("Correct").click();
    const amount = page.getByRole("region", { name: /^Charges/ }).getByLabel("Amount, line 1");
    corrected.amount = Number((await amount.inputValue()).replaceAll(",", "")) + 100;
    await amount.fill(String(corrected.amount));
    await page.getByLabel("Reason").fill("The meter was read wrongly.");
    await button("Save the correction").click();
    await page.getByText("This does not add up").waitFor();
    for (const box of await page.getByRole("alert").getByRole("checkbox").all()) await box.check();
    const was = page.url();
    await button("Save the correction").click();
    await page.getByText("The correction is saved.").waitFor();
    await page.waitForURL((now) => now.href !== was);
    // From the corrected bill to the month that was explained.
    const month = new URL(corrected.address).pathname;
    await page.locator(`a[href="${month}"]`).first().click();
    await until("the month to change", async () => {
      const cost = dollars(await page.getByText(/ for \d+ bill lines?\. /).textContent());
      return cost > corrected.cost ? true : null;
    });
    const change = (await monthsOfProperty()) - before;
    assert.equal(cents(change), 100_00, "the months change by what the line changed by, to the cent");
    assert.equal(await page.evaluate("globalThis.stays"), true, "the page was loaded again");
  });

  step("has its webhooks received, each with a signature that is right", async () => {
    await until("the last notification", async () => (receiver.billIds().size > utilityBills ? true : null));
    const { rejected, by_event_type } = receiver.counts();
    assert.equal(rejected, 0);
    assert.ok((by_event_type["bill.created"] ?? 0) > utilityBills);
    await go("Developers");
    await page.getByRole("link", { name: receiver.url }).click();
    await page
      .getByRole("row", { name: /bill\.created delivered/ })
      .first()
      .waitFor();
  });

  step("brings bills as files, and clears the review", async () => {
    const wrong = await drawBill("northgate-electric", "demo_commercial", 1);
    const right = await drawBill("northgate-electric", "demo_commercial", 0);
    const pdf = (name: string, bytes: Uint8Array) => ({
      name,
      mimeType: "application/pdf",
      buffer: Buffer.from(bytes),
    });
    await go("Bring bills");
    const choose = page.locator("input[type=file]");
    const rows = page.getByRole("region", { name: "What becomes of these files" }).getByRole("listitem");
    await choose.setInputFiles(pdf("bill.pdf", right.bytes));
    await rows.first().getByText("Saved:").waitFor();
    // Said to belong to an account that is not the one on the paper; and a file that broke.
    await page.getByRole("combobox", { name: "Account" }).click();
    await page.getByRole("option").first().click();
    await choose.setInputFiles([pdf("other.pdf", wrong.bytes), pdf("broken.pdf", wrong.bytes.slice(0, 2000))]);
    await until("both files", async () => ((await rows.getByText("Waits in review").count()) === 2 ? true : null));
    await keepPicture(page, "bring");
    await go("Review");
    await page.getByText("2 documents left").waitFor();
    await isReady(page);
    await keepPicture(page, "review");
    await page.getByRole("link", { name: /other\.pdf/ }).click();
    await page.getByText("listed under account").waitFor();
    await page.keyboard.press("a");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "Accept as it is" })
      .and(page.locator(":focus"))
      .waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("1 document left").waitFor();
    await page.getByText("No bill was recognised in this file.").waitFor();
    await page.keyboard.press("x");
    await page.getByLabel("Reason").fill("The file is broken.");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing waits in review").first().waitFor();
  });

  step("makes a report and shares it by a link that needs no sign-in", async () => {
    await go("Reports");
    await page.getByRole("combobox", { name: "Property" }).click();
    await page.getByRole("option").first().click();
    await button("Share by link").click();
    await page.getByLabel("Whom is it for?").fill("The board");
    await button("Make the link").click();
    const link = new URL(await page.getByRole("textbox", { name: "The link is ready" }).inputValue());
    await button("Close").last().click();
    await page.getByRole("row", { name: /The board.*open/ }).waitFor();
    const reader = await open(null, watch);
    const answer = await reader.goto(`${url}${link.pathname}`);
    assert.equal(answer?.status(), 200);
    await reader.getByRole("heading", { level: 1 }).waitFor();
    assert.deepEqual(await reader.context().cookies(), []);
    await keepPicture(reader, "shared-report");
    await reader.context().close();
  });

  step("invites a viewer, who signs up and can change nothing", async () => {
    await go("Settings");
    await page.getByRole("link", { name: "People" }).click();
    await button("Invite a person").click();
    await page.getByLabel("E-mail address").fill(VIEWER.email);
    await button("Make the invitation").click();
    const link = new URL(await page.getByRole("textbox", { name: "Link" }).inputValue());
    await button("Close").last().click();
    const guest = await open(null, watch);
    await guest.goto(`${url}${link.pathname}${link.hash}`);
    await heading(/^You are invited to/, guest);
    await guest.getByLabel("Your name").fill("A viewer");
    await guest.getByLabel("Choose a password").and(guest.locator("input")).fill(VIEWER.password);
    await guest.getByRole("button", { name: "Join" }).click();
    await heading("Overview", guest);
    await guest.context().close();
    const signedIn = await fetch(`${url}/v1/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(VIEWER),
    });
    const { token } = (await signedIn.json()) as { token: string };
    const { tried, notRefused } = await tryEveryChange(url, token);
    assert.deepEqual(notRefused, []);
    assert.ok(tried > 60, `${tried} operations`);
    console.log(`A viewer was refused ${tried} changing operations.`);
  });
});

describe("every page", { skip }, () => {
  let shown: Shown;

  step("is in the table of places, with data to show", async () => {
    assert.deepEqual(await readRoutes(page), Object.keys(PLACES).sort());
    const [webhook] = await caller.get<{ id: number }[]>("/webhooks");
    const wrong = await drawBill("northgate-electric", "demo_commercial", 2);
    const filled = await fillPages(caller, async () => new Blob([Buffer.from(wrong.bytes)]));
    shown = { ...filled, webhook: webhook?.id ?? 0 };
  });

  step("draws each state of a month in a way of its own", async () => {
    await goTo(page, url, { path: "" });
    await page.locator("ul .cell").first().waitFor();
    const looks = await page.evaluate<string[]>(LOOKS);
    assert.ok(looks.length > 4 && new Set(looks).size === looks.length, looks.join("\n"));
  });

  step("is printed whole, on white, also from the dark", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await faultsOnPaper(page, url, shown), []);
    await page.context().close();
  });

  step("is accessible, wide and narrow, light and dark, in English and Spanish, with and without a mouse", async () => {
    const places = Object.values(PLACES).flatMap((of) => of(shown));
    const faults: string[] = [];
    const look = async (window: Page, place: Place) => void faults.push(...(await faultsOfPage(window, url, place)));
    await Promise.all([
      inWindows(
        login,
        places.filter(({ isOpen, isOperators }) => !isOpen && !isOperators),
        look,
      ),
      inWindows(
        null,
        places.filter(({ isOpen }) => isOpen),
        look,
      ),
      inWindows(
        ADMIN,
        places.filter(({ isOperators }) => isOperators),
        look,
      ),
    ]);
    console.log(`In windows side by side: ${sayTimes()}.`);
    assert.deepEqual(faults, []);
    console.log(`${places.length} addresses of ${Object.keys(PLACES).length} pages were looked at in 4 ways.`);
  });

  step("has nothing for a viewer that changes anything but the viewer's own", async () => {
    const found: string[] = [];
    let buttons = 0;
    const places = Object.values(PLACES).flatMap((of) => of(shown));
    await inWindows(
      VIEWER,
      places.filter(({ isOpen }) => !isOpen),
      async (window, place) => {
        const { path, isOwn = [] } = place;
        await goTo(window, url, place);
        await isReady(window);
        const { faults, pressed } = await pressEverything(window);
        buttons += pressed;
        found.push(...faults.filter((fault) => !isOwn.includes(fault)).map((fault) => `/app${path} ${fault}`));
      },
    );
    assert.deepEqual(found, []);
    console.log(`A viewer pressed ${buttons} buttons.`);
  });

  test("asked no other host for anything, and reported no error", () => {
    assert.deepEqual(watch.faults, []);
    console.log(`${watch.requests} requests, 0 to another host.`);
  });
});

/** Windows of a user, side by side, until every place was looked at: while one waits for the service, another is drawn. */
async function inWindows(who: Login | null, places: Place[], look: (window: Page, place: Place) => Promise<void>) {
  const queue = places.values();
  const work = async () => {
    const window = await open(who, watch);
    for (const place of queue) await look(window, place);
    await window.context().close();
  };
  await Promise.all(Array.from({ length: Math.min(WINDOWS_MAX, Math.ceil(places.length / PLACES_A_WINDOW)) }, work));
}

/** The cost of all months of the property that is looked at. */
async function monthsOfProperty(): Promise<number> {
  const [, id] = /properties\/(\d+)/.exec(corrected.address) ?? [];
  const { property_aggregated_monthly_data: months } = await caller.get<{
    property_aggregated_monthly_data: { total_cost: number }[];
  }>(`/properties/${id}/monthly`);
  return months.reduce((sum, { total_cost }) => sum + total_cost, 0);
}

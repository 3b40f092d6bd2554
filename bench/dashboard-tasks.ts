/**
 * What a manager does in the dashboard, on the data of `npm run demo`: how many clicks, fields and seconds each task takes. A
 * script does it, so the seconds are those of the pages, without a person's reading. Each task begins in a window of its own, with
 * nothing in the browser's cache, at the overview.
 * `node_modules/.bin/node bench/dashboard-tasks.ts [words of the names of tasks, for these alone]`
 */
import assert from "node:assert/strict";
import { createCanvas } from "@napi-rs/canvas";
import type { Browser, Locator, Page } from "playwright-core";
import type { ApiCaller } from "../src/cli/api-caller.ts";
import type { Summary } from "../src/cli/demo/demo-journey.ts";
import { startBrowser } from "../test/browser.ts";
import { withDemo } from "../test/demo-process.ts";
import { drawBill } from "../test/drawn-bills.ts";
import { signIn, until } from "../test/callers.ts";

interface File {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** What a person does with a page; each act is counted. */
class Hand {
  readonly page: Page;
  clicks = 0;
  fields = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(what: Locator): Promise<void> {
    await what.click();
    this.clicks += 1;
  }
  button = (name: string | RegExp) => this.click(this.page.getByRole("button", { name, exact: true }).first());
  link = (name: string | RegExp) => this.click(this.page.getByRole("link", { name }).first());
  menu = (name: string) =>
    this.click(this.page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name, exact: true }));
  /** Opens a list and takes one of it. */
  async choose(field: string, option: string | RegExp): Promise<void> {
    await this.click(this.page.getByRole("combobox", { name: field }));
    await this.click(this.page.getByRole("option", { name: option }).first());
  }
  async type(what: Locator, text: string): Promise<void> {
    await what.fill(text);
    this.fields += 1;
  }
  /** By the dialog of the operating system, whose own clicks are not counted. */
  async give(name: string | RegExp, file: File): Promise<void> {
    const chooser = this.page.waitForEvent("filechooser");
    await this.button(name);
    await (await chooser).setFiles(file);
  }
  see = (text: string | RegExp) => this.page.getByText(text).first().waitFor();
}

const BUILDING = "Mockup Apartments";
const MONTH = { name: "March 2026", value: "2026-03" };

const TASKS: { name: string; act: (hand: Hand, login: Summary["login"]) => Promise<void>; isSignIn?: true }[] = [
  {
    name: "sign in and see what needs someone",
    isSignIn: true,
    async act(hand, { email, password }) {
      await hand.type(hand.page.getByLabel("E-mail address"), email);
      await hand.type(hand.page.getByLabel("Password").and(hand.page.locator("input")), password);
      await hand.button("Sign in");
      await hand.see(/\d+ things? waits?\./);
      await hand.page.getByRole("region", { name: "Needs someone" }).getByRole("link").first().waitFor();
    },
  },
  {
    name: "compare the year with the one before, and see what changed most and why",
    async act(hand) {
      await hand.see("Energy per square foot");
      await hand.see(/^Mostly /);
    },
  },
  {
    name: "find out why a month cost more than a year before",
    async act(hand) {
      await openWhy(hand);
    },
  },
  {
    name: "follow that figure to its place on the paper",
    async act(hand) {
      await openWhy(hand);
      await hand.link(`Lines of ${MONTH.name}`);
      await hand.see(/ for \d+ bill lines\./);
      await hand.click(hand.page.locator("tbody td a").first());
      await hand.page.getByAltText(/^Page 1 of/).waitFor();
      await hand.page.locator(".mark[data-lit]").waitFor();
    },
  },
  {
    name: "see which months miss a bill, and why",
    async act(hand) {
      await hand.click(hand.page.locator('button.cell[data-state="gap"], button.cell[data-state="late"]').first());
      await hand.page.getByRole("dialog").getByText(/./).nth(1).waitFor();
    },
  },
  {
    name: "see which bills are due",
    async act(hand) {
      await hand.menu("Bills");
      await hand.button(/^Due/);
      await hand.page.locator('th[aria-sort="descending"]', { hasText: "Due" }).waitFor();
      await hand.page.locator("table.bills tbody a").first().waitFor();
    },
  },
  {
    name: "bring a bill as PDF, and see that it counts",
    async act(hand) {
      await hand.menu("Bring bills");
      await hand.give("Choose files", await pdfOf("northgate-electric", "demo_residential", 0));
      await hand.see("Saved:");
    },
  },
  {
    name: "decide about a bill in review",
    async act(hand) {
      await hand.menu("Review");
      await hand.button(/^Accept/);
      await hand.button("Accept as it is");
      await hand.see("Accepted. The bill is saved.");
    },
  },
  {
    name: "correct a bill",
    async act(hand) {
      await hand.menu("Bills");
      await hand.click(hand.page.locator("table.bills tbody a").first());
      await hand.button("Correct");
      const amount = hand.page
        .getByRole("region", { name: /^Charges/ })
        .first()
        .getByLabel("Amount, line 1");
      await hand.type(amount, String(Number((await amount.inputValue()).replaceAll(",", "")) + 1));
      await hand.type(hand.page.getByLabel("Reason"), "By telephone.");
      await hand.button("Save the correction");
      await hand.see("This does not add up");
      for (const box of await hand.page.getByRole("alert").getByRole("checkbox").all()) await hand.click(box);
      await hand.button("Save the correction");
      await hand.see("The correction is saved.");
    },
  },
  {
    name: "get a report as PDF",
    async act(hand) {
      await hand.menu("Reports");
      await hand.choose("Property", BUILDING);
      await hand.button("Download");
      const download = hand.page.waitForEvent("download");
      await hand.click(hand.page.getByRole("menuitem", { name: "PDF" }));
      assert.match((await download).suggestedFilename(), /\.pdf$/);
    },
  },
  {
    name: "share it with somebody who has no login",
    async act(hand) {
      await hand.menu("Reports");
      await hand.choose("Property", BUILDING);
      await hand.button("Share by link");
      await hand.button("Make the link");
      assert.match(await hand.page.getByRole("textbox", { name: "The link is ready" }).inputValue(), /\/reports\//);
    },
  },
  {
    name: "invite a colleague who may only look",
    async act(hand) {
      await hand.menu("Settings");
      await hand.link("People");
      await hand.button("Invite a person");
      await hand.type(hand.page.getByLabel("E-mail address"), "colleague@example.com");
      await hand.button("Make the invitation");
      await hand.see("The invitation is made");
    },
  },
  {
    name: "put the company's logo on the form for tenants",
    async act(hand) {
      await hand.menu("Settings");
      await hand.link("Company");
      const canvas = createCanvas(240, 80);
      canvas.getContext("2d").fillRect(20, 20, 200, 40);
      const buffer = canvas.toBuffer("image/png");
      await hand.give("Upload a logo", { name: "logo.png", mimeType: "image/png", buffer });
      await hand.page
        .getByAltText(/^Logo of/)
        .first()
        .waitFor();
    },
  },
  {
    name: "ask three tenants for their login, each by a link of one's own",
    async act(hand) {
      await hand.menu("Connections");
      await hand.click(hand.page.getByRole("tab", { name: "Links for others" }));
      await hand.button("Make links");
      await hand.type(hand.page.getByLabel("References"), "unit-1\nunit-2\nunit-3");
      await hand.button("Make the links");
      await hand.page.getByRole("row", { name: /unit-3.*Not opened yet/ }).waitFor();
    },
  },
  {
    name: "see which tenants have answered",
    async act(hand) {
      await hand.menu("Connections");
      await hand.click(hand.page.getByRole("tab", { name: "Links for others" }));
      await hand.page.getByRole("row", { name: /unit-3.*Not opened yet/ }).waitFor();
    },
  },
  {
    name: "connect a utility, and have its bills collected",
    async act(hand) {
      await hand.menu("Connections");
      await hand.button("Connect a utility");
      await hand.type(hand.page.getByLabel("Name or website of the utility"), "northg");
      await hand.button("Northgate Electric");
      await hand.type(hand.page.getByLabel("User name or e-mail"), "demo_residential");
      await hand.type(hand.page.getByLabel("Password", { exact: false }).and(hand.page.locator("input")), "sandbox");
      await hand.button("Connect");
      await hand.see(/^The bills of 0 of \d+ accounts? are collected\./);
      await hand.button("Collect bills");
      await hand.see(/^The bills of ([1-9]\d*) of \1 accounts? are collected\./);
    },
  },
  {
    name: "have a report made and sent every month",
    async act(hand) {
      await hand.menu("Reports");
      await hand.choose("Property", BUILDING);
      await hand.link("Send monthly");
      await hand.button("Save");
      await hand.page.getByRole("heading", { name: "How it stands" }).waitFor();
    },
  },
  {
    name: "budget a building by last year, and see the cost against it",
    async act(hand) {
      await hand.link(BUILDING);
      await hand.click(hand.page.locator("main").getByRole("link", { name: "Budget" }));
      await hand.button("Propose from last year");
      await hand.button("Fill in");
      await hand.see(/amounts filled in/);
      await hand.button("Save");
      await hand.see(/ (under|over) the budget/);
    },
  },
  {
    name: "enter a bill by hand whose file could not be read",
    async act(hand) {
      const form = hand.page.locator("form");
      const line = form.getByRole("region", { name: /^Charges/ });
      await hand.menu("Review");
      await hand.link(/broken\.pdf/);
      await hand.button(/^Enter by hand/);
      await hand.type(form.getByLabel("Utility"), "Hillside Water");
      await hand.type(form.getByLabel("Account number"), "77-1");
      await hand.type(form.getByLabel("Date of the bill"), "2026-10-03");
      await form.getByLabel(/^Service(?! address)/).selectOption("WATER");
      hand.clicks += 2;
      await hand.type(line.getByLabel("Line, line 1"), "Water");
      await hand.type(line.getByLabel("Amount, line 1"), "61.20");
      await hand.type(line.getByLabel("First day, line 1"), "2026-09-01");
      await hand.type(line.getByLabel("First day after, line 1"), "2026-10-01");
      await hand.button("Save the bill");
      await hand.see("The bill is saved.");
    },
  },
];

/** From the overview to the parts of the change. */
async function openWhy(hand: Hand): Promise<void> {
  await hand.link(BUILDING);
  await hand.link("Why did it change?");
  await hand.choose("Month", MONTH.name);
  await hand.see(new RegExp(`^${MONTH.name} cost .* (more|less) than March 2025: `));
}

async function pdfOf(utility: Parameters<typeof drawBill>[0], username: string, at: number): Promise<File> {
  const { bytes } = await drawBill(utility, username, at);
  return { name: "bill.pdf", mimeType: "application/pdf", buffer: Buffer.from(bytes) };
}

/** The demo leaves no document in review. The second one is no bill to any reader. */
async function fillReview(caller: ApiCaller): Promise<void> {
  const [account] = await caller.get<{ id: number }[]>("/utility_accounts");
  const { buffer } = await pdfOf("clearwater-gas-water", "demo_residential", 0);
  const path = `/documents?name=other.pdf&utility_account_id=${account?.id}`;
  const broken = new Uint8Array(buffer.subarray(0, 2000));
  for (const [at, bytes] of [
    [path, new Uint8Array(buffer)],
    ["/documents?name=broken.pdf", broken],
  ] as const) {
    const { id } = await caller.upload<{ id: number }>(at, new Blob([bytes]));
    await until("the reading", async () =>
      (await caller.get<{ state: string }>(`/documents/${id}`)).state === "review" ? true : null,
    );
  }
}

async function measure(browser: Browser, { url, login }: Summary): Promise<void> {
  for (const { name, act, isSignIn } of TASKS.filter((task) => task.name.includes(process.argv[2] ?? ""))) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-US" });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    if (isSignIn === undefined) await context.request.post(`${url}/v1/sessions`, { data: login });
    await page.goto(`${url}/app`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const hand = new Hand(page);
    const began = performance.now();
    try {
      await act(hand, login);
    } catch (error) {
      // The others are still worth knowing.
      console.error(`${name}: cannot be done`, error);
      process.exitCode = 1;
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${name}: clicks ${hand.clicks}, fields ${hand.fields}, ${seconds} s`);
    await context.close();
  }
}

const browser = await startBrowser();
try {
  if (browser !== null)
    await withDemo(async (summary) => {
      await fillReview(await signIn(summary.url, summary.login));
      await measure(browser, summary);
    });
} finally {
  await browser?.close();
}

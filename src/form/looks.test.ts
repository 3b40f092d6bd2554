/** Every page and state, in both languages, light and dark: accessible, also on the smallest phone. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { createCanvas } from "@napi-rs/canvas";
import type { BrowserContextOptions, Page } from "playwright-core";
import { axeFindings, COLOUR_RULES, startBrowser } from "../../test/browser.ts";
import { DESK, openFormSite, REFUSED, TELEPHONE, type FormSite } from "../../test/form-site.ts";
import { putCompanyLogo } from "../store/records/companies.ts";
import type { OpenChallenge } from "../records/challenge.ts";

const browser = await startBrowser();
const skip = browser === null ? "no browser starts here" : false;
after(async () => browser?.close());
// Without a browser every test is skipped and these are unused.
const site = browser === null ? ({} as FormSite) : await openFormSite({ after }, browser);
const { app, caller, link, visit, submitLocked, setState, ask } = site;

/** What axe finds in the texts of a language: the other rules look at elements, which are the same in each. */
const TEXT_RULES = [
  "html-has-lang",
  "html-lang-valid",
  "document-title",
  "label",
  "select-name",
  "button-name",
  "link-name",
  "summary-name",
  "image-alt",
];

describe("every page and state", { skip }, () => {
  const COLOURS = ["#ffee00", "#101820"];
  const looks: { name: string; options: BrowserContextOptions; rules?: readonly string[] }[] = [
    { name: "in English, light, on a telephone", options: { ...TELEPHONE, locale: "en-US", colorScheme: "light" } },
    {
      name: "in Spanish, dark, on a telephone",
      options: { ...TELEPHONE, locale: "es-MX", colorScheme: "dark" },
      rules: [...COLOUR_RULES, ...TEXT_RULES],
    },
  ];
  for (const { name, options, rules } of looks) {
    test(`${name}: axe finds nothing, nothing is cut off, controls are large`, () =>
      visit(options, async (page) => {
        await dress(COLOURS[looks.findIndex((look) => look.name === name)] ?? null);
        for await (const state of walk(page)) {
          assert.deepEqual(await axeFindings(page, rules), [], state);
          assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true, state);
          assert.deepEqual(await smallTargets(page), [], state);
        }
      }));
  }

  /** A light colour on light pages and a dark one on dark pages: neither can be read as it is. */
  async function dress(colour: string | null): Promise<void> {
    const consent_text = { en: "We report the energy use.", es: "Informamos el consumo." };
    const contact = { contact_email: "office@example.com", privacy_url: "https://www.example.com/privacy" };
    await caller.send("PATCH", "/company", { colour, consent_text, ...contact });
    const { id } = await caller.get<{ id: number }>("/company");
    const logo = { png: createCanvas(400, 100).toBuffer("image/png"), width: 400, height: 100 };
    await app.db.transaction().execute((trx) => putCompanyLogo(trx, id, logo));
  }

  /** Leads the page through all states and names each. */
  async function* walk(page: Page): AsyncGenerator<string> {
    await page.goto(link);
    yield "the search";
    await page.goto(`${link}?q=zzz`);
    yield "nothing found";
    await page.goto(`${link}?q=gas`);
    yield "found utilities, some of which cannot be read";
    await page.goto(`${link}?utility=pacific-gas-and-electric`);
    yield "a known utility that cannot be read";
    await page.goto(`${link}?utility=northgate-electric`);
    await page.locator("summary").first().click();
    yield "the login by a link that names the utility";
    await page.goto(`${link}?website=&facts=short`);
    await page.locator("form").evaluate((form: { noValidate: boolean }) => (form.noValidate = true));
    await page.locator("form button[type=submit]").click();
    await page.getByRole("alert").waitFor();
    yield "what is to be mended";
    await page.locator("#online_access_url").fill("power.example.com");
    await page.locator("form button[type=submit]").click();
    await page.locator("[data-state^='ours']").waitFor();
    yield "a utility that cannot be read";
    await page.locator("a.danger").click();
    yield "the question before withdrawing";
    const { path, id } = await submitLocked(page);
    for (const [detail, state] of STATES) {
      await setState(id, state);
      await page.goto(path);
      yield detail;
    }
    await setState(id, { ...REFUSED, status_detail: "mfa_failed" });
    for (const challenge of CHALLENGES) {
      await ask(id, challenge);
      await page.goto(path);
      yield challenge.kind;
    }
    await page.goto(path.replace(/(\?.*)?$/, "/forget"));
    yield "the question before deleting";
    await page.locator("button.danger").click();
    await page.locator("[data-state^='stopped']").waitFor();
    yield "deleted";
    await page.goto(`${link}x`);
    yield "a link that does not work";
  }
});

test("a refusal says whose page it is, leads to the start page, and fits the window", { skip }, () =>
  visit(DESK, async (page) => {
    for (const address of [`${link}x`, `${link}/no/such/page`, new URL("/v1x", link).href]) {
      await page.goto(address);
      assert.equal(await page.getByRole("link", { name: "Meterbook" }).getAttribute("href"), "/", address);
      assert.equal(await page.evaluate("document.documentElement.scrollHeight <= innerHeight"), true, address);
    }
  }),
);

const STATES: [string, object][] = [
  ["refused", REFUSED],
  ["locked", { ...REFUSED, status_detail: "account_locked" }],
  ["down", { ...REFUSED, status_detail: "portal_down", retry_at: "2026-12-01T10:00:00.000Z" }],
  ["unsupported", { ...REFUSED, status_detail: "unsupported_portal", action_required_by: "service", retry_at: null }],
  ["ours", { status_detail: null, errors: null, action_required_by: "service" }],
  ["signing in", { status: "Inventory Pending", action_required_by: "none" }],
  ["found", { status: "Inventory Complete" }],
];
const CHALLENGES: Pick<OpenChallenge, "kind" | "prompt" | "options">[] = [
  { kind: "code", prompt: "We sent a code to your phone.", options: null },
  { kind: "question", prompt: "What was the name of your first pet?", options: null },
  { kind: "choice", prompt: "Where shall the code go?", options: ["Phone ending in 00", "E-mail"] },
  { kind: "approval", prompt: "We sent a message to your phone. Open the app and approve the sign-in.", options: null },
];

/** Controls that are smaller than a finger, except links within a sentence. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("button, input:not([type=hidden], [type=radio]), textarea, summary, .radio, .button, .row-link, .choices a, nav a")]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 43.5)
    .map((each) => each.outerHTML.slice(0, 90))`);

/** The websites of utilities in the dashboard: for administrators with figures and what a changed one showed, for everybody whether one works. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { maskAnswer } from "../../src/connectors/mask-answer.ts";
import { recordVisit } from "../../src/operations/utility-health.ts";
import { newMember } from "../app.ts";
import { startBrowser } from "../browser.ts";
import { openFilledDashboard, type FilledDashboard } from "./filled-dashboard.ts";

const PICTURES = process.env["METERBOOK_TEST_PICTURES"];

const browser = await startBrowser();
after(async () => browser?.close());
const skip = browser === null ? "no browser starts here" : false;
// Without a browser every test is skipped and this is unused.
const filled = browser === null ? ({} as FilledDashboard) : await openFilledDashboard({ after }, browser);

const PAGE = `<main class="portal"><h1>Our new website</h1><form id="signin-v2" method="post"><label for="user">User name of Pat</label>
  <input id="user" name="user"><input name="pass" type="password"><button>Sign in</button></form></main>`;

if (browser !== null) {
  const { app } = filled.opened;
  const shown = {
    ...maskAnswer(
      {
        url: new URL("https://www.example.com/login"),
        status: 200,
        bytes: Buffer.from(PAGE),
        header: (name) => (name === "content-type" ? "text/html" : null),
      },
      { words: new Set(), isHidden: () => false },
    ),
    detail: "no form form#sign-in at /login (status 200), in step 2 of the sign-in",
  };
  const visit = (
    utility: string,
    authorization_id: number,
    outcome: "success" | "portal_changed" | "invalid_credentials",
  ) =>
    app.db.transaction().execute((trx) =>
      recordVisit(trx, app, {
        utility,
        access: "login",
        authorization_id,
        outcome,
        began: app.now() - 12_400,
        shown: outcome === "portal_changed" ? shown : null,
      }),
    );
  for (const login of [1, 2, 3, 4]) await visit("nicor-gas", login, "success");
  await visit("nicor-gas", 5, "invalid_credentials");
  await visit("comed", 1, "success");
  for (const login of [1, 2, 3]) await visit("comed", login, "portal_changed");
}

describe("the websites of utilities", { skip }, () => {
  test("an administrator sees the one in trouble first, with figures, and reads what it showed", async () => {
    const admin = await newMember(filled.opened, { name: "Operator", role: "admin" });
    for (const [name, context] of [
      ["desk", { viewport: { width: 1280, height: 1600 } }],
      ["phone", { viewport: { width: 390, height: 1600 }, colorScheme: "dark" }],
    ] as const)
      await filled.visit(
        "/operator",
        async (page) => {
          const table = page.getByRole("region", { name: "Websites of utilities" }).last();
          const rows = table.getByRole("row");
          await rows.nth(2).waitFor();
          assert.match(await rows.nth(1).innerText(), /ComEd|Commonwealth Edison/);
          assert.match(await rows.nth(1).innerText(), /Refuses everybody since .*: website changed/);
          assert.match(await rows.nth(1).innerText(), /1 of 4\s*25 %/);
          assert.match(await rows.nth(1).innerText(), /Send the project the pages it showed/);
          assert.match(await rows.nth(2).innerText(), /Works[^]*4 of 5[^]*login refused: 1[^]*12\.4 s/);
          if (PICTURES !== undefined)
            await page.screenshot({ path: `${PICTURES}/websites-${name}.png`, fullPage: true });
          await rows.nth(1).getByRole("button", { name: "3 pages" }).click();
          const dialog = page.getByRole("dialog");
          await dialog.getByText("/login, status 200").first().waitFor();
          const text = await dialog.innerText();
          assert.match(text, /no form form#sign-in at \/login/);
          assert.match(text, /<form id="signin-v2" method="post"><label for="user">User name of xxx<\/label>/);
          if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/pages-${name}.png` });
        },
        { as: admin, context },
      );
  });

  test("who connects a utility is told that its website does not work, and since when", async () => {
    await filled.visit("/connections", async (page) => {
      await page.getByRole("button", { name: "Connect a utility" }).first().click();
      await page.getByRole("searchbox").fill("com");
      await page.getByRole("button", { name: /its website has not worked since/ }).waitFor();
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/connect.png` });
      assert.equal(await page.getByRole("button", { name: /its website has not worked since/ }).count(), 1);
    });
  });
});

/** A utility that asks to approve the sign-in in its app: on the page of the login it is a sentence and one button. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { replaceChallenge } from "../../src/operations/challenges.ts";
import { setAuthorizationState } from "../../src/store/authorizations/authorizations.ts";
import { startBrowser } from "../browser.ts";
import { openFilledDashboard, type FilledDashboard } from "./filled-dashboard.ts";

const PICTURES = process.env["METERBOOK_TEST_PICTURES"];

const browser = await startBrowser();
after(async () => browser?.close());
const skip = browser === null ? "no browser starts here" : false;
// Without a browser every test is skipped and this is unused.
const filled = browser === null ? ({} as FilledDashboard) : await openFilledDashboard({ after }, browser);

describe("an approval in the utility's app", { skip }, () => {
  test("is confirmed by one button, on a desk and on a telephone", async () => {
    const { member, opened } = filled;
    const { app } = opened;
    const { company_id } = member;
    const made = await member.send("POST", "/v1/authorizations", {
      online_access_url: "https://www.example.com/",
      online_access_username: "pat",
      online_access_password: "secret",
    });
    const { id } = made.json<{ id: number }>();
    for (const [name, context] of [
      ["desk", { viewport: { width: 1280, height: 900 } }],
      ["phone", { viewport: { width: 390, height: 900 }, colorScheme: "dark" }],
    ] as const) {
      await app.db.transaction().execute(async (trx) => {
        await setAuthorizationState(trx, company_id, id, {
          status: "Pending",
          status_detail: "mfa_required",
          action_required_by: "customer",
          errors: "It wants you to approve the sign-in.",
          retry_at: null,
          failures: 1,
        });
        await replaceChallenge(trx, app, {
          company_id,
          authorization_id: id,
          challenge: {
            kind: "approval",
            prompt: "Open the app and approve the sign-in.",
            options: null,
            session: "{}",
          },
          job: "inventory",
          tries_left: 3,
        });
      });
      await filled.visit(
        `/connections/${id}`,
        async (page) => {
          await page.getByText("Open the app and approve the sign-in.").waitFor();
          const button = page.getByRole("button", { name: "I have approved it" });
          assert.equal(await page.getByRole("textbox").count(), 0);
          if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/approval-${name}.png` });
          await button.click();
          await page.getByRole("button", { name: "I have approved it" }).waitFor({ state: "detached" });
        },
        { context },
      );
      const state = await member.send("GET", `/v1/authorizations/${id}`);
      assert.equal(state.json<{ status: string }>().status, "Inventory Pending");
    }
  });
});

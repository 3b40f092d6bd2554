/** The second step of a sign-in on the page of the login: an approval in the utility's app, and codes that come by e-mail; and what is refused of a mailbox or a login. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { replaceChallenge } from "../../src/operations/challenges.ts";
import { setAuthorizationState } from "../../src/store/authorizations/authorizations.ts";
import { axeFindings, startBrowser } from "../browser.ts";
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

describe("a mailbox for codes", { skip }, () => {
  test("is named by an owner for all logins or for one, and the login says why a person is asked after all", async () => {
    const { member, opened } = filled;
    const { app } = opened;
    const { company_id } = member;
    const box = await member.send("POST", "/v1/mailboxes", {
      host: "imap.example.com",
      username: "codes@example.com",
      password: "secret",
    });
    const mailbox = box.json<{ id: number }>().id;
    const login = await member.send("POST", "/v1/authorizations", {
      online_access_url: "https://www.example.com/",
      online_access_username: "sam",
      online_access_password: "secret",
    });
    const { id } = login.json<{ id: number }>();
    for (const [name, context] of [
      ["desk", { viewport: { width: 1280, height: 900 } }],
      ["phone", { viewport: { width: 390, height: 900 }, colorScheme: "dark" }],
    ] as const) {
      const picture = (what: string) => `${PICTURES}/codes-${what}-${name}.png`;
      await filled.visit(
        "/bring-bills",
        async (page) => {
          await page.getByText("codes@example.com").first().waitFor();
          const reads = page.getByRole("switch", { name: /^Read codes/ });
          if (name === "desk") {
            await reads.click({ force: true });
            await page.getByRole("switch", { name: /^Codes of all logins/ }).click({ force: true });
          }
          await page.getByRole("switch", { name: /^Codes of all logins/, checked: true }).waitFor();
          assert.deepEqual(await axeFindings(page), []);
          if (PICTURES !== undefined) await page.screenshot({ path: picture("mailbox"), fullPage: true });
        },
        { context },
      );
      const challenge = { kind: "code", prompt: "We sent you a code.", options: null, session: "{}" } as const;
      await app.db.transaction().execute(async (trx) => {
        await setAuthorizationState(trx, company_id, id, {
          status: "Pending",
          status_detail: "mfa_required",
          action_required_by: "customer",
          errors: "It asks for a code.",
          retry_at: null,
          failures: 0,
        });
        const expected = { code_mail: "mailbox_failing" } as const;
        const of = { company_id, authorization_id: id, job: "inventory", tries_left: 3 } as const;
        await replaceChallenge(trx, app, { ...of, challenge, expected });
      });
      await filled.visit(
        `/connections/${id}`,
        async (page) => {
          await page.getByText("The mailbox for codes cannot be read").waitFor();
          const choice = page.locator("main").getByLabel("Mailbox for codes").last();
          assert.match((await choice.textContent()) ?? "", /codes@example\.com, as for all logins/);
          assert.deepEqual(await axeFindings(page), []);
          if (PICTURES !== undefined) await page.screenshot({ path: picture("login"), fullPage: true });
          await choice.selectOption(name === "desk" ? String(mailbox) : "");
          await page.getByText("Saved.").waitFor();
        },
        { context },
      );
      const shown = await member.send("GET", `/v1/authorizations/${id}?reveal=false`);
      const { code_mailbox_id, status } = shown.json<{ code_mailbox_id: number | null; status: string }>();
      assert.deepEqual([code_mailbox_id, status], [name === "desk" ? mailbox : null, "Inventory Pending"]);
    }
  });
});

describe("what the service refuses of a form", { skip }, () => {
  test("stands once: beside its field, and above the button where the field is folded away", async () => {
    await filled.visit("/bring-bills", async (page) => {
      await page.getByRole("button", { name: "Add a mailbox" }).click();
      const form = page.getByRole("dialog");
      await form.getByLabel("IMAP server").fill("no host");
      await form.getByLabel("User name").fill("bills@example.com");
      await form.getByLabel("Password").and(form.locator("input")).fill("secret");
      await form.getByRole("button", { name: "Read this mailbox" }).click();
      await form.getByText("This must be the name or address of a host.").waitFor();
      assert.equal(await form.getByRole("alert").count(), 0);
    });
    await filled.visit("/connections", async (page) => {
      await page.getByRole("button", { name: "Connect a utility" }).first().click();
      await page.getByRole("button", { name: "Mine is not listed" }).click();
      const form = page.getByRole("dialog");
      const send = form.getByRole("button", { name: "Connect", exact: true });
      await form.getByLabel("Website where you sign in").fill("no address");
      await form.getByLabel("User name or e-mail").fill("pat");
      await form.getByLabel("Password").and(form.locator("input")).fill("secret");
      await send.click();
      await form.getByText("This is not a website address.").waitFor();
      assert.equal(await form.getByRole("alert").count(), 0);
      await form.getByRole("button", { name: "Second step and other details" }).click();
      await form.getByLabel("Anything else that helps to find the accounts").fill("x".repeat(10_001));
      await form.getByRole("button", { name: "Second step and other details" }).click();
      await send.click();
      await form.getByRole("alert").waitFor();
    });
  });
});

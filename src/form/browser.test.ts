/** The form in a real browser, with and without scripts: search, fill in, follow live, correct, stop. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { startBrowser } from "../../test/browser.ts";
import { DESK, fillLogin, numberOf, openFormSite, REFUSED, TELEPHONE, type FormSite } from "../../test/form-site.ts";
import { until, type AuthorizationAnswer } from "../../test/callers.ts";

const browser = await startBrowser();
const skip = browser === null ? "no browser starts here" : false;
after(async () => browser?.close());
// Without a browser every test is skipped and these are unused.
const site = browser === null ? ({} as FormSite) : await openFormSite({ after }, browser);
const { app, caller, link, sandboxUrl, visit, submitLocked, setState, ask } = site;

const chooseNorthgate = async (page: Page) => {
  await page.goto(link);
  await page.getByRole("searchbox").fill("northg");
  await page.getByRole("button", { name: /^(Search|Buscar)$/ }).click();
  await page.getByRole("link", { name: "Northgate Electric" }).click();
};
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();

describe("a person", { skip }, () => {
  test("finds the utility, corrects a wrong login on the spot and sees the bills arrive, without reloading", () =>
    visit(TELEPHONE, async (page) => {
      await page.goto(link);
      await page.getByRole("searchbox").pressSequentially("clear");
      await page.getByRole("status").filter({ hasText: "1 utility found" }).waitFor();
      await page.getByRole("searchbox").fill("electric");
      await page.getByRole("link", { name: "Northgate Electric" }).click();
      await fillLogin(page, "demo_bad_login");
      await page.getByRole("button", { name: "Share my bills" }).click();
      const receipt = page.url();
      await page.evaluate("window.stayed = true");
      await heading(page, "Something is needed from you");
      assert.equal(await page.title(), "Something is needed from you");
      assert.equal(await page.evaluate("window.stayed"), true);
      await page
        .locator("[data-said]", { hasText: "did not accept this user name or password" })
        .waitFor({ state: "attached" });
      await fillLogin(page, "demo_residential");
      await page.getByRole("button", { name: "Try this login" }).click();
      await heading(page, "It worked");
      await page.getByText("1 account found").waitFor();
      assert.equal(page.url(), receipt);
      const id = await numberOf(page);
      const { accounts } = await caller.get<AuthorizationAnswer>(`/authorizations/${id}`);
      // Few, from a portal whose newest bill always is of October 2026.
      const data_start_date = "2026-09-01";
      for (const { id: utility_account_id } of accounts)
        await caller.send("PUT", `/authorizations/${id}/update_account_status`, {
          utility_account_id,
          status: "Active",
          data_start_date,
        });
      await page.reload();
      await heading(page, /Your bills are (being )?read/);
      await heading(page, "Your bills are read");
      assert.match(String(await page.locator("#step-3").textContent()), /^([23]) of \1 bills read$/);
    }));

  test("types the code that the portal asks for, and once more after a mistake", () =>
    visit(TELEPHONE, async (page) => {
      await chooseNorthgate(page);
      await fillLogin(page, "demo_mfa");
      await page.getByRole("button", { name: "Share my bills" }).click();
      await heading(page, "Northgate Electric wants to know it is you");
      await page.getByLabel("Code").fill("000000");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByText("That was not accepted. Try once more.").waitFor();
      const codes = (await (await fetch(new URL("/codes.json", sandboxUrl))).json()) as Record<string, string | null>;
      await page.getByLabel("Code").fill(String(Object.values(codes).find((code) => code !== null)));
      await page.getByRole("button", { name: "Continue" }).click();
      await heading(page, "It worked");
    }));

  test("needs no script for any of it", () =>
    visit({ ...TELEPHONE, javaScriptEnabled: false, locale: "es-MX" }, async (page) => {
      await chooseNorthgate(page);
      await page.getByRole("link", { name: "Elegir otra compañía" }).click();
      await page.getByRole("link", { name: "La mía no está en la lista" }).click();
      await page.getByLabel("Sitio web de su compañía").fill(`${sandboxUrl}/northgate-electric/`);
      await page.getByRole("button", { name: "Continuar" }).click();
      await fillLogin(page, "demo_locked");
      await page.getByRole("button", { name: "Compartir mis facturas" }).click();
      await until("the end of the sign-in", async () => {
        const again = page.getByRole("link", { name: "Comprobar otra vez" });
        await again.click();
        return (await page.getByRole("heading", { name: "Necesitamos algo de usted" }).count()) > 0 ? true : null;
      });
      await page.getByText("ha bloqueado esta cuenta").waitFor();
      await page.getByRole("button", { name: "Intentar de nuevo" }).waitFor();
      await page.getByRole("link", { name: "Detener y borrar mis datos" }).click();
      await page.getByRole("button", { name: "Sí, borrar mis datos" }).click();
      await heading(page, "Sus datos de acceso están borrados");
      await page.getByRole("link", { name: "English" }).click();
      await heading(page, "Your login is deleted");
      await page.getByRole("link", { name: "Add another account" }).click();
      await page.getByRole("heading", { name: "Share your utility bills with Sample Buildings" }).waitFor();
    }));

  test("can do it by keyboard alone, and look at the password", () =>
    visit(DESK, async (page) => {
      await page.goto(`${link}?utility=northgate-electric`);
      const tabTo = async (name: RegExp) => {
        for (let press = 0; press < 20; press += 1) {
          await page.keyboard.press("Tab");
          const label = await page.evaluate(
            "(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()",
          );
          if (name.test(String(label))) return;
        }
        assert.fail(`no Tab leads to ${name}`);
      };
      await tabTo(/^User name/);
      await page.keyboard.type("demo_site_down");
      await tabTo(/^Password/);
      await page.keyboard.type("sandbox");
      await tabTo(/^Show/);
      await page.keyboard.press("Enter");
      assert.equal(await page.locator("#online_access_password").getAttribute("type"), "text");
      assert.equal(await page.getByRole("button", { name: "Hide password" }).count(), 1);
      await tabTo(/^Share my bills/);
      await page.keyboard.press("Enter");
      await heading(page, "This takes a little longer");
      await page.locator(".note", { hasText: "Next try:" }).waitFor();
    }));

  test("is not disturbed while typing, and is notified when the connection is lost and back", () =>
    visit(
      DESK,
      async (page) => {
        const { path, id } = await submitLocked(page);
        await setState(id, { ...REFUSED, status_detail: "mfa_required" });
        await ask(id, { kind: "code", prompt: "We sent a code.", options: null });
        await page.clock.install();
        await page.goto(path);
        await page.getByLabel("Code").fill("12");
        const looked = page.waitForResponse(/\/status/);
        await page.clock.runFor(8000);
        await looked;
        assert.equal(await page.getByLabel("Code").inputValue(), "12");
        await page.context().setOffline(true);
        await page.clock.runFor(60_000);
        await page.locator("[data-said]", { hasText: "No connection" }).waitFor({ state: "attached" });
        await page.context().setOffline(false);
        await setState(id, {
          status: "Inventory Complete",
          status_detail: null,
          errors: null,
          action_required_by: "none",
        });
        await app.db.deleteFrom("challenges").where("authorization_id", "=", id).execute();
        await page.clock.runFor(120_000);
        await heading(page, "It worked");
        await page.locator("[data-said]", { hasText: "It worked." }).waitFor({ state: "attached" });
      },
      { movesClock: true },
    ));
});

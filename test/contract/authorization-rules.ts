/** The recommended flow and the rules of authorizations (specification 2.1, 3, 4.1, 5, 8). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseHtml } from "../../src/domain/html.ts";
import { AUTHORIZATION_STATUSES, LIMITS } from "./endpoints.ts";
import { activate, collected, pollStatus, submit, TWO_YEARS_FROM, type Authorization, type World } from "./world.ts";

type List = { authorizations: Authorization[]; companyUuid: string };

const MASKED = /^\*+$/;
const HOUR_MS = 3600 * 1000;
/** The bill that the utility corrects is younger. */
const FEW_FROM = "2026-07-01";

/**
 * What is collected, so that every field can have a value: demand, gas and water, an edited bill, a supplier's bills. Snapshots
 * compare two years, of one household. Elsewhere a few bills are enough: every one is read by itself below.
 */
const COLLECTED = [
  { utility: "northgate-electric", username: "demo_commercial" },
  { utility: "clearwater-gas-water", username: "demo_residential", since: TWO_YEARS_FROM },
  { utility: "northgate-electric", username: "demo_supply_split" },
  // The last one: its correction is looked for below.
  { utility: "northgate-electric", username: "demo_edited_bill" },
];

export function holdRulesOfAuthorizations(world: World): void {
  const { user, neighbour, admin, sandboxUrl } = world;

  describe("the recommended flow", () => {
    for (const { utility, username, since = FEW_FROM } of COLLECTED) {
      test(`create, poll, activate, read bills: ${username} at ${utility}`, async () => {
        if (username === "demo_edited_bill") await press("reset");
        const startedMs = performance.now();
        const id = await submit(world, utility, username);
        const { last, statuses } = await pollStatus(world, id);
        assert.ok(
          statuses.every((status) => AUTHORIZATION_STATUSES.includes(status)),
          statuses.join(),
        );
        assert.equal(last.status, "Inventory Complete", String(last.errors));
        assert.equal(last.errors, null);
        assert.ok(last.accounts.length > 0 && last.accounts.every(({ status }) => status === "Inactive"));
        const inventoryMs = performance.now() - startedMs;
        await activate(world, last, since);
        await collected(world, id);
        for (const account of last.accounts) {
          const { bills } = await user.read<{ bills: object[] }>("GET", `/utility_accounts/${account.id}/bills`);
          assert.ok(bills.length > 0);
        }
        const billsMs = performance.now() - startedMs - inventoryMs;
        console.log(`${username}: inventory ${Math.round(inventoryMs)} ms, bills ${Math.round(billsMs)} ms`);
        assert.ok(inventoryMs < LIMITS.inventoryHours * HOUR_MS && billsMs < LIMITS.billHours * HOUR_MS);
      });
    }

    test("a bill that the utility corrected comes as an edited one", async () => {
      await press("replace");
      const { authorizations } = await user.read<List>("GET", "/authorizations");
      const id = Math.max(...authorizations.map((each) => each.id));
      await activate(world, await user.read<Authorization>("GET", `/authorizations/${id}`), FEW_FROM);
      await collected(world, id);
    });

    const press = (button: string) =>
      fetch(new URL(`/scenarios/northgate-electric/demo_edited_bill/${button}`, sandboxUrl), {
        method: "POST",
        redirect: "manual",
      });
  });

  describe("an authorization", () => {
    test("is Inventory Pending from the first moment", async () => {
      await user.read("POST", "/authorizations", {
        online_access_url: new URL("/northgate-electric/", sandboxUrl).href,
        online_access_username: "demo_slow",
        online_access_password: "sandbox",
      });
      const { authorizations } = await user.read<List>("GET", "/authorizations");
      assert.equal(authorizations.at(-1)?.status, "Inventory Pending");
    });

    test("that cannot go on carries a message for people in errors", async () => {
      const id = await submit(world, "northgate-electric", "demo_locked");
      const { last } = await pollStatus(world, id);
      assert.equal(last.status, "Pending");
      assert.equal(typeof last.errors, "string");
    });

    test("shows its password only to an admin who requests that single authorization", async () => {
      const { authorizations } = await user.read<List>("GET", "/authorizations");
      const [{ id } = { id: 0 }] = authorizations;
      const own = await user.read<Authorization>("GET", `/authorizations/${id}`);
      const listed = await admin.read<List>("GET", "/authorizations");
      for (const { online_access_password } of [own, ...authorizations, ...listed.authorizations])
        assert.match(online_access_password, MASKED);
      const asked = await admin.read<Authorization>("GET", `/authorizations/${id}`);
      assert.equal(asked.online_access_password, "sandbox");
      const again = await user.read<Authorization>("GET", `/authorizations/${id}`);
      assert.match(again.online_access_password, MASKED);
    });

    test("is listed for its company, and for an admin with those of all companies", async () => {
      const companies = (list: List) => new Set(list.authorizations.map(({ company_id }) => company_id));
      const own = await user.read<List>("GET", "/authorizations");
      assert.deepEqual(companies(own), new Set([world.company_id]));
      const foreign = await neighbour.read<List>("GET", "/authorizations");
      assert.deepEqual(foreign.authorizations, []);
      assert.notEqual(foreign.companyUuid, own.companyUuid);
      await neighbour.read("POST", "/authorizations", {
        online_access_url: new URL("/northgate-electric/", sandboxUrl).href,
        online_access_username: "demo_gap",
        online_access_password: "sandbox",
      });
      const all = await admin.read<List>("GET", "/authorizations");
      assert.equal(companies(all).size, 2);
      assert.ok(own.authorizations.every(({ id }) => all.authorizations.some((each) => each.id === id)));
      assert.equal((await neighbour.call("GET", `/authorizations/${own.authorizations[0]?.id}`)).status, 404);
    });

    test("has accounts that become Active and Inactive by word, each with its data start date", async () => {
      const { authorizations } = await user.read<List>("GET", "/authorizations");
      const [{ id } = { id: 0 }] = authorizations;
      const path = `/authorizations/${id}/update_account_status`;
      const { accounts } = await user.read<Authorization>("GET", `/authorizations/${id}`);
      const utility_account_id = accounts[0]?.id;
      const off = await user.read("PUT", path, { utility_account_id, status: "Inactive" });
      assert.equal((off as { status: string }).status, "Inactive");
      const on = await user.read("PUT", path, {
        utility_account_id,
        status: "Active",
        data_start_date: TWO_YEARS_FROM,
      });
      const { status, data_start_date } = on as Record<string, unknown>;
      assert.deepEqual([status, data_start_date], ["Active", TWO_YEARS_FROM]);
      for (const body of [{ status: "Active" }, { utility_account_id, status: "active" }, { utility_account_id }])
        assert.ok((await user.call("PUT", path, body)).status >= 400, JSON.stringify(body));
    });
  });

  describe("the form link", () => {
    test("belongs to one company, and each submission makes an authorization there", async () => {
      const linkOf = async (caller: typeof user) =>
        (await caller.read<{ authorizationFormLink: string }>("GET", "/authorizations/formlink")).authorizationFormLink;
      const link = await linkOf(user);
      assert.notEqual(link, await linkOf(neighbour));
      const count = async (caller: typeof user) =>
        (await caller.read<List>("GET", "/authorizations")).authorizations.length;
      const before = [await count(user), await count(neighbour)];
      for (const username of ["demo_gap", "demo_estimated"]) await submitForm(link, username);
      assert.deepEqual([await count(user), await count(neighbour)], [(before[0] ?? 0) + 2, before[1]]);
      const { authorizations } = await user.read<List>("GET", "/authorizations");
      for (const { id } of authorizations.slice(-2))
        assert.equal((await pollStatus(world, id)).last.status, "Inventory Complete");
    });

    /** As a person without JavaScript: opens the page, fills in what is asked for, sends it. */
    async function submitForm(link: string, username: string): Promise<void> {
      const page = new URL(link);
      page.searchParams.set("utility", "northgate-electric");
      const response = await fetch(page);
      assert.equal(response.status, 200);
      const $ = parseHtml(await response.text());
      const form = $("form").has("input[type=password]");
      assert.equal(form.length, 1, "the page has a form with a password");
      const fields = new URLSearchParams();
      for (const input of form.find("input[name], textarea[name], select[name]").toArray())
        fields.set($(input).attr("name") ?? "", String($(input).val() ?? ""));
      fields.set("online_access_url", new URL("/northgate-electric/", sandboxUrl).href);
      fields.set("online_access_username", username);
      fields.set("online_access_password", "sandbox");
      const sent = await fetch(new URL(form.attr("action") ?? "", page), {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: fields.toString(),
        redirect: "manual",
      });
      assert.equal(sent.status, 303, (await sent.text()).slice(0, 2000));
    }
  });
}

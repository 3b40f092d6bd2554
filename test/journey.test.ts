/** The journey of a bill, whole: from a credential submitted over HTTP to bills, months and verified webhooks. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import pg from "pg";
import type { ApiCaller } from "../src/cli/api-caller.ts";
import { startReceiver } from "../src/cli/demo/demo-receiver.ts";
import { collectAll, collected, finishedAuthorization, submit, until } from "./callers.ts";
import { newQuickCompany, startTestService } from "./start.ts";
import { factsOfApi, factsOfTruth, readTruth, type Bill } from "./truth.ts";

const UTILITIES = ["northgate-electric", "clearwater-gas-water"];
/**
 * From when on bills are collected: the seasons of a tariff, or a little before what is odd about a login. The household has all of
 * three years.
 */
const SINCE = {
  demo_commercial: "2026-01-01",
  demo_broken_files: "2024-10-01",
  demo_edited_bill: "2026-07-01",
  demo_gap: "2025-02-01",
  demo_estimated: "2025-06-01",
  demo_residential: undefined,
};
const cents = (amount: number) => Math.round(amount * 100);

const running = await startTestService({ after });
const { caller: firstCaller } = await newQuickCompany(running.service, "Journey");
const scenarios = await newQuickCompany(running.service, "Scenarios");
const receiver = await startReceiver();
after(() => receiver.close());
receiver.setSecret((await firstCaller.get<{ secret: string }>("/webhooks/validate")).secret);
await firstCaller.send("POST", "/webhooks", { event_type: "all", endpoint_url: receiver.url });

/** The progress without the times of visits, which each visit moves. */
async function countsOf(caller: ApiCaller, id: number) {
  const progress = await caller.get<{ last_visited_at: unknown; accounts: { last_fetched_at: unknown }[] }>(
    `/authorizations/${id}/progress`,
  );
  const accounts = progress.accounts.map((account) => ({ ...account, last_fetched_at: null }));
  return { ...progress, last_visited_at: null, accounts };
}

describe("the journey of a bill", () => {
  const caller = firstCaller;

  const since = SINCE.demo_commercial;

  for (const utility of UTILITIES) {
    test(`every line of every commercial bill since January at ${utility} equals the truth`, async () => {
      const { sandboxUrl } = running;
      const id = await submit(caller, { sandboxUrl, utility, username: "demo_commercial" });
      const { accounts } = await collectAll(caller, id, since);
      const expected = factsOfTruth(await readTruth(sandboxUrl, utility, "demo_commercial"), since);
      assert.equal(accounts.length, 3);
      assert.deepEqual(await factsOfApi(caller, accounts), expected);
      console.log(`${utility}: ${expected.length} facts equal`);
    });
  }

  test("the months of each meter sum to its charges to the cent", async () => {
    const meters = await caller.get<{ id: number }[]>("/meters");
    assert.equal(meters.length, 12);
    for (const { id } of meters) {
      const { bills } = await caller.get<{ bills: Bill[] }>(`/meters/${id}/bills`);
      const charged = bills
        .flatMap(({ charges }) => charges)
        .filter(({ utility_meter_id }) => utility_meter_id === id)
        .reduce((sum, { amount }) => sum + cents(amount), 0);
      const { monthly_meter_data: months } = await caller.get<{
        monthly_meter_data: { total_cost: number; month_complete: boolean; svc_object_type: string }[];
      }>(`/meters/${id}/monthly`);
      assert.equal(
        months.reduce((sum, { total_cost }) => sum + cents(total_cost), 0),
        charged,
      );
      // The first bill begins in the middle of a month, and the last one ends there.
      assert.ok(bills.length > 8);
      assert.equal(months.length, bills.length + 1);
      assert.equal(months.filter(({ month_complete }) => month_complete).length, bills.length - 1);
    }
  });

  test("the months of a meter are made for several of its bills at once while they come in", async () => {
    const client = new pg.Client({ connectionString: running.databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ billed: number }>("select count(*)::int as billed from bill_meters");
    await client.end();
    const billed = rows[0]?.billed ?? 0;
    const derived = running.logLines.filter((line) => line.includes('"job done"') && line.includes('"derive"')).length;
    console.log(`${billed} bills of meters, ${derived} derivations`);
    assert.ok(derived < billed, `${derived} derivations for ${billed}`);
  });

  test("one verified notification speaks of each bill, once", async () => {
    const accounts = await caller.get<{ id: number }[]>("/utility_accounts");
    const ids = new Set<number>();
    for (const { id } of accounts) {
      const { bills } = await caller.get<{ bills: Bill[] }>(`/utility_accounts/${id}/bills`);
      for (const bill of bills) ids.add(bill.id);
    }
    await until("all notifications", async () => (receiver.billIds().size >= ids.size ? true : null));
    assert.deepEqual(receiver.billIds(), ids);
    const { rejected, by_event_type } = receiver.counts();
    assert.equal(rejected, 0);
    assert.equal(by_event_type["bill.created"], ids.size);
  });

  test("activating again fetches nothing twice and changes no bill", async () => {
    const before = await caller.get("/properties");
    const { authorizations } = await caller.get<{ authorizations: { id: number }[] }>("/authorizations");
    const id = authorizations[0]?.id ?? 0;
    const progress = await countsOf(caller, id);
    await collectAll(caller, id, since);
    await caller.send("POST", `/authorizations/${id}/inventory`, {});
    await finishedAuthorization(caller, id);
    await collected(caller, id);
    assert.deepEqual(await countsOf(caller, id), progress);
    assert.deepEqual(await caller.get("/properties"), before);
  });

  test("a data start date keeps older bills out", async () => {
    const { sandboxUrl } = running;
    const login = { utility: "northgate-electric", username: "demo_residential" };
    const from = "2026-01-01";
    const other = (await newQuickCompany(running.service, "Since")).caller;
    const id = await submit(other, { sandboxUrl, ...login });
    const { accounts } = await collectAll(other, id, from);
    const { bills } = await other.get<{ bills: Bill[] }>(`/utility_accounts/${accounts[0]?.id}/bills`);
    assert.ok(bills.length > 5 && bills.length < 12, `${bills.length} bills`);
    assert.ok(bills.every(({ invoice_date }) => invoice_date >= from));
    const truth = await readTruth(sandboxUrl, login.utility, login.username);
    assert.deepEqual(await factsOfApi(other, accounts), factsOfTruth(truth, from));
  });

  test("the password of a credential is in no log line", () => {
    assert.ok(running.logLines.length > 10);
    assert.deepEqual(
      running.logLines.filter((line) => /"sandbox"|whsec_|Bearer /.test(line)),
      [],
    );
  });
});

describe("scenarios of the sandbox", () => {
  const { caller } = scenarios;
  const REFUSALS = [
    {
      username: "demo_bad_login",
      detail: "invalid_credentials",
      by: "customer",
      says: /did not accept this user name or password/,
    },
    { username: "demo_locked", detail: "account_locked", by: "customer", says: /has locked this account/ },
    { username: "demo_mfa", detail: "mfa_required", by: "customer", says: /asks for a code: .* Give it/ },
    { username: "demo_site_down", detail: "portal_down", by: "none", says: /not answering.*try again automatically/ },
  ];
  for (const utility of UTILITIES) {
    for (const { username, detail, by, says } of REFUSALS) {
      test(`${username} at ${utility} says ${detail} in a sentence a tenant understands`, async () => {
        const id = await submit(caller, { sandboxUrl: running.sandboxUrl, utility, username });
        const authorization = await finishedAuthorization(caller, id);
        assert.equal(authorization.status, "Pending");
        assert.equal(authorization.status_detail, detail);
        assert.equal(authorization.action_required_by, by);
        assert.match(authorization.errors ?? "", says);
        assert.equal(authorization.retry_at !== null, detail === "portal_down");
      });
    }

    test(`a corrected bill at ${utility} archives the one it replaces and leads back to it`, async () => {
      const { sandboxUrl } = running;
      const username = "demo_edited_bill";
      const since = SINCE[username];
      await fetch(new URL(`/scenarios/${utility}/${username}/reset`, sandboxUrl), {
        method: "POST",
        redirect: "manual",
      });
      const id = await submit(caller, { sandboxUrl, utility, username });
      const { accounts } = await collectAll(caller, id, since);
      const account = accounts[0]?.id ?? 0;
      await fetch(new URL(`/scenarios/${utility}/${username}/replace`, sandboxUrl), {
        method: "POST",
        redirect: "manual",
      });
      await collectAll(caller, id, since);
      const { bills } = await caller.get<{ bills: Bill[] }>(`/utility_accounts/${account}/bills`);
      const archived = bills.filter((bill) => bill.archived);
      const edited = bills.filter((bill) => bill.original_utility_bill_id !== null);
      assert.deepEqual(
        archived.map(({ archive_reason }) => archive_reason),
        ["rebilled"],
      );
      assert.deepEqual(
        edited.map(({ original_utility_bill_id }) => original_utility_bill_id),
        archived.map((bill) => bill.id),
      );
      assert.equal(bills.length, 5);
      assert.deepEqual(
        await factsOfApi(caller, accounts),
        factsOfTruth(await readTruth(sandboxUrl, utility, username), since),
      );
    });
  }

  // Each at one utility: how the other one's bills are read is tested in `src/parsers/sandbox-bills.test.ts`.
  for (const [username, utility] of [
    ["demo_gap", "clearwater-gas-water"],
    ["demo_estimated", "northgate-electric"],
    ["demo_residential", "clearwater-gas-water"],
  ] as const) {
    test(`${username} at ${utility} equals the truth`, async () => {
      const id = await submit(caller, { sandboxUrl: running.sandboxUrl, utility, username });
      const { accounts } = await collectAll(caller, id, SINCE[username]);
      const expected = factsOfTruth(await readTruth(running.sandboxUrl, utility, username), SINCE[username]);
      assert.notEqual(expected.length, 0);
      assert.deepEqual(await factsOfApi(caller, accounts), expected);
    });
  }

  test("files that cannot be read are kept with a finding, the other bills go on", async () => {
    const [utility, username] = ["clearwater-gas-water", "demo_broken_files"] as const;
    const since = SINCE[username];
    const id = await submit(caller, { sandboxUrl: running.sandboxUrl, utility, username });
    const { accounts } = await collectAll(caller, id, since);
    const account = accounts[0]?.id ?? 0;
    const documents = await caller.get<{ state: string; findings: { name: string }[] }[]>(
      `/utility_accounts/${account}/documents`,
    );
    const findings = documents.filter(({ state }) => state === "review").map(({ findings: found }) => found[0]?.name);
    assert.deepEqual(
      findings.sort((a = "", b = "") => a.localeCompare(b)),
      ["file_cut_off", "file_empty", "file_encrypted", "no_bill_on_web_page"],
    );
    const expected = factsOfTruth(await readTruth(running.sandboxUrl, utility, username), since);
    assert.ok(
      expected.some((fact) => fact.includes(" bill due ")),
      "other bills",
    );
    assert.deepEqual(await factsOfApi(caller, accounts), expected);
  });

  test("an address that no connector serves says so", async () => {
    const { id, status_detail } = await caller.send<{ id: number; status_detail: string }>("POST", "/authorizations", {
      online_access_url: "https://portal.example.com/login",
      online_access_username: "somebody",
      online_access_password: "something",
    });
    assert.equal(status_detail, "unsupported_portal");
    const authorization = await finishedAuthorization(caller, id);
    assert.equal(authorization.status_detail, "unsupported_portal");
    assert.match(authorization.errors ?? "", /portal\.example\.com/);
  });
});

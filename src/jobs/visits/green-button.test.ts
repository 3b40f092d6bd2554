/** Green Button Connect from the consent at the utility to bills and months. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { newMember, type Member } from "../../../test/app.ts";
import { newCustomer, openConnect } from "../../../test/green-button.ts";
import { greenButtonSteps } from "../../../test/green-button-steps.ts";
import { runDerive } from "../derived/derive.ts";
import { runParse } from "../bills/parse.ts";

const connect = await openConnect({ after });
/** Its clock is moved. */
const later = await openConnect({ after });
const { app, url, press } = connect;
const { newCompany, ask, statusOf, permitted, find, inventory, fetchAll, jobsOf } = greenButtonSteps(connect);
const never = new AbortController().signal;

const show = async (member: Member, id: number) =>
  (await member.send("GET", `/v1/authorizations/${id}`)).json<{
    access: string;
    status: string;
    online_access_username: string;
    accounts: { id: number }[];
  }>();

async function parseAll(member: Member): Promise<void> {
  for (const { company_id, document_id = 0 } of await jobsOf(member, "parse"))
    await runParse(app, { company_id, document_id }, never);
}

const documentsOf = (member: Member) =>
  app.db
    .selectFrom("documents as d")
    .innerJoin("utility_accounts as a", (join) =>
      join.onRef("a.company_id", "=", "d.company_id").onRef("a.id", "=", "d.utility_account_id"),
    )
    .select(["d.id", "d.state", "d.external_id", "a.acct_num"])
    .where("d.company_id", "=", member.company_id)
    .orderBy("d.id")
    .execute();

describe("a customer who permits at the utility that bills are read", () => {
  test("is told who asks, and becomes an authorization whose bills come", async () => {
    const member = await newCompany();
    const { id, authorize_url } = await ask(member);
    const customer = newCustomer();
    const start = await customer.open(authorize_url);
    assert.match(start.text, /Share your utility bills with Connects/);
    assert.match(start.text, /Greenfield Energy/);
    assert.equal((await statusOf(member, id)).status, "waiting");
    const end = await customer.permit(`${authorize_url}/go`, { username: "demo_commercial" });
    assert.equal(end.status, 200);
    assert.match(end.text, /asking Greenfield Energy/);
    const { status, authorization_id } = await statusOf(member, id);
    assert.equal(status, "authorized");
    assert.ok(authorization_id);
    const shown = await show(member, authorization_id);
    assert.deepEqual(
      [shown.access, shown.status, shown.online_access_username],
      ["green_button", "Inventory Pending", ""],
    );

    // A visit holds whole feeds in memory: while two are under way, this one waits.
    app.greenButton.visits.open = 2;
    await inventory(member, authorization_id);
    assert.equal((await show(member, authorization_id)).status, "Inventory Pending");
    app.greenButton.visits.open = 0;
    await inventory(member, authorization_id);
    assert.equal(app.greenButton.visits.open, 0);
    const found = await show(member, authorization_id);
    assert.equal(found.status, "Inventory Complete");
    assert.equal(found.accounts.length, 3);
    for (const account of found.accounts)
      await member.send("PUT", `/v1/authorizations/${authorization_id}/update_account_status`, {
        utility_account_id: account.id,
        status: "Active",
        data_start_date: "2026-08-01",
      });
    await fetchAll(member, authorization_id);
    await parseAll(member);
    const documents = await documentsOf(member);
    // 6 usage points, whose bills end in August, September and October.
    assert.equal(documents.length, 18);
    assert.deepEqual([...new Set(documents.map(({ state }) => state))], ["accepted"]);
    const counts = [...Map.groupBy(documents, ({ acct_num }) => acct_num).values()].map((some) => some.length);
    assert.deepEqual(
      counts.toSorted((one, other) => one - other),
      [3, 6, 9],
    );
    const meters = (await member.send("GET", "/v1/meters")).json<{ id: number; meter_num: string }[]>();
    assert.deepEqual(new Set(meters.map(({ meter_num }) => /^[EG]\d{6}$/.test(meter_num))), new Set([true]));
    assert.equal(new Set(meters.map(({ meter_num }) => meter_num)).size, 6);
    for (const { company_id, utility_meter_id = 0 } of await jobsOf(member, "derive"))
      await runDerive(app, { company_id, utility_meter_id });
    const months = await app.db
      .selectFrom("meter_months")
      .select(({ fn }) => [fn.sum<string>("total_cost").as("cost")])
      .where("company_id", "=", member.company_id)
      .executeTakeFirstOrThrow();
    const bills = (await member.send("GET", "/v1/utility_bills")).json<{ amount_due: number }[]>();
    assert.equal(bills.length, 18);
    assert.equal(Number(months.cost).toFixed(2), bills.reduce((sum, { amount_due }) => sum + amount_due, 0).toFixed(2));
  });

  test("can share some of their accounts, and the others do not come", async () => {
    const member = await newCompany();
    const choice = { username: "demo_commercial", accounts: (ids: string[]) => ids.slice(1, 2) };
    const id = await permitted(member, choice, { activates_accounts: true });
    await inventory(member, id);
    await fetchAll(member, id);
    const documents = await documentsOf(member);
    assert.equal(documents.length, 24);
    assert.equal(new Set(documents.map(({ acct_num }) => acct_num)).size, 1);
  });

  test("a second fetch finds nothing new, and new bills come when there are some", async () => {
    const member = await newCompany();
    await press("hold_newest");
    const id = await permitted(member, {}, { activates_accounts: true });
    await inventory(member, id);
    await fetchAll(member, id);
    const before = await documentsOf(member);
    assert.equal(before.length, 46);
    await app.db
      .updateTable("utility_accounts")
      .set({ next_fetch_at: new Date(Date.now() + 86_400_000).toISOString() })
      .where("company_id", "=", member.company_id)
      .execute();
    // The utility notifies the service: the next visit is now.
    await press("issue_newest");
    assert.equal((await jobsOf(member, "fetch")).length, 1);
    await fetchAll(member, id);
    const now = await documentsOf(member);
    assert.deepEqual(now.slice(0, 46), before);
    assert.equal(now.length, 48);
  });

  test("who does not permit it leaves nothing behind, and can think better of it", async () => {
    const member = await newCompany();
    const { id, authorize_url } = await ask(member);
    const customer = newCustomer();
    const end = await customer.permit(`${authorize_url}/go`, { allows: false });
    assert.match(end.text, /You did not permit it at Greenfield Energy/);
    assert.deepEqual(await statusOf(member, id).then(({ status, reason }) => [status, reason]), ["refused", "denied"]);
    assert.equal(
      (await member.send("GET", "/v1/authorizations")).json<{ authorizations: [] }>().authorizations.length,
      0,
    );
    const again = await customer.permit(`${authorize_url}/go`);
    assert.match(again.text, /asking Greenfield Energy/);
    assert.equal((await statusOf(member, id)).status, "authorized");
  });

  test("shares nothing: that needs the customer", async () => {
    const member = await newCompany();
    const id = await permitted(member, { username: "demo_no_accounts" });
    await inventory(member, id);
    const row = await find(member, id);
    assert.deepEqual(
      [row?.status, row?.status_detail, row?.action_required_by],
      ["Pending", "no_accounts", "customer"],
    );
  });

  test("goes back to the client's own page", async () => {
    const member = await newCompany();
    const { authorize_url } = await ask(member, { return_url: `${url}/app/connections?x=1` });
    const customer = newCustomer();
    const { back } = await customer.decide(`${authorize_url}/go`);
    const end = await customer.get(back);
    assert.match(end.location ?? "", /\/app\/connections\?x=1&green_button=authorized&authorization_id=\d+$/);
    for (const return_url of ["http://example.com/", "javascript:alert(1)", "https://a:b@example.com/", "/app"]) {
      const refused = await member.send("POST", "/v1/green_button_requests", {
        utility: "greenfield-energy",
        return_url,
      });
      assert.equal(refused.statusCode, 422, return_url);
    }
  });
});

describe("a request", () => {
  test("names only what is of the company: ids of another are answered as unknown ones", async () => {
    const [own, other] = [await newCompany(), await newCompany()];
    const theirs = await permitted(other);
    const post = async (more: object) => {
      const answer = await own.send("POST", "/v1/green_button_requests", { utility: "greenfield-energy", ...more });
      const { instance: _, request_id: __, ...said } = answer.json<Record<string, unknown>>();
      return said;
    };
    assert.deepEqual(await post({ authorization_id: theirs }), await post({ authorization_id: 999_999 }));
    assert.equal((await post({ authorization_id: theirs }))["status"], 404);
    assert.equal((await post({ property_id: 999_999 }))["status"], 422);
    assert.equal((await post({ utility: "northgate-electric" }))["status"], 422);
    const { id } = await ask(other);
    assert.equal((await own.send("GET", `/v1/green_button_requests/${id}`)).statusCode, 404);
  });

  test("expires after a day, and its address opens nothing then", async () => {
    const member = await newMember(later, { name: "Tomorrow" });
    const made = await member.send("POST", "/v1/green_button_requests", { utility: "greenfield-energy" });
    const { id, authorize_url } = made.json<{ id: number; authorize_url: string }>();
    later.passMs(86_400_000);
    for (const address of [authorize_url, `${authorize_url}/go`])
      assert.equal((await newCustomer().open(address)).status, 404);
    assert.equal(
      (await member.send("GET", `/v1/green_button_requests/${id}`)).json<{ status: string }>().status,
      "expired",
    );
  });
});

describe("an answer of the utility", () => {
  test("counts only in the browser that went there", async () => {
    const member = await newCompany();
    const { id, authorize_url } = await ask(member);
    const { back } = await newCustomer().decide(`${authorize_url}/go`);
    const other = await newCustomer().open(back);
    assert.equal(other.status, 403);
    assert.match(other.text, /another browser/);
    assert.equal((await statusOf(member, id)).status, "waiting");
  });

  test("with a state that we did not issue changes nothing", async () => {
    const customer = newCustomer();
    const { authorize_url } = await ask(await newCompany());
    const { back } = await customer.decide(`${authorize_url}/go`);
    const forged = new URL(back);
    forged.searchParams.set("state", "x".repeat(43));
    assert.equal((await customer.open(forged.href)).status, 400);
    forged.searchParams.delete("state");
    assert.equal((await customer.open(forged.href)).status, 400);
  });

  test("that comes again shows the same authorization and sends the code no second time", async () => {
    const member = await newCompany();
    const { authorize_url } = await ask(member);
    const customer = newCustomer();
    const { back } = await customer.decide(`${authorize_url}/go`);
    const first = await customer.open(back);
    const second = await customer.open(back);
    assert.match(first.text, /asking Greenfield Energy/);
    assert.match(second.text, /asking Greenfield Energy/);
    const all = (await member.send("GET", "/v1/authorizations")).json<{ authorizations: { id: number }[] }>();
    assert.equal(all.authorizations.length, 1);
    // A code that came twice would have ended the permission at the utility.
    const id = all.authorizations[0]?.id ?? 0;
    await inventory(member, id);
    assert.equal((await find(member, id))?.status, "Inventory Complete");
  });

  test("that comes after ten minutes is too late", async () => {
    const member = await newMember(later, { name: "Late" });
    const answer = await member.send("POST", "/v1/green_button_requests", { utility: "greenfield-energy" });
    const { authorize_url } = answer.json<{ authorize_url: string }>();
    const customer = newCustomer();
    const { back } = await customer.decide(`${authorize_url}/go`);
    later.passMs(10 * 60_000);
    assert.match((await customer.open(back)).text, /more than 10 minutes/);
  });

  test("with a code that the utility does not know is refused in a sentence", async () => {
    const member = await newCompany();
    const { id, authorize_url } = await ask(member);
    const customer = newCustomer();
    const { back } = await customer.decide(`${authorize_url}/go`);
    const forged = new URL(back);
    forged.searchParams.set("code", "forged");
    assert.match((await customer.open(forged.href)).text, /did not confirm your permission/);
    assert.deepEqual((await statusOf(member, id)).reason, "not_accepted");
  });

  test("whose tokens were lost in a crash before they were saved leaves nothing, and the customer connects again", async () => {
    const member = await newCompany();
    const { id, authorize_url } = await ask(member);
    const customer = newCustomer();
    const { back } = await customer.decide(`${authorize_url}/go`);
    // What a process leaves that was killed between the exchange and the transaction.
    await app.db
      .updateTable("green_button_requests")
      .set({ status: "exchanging" })
      .where("company_id", "=", member.company_id)
      .where("id", "=", id)
      .execute();
    assert.match((await customer.open(back)).text, /interrupted before your permission was saved/);
    assert.equal((await statusOf(member, id)).status, "waiting");
    await customer.permit(`${authorize_url}/go`);
    assert.equal((await statusOf(member, id)).status, "authorized");
  });
});

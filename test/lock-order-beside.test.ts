/** Concurrent writers of authorizations, accounts, weather, webhooks and the audit log do not deadlock. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { sql } from "kysely";
import { runWeather } from "../src/jobs/weather/weather.ts";
import { findAccount, mayCollect, saveInventory, setAccountStatus } from "../src/store/records/accounts.ts";
import { lockAccount } from "../src/store/records/account-locks.ts";
import { lockAuthorization } from "../src/store/authorizations/authorizations.ts";
import { revokeTokens } from "../src/store/records/companies.ts";
import type { Trx } from "../src/store/db.ts";
import { recordChanges } from "../src/store/events/events.ts";
import { ensureNamedAccount, takeOverImported } from "../src/store/imports/imported-accounts.ts";
import { listBudgets, writeBudgets } from "../src/store/records/budgets.ts";
import { updateProperty } from "../src/store/records/properties.ts";
import { attachStations, releaseStation } from "../src/store/records/property-stations.ts";
import { replaceTemperatures } from "../src/store/weather/weather.ts";
import { upsertStations } from "../src/store/weather/weather-stations.ts";
import { leaseDeliveries, listDueWebhooks, type ClaimedDelivery } from "../src/store/webhooks/webhook-claims.ts";
import { recordOutcome } from "../src/store/webhooks/webhook-deliveries.ts";
import { disableWebhook, insertWebhook, skipDeliveries, updateWebhook } from "../src/store/webhooks/webhooks.ts";
import { makeAuthorizationKey } from "../src/operations/authorization-keys.ts";
import { forgetAuthorization, submitCredential } from "../src/operations/authorizations.ts";
import { newMember, openTestApp } from "./app.ts";
import { meet } from "./lock-waits.ts";
import { serve } from "./outbound.ts";
import { CREDENTIAL, insertRecords } from "./records.ts";

/** Answers as the weather archive does, for the first requested day. */
const archive = await serve(
  createServer((request, response) => {
    const DATE = new URL(request.url ?? "/", "http://archive").searchParams.get("startDate");
    response.end(JSON.stringify([{ DATE, STATION: "USW00014732", TMAX: "   50", TMIN: "   30" }]));
  }),
);
const running = await openTestApp({ after }, { METERBOOK_WEATHER_URL: archive.origin });
const { app } = running;
const { db } = app;
const inTrx =
  <T>(write: (trx: Trx) => Promise<T>) =>
  () =>
    db.transaction().execute(write);

/** Two authorizations that reach the same account, which is fetched by the first. */
async function newAccount() {
  const { company_id, company_uuid } = await newMember(running, { name: "Order" });
  const records = await insertRecords(app, { id: company_id, uuid: company_uuid });
  const key = await makeAuthorizationKey(app, company_id);
  const other = await db.transaction().execute(async (trx) => {
    const { id } = await submitCredential(trx, app, { company_id, credential: CREDENTIAL, key });
    const account = await findAccount(trx, company_id, records.utility_account_id);
    assert.ok(account);
    const { utility_company_id, external_id, acct_num } = account;
    const accounts = [{ external_id, acct_num, service_address: null }];
    const inventory = { company_id, authorization_id: id, utility_company_id, online_access_url: "x", accounts };
    await saveInventory(trx, inventory);
    return { id, utility_company_id };
  });
  return { ...records, company_id, other_id: other.id, utility_company_id: other.utility_company_id };
}

test("a document that is fetched meets the switching off of its account", async () => {
  const { company_id, authorization_id, utility_account_id } = await newAccount();
  const of = { company_id, authorization_id, utility_account_id };
  const change = {
    begin: (trx: Trx) => lockAuthorization(trx, company_id, authorization_id),
    end: (trx: Trx) => setAccountStatus(trx, { ...of, status: "Inactive" }),
  };
  const fetched = inTrx((trx) => mayCollect(trx, company_id, utility_account_id, authorization_id));
  assert.equal(await meet(running, change, fetched), false);
});

test("forgetting a credential meets a change by the one that its accounts go over to", async () => {
  const { company_id, authorization_id, utility_account_id, other_id } = await newAccount();
  const of = { company_id, authorization_id: other_id, utility_account_id };
  const change = {
    begin: (trx: Trx) => lockAuthorization(trx, company_id, other_id),
    end: (trx: Trx) => setAccountStatus(trx, { ...of, status: "Active" }),
  };
  const forgotten = inTrx((trx) => forgetAuthorization(trx, app, { company_id, id: authorization_id }, "company"));
  assert.equal(await meet(running, change, forgotten), true);
});

test("an inventory that takes over imported accounts runs while another transaction locks them one after the other", async () => {
  const { company_id, authorization_id, utility_company_id } = await newAccount();
  const named = (acct_num: string) =>
    db
      .transaction()
      .execute((trx) => ensureNamedAccount(trx, company_id, { utility_company: "Sample Power", acct_num }));
  const [lower, upper] = [(await named("900")).id, (await named("901")).id];
  const accounts = ["901", "900"].map((acct_num) => ({ external_id: acct_num, acct_num, service_address: null }));
  const inventory = { company_id, authorization_id, utility_company_id, online_access_url: "x", accounts };
  const writer = {
    begin: (trx: Trx) => lockAccount(trx, company_id, lower),
    end: (trx: Trx) => lockAccount(trx, company_id, upper),
  };
  const taken = await meet(
    running,
    writer,
    inTrx((trx) => takeOverImported(trx, inventory)),
  );
  assert.deepEqual(taken, [upper, lower]);
});

const STATION = {
  alpha_id: "KLGA",
  ghcn_id: "USW00014732",
  name: "La Guardia",
  latitude: 40.8,
  longitude: -73.9,
  time_zone: null,
};
const DAY = { day: "2026-01-01", high_f: 50, low_f: 30 };

test("an edit of the place of a property meets the weather of the station that it looks to", async () => {
  const { company_id, send } = await newMember(running, { name: "Weather" });
  const { alpha_id, latitude, longitude } = STATION;
  await db.transaction().execute((trx) => upsertStations(trx, [STATION], "list"));
  const { id } = (await send("POST", "/v1/properties", { name: "Scored", latitude, longitude })).json<{ id: number }>();
  assert.equal(
    (await send("PUT", `/v1/properties/${id}`, { property_use: { property_type: "Office" } })).statusCode,
    200,
  );
  // The nearest station is another one now, or the same again.
  const edit = {
    begin: (trx: Trx) => updateProperty(trx, company_id, id, { longitude: longitude + 0.1 }, []),
    end: async (trx: Trx) => {
      await releaseStation(trx, company_id, id, alpha_id);
      await attachStations(trx, company_id, [id]);
    },
  };
  const weather = inTrx((trx) => replaceTemperatures(trx, alpha_id, [DAY], "test"));
  assert.equal(await meet(running, edit, weather), 1);
});

test("the days of a station meet a list of stations", async () => {
  const { alpha_id } = STATION;
  await db.transaction().execute((trx) => upsertStations(trx, [STATION], "list"));
  const list = {
    begin: (trx: Trx) => sql`lock table weather_stations in share row exclusive mode`.execute(trx),
    end: (trx: Trx) => upsertStations(trx, [{ ...STATION, name: "Renamed" }], "list"),
  };
  const payload = { source: "archive", weather_station_alpha_id: alpha_id } as const;
  await meet(running, list, () => runWeather(app, payload, new AbortController().signal));
});

/** Two deliveries of one webhook, claimed by a sender; the third is still due. */
async function newDeliveries() {
  const { company_id } = await newMember(running, { name: "Webhook" });
  const endpoint_url = "https://receiver.example.com/";
  const { id } = await db
    .transaction()
    .execute((trx) => insertWebhook(trx, { company_id, event_type: "all", endpoint_url, max_in_flight: 8 }));
  const tell = (record_id: number) =>
    db.transaction().execute((trx) => recordChanges(trx, company_id, [{ event_type: "bill.created", record_id }]));
  await tell(1);
  await tell(2);
  const [one, two] = [...(await claim()), ...(await claim())].filter((delivery) => delivery.company_id === company_id);
  assert.ok(one && two);
  await tell(3);
  return { company_id, id, one, two };
}

async function claim(): Promise<ClaimedDelivery[]> {
  const now = new Date(app.now() + 1000).toISOString();
  const leaseUntil = new Date(app.now() + 3_600_000).toISOString();
  const due = await listDueWebhooks(db, { now, perCompany: 100, orderWaitMs: 0 });
  return leaseDeliveries(db, due, { now, nowMs: app.now(), leaseUntil, orderWaitMs: 0 });
}

test("two attempts at an endpoint that is gone meet", async () => {
  const { company_id, id, one, two } = await newDeliveries();
  const settle = async (trx: Trx, { id: delivery_id, nonce }: ClaimedDelivery) => {
    const attempt = { company_id, delivery_id, attempt: 1, nonce, duration_ms: 1, status: 410, failure: "status" };
    const at = new Date(app.now()).toISOString();
    const settled = { state: "failed", nextAttemptAt: null } as const;
    await recordOutcome(
      trx,
      { ...attempt, attempted_at: at, response_excerpt: null, response_headers: null, request_body: null },
      settled,
    );
  };
  const gone = (trx: Trx) => disableWebhook(trx, company_id, id, "It is gone.");
  await meet(
    running,
    { begin: (trx) => settle(trx, one), end: gone },
    inTrx(async (trx) => {
      await settle(trx, two);
      await gone(trx);
    }),
  );
});

test("two budgets of a property meet of which each sets the month that the other removes", async () => {
  const { company_id, property_id } = await newAccount();
  const [january, february] = [24_312, 24_313];
  const write = (month: number, cents: number | null) => (trx: Trx) =>
    writeBudgets(trx, company_id, [{ property_id, energy_type: "ELECTRIC", month, cents }]);
  await inTrx(write(january, 100))();
  await inTrx(write(february, 100))();
  await meet(
    running,
    { begin: write(january, 200), end: write(february, null) },
    inTrx((trx) =>
      writeBudgets(trx, company_id, [
        { property_id, energy_type: "ELECTRIC", month: january, cents: null },
        { property_id, energy_type: "ELECTRIC", month: february, cents: 300 },
      ]),
    ),
  );
  const budgets = await listBudgets(db, company_id, property_id, { first: january, end: february + 1 });
  assert.deepEqual(
    budgets.map(({ month, cents }) => [month, cents]),
    [[february, 300]],
  );
});

test("a webhook that is switched off meets the claim of its deliveries", async () => {
  const { company_id, id } = await newDeliveries();
  const switchOff = {
    begin: (trx: Trx) => updateWebhook(trx, company_id, id, { active: false }),
    end: (trx: Trx) => skipDeliveries(trx, company_id, id),
  };
  const claimed = await meet(running, switchOff, claim);
  assert.deepEqual(
    claimed.filter((delivery) => delivery.company_id === company_id),
    [],
  );
});

test("a new webhook secret meets the revocation of all tokens", async () => {
  const member = await newMember(running, { name: "Audit" });
  const { company_id } = member;
  const at = new Date(app.now()).toISOString();
  const what = { actor: "user", action: "tokens.revoked", record_type: "Company", record_id: company_id };
  const revocation = {
    begin: (trx: Trx) => revokeTokens(trx, company_id, at),
    end: (trx: Trx) => app.audit.write(trx, { company_id, occurred_at: at, ...what, request_id: null, address: null }),
  };
  const answer = await meet(running, revocation, () => member.send("POST", "/v1/webhooks/validate/reset"));
  assert.equal(answer.statusCode, 200);
});

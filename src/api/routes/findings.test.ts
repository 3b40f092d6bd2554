/** Findings about saved bills through the API: they open when the bills are derived, are closed with a note, and come back when they hold again. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import {
  deriveAll,
  insertMeter,
  insertMeterBills,
  insertPlace,
  type MeterBill,
  type MeteredPlace,
} from "../../../test/derived.ts";
import { newReceiver, say } from "../../../test/receivers.ts";
import { addDays } from "../../domain/calendar.ts";
import { startSender } from "../../jobs/deliver.ts";
import { notifyOfFlaggedBills } from "../../jobs/bills/flagged-bills.ts";
import { runRebuild } from "../../jobs/derived/rebuild-job.ts";
import { requestMonths } from "../../operations/stale-months.ts";
import { insertBill } from "../../store/store.fixtures.ts";

const running = await openTestApp({ after }, { METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true" });
const { app } = running;

interface Shown {
  id: number;
  rule: string;
  severity: string;
  state: string;
  message: string;
  figures: Record<string, unknown>;
  start_date: string;
  end_date: string;
  utility_bill_id: number;
  utility_meter_id: number;
  property_id: number;
  note: string | null;
  closed_by: number | null;
  resolved_at: string | null;
}

interface Metered {
  member: Member;
  place: MeteredPlace;
  meter: { id: number; energy_type: "ELECTRIC"; unit: string };
}

const KIND = { energy_type: "ELECTRIC", unit: "kWh" } as const;

async function newMeter(name: string): Promise<Metered> {
  const member = await newMember(running, { name });
  const place = await insertPlace(app, member.company_id);
  return { member, place, meter: { ...KIND, id: await insertMeter(app, place, KIND) } };
}

/** Bills of 30 days each, one after the other. */
const bills = (start: string, amounts: number[]): MeterBill[] =>
  amounts.map((amount, at) => ({
    start: addDays(start, 30 * at),
    end: addDays(start, 30 * (at + 1)),
    amount,
    costs: { usage_cost: amount / 10 },
  }));

async function save({ place, meter }: Metered, some: MeterBill[]): Promise<number[]> {
  const ids = await insertMeterBills(app, place, meter, some);
  await deriveAll(app);
  return ids;
}

async function findings(member: Member, query = ""): Promise<Shown[]> {
  const answer = await member.send("GET", `/v1/findings${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<Shown[]>();
}

const LEVEL = [310, 325, 298, 331, 305, 318, 327, 301, 315, 322, 308, 319];

test("a gap opens a finding about the later bill, and is resolved when the missing bill arrives", async () => {
  const metered = await newMeter("Gap");
  const { member, place, meter } = metered;
  const [first, missing, last] = bills("2024-01-01", [310, 325, 298]);
  assert.ok(first && missing && last);
  const [, later] = await save(metered, [first, last]);
  const [gap, ...others] = await findings(member);
  assert.ok(gap && others.length === 0);
  assert.deepEqual(
    [gap.rule, gap.severity, gap.state, gap.utility_bill_id, gap.utility_meter_id, gap.property_id],
    ["gap", "warning", "open", later, meter.id, place.property_id],
  );
  assert.equal(gap.message, "No bill covers the 30 days from 2024-01-31 to 2024-02-29.");
  assert.deepEqual(gap.figures, { days: 30, first_day: "2024-01-31", last_day: "2024-02-29" });
  assert.deepEqual([gap.start_date, gap.end_date], ["2024-01-31T00:00:00.000Z", "2024-03-01T00:00:00.000Z"]);
  await save(metered, [missing]);
  const [resolved] = await findings(member);
  assert.deepEqual([resolved?.id, resolved?.state], [gap.id, "resolved"]);
  assert.ok(resolved?.resolved_at);
  const closing = await member.send("POST", `/v1/findings/${gap.id}/close`, { note: "too late" });
  assert.equal(closing.statusCode, 409);
  assert.match(closing.body, /resolved: only an open one can be closed/);
});

describe("a closed finding", () => {
  test("stays closed while it says the same, also on a corrected bill, and opens again when its figures change", async () => {
    const metered = await newMeter("Closed");
    const { member } = metered;
    const [first, , last] = bills("2024-01-01", [310, 325, 298]);
    assert.ok(first && last);
    const [, later] = await save(metered, [first, last]);
    const [gap] = await findings(member);
    assert.ok(gap);
    const closed = await member.send("POST", `/v1/findings/${gap.id}/close`, { note: "Being rebuilt." });
    assert.equal(closed.statusCode, 200, closed.body);
    const me = (await member.send("GET", "/v1/me")).json<{ id: number }>();
    assert.deepEqual(
      [closed.json<Shown>().state, closed.json<Shown>().note, closed.json<Shown>().closed_by],
      ["closed", "Being rebuilt.", me.id],
    );
    const edited = await member.send("PATCH", `/v1/utility_bills/${later}`, { account_holder_name: "Sample" });
    assert.equal(edited.statusCode, 200, edited.body);
    await deriveAll(app);
    const [kept] = await findings(member);
    assert.deepEqual([kept?.id, kept?.state], [gap.id, "closed"]);
    assert.equal(kept?.utility_bill_id, edited.json<{ id: number }>().id);

    const reopened = await member.send("POST", `/v1/findings/${gap.id}/reopen`);
    assert.deepEqual([reopened.json<Shown>().state, reopened.json<Shown>().note], ["open", "Being rebuilt."]);
    assert.equal((await member.send("POST", `/v1/findings/${gap.id}/reopen`)).statusCode, 409);
  });

  test("comes back open when it holds again after it was resolved", async () => {
    const metered = await newMeter("Back");
    const { member } = metered;
    const [first, missing, last] = bills("2024-01-01", [310, 325, 298]);
    assert.ok(first && missing && last);
    await save(metered, [first, last]);
    const [gap] = await findings(member);
    assert.ok(gap);
    await member.send("POST", `/v1/findings/${gap.id}/close`, { note: "Known." });
    const [filled] = await save(metered, [missing]);
    assert.equal((await findings(member))[0]?.state, "resolved");
    assert.equal((await member.send("POST", `/v1/utility_bills/${filled}/void`)).statusCode, 200);
    await deriveAll(app);
    const [back, ...others] = await findings(member);
    assert.deepEqual([back?.id, back?.state, back?.closed_by, others.length], [gap.id, "open", null, 0]);
  });
});

test("a rebuild writes the same findings, and a second derivation nothing", async () => {
  const metered = await newMeter("Again");
  const { member, place, meter } = metered;
  await save(metered, bills("2023-01-01", [...LEVEL, 980, 312]));
  const before = await findings(member);
  assert.deepEqual(
    before.map(({ rule }) => rule),
    ["unusual_use"],
  );
  assert.equal(
    before[0]?.message,
    "The use of 32.7 kWh per day is far above the usual 10.3 kWh on the same days a year before.",
  );
  await app.db.transaction().execute((trx) => requestMonths(app, trx, place.company_id, [meter.id]));
  await deriveAll(app);
  await runRebuild(app, { company_id: place.company_id }, new AbortController().signal);
  assert.deepEqual(await findings(member), before);
  await app.db.deleteFrom("findings").where("company_id", "=", place.company_id).execute();
  await runRebuild(app, { company_id: place.company_id }, new AbortController().signal);
  const saying = ({ rule, message, start_date, utility_bill_id }: Shown) => [
    rule,
    message,
    start_date,
    utility_bill_id,
  ];
  assert.deepEqual((await findings(member)).map(saying), before.map(saying));
});

test("lists are filtered by state, rule, severity, property, account, meter and bill", async () => {
  const metered = await newMeter("Filters");
  const { member, place, meter } = metered;
  const [first, , , last] = bills("2024-01-01", [310, 325, 298, 301]);
  assert.ok(first && last);
  const [, later] = await save(metered, [first, last]);
  const own = [
    "state=open",
    "rule=gap",
    "severity=warning",
    `property_id=${place.property_id}`,
    `utility_account_id=${place.utility_account_id}`,
    `utility_meter_id=${meter.id}`,
    `utility_bill_id=${later}`,
    "updated_since=2020-01-01T00:00:00Z",
  ];
  assert.equal((await findings(member, `?${own.join("&")}`)).length, 1);
  const other = ["state=closed", "rule=overlap", "severity=notice", "property_id=999999", "utility_bill_id=999999"];
  for (const query of other) assert.deepEqual(await findings(member, `?${query}`), [], query);
  assert.equal((await member.send("GET", "/v1/findings?rule=none")).statusCode, 400);
});

describe("the rules of a company", () => {
  interface Rule {
    id: string;
    active: boolean;
    thresholds: { name: string; default: number; own: number | null }[];
  }

  test("are listed with defaults, and a change has all bills checked again", async () => {
    const metered = await newMeter("Rules");
    const { member, place } = metered;
    const [first, , last] = bills("2024-01-01", [310, 325, 298]);
    assert.ok(first && last);
    await save(metered, [first, last]);
    const rules = (await member.send("GET", "/v1/finding_rules")).json<Rule[]>();
    const gap = rules.find(({ id }) => id === "gap");
    assert.deepEqual([gap?.active, gap?.thresholds[0]?.default, gap?.thresholds[0]?.own], [true, 2, null]);

    const rebuild = () => runRebuild(app, { company_id: place.company_id }, new AbortController().signal);
    const set = async (edit: object) => {
      const answer = await member.send("PATCH", "/v1/finding_rules", { rules: [edit] });
      assert.equal(answer.statusCode, 200, answer.body);
      const [job] = await app.jobs.claim({ rebuild: 1 });
      assert.equal(job?.payload.company_id, place.company_id);
      await rebuild();
      if (job) await app.jobs.complete(job);
      return answer.json<Rule[]>().find(({ id }) => id === "gap");
    };
    assert.equal((await set({ id: "gap", thresholds: { days: 40 } }))?.thresholds[0]?.own, 40);
    assert.equal((await findings(member))[0]?.state, "resolved");
    assert.equal((await set({ id: "gap", thresholds: { days: null } }))?.thresholds[0]?.own, null);
    assert.equal((await findings(member))[0]?.state, "open");
    assert.equal((await set({ id: "gap", active: false }))?.active, false);
    assert.equal((await findings(member))[0]?.state, "resolved");
  });

  test("are refused with an unknown threshold or a value out of its range", async () => {
    const { member } = await newMeter("Refused rules");
    const edits: [object, RegExp][] = [
      [{ id: "gap", thresholds: { weeks: 1 } }, /no such threshold; it has days/],
      [{ id: "gap", thresholds: { days: 0 } }, /from 1 to 60 days/],
      [{ id: "gap", thresholds: { days: 2.5 } }, /from 1 to 60 days/],
      [{ id: "duplicate", thresholds: { constructor: 1 } }, /it has none/],
    ];
    for (const [edit, detail] of edits) {
      const answer = await member.send("PATCH", "/v1/finding_rules", { rules: [edit] });
      assert.equal(answer.statusCode, 422, answer.body);
      assert.match(answer.body, detail);
    }
    assert.equal((await member.send("PATCH", "/v1/finding_rules", { rules: [{ id: "late" }] })).statusCode, 422);
  });
});

test("a bill that leaves out a meter in service opens a finding of that meter, until a bill has it", async () => {
  const member = await newMember(running, { name: "Missing" });
  const place = await insertPlace(app, member.company_id);
  const kind = (meter_num: string) => insertMeter(app, place, { ...KIND, meter_num });
  const [one, other] = [await kind("A"), await kind("B")];
  const bill = (start: string, end: string, meters: number[]) => summaryBill(place, start, end, meters);
  await bill("2024-01-01", "2024-02-01", [one, other]);
  const second = await bill("2024-02-01", "2024-03-01", [one]);
  await askMonths(place, [one, other]);
  const [missing, ...others] = await findings(member);
  assert.ok(missing && others.length === 0);
  assert.deepEqual([missing.rule, missing.utility_meter_id, missing.utility_bill_id], ["missing_meter", other, second]);
  await bill("2024-02-02", "2024-03-01", [other]);
  await askMonths(place, [one, other]);
  assert.deepEqual(
    (await findings(member)).map(({ rule, state }) => [rule, state]),
    [["missing_meter", "resolved"]],
  );
});

async function askMonths(place: MeteredPlace, meters: number[]): Promise<void> {
  await app.db.transaction().execute((trx) => requestMonths(app, trx, place.company_id, meters));
  await deriveAll(app);
}

/** A bill with a usage for each of several meters. */
function summaryBill(place: MeteredPlace, start: string, end: string, meters: number[]): Promise<number> {
  const line = { start_date: start, end_date: end, line_item_group_id: crypto.randomUUID(), page: null, box: null };
  return app.db.transaction().execute((trx) =>
    insertBill(trx, place.company_id, {
      utility_account_id: place.utility_account_id,
      document_id: null,
      original_utility_bill_id: null,
      origin: "portal",
      identity_key: `${meters.join()} ${start}`,
      content_sha256: Buffer.alloc(32, meters.length),
      invoice_number: null,
      invoice_date: end,
      corrected: false,
      period_start: start,
      period_end: end,
      estimated: false,
      account_holder_name: null,
      amount_due: 10,
      previous_balance: null,
      amount_paid: null,
      archived: false,
      archive_reason: null,
      source_format: null,
      charges: [],
      usages: meters.map((utility_meter_id) => ({
        ...line,
        utility_meter_id,
        amount: 300,
        estimated_meter_read: false,
        description: "Use",
        utility_usage_type: "usage_amount" as const,
        measurement_unit: "kWh",
        kbtus: 1023.6,
        lbs_co2: null,
        co2_factor: null,
        gallons: null,
        supply: false,
      })),
    }),
  );
}

test("bill.flagged names the bills and the findings that opened, once", async () => {
  const metered = await newMeter("Told");
  const { member, place } = metered;
  const receiver = await newReceiver(running, { after }, say(200), {
    company_id: place.company_id,
    event_type: "bill.flagged",
  });
  const [first, , last] = bills("2024-01-01", [310, 325, 298]);
  assert.ok(first && last);
  const [, later] = await save(metered, [first, last]);
  await askMonths(place, [metered.meter.id]);
  const [gap] = await findings(member);
  await notifyOfFlaggedBills(app, 100);
  const sender = startSender(app);
  try {
    await receiver.settled(1);
  } finally {
    await sender.stop(1000);
  }
  const data = receiver.received.map(({ body }) => (JSON.parse(body) as { data: object }).data);
  assert.deepEqual(data, [{ event_type: "bill.flagged", finding_ids: [gap?.id], utility_bill_ids: [later] }]);
});

/** Accruals over the API, from bills: what is unbilled, how its cost is estimated, and what has no estimate. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { newMember, sharedApp } from "../../../test/app.ts";
import { deriveAll, GAS, insertMeter, insertMeterBills, insertPlace, type MeterBill } from "../../../test/derived.ts";
import { Accruals } from "../../records/accrual.ts";
import type { EnergyType } from "../../records/codes.ts";

const opened = await sharedApp();
const { app } = opened;
const member = await newMember(opened, { name: "Accrued" });
const stranger = await newMember(opened, { name: "Stranger" });
const place = await insertPlace(app, member.company_id);

async function insert(energy_type: EnergyType, unit: string, bills: MeterBill[]) {
  const id = await insertMeter(app, place, { energy_type, unit, meter_num: `${energy_type}-1` });
  return { id, bills: await insertMeterBills(app, place, { id, energy_type, unit }, bills) };
}
const bill = (start: string, end: string, amount: number, cost: number): MeterBill => ({
  start,
  end,
  amount,
  costs: { usage_cost: cost * 0.75, tax_cost: cost * 0.25 },
});

const electric = await insert("ELECTRIC", "kWh", [bill("2026-09-16", "2026-10-17", 2480, 310)]);
const gas = await insert("GAS", "therms", [
  bill("2025-09-01", "2025-10-01", 100, 200),
  bill("2025-10-01", "2025-11-01", 155, 310),
  ...Array.from({ length: 11 }, (_, at): MeterBill => {
    const month = (number: number) => new Date(Date.UTC(2025, 10 + number, 1)).toISOString().slice(0, 10);
    return bill(month(at), month(at + 1), 110, at === 10 ? 231 : 220);
  }),
]);
const water = await insert("WATER", "gal", [bill("2026-10-01", "2026-11-01", 3000, 40)]);
const steam = await insert("STEAM", "klb", []);
await deriveAll(app);

const read = async (
  path = `/v1/properties/${place.property_id}/accruals?as_of=2026-10-31`,
  who = member,
): Promise<Accruals> => {
  const answer = await who.send("GET", path);
  assert.equal(answer.statusCode, 200, answer.body);
  return Accruals.strict().parse(answer.json());
};

test("unbilled days are accrued by meter, with the method, the bills and the months", async () => {
  const { accruals, cost, meters, energy_types, accrued_from } = await read();
  assert.deepEqual(meters, { billed: 1, accrued: 2, unknown: 1, ended: 0 });
  assert.equal(cost, 475.5);
  assert.equal(accrued_from, "2025-11-01T00:00:00.000Z");
  assert.deepEqual(energy_types, [
    { energy_type: "ELECTRIC", cost: 150 },
    { energy_type: "GAS", cost: 325.5 },
    { energy_type: "STEAM", cost: null },
    { energy_type: "WATER", cost: 0 },
  ]);
  const [first, second, third] = accruals;
  const { svc_object_type, property_name, acct_num, utility_company_name, ...rest } = first ?? assert.fail();
  assert.ok(
    svc_object_type === "Accrual" && property_name !== null && acct_num !== null && utility_company_name === "Example",
  );
  assert.deepEqual(rest, {
    property_id: place.property_id,
    utility_account_id: place.utility_account_id,
    utility_meter_id: electric.id,
    meter_num: "ELECTRIC-1",
    energy_type: "ELECTRIC",
    cost_center: null,
    gl_account: null,
    start_date: "2026-10-17T00:00:00.000Z",
    end_date: "2026-11-01T00:00:00.000Z",
    unbilled_days: 15,
    cost: 150,
    usage: 1200,
    usage_unit: "kWh",
    method: "last_bill_per_day",
    reason: null,
    price_factor: null,
    basis: [{ utility_bill_id: electric.bills[0], role: "last_bill", days: 31, cost: 310, usage: 2480 }],
    months: [{ effective_month: "2026-10-01T00:00:00.000Z", days: 15, cost: 150 }],
  });
  assert.deepEqual(
    [second?.utility_meter_id, second?.method, second?.cost, second?.usage, second?.price_factor],
    [gas.id, "same_days_year_before", 325.5, 155, 1.05],
  );
  assert.deepEqual(
    [third?.utility_meter_id, third?.cost, third?.reason, third?.unbilled_days],
    [steam.id, null, "no_bill", null],
  );
  assert.ok(!accruals.some(({ utility_meter_id }) => utility_meter_id === water.id));
});

test("of all properties is the same, as JSON and as CSV, and of another company nothing", async () => {
  const own = await read();
  assert.deepEqual(await read("/v1/portfolio/accruals?as_of=2026-10-31"), { ...own, property_id: null });
  assert.deepEqual((await read("/v1/portfolio/accruals?as_of=2026-10-31", stranger)).accruals, []);
  assert.equal((await read("/v1/portfolio/accruals?as_of=2026-10-31", stranger)).cost, 0);
  const file = await member.send("GET", "/v1/portfolio/accruals?as_of=2026-10-31", undefined, { accept: "text/csv" });
  const [header = "", ...lines] = file.body.trimEnd().split("\r\n");
  assert.match(header, /^property_id,property,service,utility,account,meter,first_day,last_day,unbilled_days,cost,/);
  assert.equal(lines.length, own.accruals.length);
  assert.match(
    lines[0] ?? "",
    /,ELECTRIC,Example,[^,]+,ELECTRIC-1,2026-10-17,2026-10-31,15,150,1200,kWh,last_bill_per_day,/,
  );
  assert.match(String(file.headers["content-disposition"]), /accruals-2026-10-31\.csv/);
});

test("an accrual is booked where the charges of its meter are: the meter wins, then the property", async () => {
  await member.send("PATCH", `/v1/properties/${place.property_id}`, { cost_center: "4100", gl_account: "6210" });
  await member.send("PATCH", `/v1/meters/${gas.id}`, { gl_account: "6220" });
  const { accruals } = await read();
  assert.deepEqual(
    accruals.map(({ energy_type, cost_center, gl_account }) => [energy_type, cost_center, gl_account]),
    [
      ["ELECTRIC", "4100", "6210"],
      ["GAS", "4100", "6220"],
      ["STEAM", "4100", "6210"],
    ],
  );
  const file = await member.send("GET", "/v1/portfolio/accruals?as_of=2026-10-31&format=csv");
  assert.ok(file.body.split("\r\n")[2]?.endsWith(",4100,6220"), file.body);
});

test("the day decides: nothing is accrued for days that are billed, and without one it is the end of the last month", async () => {
  const { accruals } = await read(`/v1/properties/${place.property_id}/accruals?as_of=2026-10-16`);
  assert.deepEqual(
    accruals
      .filter(({ cost }) => cost !== null)
      .map(({ utility_meter_id, unbilled_days }) => [utility_meter_id, unbilled_days]),
    [[gas.id, 16]],
  );
  const { as_of } = await read("/v1/portfolio/accruals");
  const today = new Date(app.now());
  assert.equal(as_of, new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 0)).toISOString());
  for (const day of ["2999-01-01", "1970-01-01"])
    assert.equal((await member.send("GET", `/v1/portfolio/accruals?as_of=${day}`)).statusCode, 422);
});

test("of a day years ago, a month without a bill is accrued by the bills of that time", async () => {
  const other = await newMember(opened, { name: "Long" });
  const own = await insertPlace(app, other.company_id);
  const meter = { ...GAS, id: await insertMeter(app, own, GAS) };
  const first = (number: number) => new Date(Date.UTC(2018, number, 1)).toISOString().slice(0, 10);
  // Seven years, without May 2019; 20 more each year.
  const bills = Array.from({ length: 84 }, (_, at) =>
    bill(first(at), first(at + 1), 100, 200 + 20 * Math.floor(at / 12)),
  );
  await insertMeterBills(
    app,
    own,
    meter,
    bills.filter(({ start }) => start !== "2019-05-01"),
  );
  await deriveAll(app);
  const { accruals } = await read("/v1/portfolio/accruals?as_of=2019-06-30", other);
  assert.deepEqual(
    accruals.map(({ start_date, method, price_factor, cost }) => [start_date, method, price_factor, cost]),
    [["2019-05-01T00:00:00.000Z", "same_days_year_before", 1.1, 220]],
  );
});

test("a bill that is voided is accrued again; a closed account accrues nothing", async () => {
  const other = await newMember(opened, { name: "Voids" });
  const own = await insertPlace(app, other.company_id);
  const meter = { energy_type: "ELECTRIC", unit: "kWh" } as const;
  const id = await insertMeter(app, own, meter);
  const bills = await insertMeterBills(app, own, { id, ...meter }, [
    bill("2026-09-01", "2026-10-01", 300, 30),
    bill("2026-10-01", "2026-11-01", 310, 77),
  ]);
  await deriveAll(app);
  const costOf = async () => (await read("/v1/portfolio/accruals?as_of=2026-10-31", other)).cost;
  assert.equal(await costOf(), 0);
  assert.equal((await other.send("POST", `/v1/utility_bills/${bills[1]}/void`)).statusCode, 200);
  await deriveAll(app);
  assert.equal(await costOf(), 31);
  await sql`update utility_accounts set status = 'Inactive' where id = ${own.utility_account_id}`.execute(app.db);
  const { meters, accruals, cost } = await read("/v1/portfolio/accruals?as_of=2026-10-31", other);
  assert.deepEqual([meters.ended, accruals, cost], [1, [], 0]);
  // Without a login its bills are brought by people, and a quarter without one has not passed.
  await sql`update utility_accounts set authorization_id = null where id = ${own.utility_account_id}`.execute(app.db);
  assert.equal(await costOf(), 31);
});

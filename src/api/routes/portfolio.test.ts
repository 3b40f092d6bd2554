/** All properties together: sums of like with like, and the ranking, over the API from bills. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newMember, sharedApp } from "../../../test/app.ts";
import { deriveAll, insertMeter, insertMonthlyBills, insertPlace } from "../../../test/derived.ts";
import { PORTFOLIO_GROUPS, PortfolioMonth } from "../../records/portfolio-month.ts";
import { PortfolioRanking, PortfolioSummary } from "../../records/portfolio.ts";

const opened = await sharedApp();
const { app } = opened;
const member = await newMember(opened, { name: "Portfolio" });

/** A property with an electric meter whose kWh and cost a month are those, before and after January 2025. */
async function insertProperty(
  before: [amount: number, cost: number],
  now: [amount: number, cost: number],
  months = 12,
) {
  const place = await insertPlace(app, member.company_id);
  const id = await insertMeter(app, place, { energy_type: "ELECTRIC", unit: "kWh" });
  const meter = { id, energy_type: "ELECTRIC" as const, unit: "kWh" };
  const bills = { meter, count: 12 };
  await insertMonthlyBills(app, place, { ...bills, first: "2024-01-01", amount: before[0], cost: before[1] });
  await insertMonthlyBills(app, place, {
    ...bills,
    count: months,
    first: "2025-01-01",
    amount: now[0],
    cost: now[1],
  });
  return place.property_id;
}

const risen = await insertProperty([1000, 100], [1000, 150]);
const fallen = await insertProperty([2000, 300], [1500, 240]);
const partial = await insertProperty([500, 50], [500, 90], 10);
await member.send("PATCH", `/v1/properties/${risen}`, { sq_ft: 1000 });
await deriveAll(app);

const summary = async (query: string, who = member): Promise<PortfolioSummary> => {
  const answer = await who.send("GET", `/v1/portfolio/summary?${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return PortfolioSummary.strict().parse(answer.json());
};
const ranking = async (query: string): Promise<PortfolioRanking> => {
  const answer = await member.send("GET", `/v1/portfolio/properties?${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return PortfolioRanking.strict().parse(answer.json());
};

test("the last twelve months are compared with those before, over the properties that are billed for all of them", async () => {
  const { period, against_period, properties, compared, now, against, left_out, energy_types } = await summary("");
  assert.deepEqual(
    [period, against_period],
    [
      { first_month: "2025-01-01T00:00:00.000Z", months: 12 },
      { first_month: "2024-01-01T00:00:00.000Z", months: 12 },
    ],
  );
  assert.deepEqual([properties, compared], [3, 2]);
  const kbtus = (kwh: number) => Math.round(kwh * 3.412 * 1e6) / 1e6;
  assert.deepEqual([now.total_cost, against.total_cost], [12 * 390, 12 * 400]);
  assert.deepEqual([now.kbtus, against.kbtus], [kbtus(12 * 2500), kbtus(12 * 3000)]);
  assert.deepEqual([now.kbtus_per_sq_ft, against.kbtus_per_sq_ft], [kbtus(12), kbtus(12)]);
  assert.ok((now.lbs_co2 ?? 0) > 0);
  assert.deepEqual([now.gallons, left_out.gallons], [null, 0]);
  assert.deepEqual(
    energy_types.map((type) => [type.energy_type, type.now.total_cost]),
    [["ELECTRIC", 12 * 390]],
  );
});

test("properties are ranked by the change of their cost, by cost or by energy per square foot, each with whether it is complete", async () => {
  const rows = async (query: string) =>
    (await ranking(query)).properties.map(({ property_id, change, complete }) => [property_id, change, complete]);
  const all = [
    [risen, 600, true],
    [partial, 300, false],
    [fallen, -720, true],
  ];
  assert.deepEqual(await rows(""), all);
  assert.deepEqual(await rows("order=fall"), all.toReversed());
  assert.deepEqual(
    (await rows("order=cost")).map(([id]) => id),
    [fallen, risen, partial],
  );
  assert.deepEqual((await rows("order=intensity"))[0], all[0]);
  const { total, properties } = await ranking("limit=1");
  assert.deepEqual([total, properties.length, properties[0]?.change_percent], [3, 1, 50]);
});

test("other months are compared on request", async () => {
  const { compared, now, against } = await summary("month=2025-10&months=10");
  assert.deepEqual([compared, now.total_cost, against.total_cost], [3, 4800, 4500]);
  const answer = await member.send("GET", "/v1/portfolio/summary?month=2025-10&against=2025-02");
  assert.equal(answer.statusCode, 422);
});

test("a property with a month of water in an unknown unit is left out of the gallons, and of them alone", async () => {
  const other = await newMember(opened, { name: "Portfolio of water" });
  for (const unit of ["gal", "units"]) {
    const place = await insertPlace(app, other.company_id);
    const meter = {
      id: await insertMeter(app, place, { energy_type: "WATER", unit: "gal" }),
      energy_type: "WATER" as const,
    };
    const bills = { first: "2024-01-01", count: 23, amount: 1000, cost: 10 };
    await insertMonthlyBills(app, place, { ...bills, meter: { ...meter, unit: "gal" } });
    await insertMonthlyBills(app, place, { ...bills, meter: { ...meter, unit }, first: "2025-12-01", count: 1 });
  }
  await deriveAll(app);
  const { compared, now, against, left_out } = await summary("", other);
  assert.deepEqual([compared, now.total_cost, now.gallons, against.gallons], [2, 240, 12_000, 12_000]);
  assert.deepEqual([left_out.total_cost, left_out.gallons], [0, 1]);
  const { properties } = (await other.send("GET", "/v1/portfolio/properties")).json<PortfolioRanking>();
  assert.deepEqual(
    properties.map((property) => property.now.gallons).toSorted((a, b) => Number(a) - Number(b)),
    [null, 12_000],
  );
});

const monthly = async (query: string, who = member) => {
  const answer = await who.send("GET", `/v1/portfolio/monthly?${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<unknown[]>().map((row) => PortfolioMonth.strict().parse(row));
};

test("the months of all properties are sums of what is billed, with how many properties that are", async () => {
  const rows = await monthly("from=2025-10&to=2025-12");
  assert.deepEqual(
    rows.map((row) => [
      row.effective_month.slice(0, 7),
      row.total_cost,
      row.properties,
      row.properties_complete,
      row.complete,
    ]),
    [
      ["2025-10", 480, 3, 3, true],
      // One bill has not arrived.
      ["2025-11", 390, 3, 2, false],
    ],
  );
  assert.deepEqual(
    rows.map(({ left_out }) => left_out.kbtus),
    [0, 1],
  );
  assert.equal((await monthly("")).length, 24);
});

test("each service has its use in its unit, and each property its own months", async () => {
  const [power, ...others] = await monthly("group_by=energy_type&from=2025-03&to=2025-04");
  assert.deepEqual([others, power?.energy_type, power?.property_id], [[], "ELECTRIC", null]);
  assert.deepEqual([power?.usage, power?.usage_unit, power?.kbtus], [3000, "kWh", 10_236]);
  const ofProperties = await monthly("group_by=property&from=2025-10&to=2025-12");
  assert.deepEqual(
    ofProperties.map((row) => [row.property_id, row.effective_month.slice(0, 7), row.total_cost, row.complete]),
    [
      [risen, "2025-10", 150, true],
      [risen, "2025-11", 150, true],
      [fallen, "2025-10", 240, true],
      [fallen, "2025-11", 240, true],
      [partial, "2025-10", 90, true],
    ],
  );
});

test("a page leads to the next, and its cursor is of no other group", async () => {
  const answer = await member.send("GET", "/v1/portfolio/monthly?group_by=property&from=2025-10&limit=4");
  const next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers["link"]))?.[1]?.replace(app.publicUrl, "") ?? "";
  const rest = await member.send("GET", next);
  assert.equal(answer.json<unknown[]>().length + rest.json<unknown[]>().length, 3 + 3 + 1);
  const cursor = new URL(next, app.publicUrl).searchParams.get("cursor");
  assert.equal((await member.send("GET", `/v1/portfolio/monthly?cursor=${cursor}`)).statusCode, 400);
  const [month] = [await member.send("GET", "/v1/portfolio/monthly?limit=1")];
  const other = /cursor=([\w-]+)/.exec(String(month.headers["link"]))?.[1];
  assert.equal((await member.send("GET", `/v1/portfolio/monthly?group_by=property&cursor=${other}`)).statusCode, 400);
  const service = await member.send("GET", "/v1/portfolio/monthly?group_by=energy_type&limit=1");
  const third = /cursor=([\w-]+)/.exec(String(service.headers["link"]))?.[1];
  assert.equal((await member.send("GET", `/v1/portfolio/monthly?cursor=${third}`)).statusCode, 400);
  const mixed = `/v1/portfolio/monthly?group_by=energy_type&cursor=${other}`;
  assert.equal((await member.send("GET", mixed)).statusCode, 400);
});

test("months that do not exist are refused, and a service that has ended is no longer missing", async () => {
  for (const query of ["from=2025-13", "from=2025-02&to=2025-02", "group_by=meter", "updated_since=2025-01-01"])
    assert.notEqual((await member.send("GET", `/v1/portfolio/monthly?${query}`)).statusCode, 200, query);
  const { utility_meters } = (await member.send("GET", `/v1/properties/${partial}`)).json<{
    utility_meters: { id: number }[];
  }>();
  await member.send("PATCH", `/v1/meters/${utility_meters[0]?.id}`, { deactivation_date: "2025-11-01" });
  const [november] = await monthly("from=2025-11&to=2025-12");
  assert.deepEqual([november?.properties, november?.complete, november?.left_out.kbtus], [2, true, 0]);
});

test("a company without bills has an empty answer, and sees nothing of others", async () => {
  const stranger = await newMember(opened, { name: "Empty" });
  const { properties, compared, now } = await summary("", stranger);
  assert.deepEqual([properties, compared, now.total_cost, now.kbtus_per_sq_ft], [0, 0, null, null]);
  for (const group of PORTFOLIO_GROUPS) assert.deepEqual(await monthly(`group_by=${group}`, stranger), []);
});

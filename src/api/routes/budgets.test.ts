/** Budgets over the API: set, proposed, compared with real bills, and sent as a table; each company sees its own. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newMember, sharedApp, type Member } from "../../../test/app.ts";
import { deriveAll, insertMeter, insertMonthlyBills, insertPlace, type MeteredPlace } from "../../../test/derived.ts";
import { until } from "../../../test/callers.ts";
import {
  BudgetImport,
  PortfolioBudget,
  PortfolioBudgetVariance,
  PropertyBudget,
  PropertyBudgetVariance,
  ProposedBudget,
} from "../../records/budget.ts";

const opened = await sharedApp();
const { app } = opened;
const member = await newMember(opened, { name: "Budgeted" });
const viewer = await newMember(opened, { name: "Viewer", colleagueOf: member, company_role: "viewer" });
const stranger = await newMember(opened, { name: "Stranger" });

/** Electricity of a price per month through 2025 and so many months of 2026. */
async function insertProperty(cost: number, months2026: number): Promise<MeteredPlace> {
  const place = await insertPlace(app, member.company_id);
  const meter = { energy_type: "ELECTRIC", unit: "kWh" } as const;
  const id = await insertMeter(app, place, meter);
  await insertMonthlyBills(app, place, {
    meter: { ...meter, id },
    first: "2025-01-01",
    count: 12 + months2026,
    amount: 1000,
    cost,
  });
  return place;
}
const office = await insertProperty(100, 3);
const depot = await insertProperty(50, 4);
await insertPlace(app, member.company_id);
await deriveAll(app);

const year = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, "0")}`);
const amounts = (amount: number | null, energy_type: string | null = "ELECTRIC") =>
  year.map((effective_month) => ({ energy_type, effective_month, amount }));
const set = (of: MeteredPlace, body: unknown, who: Member = member) =>
  who.send("PUT", `/v1/properties/${of.property_id}/budget`, body);
const budgetOf = async (of: MeteredPlace, query = "from=2026-01"): Promise<PropertyBudget> => {
  const answer = await member.send("GET", `/v1/properties/${of.property_id}/budget?${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return PropertyBudget.strict().parse(answer.json());
};
const variance = async (of: MeteredPlace, query: string): Promise<PropertyBudgetVariance> => {
  const answer = await member.send("GET", `/v1/properties/${of.property_id}/budget_variance?${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return PropertyBudgetVariance.strict().parse(answer.json());
};
const feed = async () =>
  (await member.send("GET", "/v1/changes?limit=1000"))
    .json<{ changes: { event_type: string; svc_object_type: string; record_id: number }[] }>()
    .changes.filter(({ event_type }) => event_type === "budget.updated");

describe("the amounts of a budget", () => {
  test("replace those of their months, null removes, and others stay", async () => {
    const answer = await set(office, { amounts: amounts(90) });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(PropertyBudget.strict().parse(answer.json()).amounts.length, 12);
    await set(office, {
      amounts: [
        { energy_type: "ELECTRIC", effective_month: "2026-02", amount: 95.55 },
        { energy_type: "ELECTRIC", effective_month: "2026-12-01", amount: null },
        { energy_type: null, effective_month: "2026-01", amount: 120 },
      ],
    });
    const { from, to, amounts: now } = await budgetOf(office);
    assert.deepEqual([from, to], ["2026-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"]);
    assert.deepEqual(
      now
        .slice(0, 3)
        .map(({ energy_type, effective_month, amount }) => [energy_type, effective_month.slice(0, 7), amount]),
      [
        [null, "2026-01", 120],
        ["ELECTRIC", "2026-01", 90],
        ["ELECTRIC", "2026-02", 95.55],
      ],
    );
    assert.equal(now.length, 12);
    assert.equal((await budgetOf(office, "from=2026-02&to=2026-03")).amounts.length, 1);
    await set(office, { amounts: [...amounts(90), { energy_type: null, effective_month: "2026-01", amount: null }] });
  });

  test("are in the change feed by the id of the property, and only when they differ", async () => {
    await set(office, { amounts: amounts(90) });
    await set(office, { amounts: amounts(91) });
    await set(office, { amounts: amounts(90) });
    // A change is in the feed once no older transaction is open, also of other databases: three of above, and two here.
    const changes = await until("the changes", async () => {
      const found = await feed();
      return found.length < 5 ? null : found;
    });
    assert.equal(changes.length, 5);
    const { svc_object_type, record_id } = changes.at(-1) ?? assert.fail();
    assert.deepEqual([svc_object_type, record_id], ["PropertyBudget", office.property_id]);
  });

  test("are refused when they are no amounts of months, and of another company unknown", async () => {
    const one = { energy_type: "ELECTRIC", effective_month: "2026-01", amount: 1 };
    for (const wrong of [
      {},
      { amounts: [] },
      { amounts: [one, one] },
      { amounts: [{ ...one, amount: 1.005 }] },
      { amounts: [{ ...one, amount: "1" }] },
      { amounts: [{ ...one, amount: 1e13 }] },
      { amounts: [{ ...one, effective_month: "2026-01-15" }] },
      { amounts: [{ ...one, effective_month: "1900-01" }] },
      { amounts: [{ ...one, energy_type: "HEAT" }] },
      { amounts: [{ ...one, note: "x" }] },
      { amounts: Array.from({ length: 1201 }, (_, at) => ({ ...one, effective_month: `${1990 + (at % 80)}-01` })) },
    ])
      assert.equal((await set(office, wrong)).statusCode, 422, JSON.stringify(wrong).slice(0, 100));
    assert.equal((await set(office, { amounts: [one] }, stranger)).statusCode, 404);
    assert.equal((await set(office, { amounts: [one] }, viewer)).statusCode, 403);
    for (const path of ["budget", "budget/proposal", "budget_variance", "accruals"])
      assert.equal((await stranger.send("GET", `/v1/properties/${office.property_id}/${path}`)).statusCode, 404, path);
    assert.equal(
      (await member.send("GET", `/v1/properties/${office.property_id}/budget?from=2020-01&to=2026-01`)).statusCode,
      422,
    );
  });

  test("are of the fiscal year of the company without a range", async () => {
    await member.send("PATCH", "/v1/company", { fiscal_year_start: 7 });
    assert.match((await budgetOf(office, "to=2026-09")).from, /^2026-07/);
    assert.match((await budgetOf(office, "to=2026-07")).from, /^2025-07/);
    await member.send("PATCH", "/v1/company", { fiscal_year_start: 1 });
    assert.match((await budgetOf(office, "")).from, /-01-01T/);
  });
});

test("a proposal is what the months before cost, changed by a percentage, and saves nothing", async () => {
  const path = `/v1/properties/${office.property_id}/budget/proposal?from=2027-01&percent=2.5`;
  const answer = await viewer.send("GET", path);
  const { amounts: proposed, percent } = ProposedBudget.strict().parse(answer.json());
  assert.deepEqual([proposed.length, percent], [12, 2.5]);
  assert.deepEqual(
    [proposed[0], proposed[11]].map((each) => [each?.amount, each?.basis_month?.slice(0, 7), each?.basis_cost]),
    [
      [102.5, "2026-01", 100],
      [102.5, "2025-12", 100],
    ],
  );
  const whole = (await member.send("GET", `${path}&by=property`)).json<ProposedBudget>();
  assert.equal(whole.amounts[0]?.energy_type, null);
  assert.equal((await budgetOf(office, "from=2027-01")).amounts.length, 0);
  for (const wrong of ["percent=x", "percent=-101", "percent=1.005", "by=meter"])
    assert.equal((await member.send("GET", `${path.split("?")[0]}?${wrong}`)).statusCode, 400, wrong);
});

describe("budget against actual", () => {
  test("of a property has what is billed, what is accrued and what is still budgeted", async () => {
    const { sums, months, as_of, meters_unknown } = await variance(office, "from=2026-01&as_of=2026-04-30");
    assert.deepEqual([as_of, meters_unknown], ["2026-04-30T00:00:00.000Z", 0]);
    assert.deepEqual(sums[0], {
      energy_type: null,
      months: 4,
      incomplete_months: 0,
      to_date: { budget: 360, actual: 300, accrued: 100, difference: 40, share: 0.111111 },
      total: { budget: 1080, forecast: 1120, difference: 40, share: 0.037037 },
    });
    const april = months.find(
      ({ energy_type, effective_month }) => energy_type === "ELECTRIC" && effective_month.startsWith("2026-04"),
    );
    assert.deepEqual(
      [april?.actual, april?.accrued, april?.forecast, april?.complete, april?.ended],
      [null, 100, 100, false, true],
    );
    const may = months.find(({ effective_month }) => effective_month.startsWith("2026-05"));
    assert.deepEqual([may?.actual, may?.accrued, may?.forecast, may?.difference], [null, null, 90, null]);
  });

  test("of all properties has the properties with a budget, and is the sum of theirs", async () => {
    await set(depot, { amounts: amounts(60, null) });
    const answer = await viewer.send("GET", "/v1/portfolio/budget_variance?from=2026-01&as_of=2026-04-30");
    const all = PortfolioBudgetVariance.strict().parse(answer.json());
    assert.deepEqual([all.properties_total, all.properties_budgeted], [3, 2]);
    assert.deepEqual(all.sums[0]?.to_date, { budget: 600, actual: 500, accrued: 100, difference: 0, share: 0 });
    assert.deepEqual(
      all.properties.map(({ property_id, to_date, total }) => [property_id, to_date.difference, total.forecast]),
      [
        [office.property_id, 40, 1120],
        [depot.property_id, -40, 680],
      ],
    );
    const none = await stranger.send("GET", "/v1/portfolio/budget_variance?from=2026-01");
    assert.deepEqual(none.json<PortfolioBudgetVariance>().sums, []);
  });

  test("an accrual goes, and the month becomes actual, when its bill arrives", async () => {
    const place = await insertProperty(100, 3);
    await set(place, { amounts: amounts(90) });
    await deriveAll(app);
    const april = async () =>
      (await variance(place, "from=2026-01&as_of=2026-04-30")).months.find(({ effective_month }) =>
        effective_month.startsWith("2026-04"),
      );
    assert.equal((await april())?.accrued, 100);
    const [meter] = (await member.send("GET", `/v1/properties/${place.property_id}`)).json<{
      utility_meters: { id: number }[];
    }>().utility_meters;
    await insertMonthlyBills(app, place, {
      meter: { id: meter?.id ?? 0, energy_type: "ELECTRIC", unit: "kWh" },
      first: "2026-04-01",
      count: 1,
      amount: 1000,
      cost: 117.17,
    });
    await deriveAll(app);
    const now = await april();
    assert.deepEqual([now?.actual, now?.accrued, now?.difference, now?.complete], [117.17, 0, 27.17, true]);
  });

  test("refuses too many months and days that are no days", async () => {
    for (const query of ["from=2020-01&to=2026-01", "as_of=2999-01-01"])
      for (const path of [`properties/${office.property_id}`, "portfolio"])
        assert.equal((await member.send("GET", `/v1/${path}/budget_variance?${query}`)).statusCode, 422, query);
    assert.equal((await member.send("GET", "/v1/portfolio/budget_variance?as_of=2026-02-30")).statusCode, 400);
  });
});

describe("the table of budgets", () => {
  const put = (text: string, who: Member = member) =>
    who.send("PUT", "/v1/portfolio/budget", text, { "content-type": "text/csv" });
  const get = (who: Member = member) => who.send("GET", "/v1/portfolio/budget?from=2028-01&to=2028-04&format=csv");

  test("has a line for each property and service, and comes back as it was filled in", async () => {
    const empty = await get();
    assert.match(String(empty.headers["content-type"]), /^text\/csv/);
    assert.match(String(empty.headers["content-disposition"]), /budget\.csv/);
    const [header, first = "", ...others] = empty.body.trimEnd().split("\r\n");
    assert.equal(header, "property_id,property,service,2028-01,2028-02,2028-03");
    assert.ok(first.startsWith(`${office.property_id},`) && first.endsWith(",ELECTRIC,,,"), first);
    assert.ok(others.some((line) => line.endsWith(",all,,,")));
    const filled = empty.body.replace(",ELECTRIC,,,", ',ELECTRIC,1250.5,,"1,300"');
    const answer = await put(filled);
    assert.deepEqual(BudgetImport.strict().parse(answer.json()), {
      svc_object_type: "BudgetImport",
      properties: 1,
      amounts_set: 2,
      amounts_removed: 0,
      amounts_same: 0,
    });
    assert.equal((await get()).body, empty.body.replace(",ELECTRIC,,,", ",ELECTRIC,1250.5,,1300"));
    assert.equal((await put(filled)).json<BudgetImport>().amounts_same, 2);
    assert.equal((await put(empty.body)).json<BudgetImport>().amounts_removed, 2);
  });

  test("may have semicolons and decimal commas", async () => {
    const answer = await put(`property_id;service;ene-28\r\n${office.property_id};Electricity;1250,50\r\n`);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal((await budgetOf(office, "from=2028-01&to=2028-02")).amounts[0]?.amount, 1250.5);
  });

  test("saves nothing with a mistake, and names the line and the column of each", async () => {
    const before = (await get()).body;
    const answer = await put(
      `property_id,service,2028-01\r\n${office.property_id},ELECTRIC,7\r\n${office.property_id},GAS,many\r\n`,
    );
    assert.equal(answer.statusCode, 422);
    assert.deepEqual(answer.json<{ errors: unknown[] }>().errors, [
      {
        pointer: "/3/2028-01",
        detail: "Line 3, 2028-01: This must be an amount with at most two decimals, such as 1250.00, or empty.",
      },
    ]);
    const foreign = await put(`property_id,service,2028-01\r\n${office.property_id},ELECTRIC,7\r\n`, stranger);
    assert.equal(foreign.statusCode, 422);
    assert.match(foreign.body, new RegExp(`Line 2, property_id: Your company has no property ${office.property_id}`));
    for (const wrong of ["hello", 'property_id,service,2028-01\r\n"open', "\r\n"])
      assert.equal((await put(wrong)).statusCode, 422, wrong);
    assert.equal((await put("", member)).statusCode, 422);
    assert.equal((await member.send("PUT", "/v1/portfolio/budget", { a: 1 })).statusCode, 415);
    assert.equal((await put(before, viewer)).statusCode, 403);
    assert.equal((await put("x".repeat(5 * 1024 * 1024 + 1))).statusCode, 413);
    assert.equal((await get()).body, before);
  });

  test("is JSON by default, with every property", async () => {
    const answer = await member.send("GET", "/v1/portfolio/budget?from=2026-01");
    const { properties } = PortfolioBudget.strict().parse(answer.json());
    assert.equal(properties.find(({ property_id }) => property_id === depot.property_id)?.amounts.length, 12);
    assert.ok(properties.some(({ amounts: own }) => own.length === 0));
    assert.deepEqual((await stranger.send("GET", "/v1/portfolio/budget")).json<PortfolioBudget>().properties, []);
    const refused = await member.send("GET", "/v1/portfolio/budget", undefined, { accept: "image/png" });
    assert.equal(refused.statusCode, 406);
  });
});

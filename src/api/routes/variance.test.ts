/** Why a property cost more: over the API, from bills to the parts of the change. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newMember, sharedApp } from "../../../test/app.ts";
import { deriveAll, insertMeter, insertMeterBills, insertPlace, type MeterBill } from "../../../test/derived.ts";
import { sql } from "kysely";
import { monthFromNumber, monthNumber, nextMonth } from "../../domain/calendar.ts";
import type { Month } from "../../records/scalars.ts";
import { PropertyVariance } from "../../records/variance.ts";

const opened = await sharedApp();
const { app } = opened;
const member = await newMember(opened, { name: "Compared" });
const place = await insertPlace(app, member.company_id);
const path = `/v1/properties/${place.property_id}/variance`;

const ask = (query: string) => member.send("GET", `${path}?${query}`);
const read = async (query: string): Promise<PropertyVariance> => {
  const answer = await ask(query);
  assert.equal(answer.statusCode, 200, answer.body);
  return PropertyVariance.strict().parse(answer.json());
};

const monthly = (month: string, bill: Omit<MeterBill, "start" | "end">): MeterBill => ({
  start: `${month}-01`,
  end: nextMonth(`${month}-01`),
  ...bill,
});
const NONE = { days: 0, weather: 0, use: 0, demand: 0, price: 0, fixed: 0, taxes: 0, other: 0, meters: 0 };

test("without a bill there is nothing to compare, and nothing is said to be 0", async () => {
  const { cost, cost_against, change, meters, period } = await read("");
  assert.deepEqual([cost, cost_against, change, meters, period.month_complete], [null, null, 0, [], false]);
});

test("the parts sum to the change of the property's months, for the property, each service and each meter", async () => {
  const electric = await insertMeter(app, place, { energy_type: "ELECTRIC", unit: "kWh" });
  const gas = await insertMeter(app, place, { energy_type: "GAS", unit: "therms" });
  const power = { id: electric, energy_type: "ELECTRIC" as const, unit: "kWh" };
  await insertMeterBills(app, place, power, [
    monthly("2024-02", { amount: 2900, costs: { usage_cost: 290, service_cost: 15 } }),
    monthly("2025-02", { amount: 2800, demand: 40, costs: { usage_cost: 308, service_cost: 15, tax_cost: 1.01 } }),
  ]);
  const heat = { id: gas, energy_type: "GAS" as const, unit: "therms" };
  await insertMeterBills(app, place, heat, [monthly("2025-02", { amount: 100, costs: { usage_cost: 120 } })]);
  await deriveAll(app);

  const { period, against, meters, energy_types, ...whole } = await read("");
  assert.deepEqual(
    [period, against],
    [
      { first_month: "2025-02-01T00:00:00.000Z", months: 1, month_complete: true },
      // Before its first bill nothing is known of the gas.
      { first_month: "2024-02-01T00:00:00.000Z", months: 1, month_complete: false },
    ],
  );
  // 28 days at 100 kWh a day and 0.11 a kWh, after 29 days at 100 kWh and 0.10.
  const ofPower = { ...NONE, days: -10, price: 28, taxes: 1.01 };
  assert.deepEqual(whole, {
    svc_object_type: "PropertyVariance",
    property_id: place.property_id,
    cost: 444.01,
    cost_against: 305,
    change: 139.01,
    parts: { ...ofPower, meters: 120 },
  });
  const [first, second] = meters;
  assert.deepEqual([first?.utility_meter_id, first?.parts, first?.weather_model], [electric, ofPower, null]);
  assert.deepEqual([second?.utility_meter_id, second?.cost, second?.cost_against], [gas, 120, null]);
  assert.deepEqual(
    energy_types.map(({ energy_type, change }) => [energy_type, change]),
    [
      ["ELECTRIC", 19.01],
      ["GAS", 120],
    ],
  );
  const months = (await member.send("GET", `/v1/properties/${place.property_id}/monthly`)).json<{
    property_aggregated_monthly_data: { effective_month: string; total_cost: number }[];
  }>().property_aggregated_monthly_data;
  const costOf = (month: string) => months.find((one) => one.effective_month.startsWith(month))?.total_cost;
  assert.deepEqual([costOf("2025-02"), costOf("2024-02")], [444.01, 305]);
});

test("spans of months are compared, and what is not billed whole is said", async () => {
  const { period, against, parts, change } = await read("month=2025-02&months=12");
  assert.deepEqual(
    [period, against],
    [
      { first_month: "2024-03-01T00:00:00.000Z", months: 12, month_complete: false },
      { first_month: "2023-03-01T00:00:00.000Z", months: 12, month_complete: false },
    ],
  );
  assert.equal(change, 139.01);
  assert.deepEqual(parts, { ...NONE, days: -10, price: 28, taxes: 1.01, meters: 120 });
  assert.deepEqual((await read("month=2025-03&against=2025-02")).parts, { ...NONE, meters: -444.01 });
});

test("a meter whose bills have use and no charge has an unknown cost, which is not 0", async () => {
  const uncharged = await insertPlace(app, member.company_id);
  const id = await insertMeter(app, uncharged, { energy_type: "ELECTRIC", unit: "kWh" });
  await insertMeterBills(app, uncharged, { id, energy_type: "ELECTRIC", unit: "kWh" }, [
    monthly("2024-02", { amount: 2900, costs: {} }),
    monthly("2025-02", { amount: 2800, costs: { usage_cost: 308 } }),
  ]);
  await deriveAll(app);
  const answer = await member.send("GET", `/v1/properties/${uncharged.property_id}/variance?month=2025-02`);
  const { cost, cost_against, change, parts } = answer.json<PropertyVariance>();
  assert.deepEqual([cost, cost_against, change], [308, null, 308]);
  assert.deepEqual(parts, { ...NONE, meters: 308 });
});

test("the weather of a model is that of the property's station, and its months are the complete ones before the period", async () => {
  const heated = await insertPlace(app, member.company_id);
  const gas = await insertMeter(app, heated, { energy_type: "GAS", unit: "therms" });
  const first = monthNumber("2021-01-01");
  const months = Array.from({ length: 38 }, (_, at) => monthFromNumber(first + at));
  /** None in summer, and in February 2024 a hundred more than the year before. */
  const heatingOf = (month: Month) => ({ "01": 600, "02": 500, "12": 550 })[month.slice(5, 7)] ?? 0;
  const degrees = (month: Month) => heatingOf(month) + (month === "2024-02-01" ? 100 : 0);
  // Ten therms in any month, and one for ten degree days, at two dollars each.
  const use = (month: Month) => 10 + degrees(month) / 10;
  await sql`insert into weather_stations (alpha_id, name) values ('VARIANCE', 'Station')`.execute(app.db);
  for (const month of months)
    await sql`insert into degree_days (weather_station_alpha_id, effective_month, heating_degree_days, cooling_degree_days, days_present, month_complete)
      values ('VARIANCE', ${month}, ${degrees(month)}, 0, 28, true)`.execute(app.db);
  await sql`update properties set weather_station_alpha_id = 'VARIANCE' where id = ${heated.property_id}`.execute(
    app.db,
  );
  const bills = months
    // A month without a bill is not in the model.
    .filter((month) => month !== "2022-07-01")
    .map((month) => monthly(month.slice(0, 7), { amount: use(month), costs: { usage_cost: 2 * use(month) } }));
  await insertMeterBills(app, heated, { id: gas, energy_type: "GAS", unit: "therms" }, bills);
  await deriveAll(app);
  const answer = await member.send("GET", `/v1/properties/${heated.property_id}/variance?month=2024-02`);
  const { meters, change, parts } = PropertyVariance.parse(answer.json());
  assert.equal(change, 20);
  // February 2024 has a day more.
  assert.ok(parts.weather > 15 && parts.weather < 20 && parts.days > 0 && parts.days < 5, JSON.stringify(parts));
  const kbtuOfTherm = 100;
  const slope = meters[0]?.weather_model?.per_heating_degree_day ?? 0;
  assert.ok(Math.abs(slope - kbtuOfTherm / 10) < 0.5, String(slope));
});

test("a use whose unit is unknown is no use of 0: the change of its charges counts as use", async () => {
  const site = await insertPlace(app, member.company_id);
  const meter = await insertMeter(app, site, { energy_type: "ELECTRIC", unit: "pulses" });
  await insertMeterBills(app, site, { id: meter, energy_type: "ELECTRIC", unit: "pulses" }, [
    monthly("2024-02", { amount: 2900, costs: { usage_cost: 290 } }),
    monthly("2025-02", { amount: 2900, costs: { usage_cost: 300 } }),
  ]);
  await deriveAll(app);
  const answer = await member.send("GET", `/v1/properties/${site.property_id}/variance?month=2025-02`);
  assert.deepEqual(PropertyVariance.parse(answer.json()).parts, { ...NONE, use: 10 });
});

test("months that overlap, and no months, are refused with the field", async () => {
  for (const [query, pointer] of [
    ["month=2025-02&against=2025-02", "against"],
    ["month=2025-02&against=2024-06&months=12", "against"],
    ["months=13", "months"],
    ["month=2025-13", "month"],
  ] as const) {
    const answer = await ask(query);
    assert.ok([400, 422].includes(answer.statusCode), `${query}: ${answer.body}`);
    assert.ok(
      answer.json<{ errors: { pointer: string }[] }>().errors.some((each) => each.pointer === pointer),
      answer.body,
    );
  }
});

test("the property of another company is not found", async () => {
  const stranger = await newMember(opened, { name: "Stranger" });
  assert.equal((await stranger.send("GET", path)).statusCode, 404);
});

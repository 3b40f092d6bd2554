/** Energy signatures over the API, from bills and temperatures. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { newMember, sharedApp } from "../../../test/app.ts";
import { deriveAll, insertMeter, insertMeterBills, insertPlace, type MeterBill } from "../../../test/derived.ts";
import { daysInMonth, monthFromNumber, monthNumber, nextMonth } from "../../domain/calendar.ts";
import { EnergySignature } from "../../records/signature.ts";
import { replaceTemperatures } from "../../store/weather/weather.ts";

const opened = await sharedApp();
const { app } = opened;
const member = await newMember(opened, { name: "Signature" });
const place = await insertPlace(app, member.company_id);
const property = `/v1/properties/${place.property_id}/signature`;

const read = async (path: string): Promise<EnergySignature> => {
  const answer = await member.send("GET", path);
  assert.equal(answer.statusCode, 200, answer.body);
  return EnergySignature.strict().parse(answer.json());
};

const MONTHS = Array.from({ length: 30 }, (_, index) => monthFromNumber(monthNumber("2023-01-01") + index));
/** Cold in winter, warm in summer; each day of a month has the same temperature. */
const meanOf = (month: string) => 30 + 10 * Math.abs(6 - ((monthNumber(month) + 5) % 12));

const meter = await insertMeter(app, place, { energy_type: "ELECTRIC", unit: "kWh" });
const power = { id: meter, energy_type: "ELECTRIC" as const, unit: "kWh" };
// 100 kWh a day, and 5 for each degree above 60 °F.
const perDay = (month: string) => 100 + 5 * Math.max(0, meanOf(month) - 60);
const bills = MONTHS.map((month): MeterBill => ({
  start: month,
  end: nextMonth(month),
  amount: perDay(month) * daysInMonth(month),
  costs: { usage_cost: 100 },
}));
await insertMeterBills(app, place, power, bills);
await deriveAll(app);

test("without a weather station there are points and no model", async () => {
  const { points, model, reason, reason_sentence, facts, line, usage_unit, typical_weather_years } = await read(
    `/v1/meters/${meter}/signature`,
  );
  assert.deepEqual([typical_weather_years, points[0]?.usage_in_typical_weather], [null, null]);
  assert.deepEqual([points.length, model, facts, line, usage_unit], [24, null, null, [], "kWh"]);
  assert.deepEqual([reason, reason_sentence], ["no_weather_station", "The property has no weather station."]);
  assert.deepEqual(points[0]?.usage_per_day, perDay("2023-07-01"));
});

test("with temperatures it has the change point, the base load, the shares and the line", async () => {
  await sql`insert into weather_stations (alpha_id, name) values ('KSIG', 'Signature')`.execute(app.db);
  await sql`update properties set weather_station_alpha_id = 'KSIG' where id = ${place.property_id}`.execute(app.db);
  const days = MONTHS.flatMap((month) =>
    Array.from({ length: daysInMonth(month) }, (_, index) => ({
      day: `${month.slice(0, 8)}${String(index + 1).padStart(2, "0")}`,
      high_f: meanOf(month) + 5,
      low_f: meanOf(month) - 5,
    })),
  );
  await app.db.transaction().execute((trx) => replaceTemperatures(trx, "KSIG", days, "test"));
  const found = await read(`/v1/meters/${meter}/signature`);
  const { model, facts, line, points } = found;
  assert.ok(model && facts);
  assert.deepEqual([model.type, model.cooling_balance_f, model.heating_balance_f], ["cdd_only", 60, null]);
  assert.deepEqual([model.base_per_day, model.per_cooling_degree_day, model.r2, model.months], [100, 5, 1, 24]);
  assert.equal(facts.base_load_per_month, 3043.75);
  const sum = (of: (month: string) => number) =>
    MONTHS.slice(6).reduce((total, month) => total + of(month) * daysInMonth(month), 0);
  assert.equal(facts.base_share, Math.round((1e6 * sum(() => 100)) / sum(perDay)) / 1e6);
  assert.deepEqual([facts.heating_share, found.reason, found.reason_sentence], [0, null, null]);
  assert.deepEqual(line, [
    { temperature_f: 30, usage_per_day: 100 },
    { temperature_f: 60, usage_per_day: 100 },
    { temperature_f: 90, usage_per_day: 250 },
  ]);
  assert.deepEqual(points[0]?.mean_temperature_f, meanOf("2023-07-01"));
  assert.deepEqual(points[0]?.modelled_per_day, perDay("2023-07-01"));
  // Each year has the same weather, so that typical weather changes nothing.
  assert.equal(found.typical_weather_years, 2);
  assert.deepEqual(
    points.map(({ usage_in_typical_weather: use, cost_in_typical_weather: cost }) => [use, cost]),
    points.map(({ usage }) => [usage, 100]),
  );
  assert.deepEqual(await read(property), await read(`${property}?energy_type=ELECTRIC`));
  const { utility_meter_id, ...ofProperty } = await read(`${property}?energy_type=ELECTRIC`);
  assert.deepEqual({ ...ofProperty, utility_meter_id: meter }, found);
  assert.equal(utility_meter_id, null);
});

test("a range says which months, and too few of them have no model", async () => {
  const { points, reason, reason_sentence } = await read(`/v1/meters/${meter}/signature?from=2023-01&to=2023-09`);
  assert.deepEqual([points.length, reason], [8, "too_few_months"]);
  assert.equal(reason_sentence, "8 months of 8 are complete, 8 of them with use and temperatures; a model needs 12.");
  assert.equal((await read(`/v1/meters/${meter}/signature?from=2023-01`)).points.length, 30);
  assert.deepEqual((await read(`${property}?energy_type=GAS`)).points, []);
});

test("other parameters are refused, and another company's records are not found", async () => {
  const statusOf = async (path: string, who = member) => (await who.send("GET", path)).statusCode;
  assert.equal(await statusOf(`${property}?energy_type=COAL`), 400);
  assert.equal(await statusOf(`/v1/meters/${meter}/signature?from=2023-02&to=2023-01`), 400);
  const stranger = await newMember(opened, { name: "Stranger" });
  assert.equal(await statusOf(`/v1/meters/${meter}/signature`, stranger), 404);
  assert.equal(await statusOf(`${property}?energy_type=ELECTRIC`, stranger), 404);
});

test("more than 60 months are refused, never cut", async () => {
  const old = await insertMeter(app, place, { energy_type: "ELECTRIC", unit: "kWh", meter_num: "OLD" });
  const first: MeterBill = { start: "2015-01-01", end: "2015-02-01", amount: 1, costs: {} };
  const last: MeterBill = { ...first, start: "2021-01-01", end: "2021-02-01" };
  await insertMeterBills(app, place, { ...power, id: old }, [first, last]);
  await deriveAll(app);
  assert.equal((await member.send("GET", `/v1/meters/${old}/signature?from=2015-01`)).statusCode, 422);
  assert.equal((await read(`/v1/meters/${old}/signature`)).points.length, 24);
});

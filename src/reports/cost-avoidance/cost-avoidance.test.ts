import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertMeter, insertMonthlyBills, insertPlace, deriveAll, type MeteredPlace } from "../../../test/derived.ts";
import { addDays, daysInMonth, monthFromNumber, monthNumber } from "../../domain/calendar.ts";
import type { DayTemperature } from "../../records/weather.ts";
import type { ReportType } from "../../records/report.ts";
import { replaceTemperatures } from "../../store/weather/weather.ts";
import { upsertStations } from "../../store/weather/weather-stations.ts";
import { openReport } from "../open-report.ts";

const opened = await sharedApp();
const { app } = opened;
const STATION = "TEST";

/** Three years of whole degrees, cold in January. */
const WEATHER: DayTemperature[] = Array.from({ length: 3 * 365 }, (_, index) => {
  const mean = Math.round(55 - 25 * Math.cos(((index - 14) / 365.25) * 2 * Math.PI) + 6 * Math.sin(index * 1.7));
  return { day: addDays("2022-01-01", index), high_f: mean + 7, low_f: mean - 7 };
});

await app.db.transaction().execute(async (trx) => {
  const place = { latitude: null, longitude: null, time_zone: null, ghcn_id: null };
  await upsertStations(trx, [{ alpha_id: STATION, name: "A station", ...place }], "list");
  await replaceTemperatures(trx, STATION, WEATHER, "test");
});

const meanOf = ({ high_f, low_f }: DayTemperature) => (high_f + low_f) / 2;
const ofMonth = (month: string) => WEATHER.filter(({ day }) => day.slice(0, 7) === month.slice(0, 7));
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
/** 20 per day, 2 for each degree below 58, 3 for each above 68. */
const powerOf = (month: string) =>
  20 * daysInMonth(month) +
  sum(ofMonth(month).map((day) => 2 * Math.max(0, 58 - meanOf(day)) + 3 * Math.max(0, meanOf(day) - 68)));
/** 1 per day, and a half for each degree below 62. */
const gasOf = (month: string) =>
  daysInMonth(month) + sum(ofMonth(month).map((day) => 0.5 * Math.max(0, 62 - meanOf(day))));

const ELECTRIC = { energy_type: "ELECTRIC", unit: "kWh" } as const;
const GAS = { energy_type: "GAS", unit: "therms" } as const;
const WATER = { energy_type: "WATER", unit: "kgal" } as const;

interface Billed {
  meter: { energy_type: "ELECTRIC" | "GAS" | "WATER"; unit: string; association_type?: "SUPPLY" | "DISTRIBUTION" };
  use: (month: string) => number;
  price: number;
  /** Share of the use, from 2023 on. */
  share?: number;
}

/** A meter with bills for the calendar months of 2022 and 2023; returns its id and those of its bills. */
async function billMeter(place: MeteredPlace, { meter, use, price, share = 0.8 }: Billed) {
  const id = await insertMeter(app, place, meter);
  const bills: number[] = [];
  for (let month = monthNumber("2022-01-01"); month < monthNumber("2024-01-01"); month++) {
    const first = monthFromNumber(month);
    const amount = Math.round(use(first) * (first < "2023-01-01" ? 1 : share) * 1000) / 1000;
    const cost = Math.round(amount * price * 100) / 100;
    bills.push(...(await insertMonthlyBills(app, place, { meter: { ...meter, id }, first, count: 1, amount, cost })));
  }
  return { id, bills };
}

async function newPlace(weather: string | null = STATION) {
  const member = await newMember(opened, { name: "Saves" });
  const place = await insertPlace(app, member.company_id);
  await member.send("PATCH", `/v1/properties/${place.property_id}`, { weather_station_alpha_id: weather });
  return { member, place };
}

async function report(place: MeteredPlace, report_type: ReportType, range = {}) {
  const { company_id, property_id } = place;
  const table = await openReport(app, { company_id, property_id, report_type, range, language: "en" });
  if (table === undefined) return undefined;
  const rows = (await Array.fromAsync(table.parts)).flat();
  return { head: table.head, rows, tail: table.tail() };
}
const near = (actual: unknown, expected: number, within: number) =>
  assert.ok(typeof actual === "number" && Math.abs(actual - expected) < within, `${String(actual)}, not ${expected}`);

test("bills, weather and metadata of a property become the three reports", async () => {
  const { place } = await newPlace();
  const power = await billMeter(place, { meter: ELECTRIC, use: powerOf, price: 0.2 });
  await billMeter(place, { meter: GAS, use: gasOf, price: 1 });
  await billMeter(place, { meter: WATER, use: () => 10, price: 5 });
  await deriveAll(app);

  const detail = await report(place, "cost_avoidance_detail");
  const rows = detail?.rows.filter((row) => row["energy_type"] === "ELECTRIC") ?? [];
  assert.equal(rows.length, 12);
  assert.deepEqual(
    rows.map((row) => row["bills"]),
    power.bills.slice(12).map((id) => [id]),
  );
  for (const row of rows) {
    near(row["avoided_use"], Number(row["actual_use"]) / 4, 0.02);
    near(row["cost_avoidance"], Number(row["actual_cost"]) / 4, 0.02);
    assert.equal(row["flags"], "default_savings_start");
  }
  assert.deepEqual(detail?.head.period, { start_date: "2023-01-01", end_date: "2024-01-01" });
  assert.deepEqual(
    detail?.head.charts.map(({ title }) => title),
    ["Electricity: expected and actual use", "Natural gas: expected and actual use", "Saved so far"],
  );

  const expanded = await report(place, "cost_avoidance_expanded");
  const fits = expanded?.head.charts.filter(({ kind }) => kind === "scatter") ?? [];
  assert.equal(fits.length, 2, "a picture of each model");
  for (const { series, across } of fits) {
    // Twelve bills before the savings and twelve since, and the line through the former.
    assert.deepEqual(
      series.slice(0, 2).map(({ values }) => values.filter((value) => value !== null).length),
      [12, 12],
    );
    assert.equal(series[2]?.isFitted, true);
    assert.equal(across?.values.length, series[0]?.values.length);
  }
  const model = (type: string) => expanded?.rows.find((row) => row["energy_type"] === type);
  assert.deepEqual(
    [model("ELECTRIC")?.["heating_balance_point"], model("ELECTRIC")?.["cooling_balance_point"]],
    [58, 68],
  );
  near(model("ELECTRIC")?.["base_per_day"], 20, 0.01);
  near(model("ELECTRIC")?.["slope_per_cdd"], 3, 0.01);
  assert.deepEqual([model("GAS")?.["model"], model("GAS")?.["heating_balance_point"]], ["Base and heating", 62]);
  near(model("GAS")?.["slope_per_hdd"], 0.5, 0.001);

  const summary = await report(place, "cost_avoidance_summary");
  assert.deepEqual(
    summary?.rows.map((row) => [row["energy_type"], row["savings_period"], row["flags"]]),
    [
      ["ELECTRIC", "2023-01-01 to 2023-12-31", "default_savings_start"],
      ["GAS", "2023-01-01 to 2023-12-31", "default_savings_start"],
      ["WATER", null, "not_modelled"],
    ],
  );
  near(summary?.rows[0]?.["cost_avoidance_percent"], 20, 0.01);
  assert.equal(summary?.tail.totals["cost_avoidance"], detail?.tail.totals["cost_avoidance"]);
  // Oakland: the factor of the subregion, 0.429983 pounds per kWh.
  near(
    summary?.rows[0]?.["avoided_tons_co2"],
    Number(summary?.rows[0]?.["avoided_use"]) * 0.429983 * 0.00045359237,
    0.00001,
  );
});

test("the date of the meter takes precedence over that of its property, and a wrong one is reported", async () => {
  const { member, place } = await newPlace();
  const { id } = await billMeter(place, { meter: ELECTRIC, use: powerOf, price: 0.2, share: 0.9 });
  const first = async () => (await report(place, "cost_avoidance_detail"))?.rows[0]?.["bill_start"];
  const set = (path: string, metadata: unknown) => member.send("PUT", `/v1/${path}`, metadata);

  await set(`properties/${place.property_id}`, { savings_start_date: "2023-03-15" });
  assert.equal(await first(), "2023-04-01");
  await set(`meters/${id}`, { savings_start_date: "2023-06-01" });
  assert.equal(await first(), "2023-06-01");
  // As it may be stored from before metadata was validated.
  await sql`update utility_meters set metadata = '{"savings_start_date": "soon"}' where id = ${id}`.execute(app.db);
  const result = await report(place, "cost_avoidance_detail");
  assert.equal(result?.rows[0]?.["bill_start"], "2023-04-01");
  assert.ok(result?.tail.notes.some((note) => /^Meter \(.*\): savings_start_date in the metadata/.test(note)));
});

test("energy with separate distribution and supply counts once and is paid twice", async () => {
  const { member, place } = await newPlace();
  const wires = await billMeter(place, {
    meter: { ...ELECTRIC, association_type: "DISTRIBUTION" },
    use: powerOf,
    price: 0.05,
  });
  const supply = await billMeter(place, {
    meter: { ...ELECTRIC, association_type: "SUPPLY" },
    use: powerOf,
    price: 0.15,
  });
  const apart = await report(place, "cost_avoidance_summary");
  const { meter_wrapper_id } = (await member.send("GET", `/v1/meters/${wires.id}`)).json<{
    meter_wrapper_id: number;
  }>();
  await member.send("PATCH", `/v1/meters/${supply.id}`, { meter_wrapper_id });
  await deriveAll(app);
  const joined = await report(place, "cost_avoidance_summary");
  near(joined?.rows[0]?.["actual_use"], Number(apart?.rows[0]?.["actual_use"]) / 2, 1e-6);
  assert.equal(joined?.rows[0]?.["actual_cost"], apart?.rows[0]?.["actual_cost"]);
  near(joined?.rows[0]?.["cost_avoidance"], Number(apart?.rows[0]?.["cost_avoidance"]), 0.2);
});

test("a voided bill is a gap in the rows, not a use of 0", async () => {
  const { member, place } = await newPlace();
  const { bills } = await billMeter(place, { meter: ELECTRIC, use: powerOf, price: 0.2 });
  await member.send("POST", `/v1/utility_bills/${bills[15]}/void`, {});
  const { rows = [] } = (await report(place, "cost_avoidance_detail")) ?? {};
  assert.equal(rows.length, 11);
  assert.ok(rows.every((row) => row["bill_start"] !== "2023-04-01"));
});

test("the requested days select rows, and a property without weather has reasons", async () => {
  const { place } = await newPlace();
  await billMeter(place, { meter: ELECTRIC, use: powerOf, price: 0.2 });
  const part = await report(place, "cost_avoidance_detail", { from: "2023-03-01", to: "2023-06-01" });
  assert.deepEqual(
    part?.rows.map((row) => row["bill_start"]),
    ["2023-03-01", "2023-04-01", "2023-05-01"],
  );

  const dark = await newPlace(null);
  await billMeter(dark.place, { meter: ELECTRIC, use: powerOf, price: 0.2 });
  const summary = await report(dark.place, "cost_avoidance_summary");
  assert.deepEqual(
    summary?.rows.map((row) => [row["energy_type"], row["avoided_use"], row["flags"]]),
    [["ELECTRIC", null, "no_weather"]],
  );
  assert.equal(summary?.head.period, null);
});

test("a property without meters has a report without rows, and another company's has none", async () => {
  const { member, place } = await newPlace();
  const empty = await report(place, "cost_avoidance_expanded");
  assert.deepEqual([empty?.rows, empty?.head.charts], [[], []]);
  const stranger = await newMember(opened, { name: "Stranger" });
  assert.equal(await report({ ...place, company_id: stranger.company_id }, "cost_avoidance_expanded"), undefined);
  assert.notEqual(stranger.company_id, member.company_id);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { newMember, sharedApp, type Member } from "../../test/app.ts";
import {
  insertMeter,
  insertMeterBills,
  insertPlace,
  deriveAll,
  type MeterBill,
  type MeteredPlace,
} from "../../test/derived.ts";
import { addDays, monthFromNumber, monthNumber, nextMonth } from "../domain/calendar.ts";
import type { DayRange } from "../domain/day-range.ts";
import type { Row, Table } from "../records/table.ts";
import type { JournalType } from "./energy-journal/journal-event.ts";
import { REPORT_TYPES, type ReportType } from "../records/report.ts";
import { listMonths } from "../store/derived/months.ts";
import { listPropertyMonths } from "../store/derived/property-months.ts";
import { replaceTemperatures } from "../store/weather/weather.ts";
import { openReport } from "./open-report.ts";

const opened = await sharedApp();
const { app } = opened;

const ELECTRIC = { energy_type: "ELECTRIC", unit: "kWh" } as const;
const GAS = { energy_type: "GAS", unit: "therms" } as const;
const WATER = { energy_type: "WATER", unit: "gal" } as const;

/** Consecutive months, each with the fields that the given function returns. */
const months = (first: string, count: number, billed: (index: number) => Omit<MeterBill, "start" | "end">) =>
  Array.from({ length: count }, (_, index): MeterBill => {
    const start = monthFromNumber(monthNumber(first) + index);
    return { start, end: nextMonth(start), ...billed(index) };
  });

interface Office {
  member: Member;
  place: MeteredPlace;
  electric: number[];
  gas: number[];
}

/**
 * Two years of electricity (1,000 kWh per month, 1,700 in the last; 20 kW, 30 in the last), of gas without the tenth month and
 * with the 23rd estimated, and of water; the first bill of electricity was edited.
 */
async function openOffice(): Promise<Office> {
  const member = await newMember(opened, { name: "Offices" });
  const place = await insertPlace(app, member.company_id);
  const meterOf = async (kind: typeof ELECTRIC | typeof GAS | typeof WATER) => ({
    ...kind,
    id: await insertMeter(app, place, kind),
  });
  const last = (index: number) => index === 23;
  const electric = await insertMeterBills(
    app,
    place,
    await meterOf(ELECTRIC),
    months("2023-01-01", 24, (index) => ({
      amount: last(index) ? 1700 : 1000,
      demand: last(index) ? 30 : 20,
      costs: { usage_cost: last(index) ? 170 : 100, demand_cost: 50.05, tax_cost: 7.01 },
    })),
  );
  const gas = await insertMeterBills(
    app,
    place,
    await meterOf(GAS),
    months("2023-01-01", 24, (index) => ({ amount: 100, costs: { usage_cost: 80 }, estimated: index === 22 })).filter(
      (_, index) => index !== 9,
    ),
  );
  await insertMeterBills(
    app,
    place,
    await meterOf(WATER),
    months("2023-01-01", 24, () => ({ amount: 3000, costs: { usage_cost: 30 } })),
  );
  await member.send("PATCH", `/v1/properties/${place.property_id}`, { sq_ft: 10_000 });
  const bill = (await member.send("GET", `/v1/utility_bills/${electric[0]}`)).json<{
    charges: { id: number; utility_charge_type: string }[];
  }>();
  const charges = bill.charges.map(({ id, utility_charge_type }) =>
    utility_charge_type === "usage_cost" ? { id, amount: 110 } : { id },
  );
  const edited = await member.send("PATCH", `/v1/utility_bills/${electric[0]}`, {
    charges,
    accept: ["charges_do_not_add_up"],
  });
  electric[0] = edited.json<{ id: number }>().id;
  await deriveAll(app);
  return { member, place, electric, gas };
}

const office = await openOffice();

async function read(report_type: ReportType, range: DayRange = {}, event_types?: readonly JournalType[]) {
  const { company_id, property_id } = office.place;
  const table = await openReport(app, { company_id, property_id, report_type, range, language: "en", event_types });
  assert.ok(table);
  return { ...table, said: await table.opening?.(), rows: await rowsOf(table), ...table.tail() };
}

async function rowsOf({ parts }: Table): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const part of parts) rows.push(...part);
  return rows;
}

test("another company's property has no report, whatever its type", async () => {
  const stranger = await newMember(opened, { name: "Strangers" });
  const { property_id } = office.place;
  for (const report_type of REPORT_TYPES) {
    const request = { company_id: stranger.company_id, property_id, report_type, range: {}, language: "en" } as const;
    assert.equal(await openReport(app, request), undefined);
  }
});

test("a property without a meter has reports without rows", async () => {
  const { company_id } = office.place;
  const empty = await insertPlace(app, company_id);
  for (const report_type of REPORT_TYPES) {
    const table = await openReport(app, {
      company_id,
      property_id: empty.property_id,
      report_type,
      range: {},
      language: "en",
    });
    assert.ok(table);
    assert.deepEqual([report_type, await rowsOf(table), table.head.period], [report_type, [], null]);
  }
});

test("every row of a report has a cell for each of its columns, and no other", async () => {
  for (const report_type of REPORT_TYPES) {
    const { head, rows, totals } = await read(report_type);
    const keys = head.columns.map(({ key }) => key);
    assert.equal(new Set(head.columns.map(({ label }) => label)).size, keys.length, `${report_type}: labels`);
    for (const row of rows) assert.deepEqual(Object.keys(row).sort(), keys.toSorted(), report_type);
    assert.deepEqual(
      Object.keys(totals).filter((key) => !keys.includes(key)),
      [],
    );
  }
});

test("meter history lists the live bills of each meter: the edited one, not its original", async () => {
  const { head, rows, totals, estimated, missing, notes } = await read("utility_meter_history");
  assert.deepEqual(head.period, { start_date: "2023-01-01", end_date: "2025-01-01" });
  assert.deepEqual(
    [...Map.groupBy(rows, ({ energy_type }) => energy_type)].map(([type, of]) => [type, of.length]),
    [
      ["ELECTRIC", 24],
      ["GAS", 23],
      ["WATER", 24],
    ],
  );
  assert.deepEqual([rows[0]?.bills, rows[0]?.usage_cost, rows[0]?.total_cost], [[office.electric[0]], 110, 167.06]);
  // 24 x 157.06 with 10 more on the edited and 70 more on the last, 23 x 80 and 24 x 30.
  assert.equal(totals.total_cost, 6409.44);
  assert.deepEqual([estimated, missing], [1, 1]);
  assert.match(notes.join(" "), /no bill covers Oct 1, 2023 to Oct 31, 2023 \(31 days\)/);
});

test("a range of days lists the bills that end in it, and spans them", async () => {
  const { head, rows } = await read("utility_meter_history", { from: "2024-01-01", to: "2024-03-01" });
  assert.equal(rows.length, 6);
  assert.deepEqual(head.period, { start_date: "2024-01-01", end_date: "2024-03-01" });
});

test("the period of a report of bills is that of its rows, whatever days are requested", async () => {
  const ranges = [
    {},
    { from: "2023-06-15" },
    { to: "2023-10-01" },
    { from: "2023-10-01", to: "2023-10-31" },
    { from: "2030-01-01" },
  ];
  for (const report_type of ["utility_meter_history", "utility_meter_demand_history"] as const) {
    for (const range of ranges) {
      const { head, rows } = await read(report_type, range);
      const days = (key: string) => rows.map((row) => String(row[key])).sort();
      const [first, last] = [days("bill_start")[0], days("bill_end").at(-1)];
      assert.deepEqual(head.period, first === undefined ? null : { start_date: first, end_date: last });
    }
  }
});

test("demand history has the load factor and the highest demand of twelve months", async () => {
  const { head, rows } = await read("utility_meter_demand_history");
  assert.equal(rows.length, 24);
  assert.deepEqual(head.period, { start_date: "2023-01-01", end_date: "2025-01-01" });
  const last = rows.at(-1);
  // 1,700 kWh / (30 kW x 24 x 31).
  assert.deepEqual([last?.billed_demand, last?.load_factor, last?.highest_demand_12_months], [30, 7.616487, 30]);
  assert.equal(rows[0]?.cost_per_demand_unit, 2.5025);
});

test("monthly meter history has the derived months with their bills", async () => {
  const { head, rows, totals, missing } = await read("monthly_meter_history");
  const { company_id, property_id } = office.place;
  assert.deepEqual(head.period, { start_date: "2023-01-01", end_date: "2025-01-01" });
  assert.equal(rows.length, 72);
  const whole = await listPropertyMonths(app.db, company_id, property_id, "property");
  const cents = (values: (number | null)[]) =>
    values.reduce<number>((sum, value) => sum + Math.round((value ?? 0) * 100), 0);
  assert.equal(cents([Number(totals.total_cost)]), cents(whole.map(({ total_cost }) => total_cost)));
  const gap = rows.find(({ energy_type, month }) => energy_type === "GAS" && month === "2023-10");
  assert.deepEqual(
    [gap?.usage, gap?.kbtus, gap?.total_cost, gap?.days_billed, gap?.month_complete, gap?.bills],
    [null, null, null, 0, false, []],
  );
  assert.equal(missing, 1);
  assert.deepEqual(rows[0]?.bills, [office.electric[0]]);
  assert.equal(rows[0]?.usage, 1000);
});

test("while months are being derived again, the report says so", async () => {
  const { place } = office;
  const meter = { ...ELECTRIC, id: await insertMeter(app, await insertPlace(app, place.company_id), ELECTRIC) };
  await insertMeterBills(
    app,
    place,
    meter,
    months("2024-01-01", 1, () => ({ amount: 1, costs: {} })),
  );
  const [row] = await listMonths(app.db, place.company_id, [meter.id]);
  assert.equal(row, undefined);
  const { property_id } = (await office.member.send("GET", `/v1/meters/${meter.id}`)).json<{
    property_id: number;
  }>();
  const request = {
    company_id: place.company_id,
    property_id,
    report_type: "monthly_meter_history",
    range: {},
    language: "en",
  } as const;
  const table = await openReport(app, request);
  assert.ok(table);
  await rowsOf(table);
  assert.match(table.tail().notes.join(" "), /being derived again/);
  await deriveAll(app);
});

test("energy history compares months with the area, the weather and the previous year", async () => {
  const { member, place } = office;
  const alpha_id = `KREP${place.property_id}`;
  const station = { alpha_id, name: "Reports", time_zone: "America/Los_Angeles", latitude: 37.8, longitude: -122.2 };
  await app.db.insertInto("weather_stations").values(station).execute();
  const days = Array.from({ length: 700 }, (_, day) => ({ day: addDays("2023-01-01", day), high_f: 65, low_f: 45 }));
  await app.db.transaction().execute((trx) => replaceTemperatures(trx, alpha_id, days, "test"));
  await member.send("PATCH", `/v1/properties/${place.property_id}`, { weather_station_alpha_id: alpha_id });
  await deriveAll(app);
  const { rows, notes, totals, said } = await read("energy_history_detail_report");
  const row = (type: string, month: string) => rows.find((each) => each.energy_type === type && each.month === month);
  const last = row("ELECTRIC", "2024-12");
  // 1,700 kWh are 5,800.4 kBtu; 700 days end on 2024-11-30, so that December has no weather.
  assert.deepEqual(
    [last?.kbtus, last?.kbtus_per_sq_ft, last?.last_year_kbtus, last?.change, last?.hdd],
    [5800.4, 0.58004, 3412, 70, null],
  );
  assert.equal(last?.rolling_kbtus_per_sq_ft, (11 * 3412 + 5800.4) / 10_000);
  assert.deepEqual([row("ELECTRIC", "2024-01")?.hdd, row("ELECTRIC", "2024-01")?.cdd], [310, 0]);
  const gas = row("GAS", "2024-10");
  assert.deepEqual([gas?.kbtus, gas?.last_year_kbtus, gas?.change], [10_000, null, null]);
  assert.deepEqual([row("WATER", "2024-10")?.usage, row("WATER", "2024-10")?.kbtus], [3000, null]);
  assert.equal(row("ELECTRIC", "2023-11")?.rolling_kbtus_per_sq_ft, null);
  // (11 x 3,412 + 5,800.4 + 12 x 10,000) / 10,000 square feet; water has no energy.
  // 11 x 157.06 + 227.06 of electricity, 12 x 80 of gas and 12 x 30 of water; the year before lacks a month of gas.
  assert.match(said?.answer ?? "", /used 16\.3 kBtu per sq ft in the 12 months to December 2024, and cost \$3,275\.$/);
  assert.deepEqual(
    said?.tiles.filter(({ key }) => key !== "tons_co2").map(({ key, value, change }) => [key, value, change]),
    [
      ["cost", 3274.72, null],
      ["use_electric", 12_700, null],
      ["use_gas", 1200, null],
      ["use_water", 36_000, null],
      ["kbtus_per_sq_ft", 16.33324, null],
    ],
  );
  assert.match(notes.join(" "), /Degree days are not shown for 1 month/);
  assert.equal(totals.kbtus, 23 * 3412 + 5800.4 + 23 * 10_000);
});

test("the journal lists events and findings, newest first", async () => {
  const { member, place } = office;
  const url = `/v1/properties/${place.property_id}`;
  await member.send("PATCH", url, { star_certified: true });
  // As it may be stored from before notes were validated.
  const metadata = JSON.stringify({ notes: [{ date: "2024-06-01", text: "Chiller replaced." }, { text: "No date." }] });
  await app.db.updateTable("properties").set({ metadata }).where("id", "=", place.property_id).execute();
  const { rows, estimated, missing, notes, head } = await read("property_energy_journal");
  const dates = rows.flatMap(({ date }) => (typeof date === "string" ? date : []));
  assert.deepEqual(dates, dates.toSorted().toReversed());
  const counts = [...Map.groupBy(rows, ({ type }) => type)].map(([type, of]) => [type, of.length]);
  assert.deepEqual(Object.fromEntries(counts), {
    "bill edited": 1,
    "bill received": 71,
    "data complete through": 1,
    "demand peak": 1,
    "estimated read": 1,
    "meter added": 3,
    "usage spike": 1,
    certification: 1,
    gap: 1,
    note: 1,
  });
  const few = await read("property_energy_journal", {}, ["gap", "usage spike"]);
  assert.deepEqual([...new Set(few.rows.map(({ type }) => type))].toSorted(), ["gap", "usage spike"]);
  const spike = rows.find(({ type }) => type === "usage spike");
  assert.deepEqual([spike?.date, spike?.change, spike?.bills], ["2024-12-31", 70, [office.electric[23]]]);
  assert.equal(rows.at(-1)?.type, "certification");
  assert.deepEqual([estimated, missing], [1, 1]);
  assert.match(notes.join(" "), /metadata\.notes\[1\] of the property is left out/);
  assert.ok(head.period);
});

test("the answer of a journal of some types is about these types, not about all bills", async () => {
  const none = await read("property_energy_journal", {}, ["overlap"]);
  assert.deepEqual(none.rows, []);
  assert.match(none.said?.answer ?? "", /^No entry of .* is of the types asked for\.$/);
  const received = await read("property_energy_journal", {}, ["bill received"]);
  assert.match(received.said?.answer ?? "", /has 71 entries of the types asked for\.$/);
  const gaps = await read("property_energy_journal", {}, ["gap", "bill received"]);
  assert.match(gaps.said?.answer ?? "", /has 1 entry that is worth checking: gap 1\./);
});

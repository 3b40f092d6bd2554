/** Roll-ups of a property's meters, calculated by hand. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { oraclePath } from "../../../test/shared.ts";
import type { AssociationType, EnergyType } from "../../records/codes.ts";
import { energyMonths } from "./roll-up-energy.ts";
import { rollUp, type RolledMonth } from "./roll-up.ts";
import type { RolledMeter } from "./service-points.ts";
import { meterMonth, rolledMeter } from "./roll-up.fixtures.ts";
import { usageFigures } from "../units.ts";

const CASES = oraclePath("calendarization_cases.json");

/** A month in one line: type, month, figures, and whether it is complete. */
const brief = (month: RolledMonth) =>
  [
    month.energy_type ?? "ALL",
    month.effective_month.slice(0, 7),
    month.distribution_kbtus ?? "-",
    month.supply_kbtus ?? "-",
    month.total_cost ?? "-",
    month.month_complete ? "complete" : "open",
  ].join(" ");

const electric = (months: RolledMeter["months"]) => rolledMeter({ id: 1, months: [...months] });
const gas = (months: RolledMeter["months"]) => rolledMeter({ id: 2, energy_type: "GAS", months: [...months] });

test("one incomplete meter leaves the property's month incomplete, with the sum of the known figures", () => {
  const meters = [
    electric([meterMonth("2023-01", { distribution_kbtus: 3412, total_cost: 150 })]),
    gas([meterMonth("2023-01", { distribution_kbtus: 2000, total_cost: 40, month_complete: false, days_covered: 9 })]),
  ];
  assert.deepEqual(rollUp(meters).map(brief), [
    "ALL 2023-01 5412 - 190 open",
    "ELECTRIC 2023-01 3412 - 150 complete",
    "GAS 2023-01 2000 - 40 open",
  ]);
});

const distribution = rolledMeter({
  id: 1,
  meter_wrapper_id: 9,
  association_type: "DISTRIBUTION",
  months: [meterMonth("2023-01", { distribution_kbtus: 3412, distribution_lbs_co2: 400, total_cost: 60 })],
});
const supply = (months: RolledMeter["months"]) =>
  rolledMeter({ id: 2, meter_wrapper_id: 9, association_type: "SUPPLY", months: [...months] });

test("supply and distribution of one wrapper: money adds up, energy stays separate and counts once", () => {
  const meters = [
    distribution,
    supply([meterMonth("2023-01", { supply_kbtus: 3412, supply_lbs_co2: 400, total_cost: 80 })]),
  ];
  assert.deepEqual(rollUp(meters).map(brief), [
    "ALL 2023-01 3412 3412 140 complete",
    "ELECTRIC 2023-01 3412 3412 140 complete",
  ]);
  const [energy] = energyMonths(meters);
  assert.deepEqual([energy?.kbtus, energy?.lbs_co2, energy?.cost], [3412, 400, 140]);
  assert.deepEqual(energy?.kbtusByType, { ELECTRIC: 3412 });
});

test("a missing supply bill leaves the month incomplete, its energy unknown and not 0", () => {
  const billedBefore = meterMonth("2022-12", { supply_kbtus: 3000, total_cost: 70 });
  const meters = [distribution, supply([billedBefore])];
  const january = rollUp(meters).find(({ effective_month }) => effective_month === "2023-01-01");
  assert.equal(january && brief(january), "ALL 2023-01 3412 - 60 open");
});

test("energy that is only supplied counts by its supply", () => {
  const [energy] = energyMonths([supply([meterMonth("2023-01", { supply_kbtus: 10 })]), { ...distribution, id: 3 }]);
  assert.equal(energy?.kbtus, 3412);
  const [alone] = energyMonths([supply([meterMonth("2023-01", { supply_kbtus: 10 })])]);
  assert.equal(alone?.kbtus, 10);
});

test("water adds gallons and cost to the property, and is not energy", () => {
  const water = rolledMeter({
    id: 3,
    energy_type: "WATER",
    months: [meterMonth("2023-01", { gallons: 7480.52, total_cost: 80 })],
  });
  const meters = [electric([meterMonth("2023-01", { distribution_kbtus: 3412, total_cost: 150 })]), water];
  const [whole] = rollUp(meters);
  assert.deepEqual([whole?.gallons, whole?.total_cost, whole?.distribution_kbtus], [7480.52, 230, 3412]);
  assert.equal(energyMonths(meters)[0]?.cost, 150);
});

test("unbilled water leaves the property's month incomplete, but its energy complete", () => {
  const water = rolledMeter({ id: 3, energy_type: "WATER", months: [meterMonth("2023-02", { gallons: 1 })] });
  const meters = [electric([meterMonth("2023-01", { distribution_kbtus: 1 })]), water];
  assert.equal(rollUp(meters)[0]?.month_complete, false);
  assert.equal(energyMonths(meters)[0]?.month_complete, true);
});

test("energy billed in an unknown unit makes the sum unknown; the costs are known", () => {
  const meters = [
    electric([meterMonth("2023-01", { distribution_kbtus: 3412, total_cost: 150 })]),
    gas([meterMonth("2023-01", { total_cost: 40 })]),
  ];
  assert.deepEqual(rollUp(meters).map(brief), [
    "ALL 2023-01 - - 190 complete",
    "ELECTRIC 2023-01 3412 - 150 complete",
    "GAS 2023-01 - - 40 complete",
  ]);
  assert.equal(energyMonths(meters)[0]?.kbtus, null);
});

test("the demand of a property is the highest of its electric meters, never a sum", () => {
  const meters = [
    electric([meterMonth("2023-01", { demand_consumption: 40 })]),
    rolledMeter({ id: 4, months: [meterMonth("2023-01", { demand_consumption: 90 })] }),
    gas([meterMonth("2023-01", { demand_consumption: 700 })]),
  ];
  assert.deepEqual(
    rollUp(meters).map(({ demand_consumption }) => demand_consumption),
    [90, 90, 700],
  );
});

test("one estimated meter makes the month estimated", () => {
  const meters = [electric([meterMonth("2023-01", { estimated: true })]), gas([meterMonth("2023-01")])];
  assert.deepEqual(
    rollUp(meters).map(({ estimated }) => estimated),
    [true, true, false],
  );
});

test("before the first gas bill gas is unknown: the property's month is not complete", () => {
  const meters = [
    electric([meterMonth("2023-01", { distribution_kbtus: 1 }), meterMonth("2023-02", { distribution_kbtus: 1 })]),
    gas([meterMonth("2023-02", { distribution_kbtus: 1 })]),
  ];
  assert.deepEqual(
    rollUp(meters)
      .filter(({ energy_type }) => energy_type === null)
      .map(brief),
    ["ALL 2023-01 1 - - open", "ALL 2023-02 2 - - complete"],
  );
});

test("a second meter of a type counts from its first bill, an out-of-service meter until its end", () => {
  const old = rolledMeter({ id: 1, deactivation_date: "2023-02-01", months: [meterMonth("2023-01")] });
  const next = rolledMeter({ id: 2, months: [meterMonth("2023-01"), meterMonth("2023-02"), meterMonth("2023-03")] });
  const late = rolledMeter({ id: 3, months: [meterMonth("2023-03")] });
  const complete = (meters: RolledMeter[]) =>
    rollUp(meters)
      .filter(({ energy_type }) => energy_type === null)
      .map(({ month_complete }) => month_complete);
  assert.deepEqual(complete([old, next, late]), [true, true, true]);
  assert.deepEqual(complete([{ ...old, deactivation_date: null }, next, late]), [true, false, false]);
  const open = { ...old, deactivation_date: null };
  assert.deepEqual(complete([{ ...open, status: "Inactive" }, next, late]), [true, true, true]);
  assert.deepEqual(complete([{ ...open, account_status: "Inactive" }, next, late]), [true, true, true]);
});

test("a meter that replaces another in its wrapper completes the month that the other began", () => {
  const old = rolledMeter({
    id: 1,
    meter_wrapper_id: 7,
    months: [meterMonth("2023-01", { distribution_kbtus: 190, month_complete: false, days_covered: 19 })],
  });
  const next = rolledMeter({
    id: 2,
    meter_wrapper_id: 7,
    months: [
      meterMonth("2023-01", { distribution_kbtus: 120, month_complete: false, days_covered: 12 }),
      meterMonth("2023-02", { distribution_kbtus: 280 }),
    ],
  });
  const whole = (meters: RolledMeter[]) =>
    rollUp(meters)
      .filter(({ energy_type }) => energy_type === null)
      .map(brief);
  assert.deepEqual(whole([old, next]), ["ALL 2023-01 310 - - complete", "ALL 2023-02 280 - - complete"]);
  assert.deepEqual(whole([old, { ...next, meter_wrapper_id: 8 }]), [
    "ALL 2023-01 310 - - open",
    "ALL 2023-02 280 - - open",
  ]);
});

test("when two meters of a wrapper were billed to the same month, the one in service keeps the service point open", () => {
  const ended = rolledMeter({ id: 1, meter_wrapper_id: 7, status: "Inactive", months: [meterMonth("2023-01")] });
  const going = rolledMeter({ id: 2, meter_wrapper_id: 7, months: [meterMonth("2023-01")] });
  const months = [meterMonth("2023-01"), meterMonth("2023-02")];
  const other = rolledMeter({ id: 3, energy_type: "GAS", months });
  for (const meters of [
    [ended, going, other],
    [going, ended, other],
  ])
    assert.deepEqual(
      rollUp(meters)
        .filter(({ energy_type }) => energy_type === null)
        .map(({ month_complete }) => month_complete),
      [true, false],
    );
});

test("a charge after the end of service is added, and requires no energy", () => {
  const ended = rolledMeter({
    id: 2,
    energy_type: "GAS",
    deactivation_date: "2023-02-01",
    months: [
      meterMonth("2023-01", { distribution_kbtus: 5, total_cost: 9 }),
      meterMonth("2023-02", { total_cost: 3, month_complete: false }),
    ],
  });
  const meters = [
    electric([meterMonth("2023-01", { distribution_kbtus: 1 }), meterMonth("2023-02", { distribution_kbtus: 1 })]),
    ended,
  ];
  assert.deepEqual(
    energyMonths(meters).map(({ kbtus, cost, month_complete }) => [kbtus, cost, month_complete]),
    [
      [6, 9, true],
      [1, 3, true],
    ],
  );
});

test("no meters, or meters without months, make no month", () => {
  assert.deepEqual(rollUp([]), []);
  assert.deepEqual(rollUp([electric([])]), []);
  assert.deepEqual(energyMonths([electric([])]), []);
});

interface Case {
  id: string;
  title: string;
  meters: {
    meter: string;
    energy_type?: EnergyType;
    wrapper?: number;
    association_type?: AssociationType;
    month: string;
    kbtus?: number;
    kwh?: number | null;
    ccf?: number;
    cost: number | null;
    month_complete: boolean;
  }[];
  expected: { property: Record<string, number | boolean>; by_energy_type?: Record<string, Record<string, number>> };
}

function meterOfCase(given: Case["meters"][number], index: number): RolledMeter {
  const { energy_type = "ELECTRIC", association_type = "STANDARD", month, cost, month_complete } = given;
  const kwh = (amount: number) =>
    usageFigures({ energy_type, measurement_unit: "kWh", utility_usage_type: "usage_amount", amount }).kbtus;
  const kbtus = given.kbtus ?? (typeof given.kwh === "number" ? kwh(given.kwh) : null);
  const ccf = { energy_type, measurement_unit: "ccf", utility_usage_type: "usage_amount" } as const;
  const figures = {
    [association_type === "SUPPLY" ? "supply_kbtus" : "distribution_kbtus"]: kbtus,
    gallons: given.ccf === undefined ? null : usageFigures({ ...ccf, amount: given.ccf }).gallons,
    ...(cost === null ? {} : { total_cost: cost }),
    month_complete,
  };
  const wrapper = given.wrapper === undefined ? {} : { meter_wrapper_id: given.wrapper };
  return rolledMeter({
    id: index + 1,
    energy_type,
    association_type,
    ...wrapper,
    months: [meterMonth(month, figures)],
  });
}

test("the agreed cases", () => {
  // The header of the file states this form.
  const { rollups } = JSON.parse(readFileSync(CASES, "utf8")) as { rollups: Case[] };
  assert.deepEqual(
    rollups.map(({ id }) => id),
    ["R1", "R2", "R3", "R4"],
  );
  for (const { id, title, meters: given, expected } of rollups) {
    const meters = given.map(meterOfCase);
    const [whole, ...byType] = rollUp(meters);
    const found: Record<string, unknown> = {
      ...whole,
      kbtus: whole?.distribution_kbtus,
      cost: whole?.total_cost,
      gallons: whole?.gallons && Math.round(whole.gallons * 100) / 100,
      energy_for_intensity_kbtus: energyMonths(meters)[0]?.kbtus,
    };
    for (const [name, value] of Object.entries(expected.property)) {
      // The case writes 0 for an unknown supply; here unknown is null.
      assert.deepEqual(found[name], id === "R3" && name === "supply_kbtus" ? null : value, `${id} ${title}: ${name}`);
    }
    for (const [type, row] of Object.entries(expected.by_energy_type ?? {})) {
      const month = byType.find(({ energy_type }) => energy_type === type);
      assert.deepEqual(
        { kbtus: month?.distribution_kbtus, cost: month?.total_cost, month_complete: month?.month_complete },
        row,
        `${id} ${title}: ${type}`,
      );
    }
  }
});

test("the billed days of a type are those of its meter with the fewest; meters that follow each other share the month", () => {
  const month = (days_covered: number) => [meterMonth("2023-01", { days_covered })];
  const days = (...meters: RolledMeter[]) =>
    rollUp(meters).map(({ energy_type, days_billed }) => [energy_type, days_billed]);
  assert.deepEqual(days(electric(month(31)), gas(month(9))), [
    [null, null],
    ["ELECTRIC", 31],
    ["GAS", 9],
  ]);
  const [one, other] = [rolledMeter({ id: 1, months: month(31) }), rolledMeter({ id: 2, months: month(20) })];
  assert.deepEqual(days(one, other)[1], ["ELECTRIC", 20]);
  const unbilled = rolledMeter({ id: 3, months: month(0) });
  assert.deepEqual(days(one, unbilled)[1], ["ELECTRIC", 31]);
  assert.deepEqual(days(unbilled)[1], ["ELECTRIC", null]);
  const wrapped = (id: number, days_covered: number, association_type: AssociationType = "STANDARD") =>
    rolledMeter({ id, meter_wrapper_id: 7, association_type, months: month(days_covered) });
  assert.deepEqual(days(wrapped(1, 12), wrapped(2, 19))[1], ["ELECTRIC", 31]);
  assert.deepEqual(days(wrapped(1, 31, "DISTRIBUTION"), wrapped(2, 31, "SUPPLY"))[1], ["ELECTRIC", 31]);
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { oraclePath } from "../../test/shared.ts";
import { ENERGY_TYPES, type EnergyType } from "../records/codes.ts";
import { GALLONS_PER_UNIT, KBTU_PER_UNIT } from "./data/unit-factors.ts";
import { UNIT_NAMES, type Unit } from "./data/unit-names.ts";
import { conversionOf, kwPerUnit, normaliseUnit, unitFits, usageFigures } from "./units.ts";

const usage = (amount: number | string, measurement_unit: string, energy_type: EnergyType) =>
  usageFigures({ amount, measurement_unit, energy_type, utility_usage_type: "usage_amount" });

test("units are recognized in the spellings of bills", () => {
  const spellings = [
    "KWH",
    "kWh",
    "Kilowatt-hours",
    "therms",
    "Therm",
    "THM",
    "Ccf",
    "HCF",
    "100 cu. ft.",
    "cu ft",
    "ft³",
  ];
  assert.deepEqual(
    spellings.map((text) => normaliseUnit(text)),
    ["kWh", "kWh", "kWh", "therm", "therm", "therm", "CCF", "CCF", "CCF", "cf", "cf"],
  );
  assert.deepEqual(
    ["kgal", "Kgals", "TGAL", "1000 gal", "Gallons", "MMBTU", "dekatherms", "kVAR", "rkVAh", "KW", "klbs"].map(
      normaliseUnit,
    ),
    ["kgal", "kgal", "kgal", "kgal", "gal", "MMBtu", "Dth", "kvar", "kvarh", "kW", "klb"],
  );
});

test("an ambiguous or unknown unit is not guessed", () => {
  assert.deepEqual(
    ["MBtu", "Mlb", "Mlbs", "MGal", "units", "", "Some Unknown Unit"].map(normaliseUnit),
    Array(7).fill(null),
  );
});

test("Mcf is a thousand on bills and a million in Portfolio Manager's exports", () => {
  assert.equal(normaliseUnit("Mcf"), "MCF");
  assert.equal(normaliseUnit("Mcf (million cubic feet)"), "MMCF");
  assert.equal(normaliseUnit("kcf (thousand cubic feet)"), "MCF");
  assert.equal(usage(1, "MCF", "GAS").kbtus, 1026);
  assert.equal(usage(1, "MMCF", "GAS").kbtus, 1_026_000);
});

test("no spelling belongs to two units", () => {
  const owners = new Map<string, Set<string>>();
  for (const [unit, spellings] of Object.entries(UNIT_NAMES)) {
    for (const spelling of spellings) {
      const found = normaliseUnit(spelling) ?? "none";
      assert.equal(found, unit, spelling);
      owners.set(spelling, (owners.get(spelling) ?? new Set()).add(unit));
    }
  }
  assert.ok([...owners.values()].every((units) => units.size === 1));
});

test("the check figures of the sources are reproduced", () => {
  assert.deepEqual(usage(1000, "kWh", "ELECTRIC"), { kbtus: 3412, gallons: null });
  assert.deepEqual(usage("100", "therms", "GAS"), { kbtus: 10_000, gallons: null });
  assert.deepEqual(usage(1, "gal", "PROPANE"), { kbtus: 92, gallons: null });
  assert.deepEqual(usage(1, "CCF", "GAS"), { kbtus: 102.6, gallons: null });
  assert.deepEqual(usage(1000, "lbs", "STEAM"), { kbtus: 1194, gallons: null });
  assert.deepEqual(usage(10, "CCF", "WATER"), { kbtus: null, gallons: 7480.51948 });
  assert.deepEqual(usage(12.5, "kgal", "IRRIGATION"), { kbtus: null, gallons: 12_500 });
});

test("figures are products of decimals, not of binary numbers", () => {
  assert.notEqual(33 * 102.6, 3385.8);
  assert.equal(usage(33, "CCF", "GAS").kbtus, 3385.8);
  assert.equal(usage("110.1", "kWh", "ELECTRIC").kbtus, 375.6612);
  assert.equal(usage("-310", "kWh", "SOLAR").kbtus, -1057.72);
});

test("demand and reactive amounts have no energy", () => {
  const kinds = ["demand_amount", "billed_demand_amount", "reactive_amount"] as const;
  for (const utility_usage_type of kinds) {
    const figures = usageFigures({ amount: 132, measurement_unit: "kWh", energy_type: "ELECTRIC", utility_usage_type });
    assert.deepEqual(figures, { kbtus: null, gallons: null });
  }
});

test("drained water does not count as used water, and an impossible or unknown unit has no content", () => {
  assert.deepEqual(conversionOf({ energy_type: "SEWER", measurement_unit: "CCF" }), {
    kbtu_per_unit: null,
    gallons_per_unit: null,
  });
  assert.equal(conversionOf({ energy_type: "ELECTRIC", measurement_unit: "ft3" }), null);
  assert.equal(conversionOf({ energy_type: "WATER", measurement_unit: "kWh" }), null);
  assert.equal(conversionOf({ energy_type: "GAS", measurement_unit: "gal" }), null);
  assert.equal(conversionOf({ energy_type: "GAS", measurement_unit: "MBtu" }), null);
  assert.deepEqual(usage(10, "ft3", "ELECTRIC"), { kbtus: null, gallons: null });
});

test("a unit fits the kind of usage it can state", () => {
  const fits = (energy_type: EnergyType, utility_usage_type: Parameters<typeof unitFits>[0]["utility_usage_type"]) => {
    return (measurement_unit: string) => unitFits({ energy_type, utility_usage_type, measurement_unit });
  };
  assert.deepEqual(["kWh", "kW", "CCF", "furlong"].map(fits("ELECTRIC", "usage_amount")), [true, false, false, false]);
  assert.deepEqual(["kW", "kVA", "kWh", "kvar"].map(fits("ELECTRIC", "demand_amount")), [true, true, false, false]);
  assert.deepEqual(["kvar", "kvarh", "kWh"].map(fits("ELECTRIC", "reactive_amount")), [true, true, false]);
  assert.deepEqual(["Dth", "kvar", "x"].map(fits("GAS", "billed_demand_amount")), [true, false, false]);
  assert.deepEqual(["yd3", "kWh"].map(fits("WASTE", "usage_amount")), [true, false]);
  assert.deepEqual([kwPerUnit("KW"), kwPerUnit("MW"), kwPerUnit("kVA"), kwPerUnit("?")], [1, 1000, null, null]);
});

const FACTS = oraclePath("kbtu_conversion_factors.csv");
const METER_TYPES: Partial<Record<EnergyType, string>> = {
  ELECTRIC: "Electricity (grid or onsite renewable)",
  SOLAR: "Electricity (grid or onsite renewable)",
  GAS: "Natural Gas",
  STEAM: "District Steam",
  HOT_WATER: "District Hot Water",
  CHILLED_WATER: "District Chilled Water (all types)",
  FUEL_OIL: "Fuel Oil (No. 2)",
  DIESEL: "Diesel",
  PROPANE: "Propane",
  OTHER: "Other",
};
/** The source's name for our unit, when it differs. */
const EPA_WORDS: Partial<Record<Unit, RegExp>> = {
  MMBtu: /^MBtu \(million/,
  CCF: /^ccf/,
  MCF: /^kcf/,
  MMCF: /^Mcf \(million/,
  m3: /^cubic meter/,
  gal: /^gallon \(US/,
  L: /^liter/,
  "ton-hour": /^ton hour/,
  lb: /^Lbs/,
  klb: /^kLbs/,
  cf: /^cf/,
};
/** Ours by powers of ten of another unit of the source. The source has no MMBtu for "Other", but a thousand kBtu. */
const DERIVED = new Set(["ELECTRIC GWh", "SOLAR GWh", "GAS Dth", "STEAM Dth", "HOT_WATER Dth", "OTHER MMBtu"]);

test("every factor equals that of its source", () => {
  const rows = readFileSync(FACTS, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => [...line.matchAll(/"([^"]*)"|([^,]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ""));
  let compared = 0;
  for (const energy_type of ENERGY_TYPES) {
    for (const [name, factor] of Object.entries(KBTU_PER_UNIT[energy_type] ?? {})) {
      if (DERIVED.has(`${energy_type} ${name}`)) continue;
      // The keys of a table of factors are units.
      const word = EPA_WORDS[name as Unit];
      const row = rows.find(([type, unit = ""]) => {
        return type === METER_TYPES[energy_type] && (word?.test(unit) ?? unit === name);
      });
      assert.equal(row?.[2], factor, `${energy_type} ${name}`);
      compared++;
    }
  }
  assert.equal(compared, 54);
});

test("a cubic foot is 1728/231 gallons, and its multiples follow", () => {
  const gallons = 1728 / 231;
  const expected: [Unit, number][] = [
    ["cf", gallons],
    ["CCF", 100 * gallons],
    ["MCF", 1000 * gallons],
    ["MMCF", 1e6 * gallons],
    ["acre-ft", 43_560 * gallons],
    ["m3", 1000 / 3.785412],
    ["L", 1 / 3.785412],
  ];
  for (const [unit, value] of expected) {
    assert.ok(Math.abs(Number(GALLONS_PER_UNIT[unit]) / value - 1) < 2e-6, unit);
  }
});

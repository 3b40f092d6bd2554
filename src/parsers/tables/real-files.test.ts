/**
 * Published spreadsheets, read with the built-in profiles. The files are not part of the project: without them the tests are
 * skipped.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sharedMaterial } from "../../../test/shared.ts";
import { addDecimals } from "../../domain/decimal.ts";
import { readHere } from "./tables.fixtures.ts";

const { path: FOLDER, skip } = sharedMaterial("data/billing-csv");
const read = (file: string, constants = {}) => readHere(readFileSync(join(FOLDER, file)), { constants });

const FILES = [
  { file: "fnsb-animal-control-2010-2013.csv", profile: "bill-line-items", rows: 695, bills: 123 },
  { file: "better-portfolio-odd-buildings.csv", profile: "better-portfolio", rows: 384, bills: 384 },
  { file: "seed-espm-campus-a.csv", profile: "energy-star-portfolio-manager", rows: 84, bills: 84 },
  {
    file: "seed-espm-building-electric-water-outdoor.csv",
    profile: "energy-star-portfolio-manager",
    rows: 52,
    bills: 52,
  },
  { file: "seed-espm-monthly-usage-with-cost.xlsx", profile: "energy-star-portfolio-manager", rows: 8, bills: 8 },
];

for (const { file, profile, rows, bills } of FILES) {
  test(`${file} is recognised and read whole`, { skip }, async () => {
    const result = await read(file);
    assert.deepEqual([result.failed, result.profile, result.rows, result.refusals], [null, profile, rows, []]);
    assert.equal(result.bills.length, bills);
    assert.equal(result.bills.flatMap((bill) => bill.rows).length, rows);
  });
}

test("the bills of the public building cost what its rows cost, line for line", { skip }, async () => {
  const text = readFileSync(join(FOLDER, "fnsb-animal-control-2010-2013.csv"), "utf8");
  const [, ...lines] = text.trim().split(/\r?\n/);
  const costs = lines.map((line) => line.split(",")[16] ?? "");
  const { bills } = await read("fnsb-animal-control-2010-2013.csv");
  const charges = bills.flatMap(({ statement }) => statement.meters.flatMap((meter) => meter.charges));
  assert.equal(charges.length, costs.length);
  assert.equal(Number(addDecimals(charges.map(({ amount }) => amount))), Number(addDecimals(costs)));
});

test("the ends of periods of the public building do not count, those of the other portfolio do", { skip }, async () => {
  const lengths = async (file: string) => {
    const { bills } = await read(file);
    const [usage] = bills[0]?.statement.meters[0]?.usages ?? [];
    return [usage?.start_date, usage?.end_date];
  };
  assert.deepEqual(await lengths("fnsb-animal-control-2010-2013.csv"), ["2010-07-29", "2010-08-30"]);
  assert.deepEqual(await lengths("better-portfolio-odd-buildings.csv"), ["2017-01-01", "2017-02-01"]);
});

test("unknown types and units are refused by name, the other rows are read", { skip }, async () => {
  const { bills, refusals } = await read("seed-espm-unknown-types-and-units.xlsx");
  assert.equal(bills.length, 4);
  assert.deepEqual(
    refusals.map(({ row, column, value, reason }) => [row, column, value, reason]),
    [
      [10, "Usage Units", "Some Unknown Unit", "unknown_unit"],
      [11, "Usage Units", "Some Unknown Unit", "unknown_unit"],
      [12, "Meter Type", "Some Unknown Type", "unknown_energy_type"],
      [13, "Meter Type", "Some Unknown Type", "unknown_energy_type"],
    ],
  );
});

test("a row for each read has the period since the read before, at three times of use", { skip }, async () => {
  const { bills, refusals } = await read("ontario-house-electricity-monthly.csv", {
    utility_company: "Hydro",
    acct_num: "1",
  });
  assert.equal(bills.length, 51);
  assert.deepEqual(
    refusals.map(({ row, reason }) => [row, reason]),
    [[2, "no_read_before"]],
  );
  const [usages] = bills.map(({ statement }) => statement.meters[0]?.usages ?? []);
  assert.deepEqual(
    usages?.map(({ description, start_date, end_date }) => [description, start_date, end_date]),
    [
      ["Off peak", "2017-09-30", "2017-10-31"],
      ["Mid peak", "2017-09-30", "2017-10-31"],
      ["On peak", "2017-09-30", "2017-10-31"],
    ],
  );
});

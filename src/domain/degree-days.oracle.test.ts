/** Compares degree days with those published by weather offices, by day, and with months calculated elsewhere. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sharedMaterial } from "../../test/shared.ts";
import { degreeDaysOf, monthlyDegreeDays, publishedMeanF } from "./degree-days.ts";

const { path: FOLDER, skip } = sharedMaterial("data/weather");

/** Rows by column name, without comment lines. */
function readRows(file: string): Record<string, string>[] {
  const lines = readFileSync(join(FOLDER, file), "utf8").trimEnd().split("\n");
  const [header = "", ...rows] = lines.filter((line) => !line.startsWith("#"));
  const names = header.split(",");
  const cells = (row: string) =>
    [...row.matchAll(/"([^"]*)"|([^,]+)|(?<=,|^)(?=,|$)/g)].map((cell) => cell[1] ?? cell[0]);
  return rows.map((row) => Object.fromEntries(cells(row).map((cell, index) => [names[index] ?? "", cell])));
}

for (const file of ["nws_f6_KDSM_2020-02.csv", "nws_f6_KSEA_2020-02.csv"]) {
  test(`every published day of ${file} is reproduced`, { skip }, () => {
    const rows = readRows(file);
    assert.ok(rows.length >= 22);
    for (const row of rows) {
      const day = { high_f: Number(row["tmax_f"]), low_f: Number(row["tmin_f"]) };
      const published = [row["avg_f_published"], row["hdd65_published"], row["cdd65_published"]].map(Number);
      const { heating, cooling } = degreeDaysOf(day);
      assert.deepEqual([publishedMeanF(day), heating, cooling], published, String(row["date"]));
    }
  });
}

for (const [days, months, names] of [
  ["ghcnd_USW00094789_JFK_2017-2020.csv", "ghcnd_USW00094789_JFK_monthly_degree_days.csv", ["DATE", "TMAX", "TMIN"]],
  ["vega_seattle_daily_2012-2015.csv", "vega_seattle_monthly_degree_days_2012-2015.csv", ["date", "tmax_f", "tmin_f"]],
] as const) {
  test(`every month of ${months} is reproduced`, { skip }, () => {
    const [date, high, low] = names;
    const read = readRows(days).map((row) => ({
      day: row[date] ?? "",
      high_f: Number(row[high]),
      low_f: Number(row[low]),
    }));
    const ours = monthlyDegreeDays(read).map((month) => {
      assert.ok(month.month_complete);
      return [month.effective_month.slice(0, 7), month.heating_degree_days, month.cooling_degree_days];
    });
    const theirs = readRows(months).map((row) => [
      row["month"],
      Number(row["hdd65_nws_rounded"]),
      Number(row["cdd65_nws_rounded"]),
    ]);
    assert.equal(theirs.length, 48);
    assert.deepEqual(ours, theirs);
  });
}

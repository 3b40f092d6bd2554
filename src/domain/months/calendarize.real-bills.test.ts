/** Real bills of a public building against the calendar months that an independent project published for them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sharedMaterial } from "../../../test/shared.ts";
import { calendarize } from "./calendarize.ts";
import { daysBetween, nextMonth } from "../calendar.ts";
import { shortBill } from "./meter-bill.fixtures.ts";

const { path: FOLDER, skip } = sharedMaterial("data/billing-csv");
const BILLS = join(FOLDER, "fnsb-animal-control-2010-2013.csv");
const MONTHS = join(FOLDER, "fnsb-animal-control-calendarized-2010-2013.csv");

interface RealBill {
  start: string;
  end: string;
  kbtus: number;
  cost: number;
}

/** Neither file has a quoted field. */
function rowsOf(path: string): Record<string, string>[] {
  const [head = "", ...lines] = readFileSync(path, "utf8").trim().split(/\r?\n/);
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((field, at) => [names[at] ?? "", field])));
}

/** `7/29/2010` as a day. */
function dayOf(text = ""): string {
  const [month = "", day = "", year = ""] = text.split("/");
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function billsOf(item: string): RealBill[] {
  return rowsOf(BILLS)
    .filter((row) => row["Item Description"] === item)
    .map((row) => ({
      start: dayOf(row["From"]),
      end: dayOf(row["Thru"]),
      kbtus: Number(row["Usage"]),
      cost: Number(row["Cost"]),
    }));
}

/**
 * In the published months a day runs from noon to noon: half a day of every bill that spans midnight moves into the next month.
 */
function movedAt(month: string, bills: RealBill[], figure: "kbtus" | "cost"): number {
  const running = bills.filter(({ start, end }) => start < month && month <= end);
  return running.reduce((sum, bill) => sum + bill[figure] / daysBetween(bill.start, bill.end) / 2, 0);
}

for (const item of ["Energy charge", "Natural gas (CCF)", "Water Usage (Gallons)", "Sewer Usage (Gallons)"]) {
  test(`the months of real bills equal the published ones: ${item}`, { skip }, () => {
    const bills = billsOf(item);
    const months = calendarize({
      bills: bills.map((bill, index) => shortBill({ id: index + 1, ...bill })),
      service: { start_date: null, end_date: null },
    });
    const published = new Map(
      rowsOf(MONTHS)
        .filter(({ item_desc, units }) => item_desc === item && units !== "-")
        .map((row) => [`${row["cal_year"]}-${String(row["cal_mo"]).padStart(2, "0")}-01`, row]),
    );
    // The published last month includes bills that the other file no longer has.
    const compared = months.filter(({ effective_month }) => effective_month < "2013-12-01");
    for (const { effective_month, distribution_kbtus, total_cost } of compared) {
      const toNoon = (figure: "kbtus" | "cost") =>
        movedAt(effective_month, bills, figure) - movedAt(nextMonth(effective_month), bills, figure);
      const theirs = published.get(effective_month);
      const usage = (distribution_kbtus ?? 0) + toNoon("kbtus");
      const cost = (total_cost ?? 0) + toNoon("cost");
      assert.ok(Math.abs(usage - Number(theirs?.["usage"])) < 1e-5, `${effective_month} usage ${usage}`);
      assert.ok(Math.abs(cost - Number(theirs?.["cost"])) < 0.0101, `${effective_month} cost ${cost}`);
    }
    assert.ok(compared.length >= 39, `${compared.length} months`);
  });
}

/** Bill histories published by others, of real meters, as the bills of one meter each: to count how often a rule reports something. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EnergyType } from "../src/records/codes.ts";
import type { Day } from "../src/records/scalars.ts";
import { addDays, isDay } from "../src/domain/calendar.ts";
import type { MeterBill } from "../src/domain/months/meter-bill.ts";

export interface History {
  name: string;
  energy_type: EnergyType;
  bills: MeterBill[];
}

interface Row {
  meter: string;
  start: Day;
  /** The first day not covered. */
  end: Day;
  use: number | null;
  unit: string;
  cost: number | null;
}

type Fields = Record<string, string>;

/** How the rows of each file are read; null: no bill. */
const FILES: Record<string, (row: Fields) => Row | null> = {
  "billing-csv/better-portfolio-odd-buildings.csv": (row) => ({
    meter: `${row["Building ID*"]} ${row["Energy Type*"]}`,
    start: dayOf(row["Billing Start Dates*"]),
    end: addDays(dayOf(row["Billing End Dates*"]), 1),
    use: numberOf(row["Energy Consumption*"]),
    unit: row["Energy Unit*"] ?? "",
    cost: numberOf(row["Cost*"]),
  }),
  "billing-csv/seed-espm-building-electric-water-outdoor.csv": portfolioManager,
  "billing-csv/seed-espm-campus-a.csv": portfolioManager,
  "billing-csv/fnsb-animal-control-2010-2013.csv": (row) =>
    ["Energy charge", "Natural gas (CCF)", "Water Usage (Gallons)"].includes(row["Item Description"] ?? "")
      ? {
          meter: row["Item Description"] ?? "",
          start: dayOf(row["From"]),
          end: dayOf(row["Thru"]),
          use: numberOf(row["Usage"]),
          unit: row["Units"] ?? "",
          cost: numberOf(row["Cost"]),
        }
      : null,
  "bills/nationalgrid-history-halfmoon-town-hall.rows.csv": nationalGrid,
  "bills/nationalgrid-history-buffalo-roetzer.rows.csv": nationalGrid,
  "bills/nationalgrid-history-buffalo-939-abbott.rows.csv": nationalGrid,
};

function portfolioManager(row: Fields): Row {
  return {
    meter: row["Portfolio Manager Meter ID"] ?? "",
    start: dayOf(row["Start Date"]),
    end: dayOf(row["End Date"]),
    use: numberOf(row["Usage/Quantity"]),
    unit: row["Usage Units"] ?? "",
    cost: numberOf(row["Cost ($)"]),
  };
}

function nationalGrid(row: Fields): Row {
  const end = dayOf(row["Read Date"]);
  return {
    meter: row["Bill Account"] ?? "",
    start: isDay(end) ? addDays(end, -Number(row["Days Used"])) : "",
    end,
    use: numberOf(row["Billed kWh"]),
    unit: "kWh",
    cost: numberOf(row["Bill Amount"]),
  };
}

/** The histories of a folder with these files, each of at least ten bills. */
export function readHistories(folder: string): History[] {
  return Object.entries(FILES).flatMap(([file, read]) => {
    const rows = rowsOf(join(folder, file)).flatMap((row) => read(row) ?? []);
    const usable = rows.filter(({ start, end }) => isDay(start) && isDay(end) && start < end);
    return [...Map.groupBy(usable, ({ meter }) => meter)]
      .map(([meter, own]) => ({ name: `${file} ${meter}`, energy_type: "ELECTRIC" as const, bills: own.map(billOf) }))
      .filter(({ bills }) => bills.length >= 10);
  });
}

function billOf({ start, end, use, unit, cost }: Row, index: number): MeterBill {
  const period = { start_date: start, end_date: end };
  const usage = {
    ...period,
    id: index,
    amount: use ?? 0,
    measurement_unit: unit,
    utility_usage_type: "usage_amount" as const,
    estimated_meter_read: false,
    kbtus: null,
    lbs_co2: null,
    gallons: null,
    supply: false,
  };
  const charge = { ...period, id: index, amount: cost ?? 0, utility_charge_type: "usage_cost" as const };
  return {
    id: index + 1,
    estimated: false,
    usages: use === null ? [] : [usage],
    charges: cost === null ? [] : [charge],
  };
}

function rowsOf(path: string): Fields[] {
  const [head = "", ...lines] = readFileSync(path, "utf8").trim().split(/\r?\n/);
  const names = fieldsOf(head);
  return lines.map((line) => Object.fromEntries(fieldsOf(line).map((field, at) => [names[at] ?? "", field])));
}

/** Fields in quotes hold commas, and no quotes. */
const fieldsOf = (line: string): string[] =>
  line.split('"').flatMap((part, at) => (at % 2 === 1 ? [part] : betweenCommas(part)));

/** A comma beside a quoted field ends or begins an empty part, which is no field. */
function betweenCommas(part: string): string[] {
  const cut = part.replace(/^,/, "").replace(/,$/, "");
  return part === "" || part === "," ? [] : cut.split(",");
}

/** `7/29/2010`, `7/29/10` and `2010-07-29 00:00:00` as a day. */
function dayOf(text = ""): Day {
  if (isDay(text.slice(0, 10))) return text.slice(0, 10);
  const [month = "", day = "", year = ""] = text.split("/");
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function numberOf(text = ""): number | null {
  const number = Number(text.replaceAll(",", ""));
  return text.trim() === "" || Number.isNaN(number) ? null : number;
}

/** Bills of properties, and reports over all properties of them, for tests. */
import assert from "node:assert/strict";
import type { Member } from "./app.ts";
import { insertMeter, insertMeterBills, insertPlace, type MeterBill } from "./derived.ts";
import { untilWritesEnded } from "./lock-waits.ts";
import type { App } from "../src/app.ts";
import { readPlace } from "../src/domain/bills/booking-place.ts";
import { monthFromNumber, monthNumber, nextMonth } from "../src/domain/calendar.ts";
import type { PortfolioReportType } from "../src/records/portfolio-report.ts";
import type { Cell, Row } from "../src/records/table.ts";
import { openPortfolioReport, type PortfolioReportRequest } from "../src/reports/open-portfolio-report.ts";

const TODAY = "2026-01-20";

export type Options = Partial<Omit<PortfolioReportRequest, "since" | "until">> & { since?: string; until?: string };

/** The whole report. Writes of other databases of the server end first, unless a write of the test is not to. */
export async function readReport(
  app: App,
  { company_id }: Member,
  report_type: PortfolioReportType,
  { since, until, range = {}, language = "en", ...options }: Options = {},
  isWaiting = true,
) {
  if (isWaiting) await untilWritesEnded(app.db);
  const placeOf = (text: string | undefined) => {
    const place = text === undefined ? undefined : readPlace(text);
    assert.ok(place !== null, "a place");
    return place;
  };
  const table = await openPortfolioReport(app, {
    company_id,
    ...options,
    report_type,
    range,
    today: TODAY,
    language,
    since: placeOf(since),
    until: placeOf(until),
  });
  const rows: Row[] = [];
  for await (const part of table.parts) rows.push(...part);
  const opening = await table.opening?.();
  return { head: table.head, rows, nextSince: table.head.nextSince ?? "", opening, ...table.tail() };
}

/** These cells of each row. */
export const pick = (rows: readonly Row[], ...keys: string[]): (Cell | undefined)[][] =>
  rows.map((row) => keys.map((key) => row[key]));

/** A property with an electric meter, and bills of it. */
export async function insertProperty(app: App, { company_id }: Member, bills: readonly MeterBill[]) {
  const place = await insertPlace(app, company_id);
  const id = await insertMeter(app, place, { energy_type: "ELECTRIC", unit: "kWh" });
  const meter = { id, energy_type: "ELECTRIC" as const, unit: "kWh" };
  const insert = (more: readonly MeterBill[]) => insertMeterBills(app, place, meter, more);
  return { ...place, meter, insert, bills: await insert(bills) };
}

export const months = (first: string, count: number, billed: (index: number) => Omit<MeterBill, "start" | "end">) =>
  Array.from({ length: count }, (_, index): MeterBill => {
    const start = monthFromNumber(monthNumber(first) + index);
    return { start, end: nextMonth(start), ...billed(index) };
  });

export async function patch(member: Member, url: string, body: object): Promise<{ id: number }> {
  const answer = await member.send("PATCH", url, body);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ id: number }>();
}

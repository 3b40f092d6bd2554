/**
 * Says of a feed without a bill what it has: of which meter how many readings, of which days and with which sum. Intervals are no
 * bill, see decision 0038.
 */
import { addDays } from "../../domain/calendar.ts";
import { addDecimals, canonicalDecimal } from "../../domain/decimal.ts";
import { countOf, firstFew } from "../../domain/text.ts";
import type { XmlElement } from "../xml/read-xml.ts";
import type { Feed, UsagePoint } from "./feed.ts";
import type { Reading, Readings } from "./readings.ts";

const ATOM = "http://www.w3.org/2005/Atom";

/** The finding on XML without any resource of the standard. */
export function notEspi({ namespace, children }: XmlElement): [name: string, detail: string] {
  if (namespace !== ATOM)
    return [
      "xml_not_known",
      "The file is XML, but no Green Button feed: no reader knows it. If it is a bill, enter it.",
    ];
  const entries = children.filter(({ name }) => name === "entry").length;
  return ["no_bill_in_feed", `The feed has no resource of the Green Button standard in its ${entries} entries.`];
}

interface PointRead {
  point: UsagePoint;
  read: Readings;
}

export function whyNoBill({ counts }: Feed, points: readonly PointRead[]): string {
  const readings = points.reduce((sum, { read }) => sum + read.readings.length + read.broken, 0);
  const units = [...new Set(points.flatMap(({ read }) => [...read.unknownUnits]))];
  const summaries = points.reduce((sum, { point }) => sum + point.summaries.length, 0);
  if (summaries > 0) return `None of the ${summaries} billing summaries has a billing period and an amount.`;
  if (readings > 0)
    return `The feed has ${countOf(readings, "reading")} and no billing period with a cost (${seriesText(points)}). Intervals have no amount to pay and no billing period, so no bill is made of them. Ask the utility for the feed with billing data, or enter the bill.`;
  if (units.length > 0)
    return `The readings of the feed are in units that no bill is in (${firstFew(units.map((uom) => `${uom ?? "none"}`))}).`;
  const names = [...counts].map(([name, count]) => `${count} ${name.slice(0, NAME_MAX)}`);
  return `The feed has no reading and no billing summary, only ${firstFew(names)}.`;
}

const NAME_MAX = 100;

function seriesText(points: readonly PointRead[]): string {
  const texts = points.flatMap(({ point, read }) => {
    const number = point.self.split("/").at(-1) ?? "";
    const meter = number === "" ? "" : `usage point ${number.slice(0, NAME_MAX)}: `;
    const series = Map.groupBy(read.readings, ({ description, unit, type }) => `${description} ${unit} ${type}`);
    const broken = read.broken === 0 ? [] : [`${countOf(read.broken, "reading")} without a time or a value`];
    return [...[...series.values()].map(oneSeries), ...broken].map((text) => `${meter}${text}`);
  });
  return firstFew(texts, "; ");
}

/** `744 readings "Energy" from 2026-03-01 to 2026-03-31, together 812.4 kWh`. */
function oneSeries(readings: readonly Reading[]): string {
  const first = readings.reduce((day, each) => (each.start_date < day ? each.start_date : day), "9999-12-31");
  const end = readings.reduce((day, each) => (each.end_date > day ? each.end_date : day), "");
  const last = end > first ? addDays(end, -1) : first;
  const description = readings[0]?.description ?? "";
  const name = description === "" ? "" : ` ${JSON.stringify(description.slice(0, NAME_MAX))}`;
  const days = first === last ? `of ${first}` : `from ${first} to ${last}`;
  return `${countOf(readings.length, "reading")}${name} ${days}${sumText(readings)}`;
}

/** Demand has no sum. Overlapping readings of one name state the same use twice, such as by hour and by month. */
function sumText(readings: readonly Reading[]): string {
  const [first] = readings;
  if (first?.type !== "usage_amount") return first === undefined ? "" : ` in ${first.unit}`;
  const sorted = readings.toSorted((one, other) => one.seconds.start - other.seconds.start);
  const overlaps = sorted.some(({ seconds }, at) => {
    const before = sorted[at - 1]?.seconds;
    return before !== undefined && seconds.start < before.start + before.duration;
  });
  if (overlaps) return ` in ${first.unit}, which overlap`;
  const sum = canonicalDecimal(addDecimals(readings.map(({ amount }) => amount)));
  return `, together ${sum} ${first.unit}`;
}

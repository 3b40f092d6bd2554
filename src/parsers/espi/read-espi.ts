/**
 * Reads a Green Button feed (NAESB REQ.21 ESPI, every edition) as bills: one for each billing summary, or for each billing period of
 * readings with a cost where the feed has no summary.
 */
import { ESPI } from "../../domain/bills/reading.ts";
import { eachMeterText } from "../../records/meter-texts.ts";
import type { EnergyType } from "../../records/codes.ts";
import type { Period } from "../../records/scalars.ts";
import type {
  Finding,
  Reading as BillReading,
  Readings,
  Statement,
  StatementMeter,
  StatementUsage,
} from "../../records/statement.ts";
import { addDays, daysBetween } from "../../domain/calendar.ts";
import { addDecimals } from "../../domain/decimal.ts";
import { countOf, firstFew } from "../../domain/text.ts";
import { inCents } from "../../domain/whole-cents.ts";
import { Unreadable } from "../outcome.ts";
import { error, warning } from "../template/findings.ts";
import { textAt, wholeAt, type XmlElement } from "../xml/read-xml.ts";
import { chargesOf, moneyOf, type SummaryCharges } from "./charges.ts";
import { daysOf } from "./days.ts";
import { feedOf, type Entry, type Feed, type UsagePoint } from "./feed.ts";
import {
  isEstimated,
  measurementAt,
  readingsOf,
  registersIn,
  secondsAt,
  sumOfIntervals,
  sumsUpTo,
  type Reading,
  type Readings as PointReadings,
} from "./readings.ts";
import { energyTypeOf } from "./units.ts";
import { notEspi, whyNoBill } from "./why-no-bill.ts";

/** The part of a bill for one usage point. */
interface Part {
  /** Parts with the same key are one bill. */
  key: string;
  account: string | null;
  issued: string | null;
  period: Period;
  meter: StatementMeter;
  costs: SummaryCharges;
  currency: string | null;
  findings: Finding[];
}

const BILLS_MAX = 1000;
/** Readings of billing periods; a week of readings is none. */
const BILLING_DAYS = { min: 20, max: 100 };

/** The bills of a feed in its order. @throws Unreadable `xml_not_known`, `no_bill_in_feed`, `too_many_bills` */
export function readEspi(root: XmlElement): Readings {
  const feed = feedOf(root);
  if (feed === null) throw new Unreadable(...notEspi(root));
  const points = feed.usagePoints.map((point) => ({ point, read: readingsOf(point, feed.localTime) }));
  const numbers = numbersOf(feed);
  const parts = points.flatMap(({ point, read }) => {
    const number = numbers.get(point) ?? null;
    return point.summaries.length > 0
      ? latestOf(point.summaries, feed).flatMap((summary) => partOfSummary(feed, { point, read, summary, number }))
      : partsOfReadings(point, read, number);
  });
  const [first, ...others] = [...Map.groupBy(parts, ({ key }) => key).values()].map(billOf);
  if (first === undefined) throw new Unreadable("no_bill_in_feed", whyNoBill(feed, points));
  if (others.length >= BILLS_MAX)
    throw new Unreadable("too_many_bills", `The feed has ${others.length + 1} bills; at most ${BILLS_MAX} are read.`);
  return [first, ...others];
}

/** The number of its meter. A usage point without one has no printed number: its own id distinguishes it from others of the same service. */
function numbersOf(feed: Feed): Map<UsagePoint, string> {
  const { usagePoints: points } = feed;
  const services = Map.groupBy(points, ({ service }) => service);
  return new Map(
    points.flatMap((point) => {
      const isOneOfSeveral = (services.get(point.service)?.length ?? 0) > 1;
      const number = feed.meterNumberOf(point) ?? (isOneOfSeveral ? (point.self.split("/").at(-1) ?? "") : "");
      return number === "" ? [] : [[point, number] as const];
    }),
  );
}

/** A period that is listed twice was corrected, or written twice: the one updated last counts, among equals the one with more line items. */
function latestOf(summaries: readonly Entry[], { localTime }: Feed): Entry[] {
  const periodOf = ({ resource }: Entry) => {
    const seconds = secondsAt(resource, "billingPeriod");
    const days = seconds && daysOf(seconds, localTime);
    return days === null ? "" : `${days.start_date} ${days.end_date}`;
  };
  const isBetter = (one: Entry, other: Entry) =>
    one.updated === other.updated
      ? one.resource.children.length >= other.resource.children.length
      : one.updated > other.updated;
  return [...Map.groupBy(summaries, periodOf).values()].map((same) =>
    same.reduce((best, each) => (isBetter(each, best) ? each : best)),
  );
}

interface SummaryOf {
  point: UsagePoint;
  read: PointReadings;
  summary: Entry;
  number: string | null;
}

/** Empty for a summary without a period or without an amount: it bills nothing. */
function partOfSummary(feed: Feed, { point, read, summary, number }: SummaryOf): Part[] {
  const { resource } = summary;
  const seconds = secondsAt(resource, "billingPeriod");
  const period = seconds && daysOf(seconds, feed.localTime);
  if (seconds === null || period === null) return [];
  const costs = chargesOf(resource, period, feed.localTime);
  if (costs.charges.length === 0) return [];
  const findings = [...costs.findings, ...brokenFindings(read)];
  const measured = measurementAt(resource, "overallConsumptionLastPeriod");
  const uom = wholeAt(resource, "overallConsumptionLastPeriod", "uom") ?? uomOf(point);
  const energy_type = serviceOf(point, wholeAt(resource, "commodity"), uom, findings);
  const estimated = isEstimated(wholeAt(resource, "qualityOfReading"));
  const registers = registersIn(read.readings, period);
  const isDetailed = measured === null || ("amount" in measured && sumsUpTo(registers, measured));
  const usages: StatementUsage[] = [];
  if (isDetailed && registers.length > 0) usages.push(...registers.map(usageOf));
  else if (measured !== null && "amount" in measured)
    usages.push(
      usageOf({
        ...measured,
        ...period,
        description: "Total use",
        isExported: measured.amount.startsWith("-"),
        isEstimated: estimated,
        line: resource.line,
      }),
    );
  else if (measured !== null) findings.push(unknownUnit(measured.unknown));
  else {
    const sum = sumOfIntervals(read.readings, seconds);
    if (sum !== null)
      usages.push(
        usageOf({ ...sum, ...period, description: "Sum of intervals", isExported: false, line: resource.line }),
      );
    else
      findings.push(warning("use_not_in_feed", `The feed has no use for ${period.start_date} to ${period.end_date}.`));
  }
  const statement = feed.statementOf(summary);
  const issued = statement === null ? null : wholeAt(statement.resource, "issueDateTime");
  const tariff = textAt(resource, "tariffProfile");
  return [
    {
      key: statement?.self ?? `${point.self} ${period.start_date} ${period.end_date}`,
      account: feed.accountOf(summary),
      issued: issued === null ? null : (daysOf({ start: issued, duration: 0 }, feed.localTime)?.start_date ?? null),
      period,
      meter: meterOf({ energy_type, number, usages, costs, ...(tariff !== null && { tariff }) }),
      costs,
      currency: currencyOf(wholeAt(resource, "currency"), findings),
      findings,
    },
  ];
}

/** A feed without summaries: readings of billing periods with a cost are all that is known of its bills. */
function partsOfReadings(point: UsagePoint, read: PointReadings, number: string | null): Part[] {
  const billed = read.readings.filter((each) => each.cost !== null && each.cost !== 0 && isBillingPeriod(each));
  return [...Map.groupBy(billed, ({ start_date, end_date }) => `${start_date} ${end_date}`).values()].flatMap(
    (same) => {
      const [first] = same;
      if (first === undefined) return [];
      const { start_date, end_date } = first;
      const period = { start_date, end_date };
      const detail = `The bill of ${start_date} to ${end_date} is made of the cost of its readings: the feed has no billing summary, so charges beyond the energy may be missing.`;
      const findings = [warning("cost_of_readings", detail), ...costFindings(read, period), ...brokenFindings(read)];
      const type = point.readings[0]?.type ?? null;
      const energy_type = serviceOf(point, type && wholeAt(type, "commodity"), uomOf(point), findings);
      const cents = inCents(same.map(({ cost }) => moneyOf(cost ?? 0)));
      const charges = same.map((each, at) => ({
        description: each.description || "Energy",
        amount: cents[at] ?? "0",
        utility_charge_type: "usage_cost" as const,
        ...period,
        group: `reading ${at + 1}`,
        quantity: null,
        rate: null,
        place: { row: each.line },
      }));
      const costs: SummaryCharges = {
        charges,
        total: addDecimals(cents),
        isConfirmed: false,
        association_type: "STANDARD",
        findings: [],
      };
      const usages = same.map((each, at) => ({ ...usageOf(each), group: `reading ${at + 1}` }));
      const meter = meterOf({ energy_type, number, usages, costs });
      const currency = currencyOf(type && wholeAt(type, "currency"), findings);
      return [
        {
          key: `${point.self} ${start_date} ${end_date}`,
          account: null,
          issued: null,
          period,
          meter,
          costs,
          currency,
          findings,
        },
      ];
    },
  );
}

function usageOf(
  each: Pick<Reading, "amount" | "unit" | "type" | "description" | "isExported" | "isEstimated" | "line"> & Period,
): StatementUsage {
  return {
    description: each.isExported ? "Exported" : each.description || "Use",
    amount: each.amount,
    measurement_unit: each.unit,
    utility_usage_type: each.type,
    estimated_meter_read: each.isEstimated,
    ...(each.isExported && { exported: true as const }),
    start_date: each.start_date,
    end_date: each.end_date,
    group: null,
    previous_read: null,
    current_read: null,
    multiplier: null,
    place: { row: each.line },
  };
}

function meterOf({
  energy_type,
  number,
  usages,
  costs,
  tariff,
}: {
  energy_type: EnergyType;
  number: string | null;
  usages: StatementUsage[];
  costs: SummaryCharges;
  tariff?: string;
}): StatementMeter {
  const unitOf = (isDemand: boolean) =>
    usages.find(({ utility_usage_type }) => (utility_usage_type !== "usage_amount") === isDemand)?.measurement_unit ??
    null;
  return {
    ...eachMeterText((name) => (name === "meter_num" ? number : null)),
    energy_type,
    association_type: costs.association_type,
    measurement_unit: unitOf(false),
    demand_measurement_unit: unitOf(true),
    ...(tariff !== undefined && { tariff }),
    charges: costs.charges,
    usages,
    printed_total: null,
  };
}

const uomOf = ({ readings }: UsagePoint): number | null => {
  const type = readings.find((each) => each.type !== null)?.type;
  return type ? wholeAt(type, "uom") : null;
};

function serviceOf(point: UsagePoint, commodity: number | null, uom: number | null, findings: Finding[]): EnergyType {
  const type = energyTypeOf({ commodity, service: point.service, uom });
  if (type !== null) return type;
  const detail = "Neither a commodity, nor the service of the usage point, nor the unit says what was used.";
  findings.push(error("energy_type_unknown", detail));
  return "OTHER";
}

const unknownUnit = (uom: number | null): Finding =>
  error("unknown_unit", `The use is in the unit code ${uom ?? "none"}, which is the unit of no bill.`);

/** The cost of a reading whose unit is not known is no charge: without a finding the bill would be too low. */
function costFindings({ costsLeftOut }: PointReadings, { start_date, end_date }: Period): Finding[] {
  const missing = costsLeftOut.filter(
    (each) => isBillingPeriod(each) && each.start_date < end_date && each.end_date > start_date,
  );
  if (missing.length === 0) return [];
  const codes = firstFew([...new Set(missing.map(({ uom }) => `${uom ?? "none"}`))]);
  const detail = `The cost of ${countOf(missing.length, "reading")} in a unit that no bill is in (${codes}) is missing.`;
  return [error("unknown_unit", detail)];
}

function isBillingPeriod({ start_date, end_date }: Period): boolean {
  const days = daysBetween(start_date, end_date);
  return days >= BILLING_DAYS.min && days <= BILLING_DAYS.max;
}

function brokenFindings({ broken }: PointReadings): Finding[] {
  return broken === 0 ? [] : [warning("readings_left_out", `${broken} readings have no time or no value.`)];
}

/** ISO 4217 numbers of the currencies of bills so far; without a code the bill is in the utility's own. */
const CURRENCIES: Record<number, string> = { 36: "AUD", 124: "CAD", 484: "MXN", 826: "GBP", 840: "USD", 978: "EUR" };

function currencyOf(code: number | null, findings: Finding[]): string | null {
  if (code === null || code === 0) return null;
  const currency = CURRENCIES[code];
  if (currency === undefined)
    findings.push(
      error("currency_unknown", `The feed states amounts in the currency ${code} (ISO 4217), which is not known here.`),
    );
  return currency ?? null;
}

/** The parts of one statement are one bill. */
function billOf(parts: Part[]): BillReading {
  const [first] = parts;
  if (first === undefined) return { statement: null, findings: [] };
  const end = parts.reduce(
    (last, { period }) => (period.end_date > last ? period.end_date : last),
    first.period.end_date,
  );
  const totals = parts.map(({ costs }) => costs.total);
  const total = totals.every((each) => each !== null) ? addDecimals(totals) : null;
  const isConfirmed = parts.every(({ costs }) => costs.isConfirmed);
  const sum = addDecimals(parts.flatMap(({ costs }) => costs.charges.map(({ amount }) => amount)));
  const currencies = new Set(parts.map(({ currency }) => currency));
  const currency = currencies.size === 1 ? first.currency : null;
  const statement: Statement = {
    template: ESPI,
    acct_num: first.account,
    invoice_number: null,
    // Without a statement: the last day of its period, the earliest date that the bill can have.
    invoice_date: first.issued ?? addDays(end, -1),
    account_holder_name: null,
    service_address: null,
    amount_due: total ?? sum,
    previous_balance: null,
    amount_paid: null,
    current_charges: total,
    ...(currency !== null && { currency }),
    ...(!isConfirmed && { nothing_to_compare: true }),
    estimated: parts.some(({ meter }) => meter.usages.some(({ estimated_meter_read }) => estimated_meter_read)),
    corrected: false,
    meters: parts.map(({ meter }) => meter),
    printed: {},
  };
  return {
    statement,
    findings: [...new Map(parts.flatMap(({ findings }) => findings).map((each) => [each.detail, each])).values()],
  };
}

/** The bills in a feed: one document for each billing summary, cut out of the feed with everything that belongs to it and nothing else. */
import { createHash } from "node:crypto";
import { addDays } from "../domain/calendar.ts";
import type { Day } from "../records/scalars.ts";
import { chargesOf } from "../parsers/espi/charges.ts";
import { daysOf, localTimeFrom, type LocalTime, type Seconds } from "../parsers/espi/days.ts";
import { secondsAt } from "../parsers/espi/readings.ts";
import { wholeAt, type XmlElement } from "../parsers/xml/read-xml.ts";
import { idOf, type GreenButtonAccount } from "./accounts.ts";
import { belowFinder, entriesOf, isBelow, type AtomEntry, type AtomFeed } from "./atom.ts";

export interface BillDocument {
  external_id: string;
  /** The last day of its period: feeds have no date of a bill. */
  date: Day;
  point: AtomEntry;
  summary: AtomEntry;
  period: Seconds;
}

/** Finds the bills of an account in a feed, as of an epoch millisecond: oldest first. */
export type FindBills = (account: GreenButtonAccount, nowMs: number) => BillDocument[];

/** The whole feed is looked through once, whatever number of accounts is asked for. */
export function billFinder(usage: AtomFeed): FindBills {
  const localTime = localTimeOf(usage);
  const summaries = entriesOf(usage, "UsageSummary", "ElectricPowerUsageSummary");
  const place = new Map(summaries.map((summary, at) => [summary, at]));
  const below = belowFinder(summaries);
  const isAlone = entriesOf(usage, "UsagePoint").length === 1;
  const summariesOf = (point: AtomEntry): AtomEntry[] =>
    // In a feed of one usage point a summary may be of no address.
    isAlone ? summaries : below(point).toSorted((one, other) => (place.get(one) ?? 0) - (place.get(other) ?? 0));
  return (account, nowMs) => {
    const bills = account.points.flatMap((point) =>
      summariesOf(point).flatMap((summary) => billOf(point, summary, { localTime, nowMs }) ?? []),
    );
    return withoutSums(bills);
  };
}

/**
 * The standard lets a summary be of any period and marks it in no way, so what is no bill is known by what it says: it has no amount,
 * its period has not ended, or it is a sum over bills.
 */
function billOf(
  point: AtomEntry,
  summary: AtomEntry,
  { localTime, nowMs }: { localTime: LocalTime | null; nowMs: number },
): BillDocument | null {
  const period = secondsAt(summary.resource, "billingPeriod");
  const days = period && daysOf(period, localTime);
  if (period === null || days === null || !hasEnded(period, nowMs)) return null;
  if (chargesOf(summary.resource, days, localTime).charges.length === 0) return null;
  return { external_id: documentId(summary), date: addDays(days.end_date, -1), point, summary, period };
}

/** Of several bills for the same period the one updated last. */
function withoutSums(bills: readonly BillDocument[]): BillDocument[] {
  const same = Map.groupBy(bills, ({ point, period }) => `${point.self} ${period.start} ${period.duration}`);
  const latest = [...same.values()].map((some) =>
    some.reduce((best, each) => (each.summary.updated >= best.summary.updated ? each : best)),
  );
  const ofPoint = Map.groupBy(latest, ({ point }) => point);
  return latest
    .filter((bill) => !isSum(bill, ofPoint.get(bill.point) ?? []))
    .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
}

/** Some custodians write the end of a period as the end of its last day anywhere on earth. */
const DAY_SECONDS = 86_400;
const hasEnded = ({ start, duration }: Seconds, nowMs: number): boolean =>
  start + duration <= nowMs / 1000 + DAY_SECONDS;

/** No utility bills so long a period, where it bills shorter ones within it: such as the sum of a year. */
const BILLED_DAYS_MAX = 100;
function isSum({ period }: BillDocument, all: readonly BillDocument[]): boolean {
  if (period.duration <= BILLED_DAYS_MAX * DAY_SECONDS) return false;
  const end = period.start + period.duration;
  const within = all.filter(
    ({ period: { start, duration } }) =>
      start >= period.start && start + duration <= end && duration * 2 <= period.duration,
  );
  return within.length > 1;
}

function localTimeOf(usage: AtomFeed): LocalTime | null {
  const [entry] = entriesOf(usage, "LocalTimeParameters");
  if (entry === undefined) return null;
  return localTimeFrom(wholeAt(entry.resource, "tzOffset"), wholeAt(entry.resource, "dstOffset"));
}

/** Some custodians write when they made the answer. */
const CHANGES_EACH_TIME = new Set(["statusTimeStamp"]);

/** The id of the summary with a hash of what it says: a corrected one is another document. */
function documentId(summary: AtomEntry): string {
  const content = summary.resource.children.filter(({ name }) => !CHANGES_EACH_TIME.has(name)).map(wordsOf);
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return `${idOf(summary)}.${hash.slice(0, 12)}`;
}

type Words = [name: string, text: string, children: Words[]];
const wordsOf = ({ name, text, children }: XmlElement): Words => [name, text, children.map(wordsOf)];

/** Decimal places of money in the standard. */
const MONEY_PLACES = 5;

/**
 * The document of a bill: a feed with the time zone, the account, all of its usage points (they tell its meters apart), and the
 * readings of the period with the summary. `moneyPlaces`: of the custodian's amounts; they are written as the standard says.
 */
export function cutBill(
  usage: AtomFeed,
  customer: AtomFeed | null,
  { account, bill, moneyPlaces }: { account: GreenButtonAccount; bill: BillDocument; moneyPlaces: number },
): string {
  const { point, summary, period } = bill;
  const readings = entriesOf(usage, "MeterReading").filter((reading) => isBelow(reading, point));
  const types = entriesOf(usage, "ReadingType").filter((type) =>
    readings.some(({ related }) => related.includes(type.self)),
  );
  const blocks = entriesOf(usage, "IntervalBlock").filter(
    (block) => readings.some((reading) => isBelow(block, reading)) && overlaps(block, period),
  );
  const entries = [
    ...entriesOf(usage, "LocalTimeParameters"),
    ...account.points,
    ...types,
    ...readings,
    ...blocks,
    summary,
  ];
  const pieces = entries.map((entry) => textOf(entry, moneyPlaces));
  // An entry of the other feed has its prefixes from there.
  const ofCustomer = account.customerEntries.map(({ text }) =>
    withPrefixes(text, customer?.opening ?? "", usage.opening),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${usage.opening}\n${[...ofCustomer, ...pieces].join("\n")}\n${usage.closing}\n`;
}

/** A block without an interval of its own may have anything. */
function overlaps({ resource }: AtomEntry, { start, duration }: Seconds): boolean {
  const interval = secondsAt(resource, "interval");
  return interval === null || (interval.start < start + duration && interval.start + interval.duration > start);
}

const MONEY = new Set(["billLastPeriod", "billToDate", "costAdditionalLastPeriod", "amount", "unitCost", "cost"]);
/** Of these, and only of these, the amounts are money. */
const WITH_MONEY = new Set(["UsageSummary", "ElectricPowerUsageSummary", "IntervalBlock"]);

/** The entry as it came, but for the scale of its amounts of money. */
function textOf({ text, from, resource }: AtomEntry, moneyPlaces: number): string {
  if (moneyPlaces === MONEY_PLACES || !WITH_MONEY.has(resource.name)) return text;
  const factor = 10n ** BigInt(MONEY_PLACES - moneyPlaces);
  const amounts = amountsIn(resource).toSorted((one, other) => other.from - one.from);
  return amounts.reduce((written, element) => {
    const value = `${BigInt(element.text) * factor}`;
    const start = element.inside - from;
    const end = written.indexOf("<", start);
    return `${written.slice(0, start)}${value}${written.slice(end)}`;
  }, text);
}

const amountsIn = (element: XmlElement): XmlElement[] =>
  element.children.flatMap((child) =>
    MONEY.has(child.name) && /^-?\d{1,15}$/.test(child.text) ? [child] : amountsIn(child),
  );

const DECLARATION = /\sxmlns(?::([\w.-]+))?\s*=\s*("[^"]*"|'[^']*')/g;
const declared = (tag: string): Map<string, string> =>
  new Map([...tag.matchAll(DECLARATION)].map(([, prefix = "", value = ""]) => [prefix, value]));

/** The entry with those declarations of its own feed that the other feed does not have in the same way. */
function withPrefixes(entry: string, own: string, other: string): string {
  const there = declared(other);
  const tagEnd = entry.indexOf(">");
  const here = declared(entry.slice(0, tagEnd));
  const missing = [...declared(own)].filter(([prefix, value]) => there.get(prefix) !== value && !here.has(prefix));
  const written = missing.map(([prefix, value]) => ` xmlns${prefix === "" ? "" : `:${prefix}`}=${value}`).join("");
  const nameEnd = entry.search(/[\s/>]/);
  return `${entry.slice(0, nameEnd)}${written}${entry.slice(nameEnd)}`;
}

/** The resources of a Green Button feed, joined by their links: usage points with their readings and billing summaries. */
import { childrenOf, elementAt, textAt, wholeAt, type XmlElement } from "../xml/read-xml.ts";
import { localTimeFrom, type LocalTime } from "./days.ts";

/** Of the standard, in all editions; the data of customers have their own. */
const ESPI = "http://naesb.org/espi";

/** An Atom entry with one resource. */
export interface Entry {
  resource: XmlElement;
  self: string;
  up: string;
  related: string[];
  title: string;
  updated: string;
}

export interface MeterReading {
  title: string;
  type: XmlElement | null;
  blocks: XmlElement[];
}

export interface UsagePoint {
  /** Its address; empty for a feed of summaries alone. */
  self: string;
  /** ServiceKind. */
  service: number | null;
  readings: MeterReading[];
  summaries: Entry[];
}

export interface Feed {
  localTime: LocalTime | null;
  usagePoints: UsagePoint[];
  /** Names of all resources, each with how often it is there. */
  counts: Map<string, number>;
  /** The account of a summary's statement, else the only account of the feed; null when it names none or several. */
  accountOf(summary: Entry): string | null;
  /** The statement of a summary. */
  statementOf(summary: Entry): Entry | null;
  /** The serial number of the meter that is linked with a usage point; null when the feed has none, or several. */
  meterNumberOf(point: UsagePoint): string | null;
}

/** Null for XML without any resource of the standard. */
export function feedOf(root: XmlElement): Feed | null {
  const entries = entriesOf(root).flatMap(resourcesOf);
  if (entries.length === 0) return null;
  const named = (...names: string[]) => entries.filter(({ resource }) => names.includes(resource.name));
  const bySelf = new Map(entries.map((entry) => [entry.self, entry]));
  const accounts = named("CustomerAccount");
  const relatedOf = (entry: Entry | null, name: string): Entry | null =>
    entry?.related.map((href) => bySelf.get(href)).find((each) => each?.resource.name === name) ?? null;
  const statementOf = (summary: Entry) => relatedOf(summary, "Statement");
  const onlyAccount = accounts.length === 1 ? accounts[0] : undefined;
  return {
    localTime: localTimeOf(named("LocalTimeParameters")[0]),
    usagePoints: usagePointsOf(named),
    counts: countsOf(entries),
    statementOf,
    meterNumberOf({ self }) {
      const linked = named("Meter").filter(({ related }) => self !== "" && related.includes(self));
      return linked.length === 1 && linked[0] ? textAt(linked[0].resource, "serialNumber") : null;
    },
    accountOf(summary) {
      const account = relatedOf(statementOf(summary), "CustomerAccount") ?? onlyAccount;
      return account === undefined ? null : textAt(account.resource, "accountId");
    },
  };
}

const entriesOf = (root: XmlElement): XmlElement[] => (root.name === "entry" ? [root] : childrenOf(root, "entry"));

/** An entry of the oldest feeds holds several interval blocks. */
function resourcesOf(entry: XmlElement): Entry[] {
  const links = childrenOf(entry, "link").map(({ attributes }) => ({
    rel: attributes["rel"] ?? "",
    href: (attributes["href"] ?? "").trim(),
  }));
  const hrefs = (rel: string) => links.filter((link) => link.rel === rel && link.href !== "").map(({ href }) => href);
  const content = elementAt(entry, "content");
  return (content?.children ?? [])
    .filter(({ namespace }) => namespace.startsWith(ESPI))
    .map((resource) => ({
      resource,
      self: hrefs("self")[0] ?? "",
      up: hrefs("up")[0] ?? "",
      related: hrefs("related"),
      title: textAt(entry, "title") ?? "",
      updated: textAt(entry, "updated") ?? "",
    }));
}

function countsOf(entries: readonly Entry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { resource } of entries) counts.set(resource.name, (counts.get(resource.name) ?? 0) + 1);
  return counts;
}

function localTimeOf(entry: Entry | undefined): LocalTime | null {
  if (entry === undefined) return null;
  return localTimeFrom(wholeAt(entry.resource, "tzOffset"), wholeAt(entry.resource, "dstOffset"));
}

function usagePointsOf(named: (...names: string[]) => Entry[]): UsagePoint[] {
  // The first edition called it ElectricPowerUsageSummary, for gas and water as well.
  const summaries = named("UsageSummary", "ElectricPowerUsageSummary");
  const points = withoutCopies(named("UsagePoint"));
  const readings = withoutCopies(named("MeterReading"));
  const types = withoutCopies(named("ReadingType"));
  const blocks = named("IntervalBlock");
  const below = (entries: Entry[], above: Entry, all: Entry[]) =>
    entries.filter((entry) => isBelow(entry, above) || (all.length === 1 && !isBelowAny(entry, all)));
  const joined = points.map((point) => ({
    self: point.self,
    service: wholeAt(point.resource, "ServiceCategory", "kind"),
    readings: below(readings, point, points).map((reading) => ({
      title: reading.title,
      type: (types.find(({ self }) => reading.related.includes(self)) ?? onlyOne(types))?.resource ?? null,
      blocks: below(blocks, reading, readings).map(({ resource }) => resource),
    })),
    summaries: below(summaries, point, points),
  }));
  const taken = new Set(joined.flatMap((point) => point.summaries));
  const strays = summaries.filter((summary) => !taken.has(summary));
  return strays.length === 0 ? joined : [...joined, { self: "", service: null, readings: [], summaries: strays }];
}

const onlyOne = (entries: Entry[]): Entry | undefined => (entries.length === 1 ? entries[0] : undefined);

/** Some feeds list the same resource twice. */
const withoutCopies = (entries: Entry[]): Entry[] =>
  entries.filter(({ self }, at) => self === "" || entries.findIndex((each) => each.self === self) === at);

/** By the address, or because one names the other or its list. */
function isBelow(entry: Entry, above: Entry): boolean {
  if (above.self !== "" && entry.self.startsWith(`${above.self}/`)) return true;
  return [entry.self, entry.up].some((href) => href !== "" && above.related.includes(href));
}

const isBelowAny = (entry: Entry, all: readonly Entry[]): boolean => all.some((above) => isBelow(entry, above));

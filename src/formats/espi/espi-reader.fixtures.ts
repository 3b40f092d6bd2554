/**
 * An independent reader of Green Button feeds for tests: it knows the standard but not our writer, joins the parts by their
 * links, and returns what users need.
 */
import { XmlDocument, XmlElement, type XmlNode } from "libxml2-wasm";

const NAMESPACES = {
  a: "http://www.w3.org/2005/Atom",
  e: "http://naesb.org/espi",
  c: "http://naesb.org/espi/customer",
};

export interface ReadReading {
  start: number;
  days: number;
  /** The value with its power of ten, in the base unit of `uom`. */
  amount: number;
  uom: number;
  kind: number;
  qualifier: number;
  flow: number;
  tou: number;
  quality: number;
  cost: number | null;
  title: string;
}

export interface ReadSummary {
  start: number | null;
  days: number | null;
  dollars: number;
  itemsSum: number;
  items: { note: string; dollars: number; kind: number; start: number | null; days: number | null }[];
  consumption: { amount: number; uom: number } | null;
  quality: number;
  status: number;
  utility: string;
}

export interface ReadUsagePoint {
  href: string;
  title: string;
  service: number | null;
  readings: ReadReading[];
  summaries: ReadSummary[];
}

interface Joined {
  byUp: Map<string, ReadEntry[]>;
  bySelf: Map<string, ReadEntry[]>;
}

interface ReadEntry {
  id: string;
  title: string;
  self: string;
  up: string;
  related: string[];
  content: XmlElement;
}

const SECONDS_A_DAY = 86_400;

export function readFeed(text: string) {
  using document = XmlDocument.fromString(text);
  const entries = document.find("/a:feed/a:entry", NAMESPACES).map(readEntry);
  const joined = {
    byUp: Map.groupBy(entries, ({ up }) => up),
    bySelf: Map.groupBy(entries, ({ self }) => self),
  };
  const named = (name: string) => entries.filter(({ content }) => content.name === name);
  return {
    ids: entries.map(({ id }) => id),
    hrefs: entries.map(({ self }) => self),
    kinds: entries.map(({ content }) => content.name),
    statements: named("Statement").map(({ content, self }) => ({
      href: self,
      issued: Number(textAt(content, "c:issueDateTime")),
      url: textAt(content, "c:statementRef/c:statementURL"),
    })),
    accounts: named("CustomerAccount").map(({ content }) => textAt(content, "c:accountId")),
    usagePoints: named("UsagePoint").map((entry) => readUsagePoint(entry, joined)),
  };
}

function readEntry(node: XmlNode): ReadEntry {
  const content = node.find("a:content/*", NAMESPACES)[0];
  if (!(content instanceof XmlElement)) throw new Error("an entry without content");
  const hrefs = (rel: string) =>
    node.find(`a:link[@rel="${rel}"]/@href`, NAMESPACES).map((attribute) => attribute.content);
  const [self, up] = [hrefs("self"), hrefs("up")];
  if (self[0] === undefined || up[0] === undefined) throw new Error("an entry without its links");
  return {
    id: textAt(node, "a:id") ?? "",
    title: textAt(node, "a:title") ?? "",
    self: self[0],
    up: up[0],
    related: hrefs("related"),
    content,
  };
}

function readUsagePoint(usagePoint: ReadEntry, { byUp, bySelf }: Joined): ReadUsagePoint {
  const found = (by: Map<string, ReadEntry[]>, { related }: ReadEntry, name: string) =>
    related.flatMap((href) => by.get(href) ?? []).filter(({ content }) => content.name === name);
  const under = (entry: ReadEntry, name: string) => found(byUp, entry, name);
  return {
    href: usagePoint.self,
    title: usagePoint.title,
    service: numberAt(usagePoint.content, "e:ServiceCategory/e:kind"),
    readings: under(usagePoint, "MeterReading").flatMap((meterReading) => {
      const types = found(bySelf, meterReading, "ReadingType");
      const [type] = types;
      if (type === undefined || types.length > 1) throw new Error(`${meterReading.self} has ${types.length} types`);
      return under(meterReading, "IntervalBlock").flatMap(({ content }) =>
        content
          .find("e:IntervalReading", NAMESPACES)
          .map((node) => readReading(node, type.content, meterReading.title)),
      );
    }),
    summaries: under(usagePoint, "UsageSummary").map(({ content }) => readSummary(content)),
  };
}

function readReading(node: XmlNode, type: XmlNode, title: string): ReadReading {
  const of = (path: string) => numberAt(type, path) ?? 0;
  return {
    title,
    start: numberAt(node, "e:timePeriod/e:start") ?? Number.NaN,
    days: (numberAt(node, "e:timePeriod/e:duration") ?? Number.NaN) / SECONDS_A_DAY,
    amount: scaled(textAt(node, "e:value"), of("e:powerOfTenMultiplier")),
    uom: of("e:uom"),
    kind: of("e:kind"),
    qualifier: of("e:dataQualifier"),
    flow: of("e:flowDirection"),
    tou: of("e:tou"),
    quality: numberAt(node, "e:ReadingQuality/e:quality") ?? of("e:defaultQuality"),
    cost: dollarsAt(node, "e:cost"),
  };
}

function readSummary(node: XmlNode): ReadSummary {
  const days = (path: string, of: XmlNode = node) => {
    const seconds = numberAt(of, path);
    return seconds === null ? null : seconds / SECONDS_A_DAY;
  };
  const consumption = node.get("e:overallConsumptionLastPeriod", NAMESPACES);
  return {
    start: numberAt(node, "e:billingPeriod/e:start"),
    days: days("e:billingPeriod/e:duration"),
    dollars: dollarsAt(node, "e:billLastPeriod") ?? Number.NaN,
    itemsSum: dollarsAt(node, "e:costAdditionalLastPeriod") ?? Number.NaN,
    items: node.find("e:costAdditionalDetailLastPeriod", NAMESPACES).map((item) => ({
      note: textAt(item, "e:note") ?? "",
      dollars: dollarsAt(item, "e:amount") ?? Number.NaN,
      kind: numberAt(item, "e:itemKind") ?? 0,
      start: numberAt(item, "e:itemPeriod/e:start"),
      days: days("e:itemPeriod/e:duration", item),
    })),
    consumption: consumption && {
      amount: scaled(textAt(consumption, "e:value"), numberAt(consumption, "e:powerOfTenMultiplier") ?? 0),
      uom: numberAt(consumption, "e:uom") ?? 0,
    },
    quality: numberAt(node, "e:qualityOfReading") ?? 0,
    status: numberAt(node, "e:statusTimeStamp") ?? Number.NaN,
    utility: textAt(node, "e:billingChargeSource/e:agencyName") ?? "",
  };
}

const textAt = (node: XmlNode, path: string): string | null => node.get(path, NAMESPACES)?.content ?? null;

function numberAt(node: XmlNode, path: string): number | null {
  const text = textAt(node, path);
  return text === null ? null : Number(text);
}

/** Parsed as decimal text, to avoid intermediate floating-point values. */
const scaled = (value: string | null, powerOfTen: number): number => Number(`${value ?? "NaN"}e${powerOfTen}`);

function dollarsAt(node: XmlNode, path: string): number | null {
  const text = textAt(node, path);
  return text === null ? null : scaled(text, -5);
}

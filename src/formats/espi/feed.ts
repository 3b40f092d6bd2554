/**
 * The bills of a day as ESPI 4.0 (NAESB REQ.21, "Green Button"): an Atom feed that is written bill by bill. docs/daily-feed.md
 * describes the mapping.
 */
import { partsOf, type EspiBill, type EspiMeter, type MeterPart } from "./bill.ts";
import { ENERGY } from "./codes.ts";
import { ESPI, entryText, link } from "./entry.ts";
import { addressesFrom, type Addresses } from "./addresses.ts";
import { uuidOfUrl } from "./name-uuid.ts";
import {
  LOCAL_TIME,
  METER_READING,
  customerAccountText,
  intervalBlockText,
  statementText,
  usagePointText,
  usageSummaryText,
} from "./resources.ts";
import { readingTypeText, seriesOf, type Series } from "./readings.ts";
import { element, wrap } from "./xml.ts";

export const espiMediaType = "text/xml; charset=utf-8";

export interface EspiDay {
  /** `YYYY-MM-DD`. */
  date: string;
  /** The address of the feed, `…/v1/days/2026-03-01?format=xml`. */
  self: string;
  updated: string;
  /** The feed's title; by default it names the day. */
  title?: string;
}

/** The entries written so far: a shared entry is written once, before the first bill that needs it. */
interface Written {
  accounts: Set<number>;
  meters: Set<number>;
  /** By the key of a reading type: the meters that have a series of it. */
  series: Map<string, Set<number>>;
}

/**
 * The feed in pieces, one per bill. It keeps no text, only the ids of written entries, so a long day needs little memory; bills
 * may come in any order.
 */
export function* espiFeed(day: EspiDay, bills: Iterable<EspiBill>): Generator<string> {
  const feed = openEspiFeed(day);
  yield feed.head;
  for (const bill of bills) yield feed.entriesOf(bill);
  yield feed.tail;
}

/** The same for bills that arrive one by one: `head`, then the entries of each bill, then `tail`. */
export function openEspiFeed({ date, self, updated, title = `Utility bills saved on ${date}` }: EspiDay) {
  const links = addressesFrom(self);
  const written: Written = { accounts: new Set(), meters: new Set(), series: new Map() };
  const head = [
    `<?xml version="1.0" encoding="UTF-8"?>\n`,
    `<feed xmlns="http://www.w3.org/2005/Atom">`,
    element("id", `urn:uuid:${uuidOfUrl(self)}`),
    link("self", self),
    element("title", title),
    element("updated", updated),
    wrap("author", element("name", "Meterbook")),
    "\n",
    entryText({ href: links.localTime, title: "Days in UTC", updated, content: LOCAL_TIME }),
  ];
  return {
    head: head.join(""),
    entriesOf: (bill: EspiBill): string => billEntries(bill, links, written),
    tail: "</feed>\n",
  };
}

/** An archived bill is listed with its reason, but without figures, because readers would count them twice. */
function billEntries(one: EspiBill, links: Addresses, written: Written): string {
  const { bill } = one;
  const text = accountEntry(one, links, written) + statementEntry(one, links);
  if (bill.archived) return text;
  return partsOf(one).reduce(
    (before, part) =>
      before + usagePointEntry(part, links, written) + seriesEntries(part, links, written) + summaryEntry(part, links),
    text,
  );
}

const momentsOf = ({ created_at, updated_at }: EspiBill["bill"]) => ({ published: created_at, updated: updated_at });

function accountEntry({ bill, account }: EspiBill, links: Addresses, { accounts }: Written): string {
  const id = bill.utility_account_id;
  if (accounts.has(id)) return "";
  accounts.add(id);
  return entryText({
    href: links.customerAccount(id),
    alternate: links.accountRecord(id),
    title: `${account.utility_company_name}, account ${account.acct_num}`,
    updated: bill.updated_at,
    content: customerAccountText(account),
  });
}

function statementEntry({ bill, account }: EspiBill, links: Addresses): string {
  const { id, utility_account_id, invoice_date } = bill;
  return entryText({
    href: links.statement(utility_account_id, id),
    related: [links.customerAccount(utility_account_id)],
    alternate: links.billRecord(id),
    title: `Bill of ${invoice_date.slice(0, 10)}, account ${account.acct_num}`,
    ...momentsOf(bill),
    content: statementText(bill),
  });
}

function usagePointEntry({ bill, meter }: MeterPart, links: Addresses, { meters }: Written): string {
  if (meters.has(meter.id)) return "";
  meters.add(meter.id);
  const href = links.usagePoint(bill.utility_account_id, meter.id);
  return entryText({
    href,
    related: [`${href}/MeterReading`, `${href}/UsageSummary`, links.localTime],
    alternate: links.meterRecord(meter.id),
    title: nameOf(meter),
    updated: bill.updated_at,
    content: usagePointText(meter),
  });
}

function nameOf({ id, energy_type, meter_num, association_type }: EspiMeter): string {
  const role = association_type === "STANDARD" ? "" : `, ${association_type.toLowerCase()}`;
  return `${ENERGY[energy_type].name}, meter ${meter_num ?? `without number (${id})`}${role}`;
}

function seriesEntries(part: MeterPart, links: Addresses, written: Written): string {
  const { bill, meter } = part;
  const usagePoint = links.usagePoint(bill.utility_account_id, meter.id);
  return seriesOf(part)
    .map((series) => {
      const href = `${usagePoint}/MeterReading/${series.type.key}`;
      return (
        readingTypeEntry(series, bill, links, written) +
        meterReadingEntry(href, series, part, links, written) +
        entryText({
          href: `${href}/IntervalBlock/${bill.id}`,
          title: `${series.type.title}, bill of ${bill.invoice_date.slice(0, 10)}`,
          ...momentsOf(bill),
          content: intervalBlockText(series, part),
        })
      );
    })
    .join("");
}

function readingTypeEntry({ type }: Series, bill: MeterPart["bill"], links: Addresses, { series }: Written): string {
  if (series.has(type.key)) return "";
  series.set(type.key, new Set());
  return entryText({
    href: links.readingType(type.key),
    title: type.title,
    updated: bill.updated_at,
    content: readingTypeText(type, ESPI),
  });
}

function meterReadingEntry(
  href: string,
  { type, readings }: Series,
  { bill, meter }: MeterPart,
  links: Addresses,
  written: Written,
): string {
  const meters = written.series.get(type.key);
  if (meters?.has(meter.id)) return "";
  meters?.add(meter.id);
  return entryText({
    href,
    related: [`${href}/IntervalBlock`, links.readingType(type.key)],
    // The bill's name for the usage identifies the register for readers.
    title: readings[0]?.usage.description ?? type.title,
    updated: bill.updated_at,
    content: METER_READING,
  });
}

function summaryEntry(part: MeterPart, links: Addresses): string {
  const { bill, meter } = part;
  return entryText({
    href: `${links.usagePoint(bill.utility_account_id, meter.id)}/UsageSummary/${bill.id}`,
    related: [links.statement(bill.utility_account_id, bill.id)],
    title: `${nameOf(meter)}, bill of ${bill.invoice_date.slice(0, 10)}`,
    ...momentsOf(bill),
    content: usageSummaryText(part),
  });
}

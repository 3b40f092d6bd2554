/**
 * Reads the rows of a recipe's lists into accounts and documents. An unreadable row stops the visit, so that nothing is left
 * out silently.
 */
import { portalChanged, type PortalAccount, type PortalDocument } from "./contract.ts";
import type { Day } from "../records/scalars.ts";
import { compileDayFormat } from "./day-format.ts";
import { createCollection, type ListPage } from "./list-pages.ts";
import { resolveLink, type Elements, type Page } from "./page.ts";
import { findField, readField, requireField } from "./read-field.ts";
import type { Recipe } from "./recipe.ts";
import type { Transport } from "./transport.ts";

type Pages = AsyncIterable<ListPage>;
type PlaceOf = Transport["place"];

/** Every account over all pages, once. */
export async function readAccounts(
  pages: Pages,
  { fields }: Recipe["accounts"],
  placeOf: PlaceOf,
): Promise<PortalAccount[]> {
  const accounts = createCollection<PortalAccount>(({ acct_num }) => acct_num);
  for await (const { page, rows, reached } of pages) {
    const where = placeOf(page.url);
    accounts.add(
      reached,
      rows.map((row, at) => readAccount(row, fields, `account ${at + 1} at ${where}`)),
      where,
    );
  }
  return accounts.items();
}

function readAccount(row: Elements, fields: Recipe["accounts"]["fields"], where: string): PortalAccount {
  return {
    external_id: requireField(row, fields.external_id, "external_id", where),
    acct_num: requireField(row, fields.acct_num, "acct_num", where),
    service_address: readField(row, fields.service_address, "service_address", where),
  };
}

/**
 * Every document over all pages from `since` on, once. For a list with the newest first, paging stops at the first page before
 * `since`.
 */
export async function readDocuments(
  pages: Pages,
  { fields, newest_first }: Recipe["documents"],
  since: Day | null,
  placeOf: PlaceOf,
): Promise<PortalDocument[]> {
  const documents = createCollection<PortalDocument>(({ date }) => date);
  let oldest: Day | null = null;
  for await (const { page, rows, reached } of pages) {
    const where = placeOf(page.url);
    const read = rows.map((row, at) => readDocument(page, row, fields, `document ${at + 1} at ${where}`));
    for (const { date } of documents.add(reached, read, where)) {
      if (newest_first && oldest !== null && date > oldest)
        throw portalChanged(`the list is not newest first, at ${where}`);
      oldest = date;
    }
    if (newest_first && since !== null && oldest !== null && oldest < since) break;
  }
  return documents.items().filter(({ date }) => since === null || date >= since);
}

function readDocument(page: Page, row: Elements, fields: Recipe["documents"]["fields"], where: string): PortalDocument {
  const date = readDay(row, fields.date, where);
  const url = resolveLink(page, requireField(row, fields.url, "url", where));
  if (url === null) throw portalChanged(`the url is not a web address in ${where}`);
  return {
    external_id: requireField(row, fields.external_id, "external_id", where),
    date,
    url: url.href,
    name: (fields.name === undefined ? null : findField(row, fields.name)) ?? `Bill of ${date}`,
  };
}

function readDay(row: Elements, field: Recipe["documents"]["fields"]["date"], where: string): Day {
  const day = compileDayFormat(field.format)?.(requireField(row, field, "date", where)) ?? null;
  if (day === null) throw portalChanged(`the date is not written as ${field.format} in ${where}`);
  return day;
}

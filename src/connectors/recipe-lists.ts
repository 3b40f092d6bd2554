/**
 * Reads the rows of a recipe's lists into accounts and documents. An unreadable row stops the visit, so that nothing is left
 * out silently.
 */
import { portalChanged, type PortalAccount, type PortalDocument } from "./contract.ts";
import type { Call } from "./call.ts";
import type { Day } from "../records/scalars.ts";
import { compileDayFormat } from "./day-format.ts";
import { addressCall, followCall } from "./follow.ts";
import { LETTERS_MAX, ROW_VALUE_MAX } from "./list-limits.ts";
import { createCollection, type ListPage } from "./list-pages.ts";
import type { Page } from "./page.ts";
import { findField, readField, requireField } from "./read-field.ts";
import type { Recipe } from "./recipe-shape.ts";
import type { DayField, Field } from "./recipe-parts.ts";
import { selectFirst, type Found } from "./select.ts";
import type { Transport } from "./transport.ts";

type Pages = AsyncIterable<ListPage>;
type PlaceOf = Transport["place"];

/** The values of a row that later requests use. */
export type RowValues = Record<string, string>;

export interface ListedAccount extends PortalAccount {
  values: RowValues;
}

/** How a document of this visit is fetched. */
export interface DocumentSource {
  account: PortalAccount;
  /** What its link leads to; null when the recipe has a request of its own for files. */
  call: Call | null;
  values: RowValues;
}

/** Every account over all pages, once. */
export async function readAccounts(
  pages: Pages,
  { fields, values, count }: Recipe["accounts"],
  placeOf: PlaceOf,
): Promise<ListedAccount[]> {
  const accounts = createCollection<ListedAccount>(({ acct_num }) => acct_num);
  let first: Page | null = null;
  for await (const { page, rows, reached } of pages) {
    first ??= page;
    const where = placeOf(page.url);
    const read = rows.map((row, at) => {
      const place = `account ${at + 1} at ${where}`;
      return { ...readAccount(row, fields, place), values: readRowValues(row, values, place) };
    });
    accounts.add(reached, read, where);
  }
  checkCount(count, first, accounts.items().length, placeOf);
  return accounts.items();
}

function readAccount(row: Found, fields: Recipe["accounts"]["fields"], where: string): PortalAccount {
  const address = readField(row, fields.service_address, "service_address", where);
  return {
    external_id: within("external_id", requireField(row, fields.external_id, "external_id", where), where),
    acct_num: within("acct_num", requireField(row, fields.acct_num, "acct_num", where), where),
    service_address: address === null ? null : within("service_address", address, where),
  };
}

/** The text, which is never cut: two accounts could become one. @throws PortalError when it is longer than any */
function within(name: keyof typeof LETTERS_MAX, text: string, where: string): string {
  return shortEnough(text, { name, most: LETTERS_MAX[name], where });
}

function shortEnough(text: string, { name, most, where }: { name: string; most: number; where: string }): string {
  if (text.length > most) throw portalChanged(`the ${name} of more than ${most} letters in ${where}`);
  return text;
}

const readRowValues = (row: Found, fields: Record<string, Field>, where: string): RowValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const text = requireField(row, field, name, where);
      return [name, shortEnough(text, { name, most: ROW_VALUE_MAX, where })];
    }),
  );

/** What the lists of documents are read for. */
export interface DocumentsAsked {
  account: PortalAccount;
  since: Day | null;
  /** In which moments are days. */
  zone: string;
}

/**
 * Every document over all pages from `since` on, once. For a list with the newest first, paging stops at the first page before
 * `since`.
 */
export async function readDocuments(
  pages: Pages,
  recipe: Recipe["documents"],
  { account, since, zone }: DocumentsAsked,
  placeOf: PlaceOf,
): Promise<PortalDocument[]> {
  const { newest_first, count, shown_acct_num } = recipe;
  const documents = createCollection<PortalDocument>(({ date }) => date);
  let oldest: Day | null = null;
  let first: Page | null = null;
  let isWhole = true;
  for await (const { page, rows, reached } of pages) {
    first ??= page;
    const where = placeOf(page.url);
    checkAccount(shown_acct_num, page, account, where);
    const read = rows.map((row, at) => readDocument(row, recipe, { account, zone }, `document ${at + 1} at ${where}`));
    for (const { date } of documents.add(reached, read, where)) {
      if (newest_first && oldest !== null && date > oldest)
        throw portalChanged(`the list is not newest first, at ${where}`);
      oldest = date;
    }
    if (newest_first && since !== null && oldest !== null && oldest < since) {
      isWhole = false;
      break;
    }
  }
  if (isWhole) checkCount(count, first, documents.items().length, placeOf);
  return documents.items().filter(({ date }) => since === null || date >= since);
}

/** The document with this id, while the page that has it is the last that was asked for; null when no page has it. */
export async function findDocument(
  pages: Pages,
  recipe: Recipe["documents"],
  of: Pick<DocumentsAsked, "account" | "zone">,
  externalId: string,
  placeOf: PlaceOf,
): Promise<PortalDocument | null> {
  for await (const { page, rows } of pages) {
    const where = placeOf(page.url);
    checkAccount(recipe.shown_acct_num, page, of.account, where);
    for (const [at, row] of rows.entries()) {
      const document = readDocument(row, recipe, of, `document ${at + 1} at ${where}`);
      if (document.external_id === externalId) return document;
    }
  }
  return null;
}

/** @throws PortalError when the portal says that there are more or fewer rows than were listed */
function checkCount(count: Field | undefined, first: Page | null, rows: number, placeOf: PlaceOf): void {
  if (count === undefined || first === null) return;
  const stated = findField(first, count)?.replaceAll(/[,.\s]/g, "") ?? "";
  const where = placeOf(first.url);
  if (!/^\d{1,9}$/.test(stated)) throw portalChanged(`no count of rows at ${where}`);
  if (Number(stated) !== rows)
    throw portalChanged(`${rows} rows were found where the portal counts ${Number(stated)}, at ${where}`);
}

/** A shorter number is not printed in groups, and would be found in other figures that stand side by side. */
export const GROUPED_MIN = 7;

/** Whether a text shows this number, also in groups: `7100 990 041` for `7100990041`. */
export function isNumberIn(text: string, number: string): boolean {
  if (text.includes(number)) return true;
  const sought = onlyLetters(number);
  if (sought.length < GROUPED_MIN) return false;
  const groups = text.split(/\s+/).map(onlyLetters);
  return groups.some((_, from) => {
    let joined = "";
    for (let to = from; to < groups.length && joined.length < sought.length; to++) joined += groups[to];
    return joined === sought;
  });
}

/** Whether two texts write the same account number. */
export const isSameNumber = (one: string, other: string): boolean => onlyLetters(one) === onlyLetters(other);
const onlyLetters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();

/** @throws PortalError when the page is of another account than the one whose documents are listed */
function checkAccount(field: Field | undefined, page: Page, { acct_num }: PortalAccount, where: string): void {
  if (field === undefined) return;
  if (!isSameNumber(requireField(page, field, "shown_acct_num", where), acct_num))
    throw portalChanged(`the list is of another account, at ${where}`);
}

function readDocument(
  row: Found,
  { fields, values }: Recipe["documents"],
  { account, zone }: Pick<DocumentsAsked, "account" | "zone">,
  where: string,
): PortalDocument {
  const date = readDay(row, fields.date, zone, where);
  const source: DocumentSource = {
    account,
    call: fields.url === undefined ? null : callOfLink(row, fields.url, where),
    values: readRowValues(row, values, where),
  };
  return {
    external_id: within("external_id", requireField(row, fields.external_id, "external_id", where), where),
    date,
    source,
    name: (fields.name === undefined ? null : findField(row, fields.name)) ?? `Bill of ${date}`,
  };
}

/** What the link of a row leads to; the text of an attribute or a value is its address. */
function callOfLink(row: Found, field: Field, where: string): Call {
  const found = field.selector === undefined ? row : selectFirst(field.selector, row);
  if (found === null) throw portalChanged(`no url in ${where}`);
  const isElement = "element" in found && field.attr === undefined && field.regex === undefined;
  const call = isElement ? followCall(found) : addressCall(found, requireField(row, field, "url", where));
  if (call === null) throw portalChanged(`the url is not a web address in ${where}`);
  return call;
}

function readDay(row: Found, field: DayField, zone: string, where: string): Day {
  const day = compileDayFormat(field.format, zone)?.(requireField(row, field, "date", where)) ?? null;
  if (day === null) throw portalChanged(`the date is not written as ${field.format} in ${where}`);
  return day;
}

/** Reads the cells of a row with a profile. An unreadable cell is a refusal, and the rest of the row is still read. */
import { eachMeterText } from "../../records/meter-texts.ts";
import { isRead } from "../../domain/imports/reads.ts";
import { refuse } from "../../domain/imports/refuse.ts";
import type { Row } from "../../domain/imports/row.ts";
import { readEnergyType } from "../../domain/energy-type.ts";
import { ASSOCIATION_TYPES, ENERGY_TYPES } from "../../records/codes.ts";
import type { ImportConstants, ImportMapping, ReadDateIs, RowField } from "../../records/import-profile.ts";
import type { Refusal } from "../../records/import-refusals.ts";
import type { Day } from "../../records/scalars.ts";
import { createDayReader } from "../template/dates.ts";
import { createTextPool, type SheetRow } from "./cells.ts";
import type { Header } from "./header.ts";
import { createLineReader } from "./read-lines.ts";
import { readDay, readNumber, type CellReaders, type Refuse } from "./read-value.ts";
import { takeOf, type Take, type Taken } from "./take.ts";

export interface ReadRow {
  row: Row;
  refusals: Refusal[];
}

/** Null for a row that the profile skips. */
export type RowReader = (row: SheetRow) => ReadRow | null;

/** The text limit of columns that the database does not limit. */
const TEXT_MAX = 200;

export function createRowReader(
  mapping: ImportMapping,
  header: Header,
  given: { constants: ImportConstants; today: Day; separator?: string | null },
): RowReader {
  const readers: CellReaders = {
    decimalMark: mapping.decimal_mark,
    days: createDayReader(["YYYY-MM-DD", ...mapping.date_formats], "en"),
    today: given.today,
    // Files with decimal commas use another field separator.
    mayHaveComma: mapping.decimal_mark === "." && given.separator === ";",
    pooled: createTextPool(),
  };
  const take = takesOf(mapping, header, given.constants);
  const isWanted = filterOf(mapping, header);
  const { start: periodStart, end: periodEnd, read: readDate } = daysOf(mapping);
  const readLines = createLineReader(mapping, header, readers);
  return ({ row, cells }) => {
    if (!isWanted(cells)) return null;
    const refusals: Refusal[] = [];
    const say: Refuse = (reason, taken, detail) =>
      void refusals.push(
        refuse(row, reason, { column: taken?.column ?? null, value: taken?.shown ?? null, ...(detail && { detail }) }),
      );
    const text = (field: RowField) => {
      const taken = take(field, cells);
      const found = bounded(taken, readers, say);
      if (found === null || !NUMBERS.has(field)) return found;
      if (SHORTENED.test(found)) say("unreadable_number", taken, digitsLost(found));
      return withoutFraction(found);
    };
    const needed = (field: RowField) => {
      const found = text(field);
      if (found === null) refusals.push(refuse(row, "required", { column: field }));
      return found ?? "";
    };
    const day = (field: RowField) => readDay(take(field, cells), readers, say);
    const number = (field: RowField) => readNumber(take(field, cells), readers, say);
    const energy_type = energyOf(take("energy_type", cells), say);
    if (take("energy_type", cells) === null) refusals.push(refuse(row, "required", { column: "energy_type" }));
    const [start, end] = [periodStart && day(periodStart), periodEnd && day(periodEnd)];
    const dates = [periodStart && take(periodStart, cells), periodEnd && take(periodEnd, cells)];
    // Half a period is an error; a row with a read or a delivery has neither day.
    if ((dates[0] === null) !== (dates[1] === null))
      refusals.push(refuse(row, "required", { column: dates[0] === null ? "period_start" : "period_end" }));
    const lines = readLines(cells, energy_type, say);
    const read: Row = {
      row,
      account_holder_name: text("account_holder_name"),
      property_name: text("property_name"),
      ...eachMeterText(text),
      invoice_number: text("invoice_number"),
      utility_company: needed("utility_company"),
      acct_num: needed("acct_num"),
      energy_type: energy_type ?? "OTHER",
      association_type: associationOf(take("association_type", cells), say),
      invoice_date: day("invoice_date"),
      printed: start === null || end === null ? null : { start, end },
      read_date: day(readDate),
      isBoundary: false,
      delivery_date: day("delivery_date"),
      days: wholeOf(number("days")),
      estimated: isYes(take("estimated", cells), say),
      usages: lines.usages,
      charges: lines.charges,
      row_total: number("row_total"),
      bill_total: number("bill_total"),
      isRefused: false,
    };
    const isBare = read.usages.length + read.charges.length === 0 && read.row_total === null;
    read.isBoundary = isBare && isRead(read) && read.delivery_date === null && refusals.length === 0;
    if (isBare && !read.isBoundary && refusals.length === 0) refusals.push(refuse(row, "nothing_to_import"));
    read.isRefused = refusals.length > 0;
    return { row: read, refusals };
  };
}

/** The fields that name something, often by its number. */
const NUMBERS: ReadonlySet<RowField> = new Set([
  "acct_num",
  "meter_num",
  "premise_num",
  "invoice_number",
  "property_name",
]);

/** A spreadsheet program shows a long number so, and saves it so as text: the other digits are gone. */
const SHORTENED = /^\d\.\d{1,14}E\+\d{1,3}$/i;

const digitsLost = (text: string): string =>
  `${JSON.stringify(text)} is a long number that was shortened when the file was saved, so its last digits are lost. Format the column as text, and save the file again.`;

/** Programs that calculate write a column of numbers with gaps as fractions: 110159085.0 is the number 110159085. */
const withoutFraction = (text: string): string => /^(\d{4,})\.0$/.exec(text)?.[1] ?? text;

/** The fields with the days of a row. A period of which the profile has only one end is read from row to row. */
function daysOf({ fields: { period_start, period_end } }: ImportMapping): {
  start: RowField | null;
  end: RowField | null;
  read: RowField;
} {
  if (period_start !== undefined && period_end !== undefined)
    return { start: "period_start", end: "period_end", read: "read_date" };
  const read = period_start !== undefined ? "period_start" : period_end !== undefined ? "period_end" : "read_date";
  return { start: null, end: null, read };
}

/** Which end of its period a read of this profile is; null when the profile does not say it. */
export function readDateIs({ fields: { period_start, period_end }, read_date_is }: ImportMapping): ReadDateIs | null {
  if ((period_start === undefined) === (period_end === undefined)) return read_date_is;
  return period_start === undefined ? "period_end" : "period_start";
}

/** Values given with the file take precedence over its cells. */
function takesOf({ fields, empty_words }: ImportMapping, header: Header, constants: ImportConstants) {
  const { utility_company, acct_num } = constants;
  const sources = {
    ...fields,
    ...(utility_company === undefined ? {} : { utility_company: { value: utility_company } }),
    ...(acct_num === undefined ? {} : { acct_num: { value: acct_num } }),
  };
  const takes = new Map<string, Take>(
    Object.entries(sources).map(([field, source]) => [field, takeOf(source, header, empty_words)]),
  );
  return (field: RowField, cells: SheetRow["cells"]): Taken | null => takes.get(field)?.(cells) ?? null;
}

function filterOf({ rows }: ImportMapping, header: Header): (cells: SheetRow["cells"]) => boolean {
  const folded = (texts: readonly string[] | undefined) =>
    texts && new Set(texts.map((text) => text.trim().toLowerCase()));
  const filters = rows.map(({ column, is, is_not }) => ({
    take: takeOf({ column }, header, []),
    is: folded(is),
    isNot: folded(is_not),
  }));
  return (cells) =>
    filters.every(({ take, is, isNot }) => {
      const text = take(cells)?.shown.trim().toLowerCase() ?? "";
      return (is === undefined || is.has(text)) && isNot?.has(text) !== true;
    });
}

function bounded(taken: Taken | null, { pooled }: CellReaders, say: Refuse): string | null {
  if (taken === null) return null;
  if (taken.text.length <= TEXT_MAX) return pooled(taken.text);
  say("text_too_long", taken, `The text has ${taken.text.length} characters; the limit is ${TEXT_MAX}.`);
  return null;
}

const KNOWN_ENERGY = `Known types are ${ENERGY_TYPES.join(", ")} and their usual names; map others with "words" in a profile.`;

function energyOf(taken: Taken | null, say: Refuse) {
  const known = taken === null ? null : readEnergyType(taken.text);
  if (taken !== null && known === null)
    say("unknown_energy_type", taken, `${JSON.stringify(taken.text)} is not a known type of energy. ${KNOWN_ENERGY}`);
  return known;
}

function associationOf(taken: Taken | null, say: Refuse): Row["association_type"] {
  const known = ASSOCIATION_TYPES.find((type) => type === (taken?.text.toUpperCase() ?? "STANDARD"));
  if (known === undefined) say("unknown_word", taken, `This must be one of ${ASSOCIATION_TYPES.join(", ")}.`);
  return known ?? "STANDARD";
}

const YES = new Set(["yes", "y", "true", "x", "1", "estimated", "e", "est"]);
const NO = new Set(["no", "n", "false", "0", "actual", "a", "act"]);

function isYes(taken: Taken | null, say: Refuse): boolean {
  const word = taken?.text.toLowerCase() ?? "no";
  if (!YES.has(word) && !NO.has(word)) say("unknown_word", taken, "This must be yes or no.");
  return YES.has(word);
}

const wholeOf = (number: string | null): number | null => (number === null ? null : Math.round(Number(number)));

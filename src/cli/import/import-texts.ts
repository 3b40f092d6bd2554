/** The output of an import: a progress bar, a line for each refused row, a sentence at the end. */
import { countOf } from "../../domain/text.ts";
import { CallError } from "../api-caller.ts";
import type { BillOutcome } from "./bill-files-journey.ts";
import { calledAs } from "../command-line.ts";
import type { Environment } from "../io.ts";
import type { ImportState, RowRefusal, ShownMeter } from "./import-journey.ts";

const BAR_CELLS = 24;

export function barOf(row: ImportState): string {
  const found = row.bills_found === 0 ? "" : `, ${countOf(row.bills_found, "bill")} found`;
  if (row.state !== "importing") return `${row.state}, ${countOf(row.rows_read, "row")} read${found}`;
  const saved = row.bills_created + row.bills_known + row.bills_edited;
  const full = row.bills_found === 0 ? BAR_CELLS : Math.floor((saved / row.bills_found) * BAR_CELLS);
  return `importing [${"█".repeat(full)}${"░".repeat(BAR_CELLS - full)}] ${saved} of ${countOf(row.bills_found, "bill")}`;
}

export function refusalLine({ sheet, row, column, value, reason, detail }: RowRefusal): string {
  const place = placeText({ sheet, row });
  const where = column === null ? place : `${place}, ${column}`;
  return `  ${where}${value === null ? "" : ` ${JSON.stringify(value)}`}: ${detail} (${reason})`;
}

const placeText = ({ sheet, row }: { sheet: string | null; row: number }): string =>
  sheet === null ? `row ${row}` : `sheet ${JSON.stringify(sheet)}, row ${row}`;

/** `Sheets read: "2023" (12 rows), "2024" (12 rows). Not read: "Notes".` Null when the only sheet was read. */
export function sheetsLine({ sheets }: ImportState): string | null {
  if (sheets.length < 2) return null;
  const named = (each: ImportState["sheets"][number]) => JSON.stringify(each.name);
  const read = sheets.flatMap((each) =>
    each.rows_read === null ? [] : [`${named(each)} (${countOf(each.rows_read, "row")})`],
  );
  const unread = sheets.filter(({ rows_read }) => rows_read === null).map(named);
  return `Sheets read: ${read.join(", ")}.${unread.length === 0 ? "" : ` Not read: ${unread.join(", ")}.`}`;
}

const PERIODS_SHOWN = 4;

/** What the dates of reads mean, and the first periods that were made of them; nothing when every row has its period. */
export function readPeriodLines({ read_periods }: ImportState): string[] {
  if (read_periods === null) return [];
  const { read_date_is, rows, periods } = read_periods;
  const says =
    read_date_is === "period_end"
      ? "A row has the amounts since the read before it, so its period ends at its date."
      : "A row has the amounts until the next read, so its period begins at its date.";
  const shown = periods.slice(0, PERIODS_SHOWN);
  const more = rows - shown.length;
  return [
    `${says} ${countOf(rows, "period")}:`,
    ...shown.map((each) => `  ${placeText(each)}: ${each.first_day} to ${each.last_day}`),
    ...(more > 0 ? [`  ... and ${more} more, in read_periods`] : []),
  ];
}

/** `Not read: usge (is usage meant?), notes.` Null when all columns are read. */
export function unreadLine({ columns_unread }: ImportState): string | null {
  const names = columns_unread.map(({ column, similar_to }) =>
    similar_to === null ? column : `${column} (is ${similar_to} meant?)`,
  );
  return names.length === 0 ? null : `Not read: ${names.join(", ")}.`;
}

export function foundLine(row: ImportState): string {
  const { bills_found, rows_refused, rows_skipped } = row;
  const skipped = rows_skipped === 0 ? "" : `, ${countOf(rows_skipped, "row")} skipped`;
  const counts = bills_found === 0 ? "" : `: ${countsOf(row)}`;
  return `${countOf(bills_found, "bill")} found${counts}; ${countOf(rows_refused, "row")} refused${skipped}.`;
}

/** `To be created: 1 account, 2 meters.` Null when all records exist. */
export function madeLine({ state, accounts_created, meters_created, properties_created }: ImportState): string | null {
  const made = [
    [accounts_created, "account", "accounts"],
    [meters_created, "meter", "meters"],
    [properties_created, "property", "properties"],
  ] as const;
  const parts = made.flatMap(([count, one, many]) => (count === 0 ? [] : countOf(count, one, many)));
  return parts.length === 0 ? null : `${state === "checked" ? "To be created" : "Created"}: ${parts.join(", ")}.`;
}

/** What a state of an uploaded bill is called, in the order of the summary. */
const STATE_TEXTS = {
  accepted: "saved",
  known: "known before",
  unpacked: "unpacked",
  review: "in review",
  rejected: "rejected before",
  refused: "not taken",
  waiting: "not read yet",
} as const;

/** A line for each bill, with its file, what became of it and why, and a line with the counts. */
export function billTable(outcomes: readonly BillOutcome[]): string[] {
  const rows = outcomes.map(({ file, part, state, utility_bill_id, document_id, why }) => ({
    name: outcomes.some((other) => other.file === file && other.part > 1) ? `${file}, bill ${part}` : file,
    text: STATE_TEXTS[state],
    detail:
      utility_bill_id === null
        ? `${document_id === null ? "" : `document ${document_id}. `}${why ?? ""}`
        : `bill ${utility_bill_id}`,
  }));
  const width = Math.max(...rows.map(({ name }) => name.length));
  const counts = Object.entries(STATE_TEXTS).flatMap(([state, text]) => {
    const count = outcomes.filter((each) => each.state === state).length;
    return count === 0 ? [] : [`${count} ${text}`];
  });
  return [
    ...rows.map(({ name, text, detail }) => `${name.padEnd(width)}  ${text.padEnd(15)}  ${detail}`.trimEnd()),
    `${countOf(outcomes.length, "bill")}: ${counts.join(", ")}.`,
  ];
}

const PROPERTIES_SHOWN = 10;

/** `14 Example Lane: months from 2022-01 to 2022-12 change. 1 meter ends with its last bill; later months do not wait for it.` */
export function monthLines({ property_months }: ImportState): string[] {
  const lines = property_months.slice(0, PROPERTIES_SHOWN).map((each) => {
    const [first, last] = [each.first_month.slice(0, 7), each.last_month.slice(0, 7)];
    const months = first === last ? `${first} changes` : `months from ${first} to ${last} change`;
    const ending = each.meters_ending;
    const it = ending === 1 ? ["ends with its", "it"] : ["end with their", "them"];
    const end =
      ending === 0 ? "" : ` ${countOf(ending, "meter")} ${it[0]} last bill; later months do not wait for ${it[1]}.`;
    const types = each.new_energy_types.join(" and ");
    const before =
      types === "" ? "" : ` It has had no ${types} so far: months before the first bill of it become incomplete.`;
    const partial = each.partial_months.map((month) => month.slice(0, 7)).join(", ");
    const part = partial === "" ? "" : ` Billed in part, and so incomplete: ${partial}.`;
    const name = each.property_id === null ? `${each.property_name} (new)` : each.property_name;
    return `  ${name}: ${months}.${end}${before}${part}`;
  });
  const more = property_months.length - lines.length;
  return more > 0
    ? [...lines, `  ... and ${countOf(more, "more property", "more properties")}, in property_months`]
    : lines;
}

const countsOf = ({ bills_created, bills_known, bills_edited }: ImportState): string =>
  `${bills_created} new, ${bills_known} known, ${bills_edited} corrected`;

/** The error on the way to the service, with advice. */
export function troubleText(error: unknown, env: Environment): string {
  const said = error instanceof Error ? error.message : String(error);
  const advice = error instanceof CallError ? ADVICE[String(error.status)] : undefined;
  return advice === undefined ? `Not imported: ${said}` : `Not imported: ${said}\n${advice(env)}`;
}

const ADVICE: Record<string, (env: Environment) => string> = {
  null: (env) => `Start it with ${calledAs("start", env)}, or give its address: --url <address>, or METERBOOK_URL.`,
  401: () =>
    "METERBOOK_TOKEN is not a token of this service, or it has expired or was revoked. Create one with the scopes read and write: POST /v1/api_tokens.",
  403: () =>
    "The token in METERBOOK_TOKEN may not do this. Create one with the scopes read and write: POST /v1/api_tokens.",
};

export function summaryOf(row: ImportState): string {
  if (row.state === "failed") return `Not imported: ${row.errors ?? "it failed"}`;
  if (row.state === "cancelled" && row.bills_created + row.bills_known + row.bills_edited === 0)
    return row.errors === null ? "Nothing was imported." : `Nothing was imported. ${row.errors}`;
  const parts = [
    `${countOf(row.bills_created, "new bill")}, ${row.bills_known} known, ${row.bills_edited} corrected`,
    `${countOf(row.rows_refused, "row")} refused`,
  ];
  return `${row.state === "cancelled" ? "Cancelled. What was imported stays: " : ""}${parts.join("; ")}.`;
}

/** The next steps: for each property of the meters a command that saves its report, or how to assign a meter to a property. */
export function nextLines(url: string, meters: ShownMeter[]): string[] {
  const properties = new Map(
    meters.flatMap((meter) => (meter.property_id === null ? [] : [[meter.property_id, meter]])),
  );
  if (properties.size > 0)
    return [...properties].flatMap(([id, { property_name }]) => [
      `Next: ${property_name ?? "the property"}, ${url}/v1/properties/${id}. Its report:`,
      `  curl -s '${reportUrl(url, id)}' -H "Authorization: $METERBOOK_TOKEN" -o report-${id}.html`,
    ]);
  return meters
    .slice(0, 1)
    .flatMap(({ id }) => [
      `Next: meter ${id} has no property yet, so no report shows it. Assign a property by its id from ${url}/v1/properties:`,
      `  curl -s -X PATCH '${url}/v1/meters/${id}' -H "Authorization: $METERBOOK_TOKEN" -H 'Content-Type: application/json' -d '{"property_id": <id>}'`,
    ]);
}

/** The use and cost by month, as a page. */
const reportUrl = (url: string, propertyId: number): string =>
  `${url}/v1/reports/energy_history_detail_report/${propertyId}?format=html`;

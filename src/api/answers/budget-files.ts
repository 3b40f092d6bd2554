/** Budgets and accruals as CSV: the table of budgets, written and read back, and the list of accruals. */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { FastifyReply } from "fastify";
import type { App } from "../../app.ts";
import {
  ALL_SERVICES,
  FAULTS_MAX,
  ID_COLUMN,
  monthHeader,
  NAME_COLUMN,
  readBudgetTable,
  SERVICE_COLUMN,
  type TableAmount,
  type TableFault,
  type TableLine,
} from "../../domain/budgets/budget-table.ts";
import type { Months } from "../../domain/coverage/coverage.ts";
import { addDays } from "../../domain/calendar.ts";
import { CENTS } from "../../domain/exact.ts";
import { fromUnits } from "../../domain/whole-units.ts";
import { invalid } from "../../errors.ts";
import { writeCsv } from "../../formats/csv/csv-file.ts";
import { readAhead } from "../../formats/read-ahead.ts";
import { TABLE_LIMITS, TableError } from "../../parsers/tables/limits.ts";
import { readCsv } from "../../parsers/tables/read-csv.ts";
import { textOf } from "../../parsers/tables/cells.ts";
import { readDecimal } from "../../parsers/template/numbers.ts";
import type { Accruals } from "../../records/accrual.ts";
import type { ColumnType } from "../../records/codes.ts";
import type { Row, Table } from "../../records/table.ts";
import { listAccruedMeters } from "../../store/derived/accrued-meters.ts";
import { listPortfolioProperties } from "../../store/derived/portfolio.ts";
import { listBudgets } from "../../store/records/budgets.ts";
import { dispositionOf } from "../http/disposition.ts";
import type { Upload } from "../http/upload.ts";

/** Some forty thousand rows. */
export const TABLE_BYTES_MAX = 5 * 1024 * 1024;
const ROWS_MAX = 40_000;
export const BUDGET_MONTHS_MAX = 60;

/** One line of each service that a property has meters or budgets of; empty where there is no amount. */
export async function budgetTable({ db }: Pick<App, "db">, companyId: number, months: Months): Promise<Table> {
  const budgets = Map.groupBy(await listBudgets(db, companyId, null, months), ({ property_id }) => property_id);
  const meters = Map.groupBy(await listAccruedMeters(db, companyId, null), ({ property_id }) => property_id);
  const properties = await listPortfolioProperties(db, companyId);
  const numbers = Array.from({ length: months.end - months.first }, (_, at) => months.first + at);
  const rows = properties.flatMap(({ id, name }) => {
    const own = budgets.get(id) ?? [];
    const services = new Set([...own, ...(meters.get(id) ?? [])].map(({ energy_type }) => energy_type ?? ""));
    // A property without meters still has a line, to be filled in.
    if (services.size === 0) services.add("");
    return [...services].sort().map((service): Row => {
      const known = new Map(
        own.flatMap(({ energy_type, month, cents }) => ((energy_type ?? "") === service ? [[month, cents]] : [])),
      );
      const cell = (month: number) => {
        const cents = known.get(month);
        return cents === undefined ? null : fromUnits(cents, CENTS);
      };
      return {
        [ID_COLUMN]: id,
        [NAME_COLUMN]: name,
        [SERVICE_COLUMN]: service === "" ? ALL_SERVICES : service,
        ...Object.fromEntries(numbers.map((month) => [monthHeader(month), cell(month)])),
      };
    });
  });
  return tableOf("Budget", rows, [
    [ID_COLUMN, "integer"],
    [NAME_COLUMN, "text"],
    [SERVICE_COLUMN, "text"],
    ...numbers.map((month) => [monthHeader(month), "money"] as const),
  ]);
}

/** The last day is named, as people write periods. */
export function accrualTable({ accruals }: Accruals): Table {
  const rows = accruals.map((each): Row => ({
    property_id: each.property_id,
    property: each.property_name,
    service: each.energy_type,
    utility: each.utility_company_name,
    account: each.acct_num,
    meter: each.meter_num,
    first_day: each.start_date?.slice(0, 10) ?? null,
    last_day: each.end_date === null ? null : addDays(each.end_date.slice(0, 10), -1),
    unbilled_days: each.unbilled_days,
    cost: each.cost,
    use: each.usage,
    unit: each.usage_unit,
    method: each.method,
    reason: each.reason,
    price_factor: each.price_factor,
    bills: each.basis
      .map(({ utility_bill_id, days, cost }) => `${utility_bill_id}: ${days} d, ${cost ?? "?"}`)
      .join("; "),
    utility_account_id: each.utility_account_id,
    utility_meter_id: each.utility_meter_id,
    cost_center: each.cost_center,
    gl_account: each.gl_account,
  }));
  const types: Record<string, ColumnType> = {
    cost: "money",
    use: "number",
    price_factor: "number",
    unbilled_days: "integer",
  };
  return tableOf(
    "Accruals",
    rows,
    ACCRUAL_COLUMNS.map((key) => [key, types[key] ?? "text"] as const),
  );
}

const ACCRUAL_COLUMNS = [
  "property_id",
  "property",
  "service",
  "utility",
  "account",
  "meter",
  "first_day",
  "last_day",
  "unbilled_days",
  "cost",
  "use",
  "unit",
  "method",
  "reason",
  "price_factor",
  "bills",
  "utility_account_id",
  "utility_meter_id",
  "cost_center",
  "gl_account",
] as const;

/** The labels are the keys: the file of budgets is read back by them. */
function tableOf(title: string, rows: readonly Row[], columns: readonly (readonly [string, ColumnType])[]): Table {
  async function* parts() {
    yield rows;
  }
  return {
    head: {
      title,
      basis: null,
      period: null,
      columns: columns.map(([key, type]) => ({ key, label: key, unit: null, type, meaning: "" })),
      rule: "",
      charts: [],
    },
    parts: parts(),
    tail: () => ({ totals: {}, estimated: null, missing: null, notes: [] }),
  };
}

export async function sendCsv(reply: FastifyReply, table: Table, name: string): Promise<FastifyReply> {
  const body = Readable.from(writeCsv(await readAhead(table, 0), { bom: false }), { objectMode: false });
  return reply
    .headers({ "cache-control": "private, no-store", vary: "accept, authorization, cookie" })
    .type("text/csv; charset=utf-8")
    .header("content-disposition", dispositionOf("attachment", `${name}.csv`, "table.csv"))
    .send(body);
}

/** @throws Problem invalid, with the line and the field of each mistake */
export async function readBudgetUpload(
  app: Pick<App, "db">,
  companyId: number,
  upload: Upload,
): Promise<TableAmount[]> {
  const { lines, separator } = await readLines(await buffer(upload.open()));
  const { amounts, faults } = readBudgetTable(lines, {
    readAmount: amountReader(separator),
    monthsMax: BUDGET_MONTHS_MAX,
  });
  const known = new Set((await listPortfolioProperties(app.db, companyId)).map(({ id }) => id));
  const foreign = new Map(
    amounts.flatMap(({ line, property_id }) => (known.has(property_id) ? [] : [[line, property_id] as const])),
  );
  const strange = [...foreign].map(([line, id]): TableFault => ({
    line,
    field: ID_COLUMN,
    detail: `Your company has no property ${id}.`,
  }));
  const all = [...faults, ...strange].slice(0, FAULTS_MAX);
  if (all.length > 0)
    throw invalid(
      all.map(({ line, field, detail }) => ({
        pointer: `/${line}/${field}`,
        detail: `Line ${line}, ${field}: ${detail}`,
      })),
    );
  return amounts;
}

/** By the separator with which the first line has the columns. @throws Problem invalid when it cannot be split, or is too long */
async function readLines(bytes: Buffer): Promise<{ lines: TableLine[]; separator: string | null }> {
  const sheets = readCsv(bytes, TABLE_LIMITS);
  const [first] = sheets;
  try {
    for (const { rows, separator } of sheets) {
      const lines: TableLine[] = [];
      for await (const { row, cells } of rows()) {
        const line = { line: row, cells: cells.map(textOf) };
        if (lines.length === 0 && line.cells.every((cell) => cell.trim().toLowerCase() !== ID_COLUMN)) break;
        lines.push(line);
        if (lines.length > ROWS_MAX) throw new TableError(`The table has more than ${ROWS_MAX} rows.`);
      }
      if (lines.length > 0) return { lines, separator };
    }
  } catch (error) {
    if (error instanceof TableError) throw invalid([{ pointer: "", detail: error.message }]);
    throw error;
  }
  return { lines: [], separator: first?.separator ?? null };
}

/** Files with semicolons are those of places that write decimal commas; a text that is no number by this is read with the other mark. */
const amountReader = (separator: string | null) => (text: string) => {
  const marks = separator === ";" ? ([",", "."] as const) : ([".", ","] as const);
  return readDecimal(text, marks[0]) ?? readDecimal(text, marks[1]);
};

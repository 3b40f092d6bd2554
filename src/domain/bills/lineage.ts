/** Says for each value of a bill whether it is as the file prints it, where that is, or whether a user changed or entered it. */
import type { LineageField, LineageLine } from "../../records/lineage.ts";
import type { PagePlace, SourcePlace, Statement, StatementCharge, StatementUsage } from "../../records/statement.ts";
import { toNumber } from "../decimal.ts";

/** The stored fields of a bill that a file prints. */
export interface BillHead {
  invoice_number: string | null;
  invoice_date: string;
  due_date: string | null;
  late_fee_date: string | null;
  account_holder_name: string | null;
  amount_due: number | null;
  previous_balance: number | null;
  amount_paid: number | null;
  total_charges: number | null;
  currency: string | null;
}

interface StoredLine {
  id: number;
  utility_meter_id: number;
  amount: number;
  description: string;
  start_date: string | null;
  end_date: string | null;
  page: number | null;
  box: number[] | null;
}

export interface LinesOfBill {
  charges: readonly StoredLine[];
  usages: readonly (StoredLine & { measurement_unit: string })[];
}

const FIELDS = [
  "invoice_number",
  "invoice_date",
  "due_date",
  "late_fee_date",
  "account_holder_name",
  "amount_due",
  "previous_balance",
  "amount_paid",
  "total_charges",
  "currency",
] as const satisfies readonly (keyof BillHead)[];

/** The name of a field in statements and templates, where it differs. */
const NAME_IN_STATEMENT: { [name in keyof BillHead]?: "current_charges" } = { total_charges: "current_charges" };

const MONEY: ReadonlySet<string> = new Set(["amount_due", "previous_balance", "amount_paid", "total_charges"]);

/** The fields of the head; `statement` is null for a bill without a file, or one that a user entered for its file. */
export function lineageOfFields(bill: BillHead, statement: Statement | null): LineageField[] {
  return FIELDS.map((name) => {
    const of = NAME_IN_STATEMENT[name] ?? name;
    const read: string | undefined | null = statement?.[of as keyof BillHead & keyof Statement];
    const readValue = read === undefined || read === null ? null : MONEY.has(name) ? toNumber(read) : read;
    const printed = statement?.printed[of];
    const value = bill[name];
    return {
      name,
      value,
      text: printed?.text ?? null,
      place: pageOf(printed?.place ?? null),
      source: value === null && readValue === null ? null : sourceOf(readValue !== null, value === readValue),
    };
  });
}

/** The charges, then the usages, in their order. */
export function lineageOfLines({ charges, usages }: LinesOfBill, statement: Statement | null): LineageLine[] {
  const meters = statement?.meters ?? [];
  const printedCharges = matcher(meters.flatMap((meter) => meter.charges));
  const printedUsages = matcher(meters.flatMap((meter) => meter.usages));
  return [
    ...charges.map((line) => lineOf("UtilityCharge", line, printedCharges(line))),
    ...usages.map((line) => lineOf("UtilityUsage", line, printedUsages(line))),
  ];
}

function lineOf(
  svc_object_type: LineageLine["svc_object_type"],
  line: StoredLine & { measurement_unit?: string },
  printed: StatementCharge | StatementUsage | undefined,
): LineageLine {
  const { id, utility_meter_id, page, box } = line;
  const [left = 0, top = 0, right = 0, bottom = 0] = box ?? [];
  const reads = printed !== undefined && "previous_read" in printed ? printed : null;
  const number = (value: string | null | undefined) => (value === null || value === undefined ? null : toNumber(value));
  return {
    id,
    svc_object_type,
    utility_meter_id,
    place: page === null || box === null ? null : { page, box: [left, top, right, bottom] },
    source: sourceOf(printed !== undefined, printed !== undefined && isSame(line, printed)),
    previous_read: number(reads?.previous_read),
    current_read: number(reads?.current_read),
    multiplier: number(reads?.multiplier),
  };
}

/** Finds the printed line of a stored one, each once: the same line, else the one at its place. */
function matcher<Line extends StatementCharge | StatementUsage>(printed: readonly Line[]) {
  const left = [...printed];
  return (line: StoredLine & { measurement_unit?: string }): Line | undefined => {
    const exact = left.findIndex((each) => isSame(line, each) && isAt(line, each.place));
    const index = exact >= 0 ? exact : left.findIndex((each) => line.page !== null && isAt(line, each.place));
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
}

const isSame = (line: StoredLine & { measurement_unit?: string }, printed: StatementCharge | StatementUsage): boolean =>
  toNumber(printed.amount) === line.amount &&
  printed.description === line.description &&
  printed.start_date === line.start_date &&
  printed.end_date === line.end_date &&
  (!("measurement_unit" in printed) || printed.measurement_unit === line.measurement_unit);

/** Stored boxes have the precision of a 4-byte float. */
const isAt = ({ page, box }: StoredLine, place: SourcePlace | null): boolean => {
  const on = pageOf(place);
  if (on === null) return page === null;
  return on.page === page && on.box.every((edge, index) => Math.abs(edge - (box?.[index] ?? Number.NaN)) < 0.01);
};

const pageOf = (place: SourcePlace | null): PagePlace | null => (place !== null && "page" in place ? place : null);

const sourceOf = (isRead: boolean, isUnchanged: boolean): LineageLine["source"] => {
  if (!isRead) return "entered";
  return isUnchanged ? "file" : "corrected";
};

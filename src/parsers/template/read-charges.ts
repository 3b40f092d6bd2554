/** Reads charge lines, each with the type that its rule or the template's map gives its description. */
import { spanOf } from "../../domain/calendar.ts";
import type { Decimal, StatementCharge, StatementMeter } from "../../records/statement.ts";
import type { BillContext } from "./bill-context.ts";
import type { Entry } from "./find-rows.ts";
import { error, quote, warning } from "./findings.ts";
import type { Line } from "./lines.ts";
import { negate, readDecimal, readQuantity, readRate } from "./numbers.ts";
import { readOwnPeriod } from "./read-period.ts";
import type { SectionOf } from "./read-usages.ts";
import { BALANCE_TYPES, type BalanceType, type Charges, type ROW_TYPES } from "./rows.ts";
import { reportUnknownLines, takeRows, type TakenRows } from "./take-rows.ts";

export function readCharges(context: BillContext, taken: TakenRows<Charges>[], of: SectionOf): StatementCharge[] {
  return taken.flatMap(({ rule, entries }) => entries.flatMap((entry) => readCharge(context, entry, rule, of) ?? []));
}

/** The charges that are printed for the account, on lines outside the meters' sections. They have the days of all lines. */
export function readAccountCharges(
  context: BillContext,
  lines: Line[],
  meters: readonly StatementMeter[],
): StatementCharge[] {
  const name = "the account";
  const period = spanOf(meters.flatMap(({ usages, charges }) => [...usages, ...charges]));
  const taken = takeRows(context, lines, context.template.account_charges, { name, word: "charges" });
  if (period === null) return [];
  reportUnknownLines(context, name, taken);
  return readCharges(context, taken, { name, period });
}

/** Null when it cannot be read, or is an amount of the balance: then the context has it. */
function readCharge(context: BillContext, entry: Entry, rule: Charges, of: SectionOf): StatementCharge | null {
  const { parts, whole } = entry;
  const { template, findings } = context;
  const mark = template.locale.decimal_mark;
  const printed = readDecimal(parts["amount"]?.text ?? "", mark);
  const description = parts["description"]?.text ?? rule.description;
  if (printed === null || description === undefined) {
    findings.push(error("row_not_understood", `The charge in ${quote(whole)} cannot be read.`, whole));
    return null;
  }
  const amount = rule.fields?.["amount"]?.negate === true ? negate(printed) : printed;
  const known = template.charge_map.find((line) => line.description.test(description));
  const type = rule.type ?? known?.type;
  if (type === undefined) {
    const detail = `The charge ${quote({ text: description })} is not in the template and counts as another cost.`;
    findings.push(warning("unknown_charge", detail, whole));
  }
  if (isBalance(type)) {
    context.balances.push({ type, amount, found: whole });
    return null;
  }
  if (hasColumn(description)) {
    const detail = `The description ${quote({ text: description })} holds a number of another column.`;
    findings.push(warning("row_not_understood", detail, whole));
  }
  return {
    description,
    amount,
    utility_charge_type: type ?? "other_applied_cost",
    group: known?.group ?? null,
    quantity: readPart(context, entry, "quantity", (text) => readQuantity(text, mark)?.amount ?? null),
    rate: readPart(context, entry, "rate", (text) => readRate(text, mark)),
    ...readOwnPeriod(context, entry, of.period),
    place: whole.place,
  };
}

/** A number behind the gap between two columns. */
function hasColumn(description: string): boolean {
  const gap = description.trimStart().indexOf("  ");
  return gap > 0 && /\d/.test(description.slice(gap));
}

/** Null when it is not printed, or cannot be read; a word such as `fixed` is no number that was missed. */
function readPart(
  { findings }: BillContext,
  { parts, whole }: Entry,
  part: "quantity" | "rate",
  read: (text: string) => Decimal | null,
): Decimal | null {
  const printed = parts[part];
  if (printed === undefined) return null;
  const value = read(printed.text);
  if (value === null && /\d/.test(printed.text)) {
    const detail = `The ${part} in ${quote(whole)} is printed as ${quote(printed)}, which cannot be read.`;
    findings.push(warning("row_not_understood", detail, printed));
  }
  return value;
}

const isBalance = (type: (typeof ROW_TYPES)[number] | undefined): type is BalanceType =>
  BALANCE_TYPES.some((balance) => balance === type);

/** Reads the usage lines of a meter's section: registers with their reads, and demand. */
import { inWords } from "../../domain/bills/in-words.ts";
import { multiplyDecimals, subtractDecimals } from "../../domain/decimal.ts";
import type { Period } from "../../records/scalars.ts";
import type { Decimal, StatementRegister, StatementUsage } from "../../records/statement.ts";
import type { BillContext } from "./bill-context.ts";
import type { Entry } from "./find-rows.ts";
import { error, quote, warning } from "./findings.ts";
import type { Found } from "./lines.ts";
import { negate, readDecimal, readQuantity } from "./numbers.ts";
import { readOwnPeriod } from "./read-period.ts";
import { FACTOR_PARTS, partsOf, type Usages } from "./rows.ts";
import type { TakenRows } from "./take-rows.ts";

/** The section's name in findings, and its period. */
export interface SectionOf {
  name: string;
  period: Period;
}

/** A line of use, or of a register that is kept beside the uses. */
type UsageOrRegister = StatementUsage | StatementRegister;

export const isRegister = (line: UsageOrRegister): line is StatementRegister => "not_added" in line;

export function readUsages(context: BillContext, taken: TakenRows<Usages>[], of: SectionOf): UsageOrRegister[] {
  return taken.flatMap(({ rule, entries }) => entries.flatMap((entry) => readUsage(context, entry, rule, of) ?? []));
}

function readUsage(context: BillContext, entry: Entry, spec: Usages, of: SectionOf): UsageOrRegister | null {
  const { parts, whole } = entry;
  const { template, findings } = context;
  const mark = template.locale.decimal_mark;
  const decimal = (part: string) => {
    const found = parts[part];
    const value = found === undefined ? null : readDecimal(found.text, mark);
    if (found !== undefined && value === null) {
      findings.push(error("row_not_understood", `The ${inWords(part)} ${quote(found)} is not a number.`, found));
    }
    return value;
  };
  const [previous_read, current_read] = [decimal("previous_read"), decimal("current_read")];
  const factors = FACTOR_PARTS.flatMap((part) => decimal(part) ?? []);
  const multiplier =
    factors.length === 0 ? null : factors.reduce((product, factor) => multiplyDecimals(product, factor));
  // A table that has the column shows by its gap that the row was misread.
  const isByReads = parts["amount"] === undefined && (spec.columns === undefined || !partsOf(spec).includes("amount"));
  const quantity = isByReads
    ? betweenReads(previous_read, current_read, multiplier)
    : readQuantity(parts["amount"]?.text ?? "", mark);
  const description = parts["description"]?.text ?? spec.description ?? "";
  const meaning = template.usage_map.find((line) => line.description.test(description));
  if (quantity === null) {
    const which = isByReads ? "is not printed, and its reads do not give it" : "cannot be read";
    findings.push(error("row_not_understood", `The amount of the usage in ${quote(whole)} ${which}.`, whole));
    return null;
  }
  if (meaning === undefined) {
    findings.push(error("unknown_usage", `The usage ${quote({ text: description })} is not in the template.`, whole));
    return null;
  }
  const amount = spec.fields?.["amount"]?.negate === true ? negate(quantity.amount) : quantity.amount;
  const isExported = meaning.exported === true;
  return {
    description: isExported ? EXPORTED : description,
    amount: isExported ? negativeOf(amount) : amount,
    measurement_unit: unitOf(context, quantity.unit ?? parts["unit"]?.text ?? spec.unit ?? "", whole),
    utility_usage_type: meaning.type,
    estimated_meter_read: isEstimated(context, entry, spec),
    ...(isExported ? { exported: true } : {}),
    ...(meaning.not_added === undefined ? {} : { not_added: meaning.not_added }),
    group: meaning.group ?? null,
    previous_read,
    current_read,
    multiplier,
    ...readOwnPeriod(context, entry, of.period),
    place: whole.place,
  };
}

/** Use = (current read - previous read) x multiplier. Null without both reads, and where they run backwards: a meter that began again at 0. */
function betweenReads(previous: Decimal | null, current: Decimal | null, multiplier: Decimal | null) {
  if (previous === null || current === null) return null;
  const amount = multiplyDecimals(subtractDecimals(current, previous), multiplier ?? "1");
  return amount.startsWith("-") ? null : { amount, unit: null };
}

/** The description of energy given to the grid. */
const EXPORTED = "Exported";

const negativeOf = (amount: Decimal): Decimal => (amount.startsWith("-") ? amount : negate(amount));

/** The unit of the record; an unknown one stays as printed, with an error finding. */
function unitOf({ template, findings }: BillContext, printed: string, whole: Found): string {
  const unit = template.units[printed];
  if (unit !== undefined) return unit;
  findings.push(error("unknown_unit", `The unit ${quote({ text: printed })} is not in the template.`, whole));
  return printed;
}

function isEstimated({ template, findings }: BillContext, { parts, whole }: Entry, spec: Usages): boolean {
  if (!partsOf(spec).includes("read_type")) return false;
  const read = parts["read_type"];
  // A mark that only estimated reads have.
  if (read === undefined && spec.fields?.["read_type"]?.optional === true) return false;
  const known = read === undefined ? undefined : template.read_types[read.text];
  if (known === undefined) {
    const printed = quote({ text: read?.text ?? "" });
    const detail = `The kind of read ${printed} is not in the template and is taken as actual.`;
    findings.push(warning("unknown_read_type", detail, whole));
  }
  return known === "estimated";
}

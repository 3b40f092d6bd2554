/** Reads the charge lines of a meter's section, each with the type that the template's map gives its description. */
import type { StatementCharge } from "../../records/statement.ts";
import type { BillContext } from "./bill-context.ts";
import { findRows, type Entry } from "./find-rows.ts";
import { error, quote, warning } from "./findings.ts";
import type { Line } from "./lines.ts";
import { readDecimal, readQuantity, readRate } from "./numbers.ts";
import { readOwnPeriod } from "./read-period.ts";
import type { SectionOf } from "./read-usages.ts";
import type { MeterSection } from "./template.ts";

type Charges = MeterSection["charges"][number];

export function readCharges(context: BillContext, lines: Line[], specs: Charges[], of: SectionOf): StatementCharge[] {
  return specs.flatMap((spec) => {
    const { isPresent, entries, strangers } = findRows(lines, spec);
    if (!isPresent && !spec.optional) {
      context.findings.push(error("field_missing", `The charges of ${of.name} were not found.`));
    }
    // Only a warning, because the printed totals show whether a charge is missing.
    for (const line of strangers) {
      context.findings.push(warning("row_not_understood", `A line among the charges reads ${quote(line)}.`, line));
    }
    return entries.flatMap((entry) => readCharge(context, entry, of) ?? []);
  });
}

function readCharge(context: BillContext, entry: Entry, of: SectionOf): StatementCharge | null {
  const { parts, whole } = entry;
  const { template, findings } = context;
  const mark = template.locale.decimal_mark;
  const amount = readDecimal(parts["amount"]?.text ?? "", mark);
  const description = parts["description"]?.text;
  if (amount === null || description === undefined) {
    findings.push(error("row_not_understood", `The charge in ${quote(whole)} cannot be read.`, whole));
    return null;
  }
  const known = template.charge_map.find((line) => line.description.test(description));
  if (known === undefined) {
    const detail = `The charge ${quote({ text: description })} is not in the template and counts as another cost.`;
    findings.push(warning("unknown_charge", detail, whole));
  }
  const { quantity, rate } = parts;
  return {
    description,
    amount,
    utility_charge_type: known?.type ?? "other_applied_cost",
    group: known?.group ?? null,
    quantity: quantity === undefined ? null : (readQuantity(quantity.text, mark)?.amount ?? null),
    rate: rate === undefined ? null : readRate(rate.text, mark),
    ...readOwnPeriod(context, entry, of.period),
    place: whole.place,
  };
}

/** Detects a second bill in a file, so that it is not lost silently: a template reads only one bill. */
import type { Finding, Statement } from "../../records/statement.ts";
import { asDay, asDecimal, asText, type BillContext } from "./bill-context.ts";
import { findField, type ReadText } from "./find-field.ts";
import { error } from "./findings.ts";
import type { Found, Line } from "./lines.ts";

/** The fields that distinguish bills, with their names in a sentence. */
const IDENTITY = { acct_num: "account", invoice_number: "number", invoice_date: "date" } as const;
type Name = keyof typeof IDENTITY;

interface Read {
  name: Name;
  value: string;
  found: Found;
}

/**
 * The finding when a later page begins another bill: from there on the template matches again, all required fields exist, and
 * account, number or date differ from the first. Pages that repeat their header belong to the same bill.
 */
export function anotherBill(context: BillContext, first: Pick<Statement, Name>): Finding[] {
  const { template, lines } = context;
  const firstPage = lines[0]?.page.page ?? 1;
  const lastPages = template.match.all.map(
    (pattern) => lines.findLast(({ text }) => pattern.test(text))?.page.page ?? firstPage,
  );
  const lastStart = Math.min(...lastPages);
  const later = new Set(lines.map(({ page }) => page.page).filter((page) => page > firstPage && page <= lastStart));
  for (const start of later) {
    const rest = lines.filter(({ page }) => page.page >= start);
    const other = identityOf(context, rest).find(({ name, value }) => value !== first[name]);
    if (other === undefined) continue;
    const { name, value, found } = other;
    const page = "page" in found.place ? ` on page ${found.place.page}` : "";
    const word = IDENTITY[name];
    const detail = `The file holds more than one bill: ${word} ${first[name] ?? "unknown"}, and ${word} ${value}${page}. Only the first was read.`;
    return [error("another_bill_in_file", detail, found)];
  }
  return [];
}

/** The identity of the bill on these lines; empty when a required field is missing. */
function identityOf(context: BillContext, lines: Line[]): Read[] {
  const { fields } = context.template;
  const find = <Value>(name: string, read: ReadText<Value>) => {
    const locator = fields[name];
    const result = locator === undefined ? undefined : findField(lines, locator, read);
    return result?.state === "found" ? result : undefined;
  };
  const identity = {
    acct_num: find("acct_num", asText),
    invoice_number: find("invoice_number", asText),
    invoice_date: find("invoice_date", asDay(context)),
  };
  const { acct_num, invoice_date } = identity;
  if (acct_num === undefined || invoice_date === undefined || !find("amount_due", asDecimal(context))) return [];
  return Object.entries(identity).flatMap(([name, read]) =>
    // The keys are those of the object above.
    read === undefined ? [] : [{ name: name as Name, value: read.value, found: read.found }],
  );
}

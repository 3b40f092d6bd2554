/** Says a value of a bill by the words of people: `meters.0.charges.1.amount` is the amount of charge 2 of meter 1. */
import type { EnergyType, UsageType } from "../../records/codes.ts";

/** The names of fields that are not said by their own words. */
const WORDS: Record<string, string> = {
  acct_num: "account number",
  invoice_date: "bill date",
  amount_paid: "payment",
  meter_num: "meter number",
  premise_num: "number of the premises",
  account_holder_name: "name of the account holder",
  start: "first day",
  end: "last day",
  days: "number of days",
  usages: "use",
  uses: "use",
  charges: "charge",
  account_charges: "charge of the account",
  meters: "meter",
};

const wordOf = (name: string): string => WORDS[name] ?? name.replaceAll("_", " ");

/**
 * A field, or the way to one or to a line, in words without an article. Meters and lines count from 1, in the order of the bill, as
 * the review page numbers them.
 */
export function inWords(path: string): string {
  const said: string[] = [];
  for (const step of path.split(".")) {
    if (/^\d+$/.test(step)) said.push(`${said.pop() ?? "line"} ${Number(step) + 1}`);
    else said.push(wordOf(step));
  }
  return said.toReversed().join(" of ");
}

/** In words, with the name that a template has for the field where that is another one. */
export function inWordsAndName(path: string): string {
  const words = inWords(path);
  const name = path.split(".").at(-1) ?? path;
  return WORDS[name] === undefined ? words : `${words} (${name})`;
}

/** "electricity" for ELECTRIC, "natural gas" for GAS, "chilled water" for CHILLED_WATER. */
export function energyInWords(type: EnergyType): string {
  if (type === "ELECTRIC") return "electricity";
  return type === "GAS" ? "natural gas" : type.toLowerCase().replaceAll("_", " ");
}

/** What a usage measures. */
export const USAGE_IN_WORDS: Record<UsageType, string> = {
  usage_amount: "use",
  demand_amount: "demand",
  billed_demand_amount: "billed demand",
  reactive_amount: "reactive energy",
};

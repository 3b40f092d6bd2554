/** A budget while it is edited: what is typed for each service and month, what of it differs from what is saved, and what is no amount. */
import type { BudgetInput, PropertyBudget } from "@meterbook/client";
import { monthParameter } from "../../data/months.ts";
import { readNumber } from "../../parts/bill/read-number.ts";

/** Null: all services together. A newer service may know others than this page. */
export type Service = string | null;
type SentService = BudgetInput["amounts"][number]["energy_type"];

/** Texts by `keyOf`; a missing one is empty. */
export type Draft = Readonly<Record<string, string>>;

export const keyOf = (service: Service, month: string): string => `${service ?? ""} ${monthParameter(month)}`;

/** With its cents, as all amounts of the page. */
export const amountText = (amount: number): string => amount.toFixed(2);

export const draftOf = ({ amounts }: PropertyBudget): Draft =>
  Object.fromEntries(
    amounts.map(({ energy_type, effective_month, amount }) => [
      keyOf(energy_type, effective_month),
      amountText(amount),
    ]),
  );

/** Null: no amount. Undefined: the text is no amount. */
export function amountOf(text: string | undefined): number | null | undefined {
  if (text === undefined || text.trim() === "") return null;
  const number = readNumber(text);
  return number === null ||
    Math.abs(number) > 999_999_999_999 ||
    Math.abs(number * 100 - Math.round(number * 100)) > 1e-4
    ? undefined
    : number;
}

/** The keys of texts that are no amounts. */
export const wrongOf = (draft: Draft): string[] =>
  Object.keys(draft).filter((key) => amountOf(draft[key]) === undefined);

/** What is to be sent so that the first becomes the second. */
export function changesOf(before: Draft, after: Draft): BudgetInput["amounts"] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const [amount, old] = [amountOf(after[key]), amountOf(before[key])];
    if (amount === undefined || amount === old) return [];
    const [service = "", effective_month = ""] = key.split(" ");
    // The keys were made of the service's own words.
    return [{ energy_type: service === "" ? null : (service as SentService), effective_month, amount }];
  });
}

/** The services that have an amount or a text. */
export const servicesOf = (draft: Draft): string[] =>
  Object.keys(draft).flatMap((key) => (draft[key] === "" ? [] : (key.split(" ")[0] ?? "") || []));

/** All services together in a month: the amount for all, else the sum of the services. As `amountOf`. */
export function wholeOf(draft: Draft, services: readonly Service[], month: string): number | null | undefined {
  const typed = amountOf(draft[keyOf(null, month)]);
  return typed === null ? added(ofServices(draft, services, month)) : typed;
}

const ofServices = (draft: Draft, services: readonly Service[], month: string) =>
  services.flatMap((each) => (each === null ? [] : [amountOf(draft[keyOf(each, month)])]));

/** Of one service, or of all; null without an amount, and while one of the texts is no amount. */
export function sumOf(
  draft: Draft,
  service: Service,
  { services, months }: { services: readonly Service[]; months: readonly string[] },
): number | null {
  const amountIn = (month: string) =>
    service === null ? wholeOf(draft, services, month) : amountOf(draft[keyOf(service, month)]);
  return added(months.map(amountIn)) ?? null;
}

/** In whole cents. Null: none of them is known. */
function added(amounts: readonly (number | null | undefined)[]): number | null | undefined {
  if (amounts.includes(undefined)) return undefined;
  const known = amounts.flatMap((each) => each ?? []);
  return known.length === 0 ? null : known.reduce((sum, each) => sum + Math.round(each * 100), 0) / 100;
}

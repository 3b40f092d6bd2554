/** The charges of a billing summary: its line items, and what they leave of the total. */
import type { AssociationType, ChargeType } from "../../records/codes.ts";
import type { Decimal, Finding, StatementCharge } from "../../records/statement.ts";
import type { Period } from "../../records/scalars.ts";
import {
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  fromScaled,
  roundDecimal,
  subtractDecimals,
} from "../../domain/decimal.ts";
import { inCents } from "../../domain/whole-cents.ts";
import { warning } from "../template/findings.ts";
import { childrenOf, textAt, wholeAt, type XmlElement } from "../xml/read-xml.ts";
import { daysOf, type LocalTime } from "./days.ts";
import { measurementAt, secondsAt } from "./readings.ts";

/** Money is in hundred-thousandths of the currency in every edition, from ESPI 1.0 to 4.0; the power of ten of readings is not applied to it. */
const MONEY_PLACES = 5;
export const moneyOf = (hundredThousandths: number): Decimal => fromScaled(BigInt(hundredThousandths), MONEY_PLACES);

/** ItemKind of ESPI 4.0: 1 generation, 2 delivery, 3 usage, 4 administrative, 5 tax, 6 to 8 their credits. */
const TYPES: Record<number, ChargeType> = {
  1: "usage_cost",
  2: "usage_cost",
  3: "usage_cost",
  4: "service_cost",
  5: "tax_cost",
  6: "other_applied_cost",
  7: "other_applied_cost",
  8: "other_applied_cost",
};
const CREDITS = new Set([6, 7, 8]);
/** A payment for an earlier bill, and information: no charges. */
const NO_CHARGES = new Set([9, 10]);
const SUPPLY = new Set([1, 6]);
const DELIVERY = new Set([2, 7]);

interface Item {
  note: string;
  kind: number | null;
  amount: Decimal;
  days: Period;
  quantity: Decimal | null;
  line: number;
}

export interface SummaryCharges {
  charges: StatementCharge[];
  /** `billLastPeriod`; null when the summary has none. */
  total: Decimal | null;
  /** Whether the total confirms the charges: not if they were made from it. */
  isConfirmed: boolean;
  association_type: AssociationType;
  findings: Finding[];
}

export function chargesOf(summary: XmlElement, period: Period, localTime: LocalTime | null): SummaryCharges {
  const amountAt = (name: string) => {
    const amount = wholeAt(summary, name);
    return amount === null ? null : moneyOf(amount);
  };
  const [billed, additional] = [amountAt("billLastPeriod"), amountAt("costAdditionalLastPeriod")];
  const items = signed(itemsOf(summary, period, localTime), billed);
  const rest = restOf(items, billed, additional);
  const all = [
    ...rest.map((each) => ({ ...each, days: period, quantity: null, line: summary.line })),
    ...items.map((item) => ({ ...item, type: TYPES[item.kind ?? -1] ?? ("other_applied_cost" as const) })),
  ];
  const cents = inCents(all.map(({ amount }) => amount));
  return {
    charges: all.map((each, at) => ({
      description: each.note,
      amount: cents[at] ?? each.amount,
      utility_charge_type: each.type,
      ...each.days,
      group: null,
      quantity: each.quantity,
      rate: null,
      place: { row: each.line },
    })),
    total: billed === null ? null : roundDecimal(billed, 2),
    isConfirmed: billed !== null && rest.length === 0,
    association_type: associationOf(items),
    findings: items.filter(({ kind }) => TYPES[kind ?? -1] === undefined).map(unknownKind),
  };
}

const unknownKind = ({ note, kind, line }: Item): Finding => {
  const said = kind === null ? "no kind" : `the kind ${kind}, which the standard does not define`;
  const detail = `The line item on line ${line}, ${JSON.stringify(note.slice(0, 60))}, has ${said}; it counts as another cost.`;
  return warning("unknown_charge", detail);
};

/** Items without an amount only inform, and so do those of nothing. */
function itemsOf(summary: XmlElement, period: Period, localTime: LocalTime | null): Item[] {
  return childrenOf(summary, "costAdditionalDetailLastPeriod").flatMap((item) => {
    const amount = wholeAt(item, "amount");
    const kind = wholeAt(item, "itemKind");
    if (amount === null || amount === 0 || NO_CHARGES.has(kind ?? -1)) return [];
    const seconds = secondsAt(item, "itemPeriod");
    const measured = measurementAt(item, "measurement");
    return {
      note: textAt(item, "note") ?? "Charge",
      kind,
      amount: moneyOf(amount),
      days: (seconds && daysOf(seconds, localTime)) ?? period,
      quantity: measured !== null && "amount" in measured ? measured.amount : null,
      line: item.line,
    };
  });
}

/** Some write credits as positive amounts: they are, when the total is right only with them deducted. */
function signed(items: Item[], billed: Decimal | null): Item[] {
  if (billed === null || isSum(items, billed)) return items;
  const turned = items.map((item) =>
    CREDITS.has(item.kind ?? -1) ? { ...item, amount: `-${item.amount.replace("-", "")}` } : item,
  );
  return isSum(turned, billed) ? turned : items;
}

const isSum = (items: readonly Item[], total: Decimal): boolean =>
  compareDecimals(addDecimals(items.map(({ amount }) => amount)), total) === 0;

/**
 * Line items detail `costAdditionalLastPeriod`. Where that is less than the bill, the rest is the cost of the energy, which a feed
 * states as one amount only; a bill without items is one or two amounts.
 */
function restOf(
  items: readonly Item[],
  billed: Decimal | null,
  additional: Decimal | null,
): { note: string; amount: Decimal; type: ChargeType }[] {
  if (billed === null || isSum(items, billed)) return [];
  const detailed = addDecimals(items.map(({ amount }) => amount));
  if (items.length > 0) {
    const left = subtractDecimals(billed, detailed);
    // What contradicts both totals is not explained by a rest, and no bill is less than what is added to it.
    if (additional === null || !isSum(items, additional) || compareDecimals(left, "0") < 0) return [];
    return [{ note: "Energy", amount: canonicalDecimal(left), type: "usage_cost" }];
  }
  const other = additional ?? "0";
  if (compareDecimals(other, "0") === 0 || compareDecimals(other, billed) === 0)
    return [{ note: "Total of the billing period", amount: billed, type: "usage_cost" }];
  return [
    { note: "Energy", amount: subtractDecimals(billed, other), type: "usage_cost" },
    { note: "Additional charges", amount: other, type: "other_applied_cost" },
  ];
}

/** Who bills energy: a supplier has generation alone, a distributor delivery alone. */
function associationOf(items: readonly Item[]): AssociationType {
  const kinds = items
    .map(({ kind }) => kind ?? -1)
    .filter((kind) => SUPPLY.has(kind) || DELIVERY.has(kind) || kind === 3);
  if (kinds.length === 0) return "STANDARD";
  if (kinds.every((kind) => SUPPLY.has(kind))) return "SUPPLY";
  return kinds.every((kind) => DELIVERY.has(kind)) ? "DISTRIBUTION" : "STANDARD";
}

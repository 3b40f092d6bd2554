/** The uses of a meter from its table, its labels, or the quantities of its charges, and which of them a second figure confirms. */
import { inWords } from "../../domain/bills/in-words.ts";
import { addDecimals, canonicalDecimal, compareDecimals, multiplyDecimals } from "../../domain/decimal.ts";
import { unitFits } from "../../domain/units.ts";
import type { EnergyType, UsageType } from "../../records/codes.ts";
import type { Decimal, StatementUsage } from "../../records/statement.ts";
import type { Period } from "../../records/scalars.ts";
import { error, quote } from "../template/findings.ts";
import type { BillWords } from "./bill-words.ts";
import type { MeterPart } from "./find-meters.ts";
import { foldWord } from "./labels.ts";
import type { MoneyRow } from "./money-rows.ts";
import { isMetered, type UseRow } from "./use-tables.ts";

/** A use before its service and period are known. */
export type PrintedUse = Pick<
  UseRow,
  "description" | "previous_read" | "current_read" | "multiplier" | "isEstimated" | "found"
> & { amount: Decimal; unit: string; times: number };

const isSame = (one: Decimal, other: Decimal): boolean => compareDecimals(one, other) === 0;

/** The uses of a part, with their units; a row without a readable use or unit is an error. */
export function printedUsesOf(
  bill: BillWords,
  part: MeterPart,
  charges: readonly MoneyRow[],
  name: string,
): PrintedUse[] {
  const rows = part.rows.length > 0 ? inOneRead(part.rows) : labelledRow(bill, part, name);
  if (rows.length === 0) return usesOfCharges(bill, charges, name);
  const uses = withoutSums(rows.flatMap((row) => useOfReads(row, charges) ?? printedUse(bill, row) ?? []));
  const named = new Set<string | null>();
  for (const use of uses.filter(({ current_read }) => current_read !== null)) {
    const key = `${use.description ?? ""} ${use.unit}`;
    if (named.has(key)) {
      const detail = `${quote(use.found)} is a second read of ${inWords(name)}: meters without a number cannot be distinguished.`;
      bill.findings.push(error("meters_not_told_apart", detail, use.found));
    }
    named.add(key);
  }
  return [...uses, ...demandsOf(part)];
}

/** Reads in a row, each beginning where the one above ends, are one read where none has a use of its own. */
function inOneRead(rows: readonly UseRow[]): UseRow[] {
  const joined: UseRow[] = [];
  for (const row of rows) {
    const last = joined.at(-1);
    if (last !== undefined && continues(row, last))
      joined[joined.length - 1] = { ...last, current_read: row.current_read };
    else joined.push(row);
  }
  return joined;
}

const continues = (row: UseRow, above: UseRow): boolean =>
  [row, above].every(({ amount, current_read }) => amount === null && current_read !== null) &&
  row.previous_read !== null &&
  above.current_read !== null &&
  isSame(row.previous_read, above.current_read) &&
  row.meter_num === above.meter_num &&
  row.multiplier === above.multiplier &&
  (row.description === null || row.description === above.description);

/** Reads without a use beside them, when a charge is priced on just what they give. */
function useOfReads(row: UseRow, charges: readonly MoneyRow[]): PrintedUse | null {
  if (row.amount !== null) return null;
  for (const { priced, found } of charges) {
    if (priced === null || priced.unit === null || POWER.has(priced.unit)) continue;
    const { quantity, unit } = priced;
    if (isMetered({ ...row, amount: quantity })) return { ...row, amount: quantity, unit, times: 2, found };
  }
  return null;
}

/** The demand beside its labels; measured and billed demand confirm each other when they are the same. */
function demandsOf({ labelled, rows }: MeterPart): PrintedUse[] {
  const known = new Set(rows.flatMap(({ unit, amount }) => (unit !== null && POWER.has(unit) ? (amount ?? []) : [])));
  const demands = labelled.filter(
    ({ name, unit, value }) => name === "demand" && unit !== null && POWER.has(unit) && !known.has(value),
  );
  const none = { previous_read: null, current_read: null, multiplier: null, isEstimated: false };
  return demands.flatMap(({ value, unit, label, found }) => {
    if (unit === null) return [];
    const times = demands.filter((other) => other.value === value && other.unit === unit).length;
    return [{ ...none, description: label, amount: value, unit, found, times }];
  });
}

function printedUse(bill: BillWords, row: UseRow): PrintedUse | null {
  const { amount, unit, found } = row;
  if (amount === null) {
    bill.findings.push(error("row_not_understood", `The use in ${quote(found)} cannot be read.`, found));
    return null;
  }
  if (unit === null) {
    bill.findings.push(error("unknown_unit", `No known unit is printed for the use in ${quote(found)}.`, found));
    return null;
  }
  return { ...row, amount, unit, times: 1 };
}

/** Demand is not added up. */
const POWER = new Set(["kW", "MW", "kVA", "MVA", "hp", "kvar", "Mvar"]);

/** Without rows that sum up the others of their unit: they confirm them. */
function withoutSums(uses: PrintedUse[]): PrintedUse[] {
  const units = Map.groupBy(uses, ({ unit }) => unit);
  const sums = new Set<PrintedUse>();
  const confirmed = new Set<PrintedUse>();
  for (const [unit, alike] of units) {
    if (POWER.has(unit) || alike.length < 2) continue;
    const [largest] = alike.toSorted((one, other) => compareDecimals(other.amount, one.amount));
    const others = alike.filter(({ amount }) => largest !== undefined && !isSame(amount, largest.amount));
    if (largest === undefined || others.length === 0) continue;
    if (!isSame(addDecimals(others.map(({ amount }) => amount)), largest.amount)) continue;
    for (const use of others) confirmed.add(use);
    for (const use of alike) if (!confirmed.has(use)) sums.add(use);
  }
  return uses.filter((use) => !sums.has(use)).map((use) => (confirmed.has(use) ? { ...use, times: 2 } : use));
}

/** The values beside labels as one row. */
function labelledRow(bill: BillWords, { labelled }: MeterPart, name: string): UseRow[] {
  const all = (wanted: string) => labelled.filter((one) => one.name === wanted);
  const uses = all("use").filter(({ unit }) => unit !== null);
  const [use] = uses;
  if (use === undefined) return [];
  for (const wanted of ["use", "previous_read", "current_read", "multiplier"] as const) {
    const [first, ...others] = wanted === "use" ? uses : all(wanted);
    const other = others.find(({ value }) => first !== undefined && !isSame(value, first.value));
    if (first === undefined || other === undefined) continue;
    const detail = `The ${inWords(wanted)} of ${inWords(name)} is printed as ${quote(first.found)} and as ${quote(other.found)}.`;
    bill.findings.push(error("values_differ", detail, other.found));
  }
  return [
    {
      line: use.line,
      meter_num: null,
      description: null,
      previous_read: all("previous_read")[0]?.value ?? null,
      current_read: all("current_read")[0]?.value ?? null,
      multiplier: all("multiplier")[0]?.value ?? null,
      amount: use.value,
      unit: use.unit,
      isEstimated: labelled.some(({ isEstimated }) => isEstimated),
      period: null,
      days: null,
      found: use.found,
    },
  ];
}

/** Said where no use is printed, nor a charge that is priced on one. */
export const useMissing = (name: string): string => `The use of ${inWords(name)} was not found.`;

/** A bill without reads states its use in the quantity of its charges, when all that are priced on a use agree. */
function usesOfCharges(bill: BillWords, charges: readonly MoneyRow[], name: string): PrintedUse[] {
  const priced = charges.flatMap(({ priced: price, found }) =>
    price?.unit ? [{ ...price, unit: price.unit, found }] : [],
  );
  const [first, ...others] = priced;
  if (first === undefined) {
    bill.findings.push(error("field_missing", useMissing(name)));
    return [];
  }
  if (others.some(({ quantity, unit }) => unit !== first.unit || !isSame(quantity, first.quantity))) {
    const detail = `The charges of ${inWords(name)} are priced on different quantities, and no other use is printed.`;
    bill.findings.push(error("field_missing", detail, first.found));
    return [];
  }
  const { quantity, unit, found } = first;
  const none = { description: null, previous_read: null, current_read: null, multiplier: null, isEstimated: false };
  return [{ ...none, amount: quantity, unit, found, times: 2 }];
}

/** The uses for the record, each in its group; those that nothing else on the bill confirms are named. */
export function usagesOf(
  bill: BillWords,
  uses: readonly PrintedUse[],
  of: { energy_type: EnergyType; period: Period; charges: readonly MoneyRow[]; name: string },
): { usages: StatementUsage[]; unconfirmed: string[] } {
  const { energy_type, period, charges, name } = of;
  const priced = charges.flatMap((charge) =>
    charge.priced === null ? [] : [{ ...charge.priced, found: charge.found }],
  );
  const unconfirmed: string[] = [];
  const usages = uses.map((use, at): StatementUsage => {
    const { amount, unit, found } = use;
    const utility_usage_type = usageTypeOf(use, energy_type);
    const { reads, isConfirmed } = checkedReads(use);
    const isPriced = priced.some((price) => price.unit === unit && isSame(price.quantity, amount));
    if (reads === null) {
      const detail = `The reads of ${inWords(name)} in ${quote(found)} do not give the use.`;
      bill.findings.push(error("reads_do_not_give_usage", detail, found));
    }
    if (!isConfirmed && !isPriced && use.times < 2) {
      if (utility_usage_type === "usage_amount" && !isPartOfPriced(use, uses, priced)) {
        const detail = `Nothing else on the bill confirms the use of ${inWords(name)} in ${quote(found)}.`;
        bill.findings.push(error("use_not_confirmed", detail, found));
      } else unconfirmed.push(`${name}.usages.${at}`);
    }
    bill.printed[`${name}.usages.${at}`] = found;
    return {
      description: use.description ?? "Use",
      amount,
      measurement_unit: unit,
      utility_usage_type,
      estimated_meter_read: use.isEstimated,
      group: isPriced ? `use ${at + 1}` : null,
      ...(reads ?? { previous_read: null, current_read: null, multiplier: null }),
      ...period,
      place: found.place,
    };
  });
  checkAdded(bill, uses, priced, name);
  checkPriced(bill, usages, priced, name);
  return { usages, unconfirmed };
}

/** Several uses of one unit could be the same use twice, so a sum of them, or a charge on each, must show that they add up. */
function checkAdded(bill: BillWords, uses: readonly PrintedUse[], priced: readonly Priced[], name: string): void {
  for (const [unit, alike] of Map.groupBy(uses, (use) => use.unit)) {
    const [first] = alike;
    if (POWER.has(unit) || first === undefined || alike.length < 2) continue;
    const isPriced = ({ amount }: PrintedUse) =>
      priced.some((price) => price.unit === unit && isSame(price.quantity, amount));
    if (alike.every(({ times }) => times > 1) || alike.every(isPriced) || isPartOfPriced(first, uses, priced)) continue;
    const detail = `Nothing on the bill shows that the ${alike.length} uses of ${inWords(name)} add up.`;
    bill.findings.push(error("uses_not_told_apart", detail, first.found));
  }
}

const BILLED = new Set(["billed", "billing", "facturee", "abgerechnet", "facturada", "faturada"]);

function usageTypeOf({ unit, description }: PrintedUse, energy_type: EnergyType): UsageType {
  const fits = (utility_usage_type: UsageType) => unitFits({ energy_type, measurement_unit: unit, utility_usage_type });
  if (fits("usage_amount")) return "usage_amount";
  const isBilled = (description ?? "").split(" ").some((word) => BILLED.has(foldWord(word)));
  if (fits("demand_amount")) return isBilled ? "billed_demand_amount" : "demand_amount";
  return fits("reactive_amount") ? "reactive_amount" : "usage_amount";
}

type Reads = Pick<StatementUsage, "previous_read" | "current_read" | "multiplier">;

/** Both reads or none; null when they give another use and no multiplier is printed to explain it. */
function checkedReads(use: PrintedUse): { reads: Reads | null; isConfirmed: boolean } {
  const { previous_read, current_read, multiplier } = use;
  const none = { previous_read: null, current_read: null, multiplier: null };
  if (previous_read === null || current_read === null) return { reads: none, isConfirmed: false };
  // The rules of all bills compare them when a multiplier is printed, also across the roll-over of a dial.
  if (multiplier === null && !isMetered(use)) return { reads: null, isConfirmed: false };
  return { reads: { previous_read, current_read, multiplier }, isConfirmed: isMetered(use) };
}

interface Priced {
  quantity: Decimal;
  unit: string | null;
}

/** Some charge is priced on all uses of the unit together. */
function isPartOfPriced(use: PrintedUse, uses: readonly PrintedUse[], priced: readonly Priced[]): boolean {
  const alike = uses.filter(({ unit }) => unit === use.unit);
  const sum = addDecimals(alike.map(({ amount }) => amount));
  const ofUnit = priced.filter(({ unit }) => unit === use.unit);
  if (ofUnit.length === 0) return false;
  return [...ofUnit.map(({ quantity }) => quantity), addDecimals(ofUnit.map(({ quantity }) => quantity))].some(
    (quantity) => isSame(quantity, sum),
  );
}

/** Every priced quantity is a use, all uses together, or a part of them, as blocks of a tariff are. */
function checkPriced(
  bill: BillWords,
  usages: readonly StatementUsage[],
  priced: readonly (Priced & { found: MoneyRow["found"] })[],
  name: string,
): void {
  for (const [unit, prices] of Map.groupBy(priced, (price) => price.unit)) {
    if (unit === null) continue;
    const used = usages.filter(({ measurement_unit }) => measurement_unit === unit).map(({ amount }) => amount);
    const sum = addDecimals(used);
    const open = prices.filter(({ quantity }) => ![...used, sum].some((amount) => isSame(quantity, amount)));
    const [first] = open;
    if (first === undefined) continue;
    const parts = addDecimals(open.map(({ quantity }) => quantity));
    const isWhole = [1, 2, 3].some((times) => isSame(parts, multiplyDecimals(sum, times)));
    if (used.length > 0 && isWhole) continue;
    const detail = `Charges of ${inWords(name)} are priced on ${canonicalDecimal(first.quantity)} ${unit}, its uses are ${used.join(" and ") || "not printed"}.`;
    bill.findings.push(error("use_differs_from_charges", detail, first.found));
  }
}

/** An invoice (810) as a bill: its items (IT1) are the account or its meters, their charges are in SAC, ITA and TXI. */
import { eachMeterText } from "../../records/meter-texts.ts";
import type { EnergyType } from "../../records/codes.ts";
import type { Period } from "../../records/scalars.ts";
import type { Decimal, Finding, Reading, StatementCharge, StatementMeter } from "../../records/statement.ts";
import { spanOf } from "../../domain/calendar.ts";
import { absoluteDecimal } from "../../domain/decimal.ts";
import { withAccountCharges } from "../../domain/bills/account-charges.ts";
import { error, warning } from "../template/findings.ts";
import { accountOf, nameOf, periodOf, statementOf } from "./header.ts";
import { element, loopsOf, valueOf, type Segment } from "./segments.ts";
import { useOf } from "./usages.ts";
import { centsOf, chargeTypeOf, dayOf, numberOf, serviceOf, taxName } from "./values.ts";

/** BIG08: 01 and 17 cancel an invoice, 05 and 18 replace one. */
const CANCELS = new Set(["01", "17"]);
const REPLACES = new Set(["05", "18"]);

interface Item {
  /** False for charges of the account. */
  isMeter: boolean;
  meter: StatementMeter;
}

export function invoiceOf(segments: readonly Segment[]): Reading {
  const { head, loops } = loopsOf(segments, "IT1", "TDS");
  const items = loops.filter(([first]) => first?.id === "IT1");
  const findings: Finding[] = [];
  const begin = head.find(({ id }) => id === "BIG");
  const invoice_date = begin === undefined ? null : dayOf(element(begin, 1));
  if (begin === undefined || invoice_date === null)
    return { statement: null, findings: [error("field_missing", "The invoice has no date (BIG01).")] };
  const purpose = element(begin, 8);
  if (CANCELS.has(purpose)) {
    const original = valueOf(head, "REF", "OI") ?? element(begin, 2);
    const detail = `The invoice cancels the invoice ${original.slice(0, 40)}: archive the bill of that invoice.`;
    return { statement: null, findings: [error("x12_cancellation", detail)] };
  }
  const read = items.flatMap((loop) => itemOf(loop, periodOf(head), findings) ?? []);
  const summaries = loops.filter(([first]) => first?.id === "TDS");
  const total = centsOf(summaries[0]?.[0] === undefined ? null : element(summaries[0][0], 1));
  const balances = balancesOf(head);
  const period = spanOf(read.flatMap(({ meter }) => meter.charges));
  // Taxes of the invoice as a whole stand after its total.
  const after = period === null ? [] : summaries.flat().flatMap((each) => chargeOf(each, period, findings) ?? []);
  const meters = metersOf(read, after);
  if (meters.length > 0 && meters.every(({ usages }) => usages.length === 0))
    findings.push(warning("use_not_in_invoice", "The invoice states no use; its usage report (867) does."));
  const due_date = dayOf(head.filter(({ id }) => id === "ITD").map((terms) => element(terms, 6))[0] ?? null);
  const currency = valueOf(head, "CUR", "BY") ?? valueOf(head, "CUR", "SE");
  const statement = statementOf({
    acct_num: accountOf(head),
    invoice_number: element(begin, 2) || null,
    invoice_date,
    account_holder_name: nameOf(head),
    service_address: null,
    ...balances,
    amount_due:
      balances.amount_due ?? (balances.previous_balance === null && balances.amount_paid === null ? total : null),
    current_charges: total,
    ...(due_date !== null && { due_date }),
    ...(currency !== null && { currency }),
    corrected: REPLACES.has(purpose),
    meters,
  });
  return { statement, findings };
}

/** BAL: P*YB and M*J9 the previous balance, M*TP payments, M*YB and A*YB what is owed now. */
function balancesOf(head: readonly Segment[]) {
  const balance = (...kinds: [month: string, kind: string][]): Decimal | null =>
    kinds
      .flatMap(([month, kind]) =>
        head.filter((each) => each.id === "BAL" && element(each, 1) === month && element(each, 2) === kind),
      )
      .map((each) => numberOf(element(each, 3)))
      .find((amount) => amount !== null) ?? null;
  const paid = balance(["M", "TP"]);
  return {
    previous_balance: balance(["P", "YB"], ["M", "J9"]),
    amount_paid: paid && absoluteDecimal(paid),
    amount_due: balance(["M", "YB"], ["A", "YB"]),
  };
}

/** Elements 6 to 25 of IT1 are pairs of a qualifier and its value. */
function pairsOf(item: Segment): Map<string, string> {
  const pairs = new Map<string, string>();
  for (let at = 6; at < 26; at += 2) if (element(item, at) !== "") pairs.set(element(item, at), element(item, at + 1));
  return pairs;
}

function itemOf(loop: readonly Segment[], ofInvoice: Period | null, findings: Finding[]): Item | null {
  const [item] = loop;
  if (item === undefined) return null;
  const pairs = pairsOf(item);
  const period = periodOf(loop) ?? ofInvoice;
  if (period === null) {
    findings.push(error("field_missing", "An item of the invoice has no service period (DTM 150 and 151)."));
    return null;
  }
  const { usages, energy_type: byUnit } = useOf(loop, period, findings);
  const energy_type = serviceOf(pairs.get("SV") ?? "") ?? byUnit ?? energyOfCharges(loop);
  if (energy_type === null)
    findings.push(error("energy_type_unknown", "Neither IT1 nor a unit says which service is billed."));
  const number = valueOf(loop, "REF", "MG");
  const tariff = valueOf(loop, "REF", "NH");
  const unitOf = (isDemand: boolean) =>
    usages.find(({ utility_usage_type }) => (utility_usage_type !== "usage_amount") === isDemand)?.measurement_unit ??
    null;
  const meter: StatementMeter = {
    ...eachMeterText((name) => (name === "meter_num" ? number : null)),
    energy_type: energy_type ?? "OTHER",
    association_type: "STANDARD",
    measurement_unit: unitOf(false),
    demand_measurement_unit: unitOf(true),
    ...(tariff !== null && { tariff }),
    charges: loop.flatMap((segment) => chargeOf(segment, period, findings) ?? []),
    usages,
    printed_total: null,
  };
  return { isMeter: pairs.get("C3") === "METER" || number !== null, meter };
}

/** SAC03 and ITA02: EU for electric, GU for gas utilities. */
function energyOfCharges(loop: readonly Segment[]): EnergyType | null {
  const agencies = new Set(
    loop.map((each) => (each.id === "SAC" ? element(each, 3) : each.id === "ITA" ? element(each, 2) : "")),
  );
  if (agencies.has("EU")) return "ELECTRIC";
  return agencies.has("GU") ? "GAS" : null;
}

/** Where the parts of a charge are: in SAC since 004010, in ITA before. */
const PLACES = {
  SAC: { code: 4, amount: 5, rate: 8, quantity: 10, description: 15 },
  ITA: { code: 3, amount: 7, rate: 6, quantity: 10, description: 13 },
} as const;

function chargeOf(segment: Segment, period: Period, findings: Finding[]): StatementCharge | null {
  if (segment.id === "TXI") return taxOf(segment, period);
  if (segment.id !== "SAC" && segment.id !== "ITA") return null;
  const at = PLACES[segment.id];
  const kind = element(segment, 1);
  const amount = centsOf(element(segment, at.amount));
  // N: neither a charge nor an allowance.
  if (amount === null || kind === "N") return null;
  const code = element(segment, at.code);
  const description = element(segment, at.description) || code || "Charge";
  const type = chargeTypeOf(code);
  if (type === null) {
    const detail = `The charge ${JSON.stringify(description.slice(0, 60))} has a code that is not known, ${JSON.stringify(code.slice(0, 20))}; it counts as another cost.`;
    findings.push(warning("unknown_charge", detail));
  }
  const isAllowance = kind === "A" && !amount.startsWith("-");
  return {
    description,
    amount: isAllowance ? `-${amount}` : amount,
    utility_charge_type: type ?? "other_applied_cost",
    ...period,
    group: null,
    quantity: numberOf(element(segment, at.quantity)),
    rate: numberOf(element(segment, at.rate)),
    place: { row: segment.row },
  };
}

/** TXI07: A is added to the invoice, O is information. */
function taxOf(segment: Segment, period: Period): StatementCharge | null {
  const amount = numberOf(element(segment, 2));
  if (amount === null || element(segment, 7) === "O") return null;
  return {
    description: taxName(element(segment, 1)),
    amount,
    utility_charge_type: "tax_cost",
    ...period,
    group: null,
    quantity: null,
    rate: null,
    place: { row: segment.row },
  };
}

/** Charges of the account are divided over the meters of the invoice; without a meter the account is one. */
function metersOf(items: readonly Item[], after: readonly StatementCharge[]): StatementMeter[] {
  const meters = items.filter(({ isMeter }) => isMeter).map(({ meter }) => meter);
  const account = items.filter(({ isMeter }) => !isMeter).map(({ meter }) => meter);
  const [first, ...others] = account;
  if (meters.length === 0) {
    if (first === undefined) return [];
    const together = [first, ...others];
    return [
      {
        ...first,
        charges: [...together.flatMap(({ charges }) => charges), ...after],
        usages: together.flatMap(({ usages }) => usages),
      },
    ];
  }
  const [only, another] = meters;
  const charges = [...account.flatMap((meter) => meter.charges), ...after];
  if (only !== undefined && another === undefined) return [{ ...only, charges: [...only.charges, ...charges] }];
  return withAccountCharges(meters, charges);
}

/** What must come out of a bill that people accepted, entered or corrected, in the form of a fixture's `expected.json`. */
import { canonicalDecimal } from "../domain/decimal.ts";
import type { Decimal, Statement } from "../records/statement.ts";

type Line = {
  utility_meter_id: number;
  description: string;
  amount: number;
  start_date: string | null;
  end_date: string | null;
};

/** A bill as the service holds it; days are `YYYY-MM-DD`. */
export interface SavedBill {
  acct_num: string;
  invoice_date: string;
  amount_due: number | null;
  previous_balance: number | null;
  amount_paid: number | null;
  charges: readonly (Line & { utility_charge_type: string })[];
  usages: readonly (Line & { utility_usage_type: string; measurement_unit: string; estimated_meter_read: boolean })[];
  meters: readonly { id: number; meter_num: string | null; energy_type: string }[];
}

/**
 * The expectation for one bill: the values of the saved bill. Where the reading has the same value, it is written as printed, because
 * fixtures compare texts; a field that a saved bill does not have is not expected. Meters are in the order of the reading.
 */
export function expectedOf(bill: SavedBill, reading: Statement | null): object {
  const order = (meterNum: string | null) => reading?.meters.findIndex(({ meter_num }) => meter_num === meterNum) ?? -1;
  const used = new Set([...bill.charges, ...bill.usages].map(({ utility_meter_id }) => utility_meter_id));
  const meters = bill.meters
    .filter(({ id }) => used.has(id))
    .toSorted((one, other) => order(one.meter_num) - order(other.meter_num))
    .map(({ id, meter_num, energy_type }) => ({
      meter_num,
      energy_type,
      charges: bill.charges.filter(({ utility_meter_id }) => utility_meter_id === id).map(chargeOf),
      usages: bill.usages.filter(({ utility_meter_id }) => utility_meter_id === id).map(usageOf),
    }));
  const { acct_num, invoice_date, amount_due, previous_balance, amount_paid } = bill;
  const statement = {
    acct_num,
    invoice_date,
    amount_due: moneyOrNull(amount_due),
    previous_balance: moneyOrNull(previous_balance),
    amount_paid: moneyOrNull(amount_paid),
    meters,
  };
  return { accepted: true, statement: asPrinted(statement, reading) };
}

const chargeOf = ({
  description,
  amount,
  utility_charge_type,
  start_date,
  end_date,
}: SavedBill["charges"][number]) => ({
  description,
  amount: amount.toFixed(2),
  utility_charge_type,
  start_date,
  end_date,
});

const usageOf = (usage: SavedBill["usages"][number]) => {
  const { description, amount, measurement_unit, utility_usage_type, estimated_meter_read, start_date, end_date } =
    usage;
  return {
    description,
    amount: String(amount),
    measurement_unit,
    utility_usage_type,
    estimated_meter_read,
    start_date,
    end_date,
  };
};

const moneyOrNull = (value: number | null): Decimal | null => (value === null ? null : value.toFixed(2));

/** The value with its decimals written as in the print, where the numbers are the same: `550` and `550.0` are. */
function asPrinted(value: unknown, printed: unknown): unknown {
  if (Array.isArray(value))
    return value.map((each, at) => asPrinted(each, Array.isArray(printed) ? printed[at] : null));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, asPrinted(each, isRecord(printed) ? printed[name] : null)]),
    );
  const isSame = isDecimal(value) && isDecimal(printed) && canonicalDecimal(value) === canonicalDecimal(printed);
  return isSame ? printed : value;
}

const isDecimal = (value: unknown): value is Decimal => typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value);
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

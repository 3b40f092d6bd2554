/** One row of a spreadsheet, read but not yet checked: one or several lines of a bill. */
import type { MeterTexts } from "../../records/meter-texts.ts";
import type { AssociationType, ChargeType, EnergyType, UsageType } from "../../records/codes.ts";
import type { Day } from "../../records/scalars.ts";
import type { Decimal } from "../../records/statement.ts";
import { bareNumber } from "../bills/bill-identity.ts";
import type { PrintedPeriod } from "../bills/period-convention.ts";

export interface RowUsage {
  amount: Decimal;
  unit: string;
  type: UsageType;
  description: string;
  /** The header of its column, to locate a refused value. */
  column: string | null;
}

export interface RowCharge {
  amount: Decimal;
  type: ChargeType;
  description: string;
}

/** The fields that identify a row's account and meter; known even for a refused row. */
export interface RowIdentity {
  utility_company: string;
  acct_num: string;
  meter_num: string | null;
  energy_type: EnergyType;
  association_type: AssociationType;
}

export interface Row extends RowIdentity, MeterTexts {
  row: number;
  account_holder_name: string | null;
  property_name: string | null;
  invoice_number: string | null;
  invoice_date: Day | null;
  /** As printed; null when the row has only a read or a delivery. */
  printed: PrintedPeriod | null;
  read_date: Day | null;
  /** A read without amounts: it bounds the periods of its neighbors and has none of its own. */
  isBoundary: boolean;
  delivery_date: Day | null;
  days: number | null;
  estimated: boolean;
  usages: RowUsage[];
  charges: RowCharge[];
  row_total: Decimal | null;
  bill_total: Decimal | null;
  /** Part of the row was already refused, so other rows of its bill are refused too. */
  isRefused: boolean;
}

/** Equal for all spellings of a utility's name: without spaces, marks and case. */
export const bareName = (text: string): string => text.toLowerCase().replace(/[\p{P}\p{S}\s]/gu, "");

export const accountKey = ({ utility_company, acct_num }: Pick<RowIdentity, "utility_company" | "acct_num">): string =>
  `${bareName(utility_company)} ${bareNumber(acct_num)}`;

export const rowMeterKey = (row: RowIdentity): string =>
  [accountKey(row), bareNumber(row.meter_num ?? ""), row.energy_type, row.association_type].join(" ");

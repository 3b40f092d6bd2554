/** A bill file as it was read: what is printed, where on the page, and what was odd about it. Not yet a record of the store. */
import type { MeterTexts } from "./meter-texts.ts";
import type { AssociationType, ChargeType, EnergyType, UsageType } from "./codes.ts";
import type { Day, Period } from "./scalars.ts";

/** Where a value stands on a page: page from 1, box `[left, top, right, bottom]` in points from the page's top left corner. */
export interface PagePlace {
  page: number;
  box: [number, number, number, number];
}

/** Where a value stands in a spreadsheet: the row, the first of the sheet being 1. */
export interface SheetPlace {
  row: number;
}

/** Where a value stands on the file. */
export type Place = PagePlace | SheetPlace;

/** Something a person or the operator should know of a file. `error` keeps a bill out of the store, `warning` does not. */
export interface Finding {
  /** Stable name in snake_case, for example `charges_do_not_add_up`. */
  name: string;
  severity: "error" | "warning";
  /** One sentence with the figures; never text that could hold a secret. */
  detail: string;
  place?: Place;
}

/** A decimal number as text, `-?\d+(\.\d+)?`: exactly what was printed, without thousands marks. Never a float. */
export type Decimal = string;

export interface StatementCharge extends Period {
  description: string;
  amount: Decimal;
  utility_charge_type: ChargeType;
  /** Lines with the same word belong together: a usage and the charges priced on it. Local to the statement. */
  group: string | null;
  quantity: Decimal | null;
  rate: Decimal | null;
  place: Place;
}

export interface StatementUsage extends Period {
  description: string;
  amount: Decimal;
  measurement_unit: string;
  utility_usage_type: UsageType;
  estimated_meter_read: boolean;
  group: string | null;
  /** Reads and multiplier as printed, for the check that they give the amount. */
  previous_read: Decimal | null;
  current_read: Decimal | null;
  multiplier: Decimal | null;
  /** kBtu in one measurement unit by the heat factor that the bill prints; absent where it prints none for this unit. */
  kbtu_per_unit?: Decimal;
  place: Place;
}

export interface StatementMeter extends MeterTexts {
  energy_type: EnergyType;
  association_type: AssociationType;
  measurement_unit: string | null;
  demand_measurement_unit: string | null;
  charges: StatementCharge[];
  usages: StatementUsage[];
  /** Printed total of the meter's charges, when there is one. */
  printed_total: Decimal | null;
}

/** One bill of one account. Decimals are text, days are half-open; the printed convention stays in `printed`. */
export interface Statement {
  template: { id: string; version: number };
  acct_num: string;
  invoice_number: string | null;
  invoice_date: Day;
  account_holder_name: string | null;
  service_address: string | null;
  /** Null where a spreadsheet knows what was used and not what it cost. */
  amount_due: Decimal | null;
  previous_balance: Decimal | null;
  /** Payments received, as a positive number. */
  amount_paid: Decimal | null;
  current_charges: Decimal | null;
  /** Its template says that it prints nothing that its charges can be compared with: amount_due is of something else too. */
  nothing_to_compare?: boolean;
  estimated: boolean;
  /** The document says that it replaces an earlier bill of the same period. */
  corrected: boolean;
  /** How the ends of its periods were read where the bill itself does not tell: the other bills of its account may say otherwise. */
  assumed_period_end?: "inclusive" | "exclusive";
  meters: StatementMeter[];
  /** Header fields as printed with their place, by field name. */
  printed: Record<string, { text: string; place: Place }>;
}

/** What reading a file gives: a statement when one was recognised, and everything that was odd. */
export interface Reading {
  statement: Statement | null;
  findings: Finding[];
}

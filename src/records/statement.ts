/** A bill file as read: the printed values, their position in the file, and the findings. Not yet a record of the store. */
import type { MeterTexts } from "./meter-texts.ts";
import type { AssociationType, ChargeType, EnergyType, RegisterPart, UsageType } from "./codes.ts";
import type { Day, Period } from "./scalars.ts";

/** The position of a value on a page: page from 1, box `[left, top, right, bottom]` in points from the page's top left corner. */
export interface PagePlace {
  page: number;
  box: [number, number, number, number];
}

/** The position of a value in a file without pages: the row of a sheet, the line of a feed, the segment of an X12 file, from 1. */
export interface SheetPlace {
  row: number;
}

/** The position of a value in the file. */
export type SourcePlace = PagePlace | SheetPlace;

/** A problem found in a file. `error` keeps the bill in review, `warning` does not. */
export interface Finding {
  /** Stable name in snake_case, for example `charges_do_not_add_up`. */
  name: string;
  severity: "error" | "warning";
  /** One sentence with the figures; never text that could hold a secret. */
  detail: string;
  place?: SourcePlace;
}

/** A decimal number as text, `-?\d+(\.\d+)?`: exactly what was printed, without thousands marks. Never a float. */
export type Decimal = string;

export interface StatementCharge extends Period {
  description: string;
  amount: Decimal;
  utility_charge_type: ChargeType;
  /** Lines with the same group name belong together: a usage and the charges priced on it. Local to the statement. */
  group: string | null;
  quantity: Decimal | null;
  rate: Decimal | null;
  /**
   * The whole amount, when the bill prints the charge for the account: this is the meter's part of it. All parts have one group,
   * and no quantity and rate of their own.
   */
  part_of?: Decimal;
  /** Null when a user entered the line without it. */
  place: SourcePlace | null;
}

export interface StatementUsage extends Period {
  description: string;
  amount: Decimal;
  measurement_unit: string;
  utility_usage_type: UsageType;
  estimated_meter_read: boolean;
  /** Energy given to the grid: the amount is negative, and its register counts upwards. */
  exported?: true;
  group: string | null;
  /** Reads and multiplier as printed, to check that they result in the amount. Several printed factors are multiplied. */
  previous_read: Decimal | null;
  current_read: Decimal | null;
  multiplier: Decimal | null;
  /** kBtu per measurement unit by the printed heat factor; absent when the bill prints none for this unit. */
  kbtu_per_unit?: Decimal;
  /** Null when a user entered the line without it. */
  place: SourcePlace | null;
}

/** A register whose use is that of others, such as a total beside on-peak and off-peak: kept with its reads, and in no sum. */
export interface StatementRegister extends StatementUsage {
  not_added: RegisterPart;
}

export interface StatementMeter extends MeterTexts {
  energy_type: EnergyType;
  association_type: AssociationType;
  measurement_unit: string | null;
  demand_measurement_unit: string | null;
  /** The tariff by which the meter is billed, as printed. */
  tariff?: string;
  charges: StatementCharge[];
  usages: StatementUsage[];
  /** Absent where the meter has no register besides those of its usages. */
  registers?: StatementRegister[];
  /** Printed total of the meter's charges, if there is one. */
  printed_total: Decimal | null;
}

/** One bill of one account. Decimals are text, days are half-open; the printed convention stays in `printed`. */
export interface Statement {
  template: { id: string; version: number };
  /** Null when the file names no account, as Green Button feeds often do not. */
  acct_num: string | null;
  invoice_number: string | null;
  invoice_date: Day;
  account_holder_name: string | null;
  service_address: string | null;
  /** Null for a spreadsheet with usage but no cost. */
  amount_due: Decimal | null;
  previous_balance: Decimal | null;
  /** Payments received, as a positive number. */
  amount_paid: Decimal | null;
  /** What changes the previous balance besides payments: a late fee or returned check; a credit or a deposit is negative. */
  adjustments?: Decimal;
  current_charges: Decimal | null;
  /** The fixed amount of budget billing: the bill asks for it in place of its charges, which are the actual ones. */
  budget_amount?: Decimal;
  /** The part of the charges that a later bill will ask for, as a positive number. */
  deferred_amount?: Decimal;
  due_date?: Day;
  /** The day from which a late fee is added. */
  late_fee_date?: Day;
  /** Code of ISO 4217; absent when the template states none. */
  currency?: string;
  /** True when its template states that no printed figure can be compared with the charges: amount_due includes something else. */
  nothing_to_compare?: boolean;
  /** How surely the least sure of its values was recognised in a picture, 0 to 100; absent for a file with text. */
  confidence?: number;
  estimated: boolean;
  /** The document says that it replaces an earlier bill of the same period. */
  corrected: boolean;
  /** How end dates were read when the bill itself does not define it: the other bills of the account may decide otherwise. */
  assumed_period_end?: "inclusive" | "exclusive";
  /** Read without a template: how end dates were read, when a printed number of days shows it for all meters alike. */
  counted_period_end?: "inclusive" | "exclusive";
  /**
   * Read without a template: the values that nothing on the bill itself confirms, by their names in `printed`. Absent when a
   * template or a person says what each value is.
   */
  unconfirmed?: string[];
  meters: StatementMeter[];
  /** Header fields as printed with their position, by field name. */
  printed: Record<string, { text: string; place: SourcePlace }>;
}

/** What was read of a bill whose account number or date was not found: a user completes it. */
export type IncompleteStatement = Omit<Statement, "acct_num" | "invoice_date"> & {
  acct_num: string | null;
  invoice_date: Day | null;
};

/** The result of reading a bill: a statement when one was recognised, and the findings. */
export interface Reading {
  statement: Statement | null;
  /** Without a statement: what was read all the same, with an error for what is missing. */
  incomplete?: IncompleteStatement;
  findings: Finding[];
}

/** The bills of a file in its order: at least one, also when nothing could be read. */
export type Readings = [Reading, ...Reading[]];

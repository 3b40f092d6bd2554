/** The fields of the form of a bill: for the correction of a saved bill, and for a bill that is entered for a document. */
import { CHARGE_TYPES } from "../charge-types.ts";
import { ENERGY_TYPES } from "../energy-types.ts";

export const LINE_KINDS = ["usages", "registers", "charges"] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export interface FormField {
  name: string;
  kind: "text" | "day" | "number" | "flag" | readonly string[];
  isRequired?: boolean;
}

const USAGE_TYPES = ["usage_amount", "demand_amount", "billed_demand_amount", "reactive_amount"] as const;
const REGISTER_PARTS = ["total", "part"] as const;

export interface FormShape {
  head: FormField[];
  /** Of each meter; those of a saved bill are not changed here. */
  meter: FormField[];
  usages: FormField[];
  /** What a reading has of them is corrected; a user enters none, because they are in no sum. */
  registers: FormField[];
  charges: FormField[];
}

const must = { isRequired: true };
const DAYS: FormField[] = [
  { name: "start_date", kind: "day", ...must },
  { name: "end_date", kind: "day", ...must },
];
const QUANTITY: FormField[] = [
  { name: "description", kind: "text", ...must },
  { name: "amount", kind: "number", ...must },
  { name: "measurement_unit", kind: "text", ...must },
];
// The type is before the days: beside a file there is no room for all columns, and it has a value from the beginning.
const USAGE: FormField[] = [...QUANTITY, { name: "utility_usage_type", kind: USAGE_TYPES }, ...DAYS];
const READS: FormField[] = [
  { name: "previous_read", kind: "number" },
  { name: "current_read", kind: "number" },
  { name: "multiplier", kind: "number" },
];
const CHARGE: FormField[] = [
  { name: "description", kind: "text", ...must },
  { name: "amount", kind: "number", ...must },
  { name: "utility_charge_type", kind: CHARGE_TYPES },
];
const ESTIMATED: FormField = { name: "estimated_meter_read", kind: "flag" };

/** What can be corrected of a saved bill. */
export const SAVED: FormShape = {
  head: [
    { name: "invoice_date", kind: "day", ...must },
    { name: "due_date", kind: "day" },
    { name: "late_fee_date", kind: "day" },
    { name: "account_holder_name", kind: "text" },
    { name: "previous_balance", kind: "number" },
    { name: "amount_paid", kind: "number" },
    { name: "amount_due", kind: "number" },
    { name: "estimated", kind: "flag" },
  ],
  meter: [],
  usages: [...USAGE, ESTIMATED],
  registers: [],
  // A charge of a saved bill may have no days.
  charges: [...CHARGE, { name: "start_date", kind: "day" }, { name: "end_date", kind: "day" }],
};

/** What is entered for a document. */
export const ENTERED: FormShape = {
  head: [
    { name: "acct_num", kind: "text" },
    { name: "invoice_number", kind: "text" },
    { name: "invoice_date", kind: "day", ...must },
    { name: "due_date", kind: "day" },
    { name: "service_address", kind: "text" },
    { name: "previous_balance", kind: "number" },
    { name: "amount_paid", kind: "number" },
    { name: "adjustments", kind: "number" },
    { name: "current_charges", kind: "number" },
    { name: "amount_due", kind: "number" },
    { name: "corrected", kind: "flag" },
  ],
  meter: [
    { name: "energy_type", kind: ENERGY_TYPES, ...must },
    { name: "meter_num", kind: "text" },
    { name: "service_address", kind: "text" },
    { name: "printed_total", kind: "number" },
  ],
  usages: [...USAGE, ...READS, ESTIMATED],
  registers: [...QUANTITY, ...DAYS, { name: "not_added", kind: REGISTER_PARTS }, ...READS, ESTIMATED],
  charges: [...CHARGE, ...DAYS],
};

/** The same for a document whose account is not known: the bill creates it. */
export const ENTERED_WITHOUT_ACCOUNT: FormShape = {
  ...ENTERED,
  head: [
    { name: "utility_company", kind: "text", ...must },
    { name: "acct_num", kind: "text", ...must },
    ...ENTERED.head.slice(1),
  ],
};

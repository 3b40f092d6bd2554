/** Records for tests of the feed: complete and plain; a test sets only what it is about. */
import type { Bill, Charge, EspiBill, EspiMeter, Usage } from "./bill.ts";
import type { EspiDay } from "./feed.ts";

export const DAY: EspiDay = {
  date: "2026-04-07",
  self: "https://meterbook.example/v1/days/2026-04-07?format=xml",
  updated: "2026-04-07T08:30:00.000Z",
};

const BILL_ID = 9001;
const ACCOUNT_ID = 41;
const METER_ID = 71;
const PERIOD = { start_date: "2026-03-04T00:00:00.000Z", end_date: "2026-04-02T00:00:00.000Z" };
const LINE = { utility_bill_id: BILL_ID, utility_account_id: ACCOUNT_ID, utility_meter_id: METER_ID, ...PERIOD };

/** A UUID that ends with the number: lines with the same one belong to one group. */
export const groupId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

export function makeMeter(meter: Partial<EspiMeter> = {}): EspiMeter {
  return {
    id: METER_ID,
    meter_wrapper_id: 51,
    property_id: 3,
    property_name: "Sample Tower",
    status: "Active",
    meter_num: "E100",
    service_address: "1200 Sample Parkway, Springfield, IL 62701",
    service_name: "Building main",
    premise_num: null,
    association_type: "STANDARD",
    energy_type: "ELECTRIC",
    billing_frequency: "MONTHLY",
    ...meter,
  };
}

export function makeCharge(charge: Partial<Charge> = {}): Charge {
  return {
    ...LINE,
    id: 501,
    svc_object_type: "UtilityCharge",
    amount: 81.27,
    description: "Energy charge",
    utility_charge_type: "usage_cost",
    line_item_group_id: groupId(1),
    place: null,
    ...charge,
  };
}

export function makeUsage(usage: Partial<Usage> = {}): Usage {
  return {
    ...LINE,
    id: 601,
    svc_object_type: "UtilityUsage",
    amount: 650.5,
    estimated_meter_read: false,
    description: "Energy use",
    utility_usage_type: "usage_amount",
    measurement_unit: "kWh",
    kbtus: 2219.506,
    lbs_co2: null,
    gallons: null,
    supply: false,
    line_item_group_id: groupId(1),
    place: null,
    ...usage,
  };
}

export function makeBill(bill: Partial<Bill> = {}): Bill {
  return {
    id: BILL_ID,
    svc_object_type: "UtilityBill",
    utility_account_id: ACCOUNT_ID,
    original_utility_bill_id: null,
    invoice_date: "2026-04-06T00:00:00.000Z",
    estimated: false,
    account_holder_name: "Sample Holdings",
    amount_due: 93.77,
    previous_balance: 88.1,
    amount_paid: 88.1,
    checked_by: "current_charges",
    invoice_number: null,
    due_date: null,
    late_fee_date: null,
    period: null,
    total_charges: null,
    currency: null,
    services: [],
    read_by: "template",
    confidence: null,
    template: null,
    origin: "portal",
    counted_days: null,
    archived: false,
    archive_reason: null,
    accepted_findings: [],
    metadata: {},
    source: { format: "pdf", expiring_link: "https://meterbook.example/v1/files/abc", expiresIn: "7d" },
    charges: [
      makeCharge(),
      makeCharge({
        id: 502,
        amount: 12.5,
        description: "Customer charge",
        utility_charge_type: "service_cost",
        line_item_group_id: groupId(2),
      }),
    ],
    usages: [makeUsage()],
    created_at: "2026-04-07T08:15:30.123Z",
    updated_at: "2026-04-07T08:15:30.123Z",
    ...bill,
  };
}

/** One meter unless others are given. */
export function makeEspiBill(bill: Partial<Bill> = {}, meters: EspiMeter[] = [makeMeter()]): EspiBill {
  return {
    bill: makeBill(bill),
    account: { acct_num: "5512-004", utility_company_name: "Northgate Electric" },
    meters,
  };
}

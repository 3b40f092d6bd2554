/** Writes the contents of a feed's entries: each function writes one ESPI resource, its elements in schema order. */
import { addDecimals } from "../../domain/decimal.ts";
import { spanOf } from "../../domain/calendar.ts";
import { spanOfLines } from "../../domain/bills/line-periods.ts";
import type { Bill, Charge, EspiAccount, EspiMeter, MeterPart, Usage } from "./bill.ts";
import { ENERGY, USD, isInDollars, itemKindOf, qualityOf } from "./codes.ts";
import { CUSTOMER, ESPI, extension } from "./entry.ts";
import { hundredThousandths, measure } from "./measure.ts";
import { epochSeconds, interval, type WirePeriod } from "./period.ts";
import type { Series } from "./readings.ts";
import { element, shorten, wrap } from "./xml.ts";

const NOTE_LENGTH = 256;
const short = (text: string) => shorten(text, NOTE_LENGTH);
const shortOrNull = (text: string | null) => (text === null ? null : short(text));

/** Days have no time zone: in UTC no day shifts. 0xFFFFFFFF turns a rule off. */
export const LOCAL_TIME = wrap(
  `LocalTimeParameters ${ESPI}`,
  element("dstEndRule", "FFFFFFFF"),
  element("dstOffset", 0),
  element("dstStartRule", "FFFFFFFF"),
  element("tzOffset", 0),
);

export const METER_READING = `<MeterReading ${ESPI}/>`;

export function customerAccountText({ acct_num }: EspiAccount): string {
  return wrap(`CustomerAccount ${CUSTOMER}`, element("accountId", short(acct_num)));
}

const MEDIA_TYPES: Record<string, string> = {
  pdf: "application/pdf",
  html: "text/html",
  xml: "text/xml",
  csv: "text/csv",
  zip: "application/zip",
};

/** The bill as a document: its issue date, its file, and its data about the whole account. */
export function statementText(bill: Bill): string {
  const { source } = bill;
  return wrap(
    `Statement ${CUSTOMER}`,
    extension("utility_bill", {
      id: bill.id,
      utility_account_id: bill.utility_account_id,
      original_utility_bill_id: bill.original_utility_bill_id,
      invoice_date: bill.invoice_date,
      estimated: bill.estimated,
      account_holder_name: bill.account_holder_name,
      amount_due: bill.amount_due,
      previous_balance: bill.previous_balance,
      amount_paid: bill.amount_paid,
      archived: bill.archived,
      archive_reason: bill.archive_reason,
    }),
    element("issueDateTime", epochSeconds(bill.invoice_date)),
    source &&
      wrap(
        "statementRef",
        element("mediaType", MEDIA_TYPES[source.format]),
        element("statementURL", source.expiring_link),
      ),
  );
}

export function usagePointText(meter: EspiMeter): string {
  const { service } = ENERGY[meter.energy_type];
  return wrap(
    `UsagePoint ${ESPI}`,
    extension("utility_meter", {
      id: meter.id,
      meter_wrapper_id: meter.meter_wrapper_id,
      property_id: meter.property_id,
      property_name: meter.property_name,
      meter_num: meter.meter_num,
      premise_num: meter.premise_num,
      service_name: meter.service_name,
      association_type: meter.association_type,
      energy_type: meter.energy_type,
    }),
    wrap("ServiceCategory", element("kind", service)),
    element("status", meter.status === "Active" ? 1 : 0),
    wrap("serviceDeliveryPoint", element("name", shortOrNull(meter.service_address))),
    // A supplier's energy is measured by the distributor's meter: adding both would count it twice.
    element("isVirtual", meter.association_type === "SUPPLY" ? "true" : null),
  );
}

/** The readings of one bill in one series, with the cost of lines priced on them. */
export function intervalBlockText({ readings }: Series, part: MeterPart): string {
  const span = spanOf(readings.map(({ usage }) => usage));
  return wrap(
    `IntervalBlock ${ESPI}`,
    span && interval("interval", span),
    ...readings.map(({ usage, value }) => {
      const timePeriod = interval("timePeriod", usage);
      return wrap(
        "IntervalReading",
        extension("utility_usage", {
          id: usage.id,
          amount: usage.amount,
          measurement_unit: usage.measurement_unit,
          utility_usage_type: usage.utility_usage_type,
          description: usage.description,
          estimated_meter_read: usage.estimated_meter_read,
          supply: usage.supply,
          kbtus: usage.kbtus,
          lbs_co2: usage.lbs_co2,
          gallons: usage.gallons,
          ...daysUnsaid(usage, timePeriod),
          line_item_group_id: usage.line_item_group_id,
        }),
        // The type of the readings, which bills share, states US dollars.
        element("cost", isInDollars(part.bill) ? costOf(usage, part) : null),
        wrap("ReadingQuality", element("quality", qualityOf(usage.estimated_meter_read))),
        timePeriod,
        element("value", value),
      );
    }),
  );
}

/** The days of a line when ESPI's interval cannot represent them, for instance when only one is known. */
const daysUnsaid = ({ start_date, end_date }: WirePeriod, said: string) =>
  said === "" ? { start_date, end_date } : {};

/** The sum of the lines priced on a usage; null when there is none, or when lines are priced on several usages together. */
function costOf(usage: Usage, { charges, usages }: MeterPart): bigint | null {
  const ofGroup = <T extends { line_item_group_id: string }>(lines: T[]) =>
    lines.filter(({ line_item_group_id }) => line_item_group_id === usage.line_item_group_id);
  const priced = ofGroup(charges);
  return priced.length === 0 || ofGroup(usages).length > 1 ? null : hundredThousandths(sumOf(priced));
}

/**
 * The costs of a bill for one meter. `billLastPeriod` is the sum of the meter's lines, so that the summaries of a bill with
 * several meters sum to its charges. The amount due, with balances and payments, concerns the whole account and is in the
 * Statement.
 */
export function usageSummaryText(part: MeterPart): string {
  const { bill, account, meter, charges, usages } = part;
  const total = hundredThousandths(sumOf(charges));
  const period = spanOfLines({ usages, charges });
  return wrap(
    `UsageSummary ${ESPI}`,
    extension("utility_bill", { id: bill.id, total_cost: sumOf(charges) }),
    period && interval("billingPeriod", period),
    element("billLastPeriod", total),
    element("costAdditionalLastPeriod", total),
    ...charges.map((charge) => lineItemText(charge, part)),
    element("currency", isInDollars(bill) ? USD : null),
    consumptionText(usages),
    element("qualityOfReading", qualityOf(isEstimated(bill, usages))),
    element("statusTimeStamp", epochSeconds(bill.invoice_date)),
    element("commodity", ENERGY[meter.energy_type].commodity),
    wrap("billingChargeSource", element("agencyName", short(account.utility_company_name))),
  );
}

function lineItemText(charge: Charge, { meter, usages }: MeterPart): string {
  const note = short(charge.description);
  const pricedOn = usages.filter(({ line_item_group_id }) => line_item_group_id === charge.line_item_group_id);
  const [usage] = pricedOn;
  const itemPeriod = interval("itemPeriod", charge);
  return wrap(
    "costAdditionalDetailLastPeriod",
    extension("utility_charge", {
      id: charge.id,
      amount: charge.amount,
      utility_charge_type: charge.utility_charge_type,
      description: note === charge.description ? null : charge.description,
      ...daysUnsaid(charge, itemPeriod),
      line_item_group_id: charge.line_item_group_id,
    }),
    element("amount", hundredThousandths(charge.amount)),
    element("note", note),
    usage !== undefined && pricedOn.length === 1 ? measurementText("measurement", usage) : "",
    element("itemKind", itemKindOf(charge.utility_charge_type, meter.association_type, charge.amount < 0)),
    itemPeriod,
  );
}

/** The usage of all registers; empty when they are billed in different units, which cannot be added. */
function consumptionText(usages: readonly Usage[]): string {
  const added = usages.filter(({ utility_usage_type }) => utility_usage_type === "usage_amount");
  const [first] = added;
  if (first === undefined || added.some(({ measurement_unit }) => measurement_unit !== first.measurement_unit))
    return "";
  return measurementText("overallConsumptionLastPeriod", {
    amount: sumOf(added),
    measurement_unit: first.measurement_unit,
  });
}

function measurementText(
  name: string,
  { amount, measurement_unit }: { amount: number | string; measurement_unit: string },
): string {
  const { uom, powerOfTen, value } = measure(amount, measurement_unit);
  if (value === null) return "";
  return wrap(name, element("powerOfTenMultiplier", powerOfTen), element("uom", uom), element("value", value));
}

/** A bill that is estimated as a whole is estimated for every meter; otherwise each meter by its own reads. */
function isEstimated(bill: Bill, usages: readonly Usage[]): boolean {
  const read = (usage: Usage) => usage.estimated_meter_read;
  return usages.some(read) || (bill.estimated && !bill.usages.some(read));
}

const sumOf = (lines: readonly { amount: number }[]): string => addDecimals(lines.map(({ amount }) => String(amount)));

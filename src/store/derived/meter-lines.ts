/** The live bills of many meters, read by COPY: as `listBillsOfMeter` gives those of one. */
import { knownPeriod } from "../../domain/bills/line-periods.ts";
import { countedPart } from "../../domain/months/counted-part.ts";
import type { MeterBill, MeterCharge, MeterUsage } from "../../domain/months/meter-bill.ts";
import type { DaysOfMeter } from "../../records/bill.ts";
import type { ChargeType, UsageType } from "../../records/codes.ts";
import { readCopiedRows, type FieldReader } from "./copied-fields.ts";
import type { Copies } from "./copies.ts";

/** Their bills and usages are held together, and of charges those of one meter at a time. */
const METERS_AT_ONCE = 10;

/** Calls `onMeter` for each of the meters that has a live bill. */
export async function readBillsOfMeters(
  copies: Copies,
  companyId: number,
  meterIds: readonly number[],
  onMeter: (meterId: number, bills: MeterBill[]) => void,
): Promise<void> {
  for (let from = 0; from < meterIds.length; from += METERS_AT_ONCE) {
    const some = meterIds.slice(from, from + METERS_AT_ONCE);
    const which = `company_id = ${companyId} and utility_meter_id = any('{${some.join(",")}}')`;
    const bills = await readBills(copies, which);
    await addUsages(copies, which, bills);
    await addCharges(copies, which, bills, (meterId) => {
      const counted = [...(bills.get(meterId)?.values() ?? [])].flatMap(
        ({ counted_days, ...bill }) => countedPart(bill, meterId, counted_days) ?? [],
      );
      onMeter(meterId, counted);
      bills.delete(meterId);
    });
  }
}

/** By the meter, then by the bill. */
type BillsOfMeters = Map<number, Map<number, MeterBill & { counted_days: DaysOfMeter[] | null }>>;

async function readBills(copies: Copies, which: string): Promise<BillsOfMeters> {
  const bills: BillsOfMeters = new Map();
  await readCopiedRows(copies.out(billsQuery(which)), (fields) => {
    const meterId = fields.integer();
    const bill = billOf(fields);
    const others = bills.get(meterId);
    if (others === undefined) bills.set(meterId, new Map([[bill.id, bill]]));
    else others.set(bill.id, bill);
  });
  return bills;
}

/** Lines of archived bills, which are not among these, are read and left. */
async function addUsages(copies: Copies, which: string, bills: BillsOfMeters): Promise<void> {
  const query = `select ${USAGE_COLUMNS} from utility_usages where ${which}`;
  await readCopiedRows(copies.out(query), (fields) => {
    const meterId = fields.integer();
    const billId = fields.integer();
    const usage = usageOf(fields);
    bills.get(meterId)?.get(billId)?.usages.push(usage);
  });
}

/** Calls `onMeter` for each of the meters as soon as it has all its charges. */
async function addCharges(
  copies: Copies,
  which: string,
  bills: BillsOfMeters,
  onMeter: (meterId: number) => void,
): Promise<void> {
  // The order of the index by which they are found.
  const query = `select ${CHARGE_COLUMNS} from utility_charges where ${which} order by utility_meter_id`;
  let last = 0;
  await readCopiedRows(copies.out(query), (fields) => {
    const meterId = fields.integer();
    if (meterId !== last && bills.has(last)) onMeter(last);
    last = meterId;
    const billId = fields.integer();
    const charge = chargeOf(fields);
    bills.get(meterId)?.get(billId)?.charges.push(charge);
  });
  for (const meterId of bills.keys()) onMeter(meterId);
}

const billsQuery = (which: string): string => `
  select line.utility_meter_id, bill.id, bill.estimated, bill.period_start, bill.period_end, bill.counted_days
  from (select company_id, utility_meter_id, utility_bill_id from bill_meters where ${which}) line
  join utility_bills bill on bill.company_id = line.company_id and bill.id = line.utility_bill_id
  where not bill.archived`;

function billOf(fields: FieldReader): MeterBill & { counted_days: DaysOfMeter[] | null } {
  const id = fields.integer();
  const estimated = fields.flag();
  const period = knownPeriod({ start_date: fields.day(), end_date: fields.day() });
  const days = fields.word();
  // The column holds what `setCountedDays` wrote.
  const counted_days = days === null ? null : (JSON.parse(days) as DaysOfMeter[]);
  return { id, estimated, period, counted_days, charges: [], usages: [] };
}

const CHARGE_COLUMNS = "utility_meter_id, utility_bill_id, id, amount, utility_charge_type, start_date, end_date";

function chargeOf(fields: FieldReader): MeterCharge {
  const id = fields.integer();
  const amount = fields.decimal() ?? Number.NaN;
  // The columns hold the closed lists of records/codes: the database checks them.
  const utility_charge_type = fields.word() as ChargeType;
  const start_date = fields.day();
  const end_date = fields.day();
  return { id, amount, utility_charge_type, start_date, end_date };
}

const USAGE_COLUMNS = `utility_meter_id, utility_bill_id, id, amount, utility_usage_type, start_date, end_date,
  measurement_unit, estimated_meter_read, kbtus, lbs_co2, gallons, supply`;

function usageOf(fields: FieldReader): MeterUsage {
  const id = fields.integer();
  const amount = fields.decimal() ?? Number.NaN;
  const utility_usage_type = fields.word() as UsageType;
  const start_date = fields.day() ?? "";
  const end_date = fields.day() ?? "";
  const measurement_unit = fields.word() ?? "";
  const estimated_meter_read = fields.flag();
  const kbtus = fields.decimal();
  const lbs_co2 = fields.decimal();
  const gallons = fields.decimal();
  const supply = fields.flag();
  const period = { start_date, end_date };
  return {
    id,
    amount,
    measurement_unit,
    utility_usage_type,
    estimated_meter_read,
    kbtus,
    lbs_co2,
    gallons,
    supply,
    ...period,
  };
}

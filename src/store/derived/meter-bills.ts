/** The live bills of meters for months and reports: with the lines of that meter only, and only the days that count. */
import { sql } from "kysely";
import { knownPeriod } from "../../domain/bills/line-periods.ts";
import { countedPart } from "../../domain/months/counted-part.ts";
import type { MeterBill, MeterCharge, MeterUsage } from "../../domain/months/meter-bill.ts";
import type { DaysOfMeter } from "../../records/bill.ts";
import type { ChargeType, UsageType } from "../../records/codes.ts";
import type { Sql } from "../db.ts";
import { fieldsOfRow, type FieldReader } from "./copy-format.ts";

/** The bills and usages of so many meters are in memory together, and the charges of one. */
const METERS_AT_ONCE = 10;

/** Carries out a query and calls `onRow` with the fields of each row: by COPY (`Copies`), or as a statement. */
export interface RowSource {
  rows(query: string, onRow: (fields: FieldReader) => void): Promise<void>;
}

/** Bills and their lines in the order of their ids. */
export async function listBillsOfMeter(db: Sql, companyId: number, meterId: number): Promise<MeterBill[]> {
  let bills: MeterBill[] = [];
  await eachMetersBills(db, companyId, [meterId], (_id, own) => void (bills = own));
  return bills;
}

/** The same of several meters, one after the other; one without a live bill is left out. */
export function eachMetersBills(
  db: Sql,
  companyId: number,
  meterIds: readonly number[],
  onMeter: (meterId: number, bills: MeterBill[]) => void,
): Promise<void> {
  const source: RowSource = {
    async rows(query, onRow) {
      const { rows } = await sql.raw<object>(query).execute(db);
      for (const row of rows) onRow(fieldsOfRow(row));
    },
  };
  return readBillsOfMeters(source, companyId, meterIds, (meterId, bills) => {
    for (const { charges, usages } of bills) for (const lines of [charges, usages]) lines.sort(byId);
    onMeter(meterId, bills.sort(byId));
  });
}

const byId = (a: { id: number }, b: { id: number }): number => a.id - b.id;

/** Calls `onMeter` for each of the meters that has a live bill; bills and lines are in no order. */
export async function readBillsOfMeters(
  source: RowSource,
  companyId: number,
  meterIds: readonly number[],
  onMeter: (meterId: number, bills: MeterBill[]) => void,
): Promise<void> {
  for (let from = 0; from < meterIds.length; from += METERS_AT_ONCE) {
    const some = meterIds.slice(from, from + METERS_AT_ONCE);
    const which = `company_id = ${companyId} and utility_meter_id = any('{${some.join(",")}}')`;
    const bills = await readBills(source, which);
    await addUsages(source, which, bills);
    await addCharges(source, which, bills, (meterId) => {
      const own = [...(bills.get(meterId)?.values() ?? [])];
      bills.delete(meterId);
      onMeter(
        meterId,
        own.flatMap(({ counted_days, ...bill }) => countedPart(bill, meterId, counted_days) ?? []),
      );
    });
  }
}

interface StoredBill extends MeterBill {
  counted_days: DaysOfMeter[] | null;
}

/** By the meter, then by the bill. */
type BillsOfMeters = Map<number, Map<number, StoredBill>>;

async function readBills(source: RowSource, which: string): Promise<BillsOfMeters> {
  const bills: BillsOfMeters = new Map();
  await source.rows(billsQuery(which), (fields) => {
    const meterId = fields.integer();
    const bill = billOf(fields);
    const others = bills.get(meterId);
    if (others === undefined) bills.set(meterId, new Map([[bill.id, bill]]));
    else others.set(bill.id, bill);
  });
  return bills;
}

/** Finds the bill of a line, undefined for an archived one. The lines of a bill mostly follow each other. */
function finderOf(bills: BillsOfMeters): (meterId: number, billId: number) => StoredBill | undefined {
  let [lastMeter, lastBill] = [0, 0];
  let found: StoredBill | undefined;
  return (meterId, billId) => {
    if (billId !== lastBill || meterId !== lastMeter) found = bills.get(meterId)?.get(billId);
    [lastMeter, lastBill] = [meterId, billId];
    return found;
  };
}

/** Lines of archived bills, which are not among these, are ignored. */
async function addUsages(source: RowSource, which: string, bills: BillsOfMeters): Promise<void> {
  const find = finderOf(bills);
  await source.rows(`select ${USAGE_COLUMNS} from utility_usages where ${which}`, (fields) => {
    const bill = find(fields.integer(), fields.integer());
    const usage = usageOf(fields);
    bill?.usages.push(usage);
  });
}

/** Calls `onMeter` for each of the meters as soon as it has all its charges. */
async function addCharges(
  source: RowSource,
  which: string,
  bills: BillsOfMeters,
  onMeter: (meterId: number) => void,
): Promise<void> {
  // The order of the index by which they are found.
  const query = `select ${CHARGE_COLUMNS} from utility_charges where ${which} order by utility_meter_id`;
  const find = finderOf(bills);
  let last = 0;
  await source.rows(query, (fields) => {
    const meterId = fields.integer();
    if (meterId !== last && bills.has(last)) onMeter(last);
    last = meterId;
    const bill = find(meterId, fields.integer());
    const charge = chargeOf(fields);
    bill?.charges.push(charge);
  });
  for (const meterId of bills.keys()) onMeter(meterId);
}

const billsQuery = (which: string): string => `
  select line.utility_meter_id, bill.id, bill.estimated, bill.period_start, bill.period_end, bill.counted_days::text, 
    (bill.created_at at time zone 'UTC')::date
  from (select company_id, utility_meter_id, utility_bill_id from bill_meters where ${which}) line
  join utility_bills bill on bill.company_id = line.company_id and bill.id = line.utility_bill_id
  where not bill.archived`;

function billOf(fields: FieldReader): StoredBill {
  const id = fields.integer();
  const estimated = fields.flag();
  const period = knownPeriod({ start_date: fields.day(), end_date: fields.day() });
  const days = fields.word();
  // Only `setCountedDays` writes this column.
  const counted_days = days === null ? null : (JSON.parse(days) as DaysOfMeter[]);
  return { id, estimated, period, counted_days, received: fields.day(), charges: [], usages: [] };
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
    start_date,
    end_date,
  };
}

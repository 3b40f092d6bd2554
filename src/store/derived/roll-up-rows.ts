/** What a roll-up reads: the property, which it locks, and by COPY its meters with those of their months that it needs. */
import { sql } from "kysely";
import type { MeterMonthFigures } from "../../domain/months/calendarize.ts";
import { isEnergy } from "../../domain/property/roll-up-sums.ts";
import { monthsShownBeside, withEnds, withMonths, type MonthSpan } from "../../domain/property/roll-up-span.ts";
import type { StoredMonths } from "../../domain/property/stored-months.ts";
import { inBatches, type RolledMeter, type ServedMeter } from "../../domain/property/service-points.ts";
import { eachFigure, ENERGY_FIGURES, MONTH_FIGURES, type MonthFigure } from "../../records/month-figures.ts";
import type { FieldReader } from "./copy-format.ts";
import type { Copies } from "./copies.ts";
import type { Sql, Trx } from "../db.ts";
import { listMetersOfProperty, type MeterRow } from "../records/meters.ts";
import { isOfSpan } from "./derived-rows.ts";
import { listMonths } from "./months.ts";

/** How many months, about, are in memory at a time. */
const MONTHS_AT_ONCE = 30_000;
/** The assumed number of months per meter when all months are read. */
const MONTHS_OF_METER = 120;

/** Locks the property for a roll-up: no month of its meters changes until the transaction ends. */
export async function lockRollUp(trx: Trx, companyId: number, propertyId: number) {
  return trx
    .selectFrom("properties")
    .select(["sq_ft", sql`metadata -> 'property_use'`.as("property_use")])
    .where("company_id", "=", companyId)
    .where("id", "=", propertyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The meters of the property by ascending id; of their months they have only the first and the last. */
export const readMetersOfProperty = (copies: Copies, companyId: number, propertyId: number): Promise<RolledMeter[]> =>
  readMeters(copies, companyId, `property_id = ${propertyId}`);

/** Calls `onMeters` for each batch of the meters with their months; meters of one wrapper are in one batch. */
export async function readMonthsOfMeters(
  copies: Copies,
  companyId: number,
  meters: readonly RolledMeter[],
  wanted: { span: MonthSpan; stored: StoredMonths },
  onMeters: (meters: RolledMeter[]) => void,
): Promise<void> {
  const isNeeded = meters.some((meter) => needsBeside(meter, wanted.stored));
  const { first, last } = isNeeded ? monthsShownBeside(wanted.span) : wanted.span;
  const count = Math.min(last - first + 1, MONTHS_OF_METER);
  for (const batch of inBatches(meters, Math.ceil(MONTHS_AT_ONCE / count))) {
    const months = await readMonths(copies, companyId, batch.flat(), wanted);
    onMeters(batch.flat().map((meter) => withMonths(meter, months.get(meter.id) ?? [])));
  }
}

/** The meters of the property that share the wrapper of one of them, also with only their first and last month. */
export async function readWrapperOf(
  copies: Copies,
  companyId: number,
  { propertyId, meterId }: { propertyId: number; meterId: number },
): Promise<RolledMeter[]> {
  const wrapper = `select meter_wrapper_id from utility_meters where company_id = ${companyId} and id = ${meterId}`;
  const which = `property_id = ${propertyId} and meter_wrapper_id = (${wrapper})`;
  return readMeters(copies, companyId, which);
}

/** By ascending id. The first and the last month are each found by one look into the index. */
async function readMeters(copies: Copies, companyId: number, which: string): Promise<RolledMeter[]> {
  const meters: RolledMeter[] = [];
  const months = `from meter_months month where month.company_id = ${companyId} and month.utility_meter_id = meter.id`;
  const account = `from utility_accounts account where account.company_id = ${companyId} and account.id = utility_account_id`;
  const query = `
    select id, energy_type, association_type, meter_wrapper_id, status, (select account.status ${account})
      , deactivation_date, (select min(effective_month) ${months}), (select max(effective_month) ${months})
    from utility_meters meter where company_id = ${companyId} and ${which} order by id`;
  await copies.rows(query, (fields) => meters.push(meterOf(fields)));
  return meters;
}

/** The columns hold the closed lists of records/codes: the database checks them. */
function meterOf(fields: FieldReader): RolledMeter {
  const served = {
    id: fields.integer(),
    energy_type: fields.word() as ServedMeter["energy_type"],
    association_type: fields.word() as ServedMeter["association_type"],
    meter_wrapper_id: fields.integer(),
    status: fields.word() as ServedMeter["status"],
    account_status: fields.word() as ServedMeter["status"],
    deactivation_date: fields.word(),
  };
  return withEnds(served, { first: fields.word(), last: fields.word() });
}

/** The figures that snapshots are made of. */
const OF_SNAPSHOTS: ReadonlySet<MonthFigure> = new Set<MonthFigure>([
  ...ENERGY_FIGURES.kbtus,
  ...ENERGY_FIGURES.lbs_co2,
  "total_cost",
]);

/** Whole months of the span; for energy types without stored months of the property also the months beside it, with only the energy figures. */
async function readMonths(
  copies: Copies,
  companyId: number,
  meters: readonly ServedMeter[],
  wanted: { span: MonthSpan; stored: StoredMonths },
): Promise<Map<number, MeterMonthFigures[]>> {
  const months = new Map<number, MeterMonthFigures[]>();
  await copies.rows(monthsQuery(companyId, meters, wanted), (fields) => {
    const id = fields.integer();
    const month = monthOf(fields);
    const others = months.get(id);
    if (others === undefined) months.set(id, [month]);
    else others.push(month);
  });
  return months;
}

function monthsQuery(
  companyId: number,
  meters: readonly ServedMeter[],
  { span, stored }: { span: MonthSpan; stored: StoredMonths },
): string {
  const isWhole = isOfSpan(span);
  const figures = MONTH_FIGURES.map((figure) =>
    OF_SNAPSHOTS.has(figure) ? figure : `case when ${isWhole} then ${figure} end`,
  );
  const needing = meters.filter((meter) => needsBeside(meter, stored));
  return `
    select utility_meter_id, effective_month, ${figures.join(", ")}, estimated, month_complete, days_covered
    from meter_months
    where company_id = ${companyId} and utility_meter_id = any('{${idsOf(meters)}}')
      and ${isOfSpan(needing.length > 0 ? monthsShownBeside(span) : span)}
      and (${isWhole} or utility_meter_id = any('{${idsOf(needing)}}'))
    order by utility_meter_id, effective_month`;
}

/** True when the months of the meter beside the span are needed: its energy type has no stored months of the property. */
const needsBeside = ({ energy_type }: ServedMeter, stored: StoredMonths): boolean =>
  isEnergy(energy_type) && !stored.has(energy_type);

const idsOf = (meters: readonly ServedMeter[]): string => meters.map(({ id }) => id).join(",");

/** In the order in which `monthsQuery` asks for them. */
function monthOf(fields: FieldReader): MeterMonthFigures {
  const effective_month = fields.word() ?? "";
  return {
    effective_month,
    ...eachFigure(MONTH_FIGURES, () => fields.decimal()),
    estimated: fields.flag(),
    month_complete: fields.flag(),
    days_covered: fields.integer(),
  };
}

/** The meters of a property with all their months, for reports. */
export async function listRolledMeters(db: Sql, companyId: number, propertyId: number): Promise<RolledMeter[]> {
  const meters = await listMetersOfProperty(db, companyId, propertyId);
  const ids = meters.map(({ id }) => id);
  const months = Map.groupBy(await listMonths(db, companyId, ids), ({ utility_meter_id }) => utility_meter_id);
  return meters.map((meter) => ({ ...asServedMeter(meter), months: months.get(meter.id) ?? [] }));
}

/** A meter for the roll-up, without its months. */
export const asServedMeter = (meter: MeterRow & { account_status: string }): ServedMeter => ({
  id: meter.id,
  // The columns hold the closed lists of records/codes.
  energy_type: meter.energy_type as ServedMeter["energy_type"],
  association_type: meter.association_type as ServedMeter["association_type"],
  status: meter.status as ServedMeter["status"],
  account_status: meter.account_status as ServedMeter["status"],
  meter_wrapper_id: meter.meter_wrapper_id,
  deactivation_date: meter.deactivation_date,
});

/** What a roll-up reads, by COPY: the meters of a property, and of their months those that the roll-up of some months is made of. */
import type { MeterMonthFigures } from "../../domain/months/calendarize.ts";
import { isEnergy } from "../../domain/property/roll-up-sums.ts";
import { monthsShownBeside, withEnds, withMonths, type MonthSpan } from "../../domain/property/roll-up-span.ts";
import type { StoredMonths } from "../../domain/property/stored-months.ts";
import { inBatches, type RolledMeter, type ServedMeter } from "../../domain/property/service-points.ts";
import { eachFigure, MONTH_FIGURES, type MonthFigure } from "../../records/month-figures.ts";
import type { FieldReader } from "./copied-fields.ts";
import type { Copies } from "./copies.ts";
import { isOfSpan } from "./derived-rows.ts";

/** About so many months are held at a time. */
const MONTHS_AT_ONCE = 30_000;
/** The assumed number of months per meter when all months are read. */
const MONTHS_OF_METER = 120;

/** The meters of the property by ascending id; of their months they have the ends alone. */
export const readMetersOfProperty = (copies: Copies, companyId: number, propertyId: number): Promise<RolledMeter[]> =>
  readMeters(copies, companyId, `property_id = ${propertyId}`);

/** Calls `onMeters` with all meters of some wrappers and their months, again and again until all were given. */
export async function readMonthsOfMeters(
  copies: Copies,
  companyId: number,
  meters: readonly RolledMeter[],
  asked: { span: MonthSpan; stored: StoredMonths },
  onMeters: (meters: RolledMeter[]) => void,
): Promise<void> {
  const isAsked = meters.some((meter) => asks(meter, asked.stored));
  const { first, last } = isAsked ? monthsShownBeside(asked.span) : asked.span;
  const count = Math.min(last - first + 1, MONTHS_OF_METER);
  for (const batch of inBatches(meters, Math.ceil(MONTHS_AT_ONCE / count))) {
    const months = await readMonths(copies, companyId, batch.flat(), asked);
    onMeters(batch.flat().map((meter) => withMonths(meter, months.get(meter.id) ?? [])));
  }
}

/** The meters of the property that share the wrapper of one of them, with their ends alone. */
export async function readWrapperOf(
  copies: Copies,
  companyId: number,
  { propertyId, meterId }: { propertyId: number; meterId: number },
): Promise<RolledMeter[]> {
  const wrapper = `select meter_wrapper_id from utility_meters where company_id = ${companyId} and id = ${meterId}`;
  const which = `property_id = ${propertyId} and meter_wrapper_id = (${wrapper})`;
  return readMeters(copies, companyId, which);
}

/** By ascending id. Each end is found by one look into the index. */
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

/** What snapshots are made of. */
const ENERGY_FIGURES: ReadonlySet<MonthFigure> = new Set<MonthFigure>([
  "distribution_kbtus",
  "distribution_lbs_co2",
  "supply_kbtus",
  "supply_lbs_co2",
  "total_cost",
]);

/** Whole months of the span; for energy types without stored months of the property also the months beside it, with only the energy figures. */
async function readMonths(
  copies: Copies,
  companyId: number,
  meters: readonly ServedMeter[],
  asked: { span: MonthSpan; stored: StoredMonths },
): Promise<Map<number, MeterMonthFigures[]>> {
  const months = new Map<number, MeterMonthFigures[]>();
  await copies.rows(monthsQuery(companyId, meters, asked), (fields) => {
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
    ENERGY_FIGURES.has(figure) ? figure : `case when ${isWhole} then ${figure} end`,
  );
  const asking = meters.filter((meter) => asks(meter, stored));
  return `
    select utility_meter_id, effective_month, ${figures.join(", ")}, estimated, month_complete, days_covered
    from meter_months
    where company_id = ${companyId} and utility_meter_id = any('{${idsOf(meters)}}')
      and ${isOfSpan(asking.length > 0 ? monthsShownBeside(span) : span)}
      and (${isWhole} or utility_meter_id = any('{${idsOf(asking)}}'))
    order by utility_meter_id, effective_month`;
}

/** True where the energy of a meter beside the span is asked for. */
const asks = ({ energy_type }: ServedMeter, stored: StoredMonths): boolean =>
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

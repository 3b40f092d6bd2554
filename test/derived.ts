/** A property with meters and their bills, with the derivation run to its end: for tests of derived data. */
import { eachMeterText } from "../src/records/meter-texts.ts";
import type { App } from "../src/app.ts";
import { monthFromNumber, monthNumber, nextMonth } from "../src/domain/calendar.ts";
import { usageFigures } from "../src/domain/units.ts";
import { runDerive } from "../src/jobs/derived/derive.ts";
import { runRollUp } from "../src/jobs/derived/roll-up.ts";
import { requestMonths } from "../src/operations/stale-months.ts";
import type { AssociationType, ChargeType, EnergyType } from "../src/records/codes.ts";
import { ensureUtilityCompany, saveInventory, setAccountStatus } from "../src/store/records/accounts.ts";
import { insertAuthorization } from "../src/store/authorizations/authorizations.ts";
import { saveBills } from "../src/store/bills/bills.ts";
import * as meters from "../src/store/bills/billed-meters.ts";
import { ensureProperty } from "../src/store/records/properties.ts";
import { addCarbon } from "../src/operations/bills/carbon.ts";

export interface MeteredPlace {
  company_id: number;
  utility_account_id: number;
  property_id: number;
}

let places = 0;

/** A property in Oakland, California, and an account that bills it. */
export function insertPlace(app: App, company_id: number): Promise<MeteredPlace> {
  return app.db.transaction().execute(async (trx) => {
    const url = `https://portal-${(places += 1)}.example.com/`;
    const authorization = await insertAuthorization(trx, { company_id, online_access_url: url });
    const utility = { key: "example", name: "Example", energy_types: ["ELECTRIC"], time_zone: "America/Los_Angeles" };
    const [utility_account_id = 0] = await saveInventory(trx, {
      company_id,
      authorization_id: authorization?.id ?? 0,
      utility_company_id: await ensureUtilityCompany(trx, utility),
      online_access_url: url,
      accounts: [{ external_id: url, acct_num: `${places}`, service_address: null }],
    });
    await setAccountStatus(trx, {
      company_id,
      authorization_id: authorization?.id ?? 0,
      utility_account_id,
      status: "Active",
    });
    const address = {
      street1: `${places} Sample Street`,
      street2: null,
      city: "Oakland",
      state: "CA",
      zip_code: "94607",
    };
    const property = await ensureProperty(trx, company_id, { key: address.street1, ...address });
    return { company_id, utility_account_id, property_id: property.id };
  });
}

export async function insertMeter(
  app: App,
  place: MeteredPlace,
  meter: { energy_type: EnergyType; unit: string; association_type?: AssociationType; meter_num?: string },
): Promise<number> {
  const { energy_type, unit, association_type = "STANDARD", meter_num = null } = meter;
  return app.db.transaction().execute((trx) =>
    meters.insertMeter(trx, place.company_id, place.utility_account_id, {
      ...eachMeterText(() => null),
      property_id: place.property_id,
      meter_key: [meter_num, energy_type, association_type].filter(Boolean).join("|"),
      meter_num,
      association_type,
      energy_type,
      measurement_unit: unit,
      demand_measurement_unit: null,
    }),
  );
}

interface BilledMeter {
  id: number;
  energy_type: EnergyType;
  unit: string;
  association_type?: AssociationType;
}

export interface MonthlyBills {
  meter: BilledMeter;
  /** First day of the first bill; the others follow month by month. */
  first: string;
  count: number;
  amount: number;
  cost: number;
}

/** Bills of one month each, with one usage and one charge; returns their ids. */
export function insertMonthlyBills(app: App, place: MeteredPlace, bills: MonthlyBills): Promise<number[]> {
  const { meter, first, count, amount, cost } = bills;
  const dayOf = (month: string) => month.slice(0, 8) + first.slice(8);
  const months = Array.from({ length: count }, (_, index): MeterBill => {
    const start = dayOf(monthFromNumber(monthNumber(first) + index));
    return { start, end: dayOf(nextMonth(start)), amount, costs: { usage_cost: cost } };
  });
  return insertMeterBills(app, place, meter, months);
}

export interface MeterBill {
  start: string;
  end: string;
  amount: number;
  /** In kW. */
  demand?: number;
  costs: Partial<Record<ChargeType, number>>;
  estimated?: boolean;
}

/** Bills of one meter, saved as statements would be, invoiced on the last day of their period; returns their ids. */
export function insertMeterBills(
  app: App,
  place: MeteredPlace,
  meter: BilledMeter,
  bills: readonly MeterBill[],
): Promise<number[]> {
  const { company_id, utility_account_id } = place;
  return app.db.transaction().execute(async (trx) => {
    const lines = bills.map((bill) => linesOf(meter, bill));
    const usages = await addCarbon(
      trx,
      company_id,
      lines.flatMap((each, at) => each.usages.map((usage) => ({ ...usage, at }))),
    );
    const usagesOf = Map.groupBy(usages, ({ at }) => at);
    // Written all at once: many files begin with bills of years.
    const rows = bills.map(({ start, end, costs, estimated = false }, at) => ({
      document_id: null,
      original_utility_bill_id: null,
      origin: "portal" as const,
      identity_key: `${meter.id} ${start}`,
      content_sha256: Buffer.alloc(32, at + 1),
      invoice_number: null,
      invoice_date: end,
      corrected: false,
      period_start: start,
      period_end: end,
      estimated,
      account_holder_name: null,
      amount_due: Object.values(costs).reduce((sum, cost) => sum + cost, 0),
      previous_balance: null,
      amount_paid: null,
      archived: false,
      archive_reason: null,
      source_format: null,
      charges: lines[at]?.charges ?? [],
      usages: usagesOf.get(at) ?? [],
    }));
    const account = { company_id, utility_account_id };
    const { ids } = await saveBills(trx, account, { archives: [], bills: rows });
    await requestMonths(app, trx, company_id, [meter.id]);
    return ids;
  });
}

/** One usage, a demand if given, and a charge of each kind. */
function linesOf(meter: BilledMeter, { start, end, amount, demand, costs, estimated = false }: MeterBill) {
  const line = {
    utility_meter_id: meter.id,
    start_date: start,
    end_date: end,
    line_item_group_id: crypto.randomUUID(),
    page: null,
    box: null,
  };
  const use = {
    ...line,
    amount,
    estimated_meter_read: estimated,
    description: "Use",
    utility_usage_type: "usage_amount" as const,
    measurement_unit: meter.unit,
    supply: meter.association_type === "SUPPLY",
  };
  const peak = { ...use, amount: demand ?? 0, utility_usage_type: "demand_amount" as const, measurement_unit: "kW" };
  const usages = demand === undefined ? [use] : [use, peak];
  return {
    usages: usages.map((usage) => ({ ...usage, ...usageFigures({ ...usage, energy_type: meter.energy_type }) })),
    charges: Object.entries(costs).map(([type, cost]) => ({
      ...line,
      amount: cost,
      description: "Energy",
      // The keys are those of charges.
      utility_charge_type: type as ChargeType,
      quantity: null,
      rate: null,
    })),
  };
}

/** The months of a property with its types of energy added up, ascending. */
export const readSummedMonths = (app: Pick<App, "db">, companyId: number, propertyId: number) =>
  app.db
    .selectFrom("summed_months")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("property_id", "=", propertyId)
    .orderBy("effective_month")
    .execute();

/** What is stored of the bills and the months of each meter for reads of many meters. */
export const readMeterHistories = (app: Pick<App, "db">, companyId: number, meterIds: readonly number[]) =>
  app.db
    .selectFrom("billed_days")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("utility_meter_id", "in", meterIds)
    .orderBy("utility_meter_id")
    .execute();

/** Runs all pending derive and roll-up jobs; returns their number. */
export async function deriveAll(app: App): Promise<number> {
  let done = 0;
  for (;;) {
    const derives = await app.jobs.claim({ derive: 100 });
    const rollUps = await app.jobs.claim({ "roll-up": 100 });
    if (derives.length + rollUps.length === 0) return done;
    done += derives.length + rollUps.length;
    await Promise.all([
      ...derives.map(async (job) => {
        await runDerive(app, job.payload);
        await app.jobs.complete(job);
      }),
      ...rollUps.map(async (job) => {
        await runRollUp(app, job.payload, job.months);
        await app.jobs.complete(job);
      }),
    ]);
  }
}

export const ELECTRIC = { energy_type: "ELECTRIC", unit: "kWh" } as const;
export const GAS = { energy_type: "GAS", unit: "therms" } as const;

/** A new property with an electric and a gas meter, without bills. */
export async function insertElectricAndGas(app: App, company_id: number) {
  const place = await insertPlace(app, company_id);
  const electric = { ...ELECTRIC, id: await insertMeter(app, place, ELECTRIC) };
  const gas = { ...GAS, id: await insertMeter(app, place, GAS) };
  return { place, electric, gas };
}

/** A property with meters and their bills, and the derivation that follows from them, run to its end: for tests of what is derived. */
import type { App } from "../src/app.ts";
import { monthFromNumber, monthNumber, nextMonth } from "../src/domain/calendar.ts";
import { usageFigures } from "../src/domain/units.ts";
import { runDerive } from "../src/jobs/derive.ts";
import { runRollUp } from "../src/jobs/roll-up.ts";
import { requestMonths } from "../src/months-due.ts";
import type { AssociationType, EnergyType } from "../src/records/codes.ts";
import { ensureUtilityCompany, saveInventory } from "../src/store/accounts.ts";
import { insertAuthorization } from "../src/store/authorizations.ts";
import { insertBill } from "../src/store/bills.ts";
import { ensureMeter } from "../src/store/meters.ts";
import { ensureProperty } from "../src/store/properties.ts";
import { withCarbon } from "../src/usage-carbon.ts";

export interface MeteredPlace {
  company_id: number;
  utility_account_id: number;
  property_id: number;
}

let places = 0;

/** A property in Oakland, California, and an account to bill it. */
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
  meter: { energy_type: EnergyType; unit: string; association_type?: AssociationType },
): Promise<number> {
  const { energy_type, unit, association_type = "STANDARD" } = meter;
  const { id } = await app.db.transaction().execute((trx) =>
    ensureMeter(trx, place.company_id, {
      utility_account_id: place.utility_account_id,
      property_id: place.property_id,
      meter_key: [energy_type, association_type].join("|"),
      meter_num: null,
      service_address: null,
      service_name: null,
      premise_num: null,
      association_type,
      energy_type,
      measurement_unit: unit,
      demand_measurement_unit: null,
    }),
  );
  return id;
}

export interface MonthlyBills {
  meter: { id: number; energy_type: EnergyType; unit: string; association_type?: AssociationType };
  /** Day on which the first bill begins; the others follow month by month. */
  first: string;
  count: number;
  amount: number;
  cost: number;
}

/** Bills of a month each, with one use and one charge, saved as a statement would be; gives their ids. */
export function insertMonthlyBills(app: App, place: MeteredPlace, bills: MonthlyBills): Promise<number[]> {
  const { meter, first, count, amount, cost } = bills;
  const { company_id, utility_account_id } = place;
  return app.db.transaction().execute(async (trx) => {
    const ids: number[] = [];
    for (let index = 0; index < count; index++) {
      const dayOf = (month: string) => month.slice(0, 8) + first.slice(8);
      const start_date = dayOf(monthFromNumber(monthNumber(first) + index));
      const end_date = dayOf(nextMonth(start_date));
      const line = {
        utility_meter_id: meter.id,
        start_date,
        end_date,
        line_item_group_id: crypto.randomUUID(),
        page: null,
        box: null,
      };
      const unit = { energy_type: meter.energy_type, measurement_unit: meter.unit };
      const usage = {
        ...line,
        amount,
        estimated_meter_read: false,
        description: "Use",
        utility_usage_type: "usage_amount" as const,
        measurement_unit: meter.unit,
        ...usageFigures({ ...unit, utility_usage_type: "usage_amount", amount }),
        supply: meter.association_type === "SUPPLY",
      };
      ids.push(
        await insertBill(trx, company_id, {
          utility_account_id,
          document_id: null,
          original_utility_bill_id: null,
          identity_key: `${meter.id} ${start_date}`,
          content_sha256: Buffer.alloc(32, ids.length + 1),
          invoice_number: null,
          invoice_date: end_date,
          corrected: false,
          period_start: start_date,
          period_end: end_date,
          estimated: false,
          account_holder_name: null,
          amount_due: cost,
          previous_balance: null,
          amount_paid: null,
          archived: false,
          archive_reason: null,
          source_format: null,
          charges: [
            {
              ...line,
              amount: cost,
              description: "Energy",
              utility_charge_type: "usage_cost",
              quantity: null,
              rate: null,
            },
          ],
          usages: await withCarbon(trx, company_id, [usage]),
        }),
      );
    }
    await requestMonths(app, trx, company_id, [meter.id]);
    return ids;
  });
}

/** Runs all that waits to be derived, until nothing does; says how many jobs that took. */
export async function settle(app: App): Promise<number> {
  let settled = 0;
  for (;;) {
    const derives = await app.jobs.claim("derive", 100);
    const rollUps = await app.jobs.claim("roll-up", 100);
    if (derives.length + rollUps.length === 0) return settled;
    settled += derives.length + rollUps.length;
    await Promise.all([
      ...derives.map(async ({ id, payload }) => {
        await runDerive(app, payload);
        await app.jobs.complete("derive", id);
      }),
      ...rollUps.map(async ({ id, payload }) => {
        await runRollUp(app, payload);
        await app.jobs.complete("roll-up", id);
      }),
    ]);
  }
}

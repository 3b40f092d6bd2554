/** The meters of a company with all that their coverage depends on, in one statement per window. */
import { sql } from "kysely";
import type { AssociationType, EnergyType, ServiceStatus } from "../../records/codes.ts";
import type { Day } from "../../records/scalars.ts";
import type { Db } from "../db.ts";
import { inWindow, readRows, type ListWindow } from "../list-window.ts";

export interface CoverageFilter {
  property_id?: number | undefined;
  utility_account_id?: number | undefined;
  utility_meter_id?: number | undefined;
}

export interface CoveredMeterRow {
  id: number;
  meter_num: string | null;
  energy_type: EnergyType;
  association_type: AssociationType;
  property_id: number | null;
  utility_account_id: number;
  status: ServiceStatus;
  deactivation_date: Day | null;
  account_status: ServiceStatus;
  /** As `writeBilledDays` wrote them; null before the first derivation. */
  days: string | null;
  account_billed_until: Day | null;
  /** Null: the rhythm of the account is unknown. */
  period_days: number | null;
  arrival_days: number | null;
  late_days: number | null;
  /** Its authorization cannot sign in before the customer acts. */
  is_refused: boolean;
  /** The dates of the account's documents in review. */
  in_review: Day[];
}

/** By id. */
export async function listCoveredMeters(
  db: Db,
  companyId: number,
  filter: CoverageFilter,
  window: ListWindow,
): Promise<CoveredMeterRow[]> {
  const { property_id, utility_account_id, utility_meter_id } = filter;
  let query = db
    .selectFrom("utility_meters as meter")
    .innerJoin("utility_accounts as account", (join) =>
      join.onRef("account.company_id", "=", "meter.company_id").onRef("account.id", "=", "meter.utility_account_id"),
    )
    .leftJoin("authorizations as authorization", (join) =>
      join
        .onRef("authorization.company_id", "=", "account.company_id")
        .onRef("authorization.id", "=", "account.authorization_id"),
    )
    .leftJoin("billed_days as billed", (join) =>
      join.onRef("billed.company_id", "=", "meter.company_id").onRef("billed.utility_meter_id", "=", "meter.id"),
    )
    .leftJoin("expected_bills as expected", (join) =>
      join
        .onRef("expected.company_id", "=", "meter.company_id")
        .onRef("expected.utility_account_id", "=", "meter.utility_account_id"),
    )
    .select(["meter.id", "meter.meter_num", "meter.energy_type", "meter.association_type", "meter.property_id"])
    .select(["meter.utility_account_id", "meter.status", "meter.deactivation_date", "account.status as account_status"])
    .select(["billed.days", "expected.billed_until as account_billed_until"])
    .select(["expected.period_days", "expected.arrival_days", "expected.late_days"])
    .select([
      sql<boolean>`coalesce(
        "authorization".status = 'Pending' and "authorization".action_required_by = 'customer'
          and "authorization".revoked_at is null, false)`.as("is_refused"),
      sql<Day[]>`array(
        select documents.listed_date::text from documents
        where documents.company_id = meter.company_id and documents.utility_account_id = meter.utility_account_id
          and documents.state = 'review' and documents.decision is null)`.as("in_review"),
    ])
    .where("meter.company_id", "=", companyId);
  if (property_id !== undefined) query = query.where("meter.property_id", "=", property_id);
  if (utility_account_id !== undefined) query = query.where("meter.utility_account_id", "=", utility_account_id);
  if (utility_meter_id !== undefined) query = query.where("meter.id", "=", utility_meter_id);
  // Check constraints limit the words.
  return (await readRows(db, inWindow(query, "meter", window))) as CoveredMeterRow[];
}

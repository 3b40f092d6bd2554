/** Findings about saved bills: made again when the bills of a meter change, closed and reopened by users, and the rules of a company. */
import type { App } from "../app.ts";
import { addWeather, billedPeriods, type BilledPeriod } from "../domain/findings/billed-period.ts";
import { compareFindings, type FindingChanges } from "../domain/findings/compare.ts";
import { checkMeter, ruleOf, rulesInUse, type OwnRules } from "../domain/findings/rules.ts";
import type { MeterBill } from "../domain/months/meter-bill.ts";
import { found, invalid, Problem } from "../errors.ts";
import { FINDING_RULES, type EnergyType, type FindingRule } from "../records/codes.ts";
import type { FindingRulesEdit } from "../records/finding.ts";
import type { Day } from "../records/scalars.ts";
import type { Trx } from "../store/db.ts";
import {
  listBillsWithout,
  listFindingsOfMeters,
  listMetersToBeChecked,
  listWeatherOf,
  readOwnRules,
  replaceRule,
  writeFindings,
  type LatestBill,
} from "../store/derived/findings.ts";
import * as rows from "../store/records/findings.ts";
import { instantOf } from "../domain/instant.ts";

/** What the rules look at of the bills of a meter, kept while the bills themselves are freed. */
export interface BillsToCheck {
  periods: BilledPeriod[];
  latest: Pick<LatestBill, "utility_bill_id" | "end_date"> | null;
}

export function billsToCheck(bills: readonly MeterBill[]): BillsToCheck {
  let latest: BillsToCheck["latest"] = null;
  for (const { id, period } of bills)
    if (period && (latest === null || period.end_date > latest.end_date))
      latest = { utility_bill_id: id, end_date: period.end_date };
  return { periods: billedPeriods(bills), latest };
}

export interface MeterToCheck extends BillsToCheck {
  id: number;
  utility_account_id: number;
  property_id: number | null;
  energy_type: EnergyType;
  status: string;
  deactivation_date: Day | null;
}

/**
 * Makes the findings of meters what the rules say today; a second run writes nothing. The caller holds the locks of the meters.
 * With `isRebuild` there is no notice of what opens, because it is about bills that are known for long. The exception is a meter
 * whose derivation still waits, since a bill of it has just come: the sweep notifies of its findings.
 */
export async function refreshFindings(
  trx: Trx,
  companyId: number,
  meters: readonly MeterToCheck[],
  { isRebuild = false }: { isRebuild?: boolean } = {},
): Promise<void> {
  const [own, stored, weather, without] = await Promise.all([
    readOwnRules(trx, companyId),
    listFindingsOfMeters(
      trx,
      companyId,
      meters.map(({ id }) => id),
    ),
    listWeatherOf(trx, companyId, [...new Set(meters.flatMap(({ property_id }) => property_id ?? []))]),
    listBillsWithout(trx, companyId, meters.flatMap(latestOf)),
  ]);
  const rules = rulesInUse(own);
  const storedOf = Map.groupBy(stored, ({ utility_meter_id }) => utility_meter_id);
  const changes = meters.map((meter) => {
    const { id, utility_account_id, property_id, energy_type, periods } = meter;
    addWeather(periods, property_id === null ? [] : (weather.get(property_id) ?? []));
    const holding = checkMeter({ energy_type, periods, leftOutOf: without.get(id) ?? null }, rules);
    const owner = { utility_meter_id: id, utility_account_id };
    return { ...compareFindings(storedOf.get(id) ?? [], holding), owner };
  });
  const opening = changes.filter(opensSome).map(({ owner }) => owner.utility_meter_id);
  const isNews = isRebuild && opening.length > 0 ? await listMetersToBeChecked(trx, companyId, opening) : new Set();
  await writeFindings(
    trx,
    companyId,
    changes.map((change) => ({ ...change, isSilent: isRebuild && !isNews.has(change.owner.utility_meter_id) })),
  );
}

const opensSome = ({ opened, changed }: FindingChanges): boolean =>
  opened.length > 0 || changed.some(({ reopens }) => reopens);

/** Of a meter in service: only such a one can be missing from a bill. */
const latestOf = ({ id, utility_account_id, status, deactivation_date, latest }: MeterToCheck): LatestBill[] =>
  latest === null || status !== "Active" || deactivation_date !== null
    ? []
    : [{ utility_meter_id: id, utility_account_id, ...latest }];

/** Who closes a finding. */
interface Closer {
  company_id: number;
  user_id: number;
}

/** Closes an open finding with a note. @throws Problem not-found; conflict when it is not open */
export async function closeFinding(
  { now }: Pick<App, "now">,
  trx: Trx,
  closer: Closer,
  id: number,
  note: string,
): Promise<void> {
  const { state } = await found(rows.findFinding(trx, closer.company_id, id));
  const at = instantOf(now());
  if (!(await rows.closeFinding(trx, closer, id, { note, at })))
    throw new Problem("conflict", `This finding is ${state}: only an open one can be closed.`);
}

/** Opens a closed finding again. @throws Problem not-found; conflict when it is not closed */
export async function reopenFinding(trx: Trx, companyId: number, id: number): Promise<void> {
  const { state } = await found(rows.findFinding(trx, companyId, id));
  if (!(await rows.reopenFinding(trx, companyId, id)))
    throw new Problem("conflict", `This finding is ${state}: only a closed one can be reopened.`);
}

/** Sets rules of a company, and has all its bills checked by them. @throws Problem invalid */
export async function editFindingRules(
  { jobs }: Pick<App, "jobs">,
  trx: Trx,
  companyId: number,
  { rules }: FindingRulesEdit,
): Promise<void> {
  rules.forEach(checkEdit);
  const own = await readOwnRules(trx, companyId);
  for (const { id, active, thresholds } of rules) {
    const before = own[id] ?? {};
    const given = Object.entries({ ...before.thresholds, ...thresholds }).flatMap(([name, value]) =>
      value === null ? [] : [[name, value] as const],
    );
    const after = { active: active ?? before.active ?? true, thresholds: Object.fromEntries(given) };
    await replaceRule(trx, companyId, id, after);
    own[id] = after;
  }
  await jobs.enqueue(trx, "rebuild", { company_id: companyId });
}

function checkEdit({ id, thresholds = {} }: FindingRulesEdit["rules"][number], index: number): void {
  const known = ruleOf(id).thresholds;
  for (const [name, value] of Object.entries(thresholds)) {
    const pointer = `/rules/${index}/thresholds/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const limits = Object.hasOwn(known, name) ? known[name] : undefined;
    if (limits === undefined) {
      const names = Object.keys(known).join(", ");
      throw invalid([{ pointer, detail: `The rule has no such threshold; it has ${names || "none"}.` }]);
    }
    const isWhole = limits.unit !== "days" && limits.unit !== "bills" ? true : Number.isInteger(value ?? 0);
    if (value !== null && (value < limits.min || value > limits.max || !isWhole))
      throw invalid([{ pointer, detail: `This must be from ${limits.min} to ${limits.max} ${limits.unit}.` }]);
  }
}

/** All rules with what a company set for them, in the form of the API. */
export function describeRules(own: OwnRules) {
  return FINDING_RULES.map((id: FindingRule) => {
    const { severity, description, thresholds } = ruleOf(id);
    const { active = true, thresholds: set = {} } = own[id] ?? {};
    const described = Object.entries(thresholds).map(
      ([name, { description: text, unit, default: usual, min, max }]) => ({
        name,
        description: text,
        unit,
        default: usual,
        own: set[name] ?? null,
        min,
        max,
      }),
    );
    return { id, svc_object_type: "FindingRule" as const, severity, description, active, thresholds: described };
  });
}

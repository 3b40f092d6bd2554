/** Roll up: the months and snapshots of a property from the months of its meters. Only rows that differ are written; run twice it writes nothing. */
import type { App } from "../app.ts";
import { energyMonths } from "../domain/roll-up-energy.ts";
import { rollUp } from "../domain/roll-up.ts";
import { snapshots } from "../domain/snapshots.ts";
import { rate } from "../domain/star-score.ts";
import { yearBefore } from "../domain/star-year.ts";
import type { JobPayloads } from "../store/jobs.ts";
import { listDegreeDays, replacePropertyMonths } from "../store/property-months.ts";
import { listRolledMeters, lockRollUp, setRolledUp } from "../store/roll-ups.ts";
import { replaceSnapshots } from "../store/snapshots.ts";

export async function runRollUp(app: App, { company_id, property_id }: JobPayloads["roll-up"]): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const property = await lockRollUp(trx, company_id, property_id);
    // Another job has seen the same months already; many meters at once cost one roll-up.
    if (property === undefined || !property.stale) return;
    const meters = await listRolledMeters(trx, company_id, property_id);
    await replacePropertyMonths(trx, company_id, property_id, rollUp(meters));
    const months = energyMonths(meters);
    const weather = await listDegreeDays(trx, company_id, property_id);
    const { sq_ft } = property;
    const property_use = usedAs(property.metadata);
    const made = snapshots({ months, sq_ft }).map((snapshot) => {
      const year = yearBefore(snapshot.effective_month, { months, weather });
      return { ...snapshot, star_rating: rate({ sq_ft, property_use, ...year })?.score ?? null };
    });
    await replaceSnapshots(trx, company_id, property_id, made);
    await setRolledUp(trx, company_id, property_id);
  });
}

/** The column holds objects alone (check constraint). */
const usedAs = (metadata: unknown): unknown => (metadata as Record<string, unknown>).property_use;

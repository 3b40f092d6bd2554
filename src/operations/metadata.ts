/** Edits metadata by PATCH: merges it with the stored metadata, checks it, and writes it in the transaction of the edit. */
import { knownKeyFaults, mergeMetadata, metadataLimitFault } from "../domain/metadata.ts";
import { invalid, notFound, Problem } from "../errors.ts";
import type { Day, Metadata } from "../records/scalars.ts";
import type { Trx } from "../store/db.ts";
import { findMetadata, replaceMetadata, type RecordTable } from "../store/records/record-edits.ts";

/** @throws Problem when metadata is nested too deeply or too large */
export function requireMetadataLimits(metadata: object): void {
  const fault = metadataLimitFault(metadata);
  if (fault?.limit === "levels") throw invalid([{ pointer: "", detail: fault.detail }]);
  if (fault !== null) throw new Problem("payload-too-large", fault.detail);
}

/**
 * Merges the patch (RFC 7396) into the metadata of a record that the caller has locked. With `today`, known keys of the patch are
 * checked; keys that are only stored are not, since their values may be from before a check.
 * @throws Problem not-found; invalid naming the key; payload-too-large
 */
export async function patchMetadata(
  trx: Trx,
  record: { table: RecordTable; company_id: number; id: number },
  patch: Metadata,
  today: Day | null,
): Promise<void> {
  const { table, company_id, id } = record;
  const faults = today === null ? [] : knownKeyFaults(patch, today);
  if (faults.length > 0)
    throw invalid(faults.map(({ pointer, detail }) => ({ pointer: `/metadata${pointer}`, detail })));
  const before = await findMetadata(trx, table, company_id, id);
  if (before === undefined) throw notFound();
  const merged = mergeMetadata(before, patch);
  requireMetadataLimits(merged);
  await replaceMetadata(trx, table, company_id, id, merged);
}

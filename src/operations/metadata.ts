/** Edits of metadata by PATCH: merged with what is there, checked, and written in the transaction of the edit. */
import { knownKeyFaults, mergeMetadata, metadataLimitFault } from "../domain/metadata.ts";
import { invalid, notFound, Problem } from "../errors.ts";
import type { Day, Metadata } from "../records/scalars.ts";
import type { Trx } from "../store/db.ts";
import { findMetadata, replaceMetadata, type RecordTable } from "../store/records/record-edits.ts";

/** @throws Problem for what is deeper or larger than metadata may be */
export function requireMetadataLimits(metadata: object): void {
  const fault = metadataLimitFault(metadata);
  if (fault?.limit === "levels") throw invalid([{ pointer: "", detail: fault.detail }]);
  if (fault !== null) throw new Problem("payload-too-large", fault.detail);
}

/**
 * Merges the patch (RFC 7396) into the metadata of a record that the caller has locked. With `today`, known keys of the patch are checked, and no others:
 * what was stored before in another form does no harm, and is left as it is.
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

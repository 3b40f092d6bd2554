/** The versions of a bill in the form of the API. */
import type { App } from "../../app.ts";
import { fieldChanges, lineChanges } from "../../domain/bills/bill-differences.ts";
import { found } from "../../errors.ts";
import type { BillHistory } from "../../records/bill-history.ts";
import type { ArchiveReason, BillOrigin } from "../../records/codes.ts";
import { wireDay } from "../../records/wire.ts";
import { findBill, listBillRows, listCharges, listUsages, type BillRow } from "../../store/bills/bill-rows.ts";
import { listEditors, listVersionIds, type VersionEditors } from "../../store/bills/bill-history.ts";
import { atOneMoment } from "../../store/db.ts";
import { word } from "./wire.ts";

/** @throws Problem not-found */
export async function showHistory({ db }: Pick<App, "db">, companyId: number, id: number): Promise<BillHistory> {
  return atOneMoment(db, async (trx) => {
    const bill = await found(findBill(trx, companyId, id));
    const ids = await listVersionIds(trx, bill);
    const rows = await listBillRows(trx, companyId, ids);
    const editors = new Map((await listEditors(trx, companyId, ids)).map((each) => [each.id, each]));
    const charges = Map.groupBy(await listCharges(trx, companyId, ids), ({ utility_bill_id }) => utility_bill_id);
    const usages = Map.groupBy(await listUsages(trx, companyId, ids), ({ utility_bill_id }) => utility_bill_id);
    const linesOf = (of: number) => ({ charges: charges.get(of) ?? [], usages: usages.get(of) ?? [] });
    return {
      svc_object_type: "BillHistory",
      utility_bill_id: id,
      versions: rows.map((row, index) => {
        const before = rows[index - 1];
        return {
          ...versionOf(row, before, editors.get(row.id)),
          changes: before === undefined ? [] : fieldChanges(before, row),
          line_changes: before === undefined ? [] : lineChanges(linesOf(before.id), linesOf(row.id)),
        };
      }),
    };
  });
}

function versionOf(row: BillRow, before: BillRow | undefined, editors: VersionEditors | undefined) {
  return {
    utility_bill_id: row.id,
    state: row.archived ? ("archived" as const) : ("live" as const),
    archive_reason: word<ArchiveReason | null>(row.archive_reason),
    origin: word<BillOrigin>(row.origin),
    made_by: personOf(editors?.made_by, editors?.made_name),
    made_at: row.created_at,
    why: whyOf(row, before, editors),
    note: editors?.note ?? null,
    voided_by: personOf(editors?.voided_by, editors?.voided_name),
    voided_at: editors?.voided_at ?? null,
    voided_note: editors?.voided_note ?? null,
    document_id: row.document_id,
    invoice_date: wireDay(row.invoice_date),
  };
}

const personOf = (user_id: number | null | undefined, name: string | null | undefined) =>
  user_id === null || user_id === undefined ? null : { user_id, name: name ?? "" };

const ARRIVED: Record<BillOrigin, string> = {
  portal: "Fetched from the utility's website.",
  upload: "Read from an uploaded file.",
  keyed_in: "Entered by a user.",
  import: "Imported from a spreadsheet.",
};

/** A version that a user corrected has no figure that its charges were compared with, and follows an edited one. */
function whyOf(row: BillRow, before: BillRow | undefined, editors: VersionEditors | undefined): string {
  if (before?.archive_reason === "edited" && row.checked_by === null) return "Corrected by a user.";
  if (before?.archive_reason === "edited" && row.origin === "keyed_in") return ARRIVED.keyed_in;
  if (before?.archive_reason === "edited") return "Its file was read again with other values.";
  if (before !== undefined && before.archive_reason === "rebilled") return "The utility sent the bill again.";
  if (editors?.decision === "accepted") return "Accepted by a user in review.";
  return ARRIVED[word<BillOrigin>(row.origin)];
}

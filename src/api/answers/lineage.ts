/** The lineage of a bill in the form of the API. */
import type { z } from "zod";
import type { App } from "../../app.ts";
import { lineageOfFields, lineageOfLines } from "../../domain/bills/lineage.ts";
import { found } from "../../errors.ts";
import type { AcceptedFinding } from "../../records/bill.ts";
import { BillLineage, BillVersion } from "../../records/lineage.ts";
import { presenter } from "../../records/present.ts";
import { findBill, listCharges, listUsages, listVersions } from "../../store/bills/bill-rows.ts";
import { templateOf } from "../../store/bills/bill-texts.ts";
import { findStatement } from "../../store/bills/documents.ts";
import { showDocument } from "./document-answers.ts";

const wireVersion = presenter(BillVersion);
const wireLineage = presenter(BillLineage, {
  template: templateOf,
  document: ({ document }: Pick<Parts, "document">) => document,
  fields: ({ fields }: Pick<Parts, "fields">) => fields,
  lines: ({ lines }: Pick<Parts, "lines">) => lines,
  versions: ({ versions }: Pick<Parts, "versions">) => versions,
  // Only the writer of bills writes this column.
  accepted_findings: ({ accepted_findings }: { accepted_findings: unknown }) => accepted_findings as AcceptedFinding[],
});
type Parts = z.infer<typeof BillLineage>;

/** @throws Problem not-found */
export async function showLineage(
  app: Pick<App, "db" | "links" | "publicUrl" | "log">,
  companyId: number,
  id: number,
): Promise<z.infer<typeof BillLineage>> {
  const bill = await found(findBill(app.db, companyId, id));
  const { document_id } = bill;
  const lines = {
    charges: await listCharges(app.db, companyId, [id]),
    usages: await listUsages(app.db, companyId, [id]),
  };
  const statement = document_id === null ? null : await findStatement(app.db, companyId, document_id);
  return wireLineage({
    ...bill,
    utility_bill_id: id,
    document: document_id === null ? null : await showDocument(app, companyId, document_id),
    fields: lineageOfFields(bill, statement),
    lines: lineageOfLines(lines, statement),
    versions: (await listVersions(app.db, bill)).map(wireVersion),
  });
}

/** Deletes what a company has from utilities for trying the service. Each account goes with its bills, files and properties in one transaction. */
import type { App } from "../app.ts";
import { stopAuthorization } from "../operations/authorizations.ts";
import { findDemoRecords } from "../operations/demo-data.ts";
import { deleteUnheldFile } from "../store/files.ts";
import type { JobPayloads } from "../store/job-kinds.ts";
import { withCompanyFiles } from "../store/locks.ts";
import { findCompany } from "../store/records/companies.ts";
import { deleteAccount, deleteAuthorizations } from "../store/records/demo-data.ts";
import { inTransaction } from "../store/transactions.ts";

export async function runDeleteDemoData(app: App, { company_id }: JobPayloads["delete-demo-data"]): Promise<void> {
  const company = await findCompany(app.db, company_id);
  if (company === undefined) return;
  const { accounts, authorizations } = await findDemoRecords(app, app.db, company_id);
  // First, so that no visit brings anything back; their keys are destroyed.
  for (const { id, revoked_at } of authorizations) {
    if (revoked_at === null) await stopAuthorization(app, { company_id, id }, "company", async () => {});
  }
  for (const id of accounts) {
    await withCompanyFiles(app.db, company_id, async (trx) => {
      for (const fileId of await deleteAccount(trx, company_id, id)) {
        const sha256 = await deleteUnheldFile(trx, company_id, fileId);
        // Before the commit: after an interruption the row is back, and the next run removes the file again.
        if (sha256 !== null) await app.files.remove(company.uuid, sha256);
      }
    });
  }
  const ids = authorizations.map(({ id }) => id);
  await inTransaction(app, (trx) => deleteAuthorizations(trx, company_id, ids));
}

/** Refuses ids in a query that are not of the caller's company. */
import type { App } from "../../app.ts";
import { invalid } from "../../errors.ts";
import { findAccount } from "../../store/records/accounts.ts";
import { findProperty } from "../../store/records/properties.ts";

/** @throws Problem invalid */
export async function refuseForeignProperty(
  app: Pick<App, "db">,
  companyId: number,
  id: number | undefined,
): Promise<void> {
  if (id === undefined || (await findProperty(app.db, companyId, id)) !== undefined) return;
  throw invalid([{ pointer: "property_id", detail: "No property of your company has this id." }]);
}

/** @throws Problem invalid */
export async function refuseForeignAccount(
  app: Pick<App, "db">,
  companyId: number,
  id: number | undefined,
): Promise<void> {
  if (id === undefined || (await findAccount(app.db, companyId, id)) !== undefined) return;
  throw invalid([{ pointer: "utility_account_id", detail: "No account of your company has this id." }]);
}

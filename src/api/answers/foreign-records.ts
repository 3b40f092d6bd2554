/** Refuses ids in queries and bodies that are not of the caller's company, and mailboxes from which codes may not be read. */
import type { App } from "../../app.ts";
import { invalid } from "../../errors.ts";
import { findAccount } from "../../store/records/accounts.ts";
import { findMailbox, isCodeMailbox } from "../../store/mailboxes/mailboxes.ts";
import { findProperty } from "../../store/records/properties.ts";

/** @param pointer the parameter of the query, or the JSON pointer of the body @throws Problem invalid */
export async function refuseForeignProperty(
  app: Pick<App, "db">,
  companyId: number,
  id: number | undefined,
  pointer: "property_id" | "/property_id" = "property_id",
): Promise<void> {
  if (id === undefined || (await findProperty(app.db, companyId, id)) !== undefined) return;
  throw invalid([{ pointer, detail: "No property of your company has this id." }]);
}

/** @param pointer the parameter of the query, or the JSON pointer of the body @throws Problem invalid */
export async function refuseForeignAccount(
  app: Pick<App, "db">,
  companyId: number,
  id: number | undefined,
  pointer: "utility_account_id" | "/utility_account_id" = "utility_account_id",
): Promise<void> {
  if (id === undefined || (await findAccount(app.db, companyId, id)) !== undefined) return;
  throw invalid([{ pointer, detail: "No account of your company has this id." }]);
}

/** Codes may be read only from a mailbox of the company for which an owner said so. @throws Problem invalid */
export async function refuseCodeMailbox(
  app: Pick<App, "db">,
  companyId: number,
  id: number | null | undefined,
): Promise<void> {
  if (id === null || id === undefined) return;
  const mailbox = await findMailbox(app.db, companyId, id);
  if (mailbox !== undefined && isCodeMailbox(mailbox)) return;
  const detail =
    mailbox === undefined
      ? "No mailbox of your company has this id."
      : "Codes may not be read from this mailbox: an owner sets its `reads_codes`, and it must be active.";
  throw invalid([{ pointer: "/code_mailbox_id", detail }]);
}

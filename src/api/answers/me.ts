/** The signed-in user, with the company and the role that the session or token acts with. */
import type { z } from "zod";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import type { Caller, Me } from "../../records/caller.ts";
import { findCompany } from "../../store/records/companies.ts";
import { findUser } from "../../store/users/users.ts";
import { wireCompany, wireUser } from "./wire.ts";

/** @throws Problem unauthenticated when the user was switched off a moment ago */
export async function readMe(
  { db }: Pick<App, "db">,
  { company_id, user_id, role, company_role }: Caller,
): Promise<z.infer<typeof Me>> {
  const [user, company] = await Promise.all([findUser(db, company_id, user_id), findCompany(db, company_id)]);
  if (user === undefined || company === undefined)
    throw new Problem("unauthenticated", "The user of this token no longer exists.");
  return { ...wireUser(user), role, company_role, company: wireCompany(company) };
}

/** The signed-in user, with the company and the role that the session or token acts with. */
import type { z } from "zod";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import type { Caller, Me, UnitSystem } from "../../records/caller.ts";
import { findCompanyProfile } from "../../store/records/companies.ts";
import { findUser } from "../../store/users/users.ts";
import { wireCompany, wireUser, word } from "./wire.ts";

/** @throws Problem unauthenticated when the user was switched off a moment ago */
export async function readMe(
  { db, mailer }: Pick<App, "db" | "mailer">,
  { company_id, user_id, role, company_role }: Caller,
): Promise<z.infer<typeof Me>> {
  const [user, company] = await Promise.all([findUser(db, company_id, user_id), findCompanyProfile(db, company_id)]);
  if (user === undefined || company === undefined)
    throw new Problem("unauthenticated", "The user of this token no longer exists.");
  const { fiscal_year_start } = company;
  const units = word<z.infer<typeof UnitSystem>>(company.units);
  const of = { company: wireCompany(company), units, fiscal_year_start, sends_mail: mailer !== null };
  return { ...wireUser(user), role, company_role, ...of };
}

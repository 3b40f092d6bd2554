/** What a company says of itself: edits of its profile and its logo, as columns of its row. */
import type { CompanyEdit } from "../records/company.ts";
import { updateCompany } from "../store/records/companies.ts";
import type { Trx } from "../store/db.ts";

/** Writes the given fields. Of the consent text the given languages change. */
export async function editCompany(
  trx: Trx,
  companyId: number,
  { consent_text: consent, address, ...fields }: CompanyEdit,
): Promise<void> {
  const columns = {
    ...fields,
    ...(address === undefined ? {} : { contact_address: address }),
    ...(consent?.en === undefined ? {} : { consent_text_en: consent.en }),
    ...(consent?.es === undefined ? {} : { consent_text_es: consent.es }),
  };
  if (Object.keys(columns).length > 0) await updateCompany(trx, companyId, columns);
}

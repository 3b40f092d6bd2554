/** The company as its reports show it, and the language that its profile sets. */
import type { App } from "../app.ts";
import type { CompanyLook } from "../formats/about.ts";
import { isPageLanguage, type PageLanguage } from "../records/company.ts";
import { findCompanyLogo, findCompanyProfile } from "../store/records/companies.ts";

export interface ReportCompany {
  look: CompanyLook;
  /** English where the profile leaves it open. */
  language: PageLanguage;
}

/** Null for an unknown company. The logo is read only for those formats that show it. */
export async function readReportCompany(
  { db }: Pick<App, "db">,
  companyId: number,
  { withLogo }: { withLogo: boolean },
): Promise<ReportCompany | null> {
  const profile = await findCompanyProfile(db, companyId);
  if (profile === undefined) return null;
  const { name, colour, logo_width: width, logo_height: height, language } = profile;
  const stored = withLogo && width !== null && height !== null ? await findCompanyLogo(db, companyId) : undefined;
  const logo = stored === undefined || width === null || height === null ? null : { png: stored.png, width, height };
  return { look: { name, colour, logo }, language: isPageLanguage(language) ? language : "en" };
}

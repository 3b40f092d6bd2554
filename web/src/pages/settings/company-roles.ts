/** What people of a company may do, from the least to the most. */
export const COMPANY_ROLES = ["viewer", "editor", "owner"] as const;
export type CompanyRole = (typeof COMPANY_ROLES)[number];

export const isCompanyRole = (text: unknown): text is CompanyRole => COMPANY_ROLES.some((role) => role === text);

/** The five digits of a ZIP code, for addresses in the United States. */

export interface ZipAddress {
  country: string;
  zip_code: string | null;
}

/** Null abroad, where the same digits mean another place, and when unreadable. `62701-0001` is in 62701. */
export function zipOf({ country, zip_code }: ZipAddress): string | null {
  if (!isUnitedStates(country)) return null;
  return /^(\d{5})(?:-?\d{4})?$/.exec(zip_code?.trim() ?? "")?.[1] ?? null;
}

export const isUnitedStates = (country: string): boolean => country === "US" || country === "PR";

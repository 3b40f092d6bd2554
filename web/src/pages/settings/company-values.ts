/** The profile of the company as the form holds it: texts, empty where nothing is said. */
import type { CompanyEdit, CompanyProfile } from "@meterbook/client";

const LINES = ["contact_name", "contact_email", "contact_phone", "privacy_url", "address"] as const;

export interface CompanyValues extends Record<(typeof LINES)[number], string> {
  name: string;
  colour: string;
  consent_en: string;
  consent_es: string;
  units: string;
  fiscal_year_start: string;
  /** Empty: that of the reader's browser. */
  language: string;
}

export function valuesOf(profile: CompanyProfile): CompanyValues {
  const lines = Object.fromEntries(LINES.map((name) => [name, profile[name] ?? ""])) as Record<
    (typeof LINES)[number],
    string
  >;
  return {
    ...lines,
    name: profile.name,
    colour: profile.colour ?? "",
    consent_en: profile.consent_text.en ?? "",
    consent_es: profile.consent_text.es ?? "",
    units: profile.units,
    fiscal_year_start: String(profile.fiscal_year_start),
    language: profile.language ?? "",
  };
}

const orNull = (text: string): string | null => (text.trim() === "" ? null : text);

/** Only what differs: what somebody else has changed meanwhile stays. */
export function changesOf(values: CompanyValues, profile: CompanyProfile): CompanyEdit {
  const before = valuesOf(profile);
  const differs = (name: keyof CompanyValues) => values[name] !== before[name];
  const consent = {
    ...(differs("consent_en") ? { en: orNull(values.consent_en) } : {}),
    ...(differs("consent_es") ? { es: orNull(values.consent_es) } : {}),
  };
  const texts = [...LINES, "colour", "language"] as const;
  return {
    ...(differs("name") ? { name: values.name } : {}),
    ...Object.fromEntries(texts.filter(differs).map((name) => [name, orNull(values[name])])),
    ...(Object.keys(consent).length > 0 ? { consent_text: consent } : {}),
    // The choices of the form have no other values.
    ...(differs("units") ? { units: values.units as "us" | "metric" } : {}),
    ...(differs("fiscal_year_start") ? { fiscal_year_start: Number(values.fiscal_year_start) } : {}),
  };
}

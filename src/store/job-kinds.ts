/** The kinds of jobs: what each is about, and which of them may keep other companies waiting. */
import type { SlowRule } from "./slow-companies.ts";

/** The payload of each job kind. It contains only ids, never a credential or the text of a bill. */
export interface JobPayloads {
  inventory: { company_id: number; authorization_id: number };
  fetch: { company_id: number; authorization_id: number };
  parse: { company_id: number; document_id: number };
  /** For a document without text: its pages are recognised, which takes seconds each. */
  "parse-pictures": { company_id: number; document_id: number };
  /** For a document that no reader could read. */
  "ask-model": { company_id: number; document_id: number };
  derive: { company_id: number; utility_meter_id: number };
  "roll-up": { company_id: number; property_id: number };
  /** For a property that a bill created. */
  "attach-station": { company_id: number; property_id: number };
  rebuild: { company_id: number };
  /** For the archive: a station, or null for the list of all stations. */
  weather: { source: "utility" | "folder" | "archive"; weather_station_alpha_id: string | null };
  "deliver-data": { company_id: number; data_delivery_run_id: number };
  import: { company_id: number; import_id: number };
  "check-mailbox": { company_id: number; mailbox_id: number };
  "read-code": { company_id: number; authorization_id: number; challenge_id: number };
  "mail-invitation": { company_id: number; invitation_id: number };
  "mail-form-link": { company_id: number; form_link_id: number };
  /** Of a submission: its receipt, and the same link again when only the customer can mend the login. */
  "mail-receipt": { company_id: number; authorization_id: number };
  "mail-action": { company_id: number; authorization_id: number };
  /** A permission of Green Button Connect, at the utility. */
  "revoke-permission": { company_id: number; green_button_revocation_id: number };
  /** Of somebody who is not signed in. */
  "mail-reset": { reset_request_id: number };
  "delete-demo-data": { company_id: number };
  sweep: Record<string, never>;
}
export type JobName = keyof JobPayloads;

/** Kinds of long jobs: a company with a running one never takes the last free slot. Companies take turns in all kinds. */
export const KEEPS_A_SLOT: readonly JobName[] = [
  "parse-pictures",
  "ask-model",
  "import",
  "deliver-data",
  "check-mailbox",
  "read-code",
];

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** From when on a job of a kind is slow: companies with slow jobs leave a slot of each process to the others. */
export const SLOW: Partial<Record<JobName, SlowRule>> = {
  inventory: { ms: MINUTE, rememberedMs: HOUR },
  fetch: { ms: 2 * MINUTE, rememberedMs: HOUR },
  parse: { ms: 6 * SECOND, rememberedMs: 10 * MINUTE },
  "parse-pictures": { ms: 6 * SECOND, rememberedMs: 10 * MINUTE },
  import: { ms: 10 * SECOND, rememberedMs: HOUR },
  "deliver-data": { ms: MINUTE, rememberedMs: HOUR },
  // While it cannot be read it is looked at every six hours only.
  "check-mailbox": { ms: 30 * SECOND, rememberedMs: 12 * HOUR },
};

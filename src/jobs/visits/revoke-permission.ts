/** Withdraws the permission of a stopped authorization at the utility, and then deletes the secrets that this needs; after two days of failed tries these are deleted all the same. */
import type { App } from "../../app.ts";
import { forgetPermission, withdraw } from "../../operations/green-button-revocations.ts";
import type { JobPayloads } from "../../store/job-kinds.ts";

type Payload = JobPayloads["revoke-permission"];

export async function runRevokePermission(app: App, payload: Payload, signal: AbortSignal): Promise<void> {
  const of = { company_id: payload.company_id, id: payload.green_button_revocation_id };
  if (!(await withdraw(app, of, signal))) throw new Error("a permission could not be withdrawn at its utility");
  await forgetPermission(app, of);
}

export async function giveUpRevokePermission(app: App, payload: Payload): Promise<void> {
  app.log.warn(payload, "a permission was not withdrawn at its utility: the customer can do it there");
  await forgetPermission(app, { company_id: payload.company_id, id: payload.green_button_revocation_id });
}

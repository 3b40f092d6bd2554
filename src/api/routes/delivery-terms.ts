/** Validates what a caller sets for a delivery before anything is stored: each error names its field. */
import { endpointFault } from "../answers/endpoint-fault.ts";
import type { App } from "../../app.ts";
import { splitDestination } from "../../operations/destination-secrets.ts";
import { isPrivateKey } from "../../destinations/sftp.ts";
import { MAIL_OFF } from "../../domain/data-delivery/outcome.ts";
import { faultsOf, type DeliveryTerms, type Fault } from "../../domain/data-delivery/rules.ts";
import { invalid } from "../../errors.ts";
import type { Destination, DestinationInput, DestinationSecrets } from "../../records/delivery-destination.ts";
import type { Trx } from "../../store/db.ts";
import { listPropertyIds } from "../../store/records/properties.ts";

/** @throws Problem naming each field that is wrong */
export async function requireTerms(trx: Trx, companyId: number, terms: DeliveryTerms): Promise<void> {
  const faults = [...faultsOf(terms), ...(await unknownProperties(trx, companyId, terms))];
  if (faults.length > 0) throw invalid(faults);
}

async function unknownProperties(trx: Trx, companyId: number, { content }: DeliveryTerms): Promise<Fault[]> {
  if (content.property_ids === undefined) return [];
  const known = new Set(await listPropertyIds(trx, companyId));
  return content.property_ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ pointer: `/content/property_ids/${index}`, detail: "No property of your company has this id." }],
  );
}

export interface ReadDestination {
  shown: Destination;
  /** Null: keep the stored secrets. */
  secrets: DestinationSecrets | null;
}

/** Splits a destination into what may be shown and its secrets; keeps stored values where that is allowed. @throws Problem naming each field that is wrong */
export async function readDestination(
  app: App,
  input: DestinationInput,
  known: Destination | null,
): Promise<ReadDestination> {
  const { shown, secrets } = splitDestination(input);
  const stays = known !== null && isSamePlace(shown, known);
  const keepsSecrets = stays && Object.keys(secrets).length === 0;
  const faults = [...placeFaults(app, shown), ...(keepsSecrets ? [] : await secretFaults(shown, secrets))];
  if (faults.length > 0) throw invalid(faults.map((fault) => ({ ...fault, pointer: `/destination${fault.pointer}` })));
  const isPinned = stays && shown.kind === "sftp" && known.kind === "sftp";
  // A recorded host key stays unless the caller gives another one; null means: record the next key seen.
  const hostKey = "host_key_sha256" in input && input.host_key_sha256 !== undefined;
  return {
    shown: isPinned && !hostKey ? { ...shown, host_key_sha256: known.host_key_sha256 } : shown,
    secrets: keepsSecrets ? null : secrets,
  };
}

/** Stored secrets are only used for the same place and user, so that an editor cannot send them to another server. */
function isSamePlace(given: Destination, known: Destination): boolean {
  if (given.kind === "s3" && known.kind === "s3")
    return given.endpoint === known.endpoint && given.access_key_id === known.access_key_id;
  if (given.kind === "sftp" && known.kind === "sftp")
    return given.host === known.host && given.port === known.port && given.username === known.username;
  return false;
}

function placeFaults({ config, mailer }: App, shown: Destination): Fault[] {
  if (shown.kind === "email") return mailer === null ? [{ pointer: "/kind", detail: MAIL_OFF }] : [];
  const allowLoopback = config.allowLocalWebhooks;
  if (shown.kind === "s3") {
    const detail = endpointFault(shown.endpoint, { allowLoopback }) ?? queryFault(shown.endpoint);
    return detail === null ? [] : [{ pointer: "/endpoint", detail }];
  }
  if (shown.kind === "sftp") {
    const host = shown.host.includes(":") ? `[${shown.host}]` : shown.host;
    const detail = endpointFault(`https://${host}/`, { allowLoopback });
    return detail === null ? [] : [{ pointer: "/host", detail }];
  }
  return [];
}

const queryFault = (endpoint: string): string | null =>
  /[?#]/.test(endpoint) ? "The address must not contain a query." : null;

async function secretFaults(
  { kind }: Destination,
  { secret_access_key, password, private_key }: DestinationSecrets,
): Promise<Fault[]> {
  if (kind === "s3" && secret_access_key === undefined)
    return [{ pointer: "/secret_access_key", detail: "This field is required for a new endpoint or key." }];
  if (kind !== "sftp") return [];
  if ((password === undefined) === (private_key === undefined))
    return [{ pointer: "/password", detail: "Either this or `private_key` is required for a new host or user." }];
  if (private_key !== undefined && !(await isPrivateKey(private_key)))
    return [
      { pointer: "/private_key", detail: "This must be a private key in OpenSSH or PEM form, without a passphrase." },
    ];
  return [];
}

/** What a connector promises: it signs in to one kind of portal and returns accounts and bill files. It never reads a bill. */
import type { Day } from "../records/scalars.ts";
import type { EnergyType, StatusDetail } from "../records/codes.ts";

/** The credential in the clear, for the length of one visit. Never stored, logged or put in an error. */
export interface Credential {
  username: string;
  password: string;
  twoFactorInstructions: string | null;
  other_details: string | null;
}

/** The utility behind a portal, as the registry knows it. `key` is stable for ever: rows refer to it. */
export interface PortalDescription {
  key: string;
  name: string;
  energy_types: EnergyType[];
  /** IANA zone in which the portal writes its dates. */
  time_zone: string;
}

export interface PortalAccount {
  /** Stable within the portal; may differ from the number printed on bills. */
  external_id: string;
  acct_num: string;
  service_address: string | null;
}

export interface PortalDocument {
  /** Stable within the account; the same document keeps it. */
  external_id: string;
  /** Date of the bill as the portal lists it. */
  date: Day;
  /** Where to fetch it, for this visit only. */
  url: string;
  name: string;
}

export interface FetchedFile {
  bytes: Uint8Array;
  media_type: string | null;
  name: string;
}

/** A signed-in visit. One at a time per authorization; `close` always runs and never throws. */
export interface Visit {
  listAccounts(): Promise<PortalAccount[]>;
  /** Newest first or oldest first as the portal has it, complete over all its pages, bounded by `since` (inclusive). */
  listDocuments(account: PortalAccount, since: Day | null): Promise<PortalDocument[]>;
  fetchDocument(document: PortalDocument): Promise<FetchedFile>;
  close(): Promise<void>;
}

export interface Connector {
  description: PortalDescription;
  /** How often a day the portal may be signed in to with one credential; absent where nothing is known. */
  loginsPerDay?: number;
  /** True when this connector serves the address a customer typed. */
  serves(url: URL): boolean;
  /** Signs in once. @throws PortalError; never tries a password twice. */
  login(url: URL, credential: Credential, signal: AbortSignal): Promise<Visit>;
}

/** Why a portal could not be used. The kind alone decides who must act and whether it is tried again (jobs/portal-outcome). */
export class PortalError extends Error {
  override name = "PortalError";
  readonly kind: StatusDetail;
  /** When the portal itself said how long to wait. */
  readonly retryAfterMs: number | null;
  constructor(kind: StatusDetail, detail: string, options: { cause?: unknown; retryAfterMs?: number | null } = {}) {
    super(detail, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

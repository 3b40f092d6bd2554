/** What a connector promises: it signs in to one kind of portal and returns accounts and bill files. It never reads a bill. */
import type { Question } from "../domain/portals/second-factor-answers.ts";
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
  /** Where its customers begin to sign in; an address that the connector serves. */
  website: string;
  /** The weather station that the utility publishes the temperatures of, and the file that holds them. */
  weather?: { station: string; url: string };
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
  /** What the portal knows us by, so that it need not ask a second step again; secret. Null where it remembers nobody. */
  remembered: string | null;
  close(): Promise<void>;
}

/** What a portal asks after the password. `session` is the visit as it stands, as text: as secret as the password itself. */
export interface Challenge extends Question {
  session: string;
}

export interface Connector {
  description: PortalDescription;
  /** How often a day the portal may be signed in to with one credential; absent where nothing is known. */
  loginsPerDay?: number;
  /** How often a day the portal may be signed in to from this installation, with all credentials together. */
  utilityLoginsPerDay?: number;
  /** True when this connector serves the address a customer typed. */
  serves(url: URL): boolean;
  /**
   * Signs in once, as the device that was remembered if one was. @throws PortalError; never tries a password twice. When the
   * portal asks for a second step that can be answered, the error carries the challenge.
   */
  login(url: URL, credential: Credential, signal: AbortSignal, remembered?: string | null): Promise<Visit>;
  /**
   * Goes on with a visit that was asked something, also in another process. One that has ended meanwhile begins anew with
   * `login`. @throws PortalError; never gives an answer twice. A refused one is `mfa_failed`, with the challenge when the
   * portal lets one try again.
   */
  answer(
    url: URL,
    credential: Credential,
    signal: AbortSignal,
    given: { session: string; answer: string },
  ): Promise<Visit>;
}

/** Why a portal could not be used. The kind alone decides who must act and whether it is tried again (domain/portals/authorization-outcome). */
export class PortalError extends Error {
  override name = "PortalError";
  readonly kind: StatusDetail;
  /** When the portal itself said how long to wait. */
  readonly retryAfterMs: number | null;
  /** Private to the language: its session must not come into a log with the error. */
  readonly #challenge: Challenge | null;
  constructor(
    kind: StatusDetail,
    detail: string,
    options: { cause?: unknown; retryAfterMs?: number | null; challenge?: Challenge | null } = {},
  ) {
    super(detail, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.#challenge = options.challenge ?? null;
  }
  /** What must be answered before the visit can go on. */
  get challenge(): Challenge | null {
    return this.#challenge;
  }
}

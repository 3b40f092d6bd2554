/** The interface of a connector: it signs in to one kind of portal and returns accounts and bill files. It never reads a bill. */
import type { CodeMailRule } from "../domain/mailboxes/mail-code.ts";
import type { Question } from "../domain/portals/second-factor-answers.ts";
import type { Day } from "../records/scalars.ts";
import type { EnergyType, StatusDetail } from "../records/codes.ts";

/** The credential in plain text, for one visit only. Never stored, logged or put into an error. */
export interface Credential {
  username: string;
  password: string;
  twoFactorInstructions: string | null;
  other_details: string | null;
}

/** What is known of a utility apart from its portal and its bills. `key` never changes: rows refer to it. */
export interface UtilityCard {
  key: string;
  name: string;
  energy_types: EnergyType[];
  /** IANA zone in which it writes its dates. */
  time_zone: string;
  /** Its own website, for people. */
  website?: string | undefined;
  /** Short names, former names and brands by which people search for it. */
  aliases?: string[] | undefined;
  /** The states that it serves. */
  states?: string[] | undefined;
  /** Since when the service can do for it what it does. */
  since?: Day | undefined;
  /** The family whose recipe it uses, with the values of the family's parameters. */
  family?: string | undefined;
  parameters?: Record<string, string> | undefined;
  /** What is known of its portal is from public sources alone, and it has not been confirmed to work. */
  unproven?: true | undefined;
  /** One of the fictional utilities of the sandbox, reachable only there. */
  sandbox?: true | undefined;
}

/** The utility behind a portal. */
export interface PortalDescription extends Pick<UtilityCard, "key" | "name" | "energy_types" | "time_zone"> {
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

/** The account without the fields that its object may have besides. */
export const bareAccount = ({ external_id, acct_num, service_address }: PortalAccount): PortalAccount => ({
  external_id,
  acct_num,
  service_address,
});

export interface PortalDocument {
  /** Stable within the account; the same document keeps it. */
  external_id: string;
  /** Date of the bill as the portal lists it. */
  date: Day;
  /** What its connector needs to fetch it, for this visit only. */
  source: unknown;
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
  /** All documents over all pages, in the portal's order, limited by `since` (inclusive). */
  listDocuments(account: PortalAccount, since: Day | null): Promise<PortalDocument[]>;
  fetchDocument(document: PortalDocument): Promise<FetchedFile>;
  /**
   * The secret by which the portal recognizes this device, so that it need not ask a second step again; null when it keeps
   * none.
   */
  remembered: string | null;
  /** The session as text, as secret as the password, for `resume` of a later visit; `close` does not sign out after it. Absent: it cannot be kept. */
  keep?(): Promise<string>;
  close(): Promise<void>;
}

/** A portal's question after the password. `session` is the suspended visit as text, as secret as the password itself. */
export interface Challenge extends Question {
  session: string;
  /** The mail by which the code comes; null or absent: none that is known. */
  mail?: CodeMailRule | null;
}

export interface Connector {
  description: PortalDescription;
  /** How often a day the portal may be signed in to with one credential; absent when unknown. */
  loginsPerDay?: number;
  /** How often a day the portal may be signed in to from this installation, with all credentials together. */
  utilityLoginsPerDay?: number;
  /** How many visits for new bills may begin in a minute; absent: METERBOOK_VISITS_PER_MINUTE. */
  visitsPerMinute?: number;
  /** True when this connector serves the address a customer typed. */
  serves(url: URL): boolean;
  /**
   * Signs in once, as the remembered device if there is one. @throws PortalError; never tries a password twice. When the portal
   * asks for a second step that can be answered, the error has the challenge.
   */
  login(url: URL, credential: Credential, signal: AbortSignal, remembered?: string | null): Promise<Visit>;
  /** Its codes may come by mails that the recipe describes. */
  codesByMail?: boolean;
  /** How long a session may be kept; absent when the portal's sessions are not. */
  keepsSessionHours?: number;
  /** Goes on with a kept session, without the password. Null: the portal no longer knows it. @throws PortalError of a portal that does not answer */
  resume?(url: URL, username: string, signal: AbortSignal, kept: string): Promise<Visit | null>;
  /**
   * Continues a visit that was asked something, also in another process. A visit that has ended meanwhile begins again with
   * `login`. @throws PortalError; never gives an answer twice. A refused answer is `mfa_failed`, with the challenge when the
   * portal allows another try.
   */
  answer(url: URL, credential: Credential, signal: AbortSignal, given: GivenStep): Promise<Visit>;
}

/** The answer to a challenge. */
export interface GivenStep {
  /** Of the challenge. */
  session: string;
  answer: string;
  /** Called before the sign-in begins again, which sends the password once more. @throws PortalError when it may not */
  beginAgain?: () => Promise<void>;
}

/** What a portal showed when it was not as its recipe says, without any value of the customer. */
export interface ShownAnswer {
  /** Which step could not be done, and why. */
  detail: string;
  /** Its path. */
  place: string;
  status: number;
  media_type: string | null;
  /** The page or the JSON; empty for other answers. */
  text: string;
}

/**
 * Why a portal could not be used. The kind alone decides who must act and whether it is retried
 * (domain/portals/authorization-outcome).
 */
export class PortalError extends Error {
  override name = "PortalError";
  readonly kind: StatusDetail;
  /** The wait that the portal asked for, if any. */
  readonly retryAfterMs: number | null;
  /** A private field, so that its session is not logged with the error. */
  readonly #challenge: Challenge | null;
  /** As private: a page is too long for a line of the log. */
  readonly #shown: ShownAnswer | null;
  constructor(
    kind: StatusDetail,
    detail: string,
    options: {
      cause?: unknown;
      retryAfterMs?: number | null;
      challenge?: Challenge | null;
      shown?: ShownAnswer | null;
    } = {},
  ) {
    super(detail, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.#challenge = options.challenge ?? null;
    this.#shown = options.shown ?? null;
  }
  /** The question to answer before the visit can continue. */
  get challenge(): Challenge | null {
    return this.#challenge;
  }
  /** Of `portal_changed`: what the portal showed last; null when it showed nothing. */
  get shown(): ShownAnswer | null {
    return this.#shown;
  }
}

/** The portal is not as its connector knows it. `detail` says where, without values. */
export const portalChanged = (detail: string): PortalError => new PortalError("portal_changed", detail);

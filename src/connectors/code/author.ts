/**
 * What the author of a code connector writes, and what it is given: types alone, which `import type` takes and which are gone
 * when it runs. The guide is docs/add-a-utility.md.
 */

/** The one export of `connector.ts`: `export default { … } satisfies CodeConnector`. Its methods run one after the other. */
export interface CodeConnector {
  /**
   * Signs in with one try, and resolves when the portal shows that it is signed in. Resolves with a question when the portal asks
   * for more than the password.
   */
  signIn(portal: Portal): Promise<Question | void>;
  /** Sends `portal.answer` and goes on; `state` is that of the question. `ended`: the portal asks for a new sign-in. */
  answer?(portal: Portal, state: Json): Promise<Question | "ended" | void>;
  /** Every account of this login, over all pages. */
  accounts(portal: Portal): Promise<AccountList>;
  /** Every bill of the account, over all pages. Bills before `since` may be left out; the service leaves out those that are given. */
  bills(portal: Portal, account: Account, since: string | null): Promise<BillList>;
  /** The file of a bill that `bills` of this visit listed for this account. */
  file(portal: Portal, account: Account, bill: Bill): Promise<FetchedFile | MadeFile>;
  /** Ends the session; what goes wrong in it does not matter. */
  signOut?(portal: Portal): Promise<unknown>;
}

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

export interface Account {
  /** Stable within the portal. */
  external_id: string;
  /** As it is printed on bills. */
  acct_num: string;
  service_address: string | null;
}

export interface AccountList {
  accounts: Account[];
  /** How many the portal says there are. The visit stops if another number was found. */
  count?: number;
  /** Required for an empty list, so that a portal that has changed is not taken for one without accounts. */
  is_empty?: true;
}

export interface Bill {
  /** Stable within the account, never its place in the list. */
  external_id: string;
  /** YYYY-MM-DD, as the portal lists it. */
  date: string;
  name?: string;
  /** What `file` needs to get it, at most 4000 letters as JSON. */
  source?: Json;
}

export interface BillList {
  bills: Bill[];
  /** How many bills the portal says there are in all; compared only when `since` is null. */
  count?: number;
  is_empty?: true;
  /** The account number that the list itself shows. The visit stops if it is not that of the account. */
  shown_acct_num?: string;
}

/** A second sign-in step. `kind` is one of those that `connector.yaml` lists. */
export interface Question {
  kind: "code" | "question" | "choice" | "approval";
  /** What the person will read, in the portal's words. */
  prompt: string;
  /** Of a choice. */
  options?: string[];
  /** For `answer`, which may run hours later and in another process; cookies are kept without it. */
  state?: Json;
}

/**
 * The visit: all that a connector can reach. A request is made by the service, one at a time, with the rest between two that
 * `connector.yaml` says, to its hosts alone, with cookies and redirects. What a portal's status or the network stops, such as 429,
 * ends the visit by itself.
 */
export interface Portal {
  username: string;
  /** A placeholder that the service replaces by the password: in bodies only, and only for the hosts of `connector.yaml`. */
  password: string;
  /** The same for the answer to a question; empty in `signIn`. */
  answer: string;
  /** Requests a page; an address alone by GET. Paths begin at the first host. */
  page(request: string | Request): Promise<Answer>;
  /** Fills in and sends the form of the answer shown last, with its hidden fields. `submit`: sent besides, such as the button. */
  form(selector: string, fields: Record<string, string>, submit?: Record<string, string>): Promise<Answer>;
  /** Follows a link of the answer shown last, or presses its button. */
  follow(selector: string): Promise<Answer>;
  /** Reads the answer shown last: for each thing that the selector finds the fields, as in a recipe. Null: not there. */
  rows<Name extends string>(selector: string, fields: Record<Name, Field>): Promise<Record<Name, string | null>[]>;
  /** True when the answer shown last says this in its visible text, or anywhere in JSON; case does not matter. */
  says(text: string): Promise<boolean>;
  /** The cookie of this name at the first host; null without one. */
  cookie(name: string): Promise<string | null>;
  /** Gets a file, whose content stays in the service; the method that got it returns this result. */
  file(request: string | Request): Promise<FetchedFile>;
  /** Calculates what the portal wants in place of the password; gives a placeholder for it, which may also be in a header. */
  digest(making: Digest): Promise<string>;
  /**
   * Ends the visit: `throw portal.refuse("invalid_credentials", "does not match")`. What sends people to act must be in the portal's
   * own words: `says` must be in the answer shown last, otherwise the portal counts as changed.
   */
  refuse(kind: Refusal, says?: string): Error;
  /** Ends the visit because the portal is not as expected. `why` is shown only if the code has it literally, without values. */
  changed(why: string): Error;
  /** A line that `meterbook utility try` prints; ignored elsewhere. */
  note(text: string): void;
  /** Bytes as text in UTF-8. */
  utf8(bytes: Uint8Array): string;
}

export type Refusal =
  | "invalid_credentials"
  | "mfa_required"
  | "mfa_failed"
  | "account_locked"
  | "password_expired"
  | "terms_pending"
  | "portal_changed"
  | "portal_down"
  | "rate_limited"
  | "unsupported_portal"
  | "no_accounts";

/** With at most one of the bodies, which makes it a POST. */
export interface Request {
  url: string;
  method?: "GET" | "POST" | "PUT" | "PATCH";
  /** Names in lower case. */
  headers?: Record<string, string>;
  form?: Record<string, string>;
  json?: Json;
  /** Any other text, with its type. In XML the password is escaped. */
  text?: string;
  type?: string;
  /** Also 429 and 5xx are answers, because the portal says something with them. */
  any_status?: true;
}

export interface Answer {
  /** Of the address at which the redirects ended. */
  path: string;
  status: number;
  /** Names in lower case, without cookies. */
  headers: Record<string, string>;
  /** As it came. */
  body: string;
  /** Undefined when it is not JSON; a list has its items by their places. Numbers that would lose digits are texts. */
  json: Record<string, unknown> | undefined;
}

/** A selector alone, or with an attribute in place of the text, or a regular expression whose first group counts. */
export type Field = string | { selector?: string; attr?: string; regex?: string };

/** A file that the service keeps. */
export interface FetchedFile {
  file: number;
  status: number;
  type: string | null;
  bytes: number;
  /** To be added before it is returned, where the portal shows whose file it is. */
  shown_acct_num?: string;
}

/** A file that the connector put together. */
export interface MadeFile {
  base64: string;
  type?: string;
  name?: string;
  shown_acct_num?: string;
}

/**
 * `text` and `key` may hold `portal.password` and earlier digests. `connector.yaml` lists which ways may be used.
 * `rsa-*`: the text is encrypted for `public_key`, in PEM. `pbkdf2-*`: the key is `text`.
 */
export interface Digest {
  way:
    | "md5"
    | "sha1"
    | "sha256"
    | "sha512"
    | "hmac-sha1"
    | "hmac-sha256"
    | "hmac-sha512"
    | "pbkdf2-sha1"
    | "pbkdf2-sha256"
    | "rsa-oaep"
    | "rsa-pkcs1";
  text: string;
  key?: string;
  salt?: string;
  iterations?: number;
  bits?: number;
  public_key?: string;
  as?: "hex" | "base64" | "base64url";
}

/** Reads submitted forms: their texts, and of a login form the credential or the error of each invalid field. */
import { z } from "zod";
import { LoginInput } from "../records/authorization.ts";
import { addressFault, type AddressFault } from "../operations/authorizations.ts";
import type { MessageKey } from "./languages.ts";

export type Typed = Record<string, string>;
export type Errors = Partial<Record<keyof LoginInput | "receipt_email", ErrorKey>>;
export type ErrorKey = Extract<MessageKey, `error.${string}` | `setup.error.${string}`>;

const MISSING: Errors = {
  online_access_url: "error.website.missing",
  online_access_username: "error.username.missing",
  online_access_password: "error.password.missing",
};

const FAULTS: Record<AddressFault, ErrorKey> = { no_url: "error.website.none", userinfo: "error.website.userinfo" };

/** Spaces around a user name are mistakes; in a password they may be intended. */
export function readCredential(typed: Typed): { credential: LoginInput | null; errors: Errors } {
  const { online_access_url = "", online_access_username = "", online_access_password = "" } = typed;
  const given = {
    online_access_url: online_access_url.trim(),
    online_access_username: online_access_username.trim(),
    online_access_password,
    twoFactorInstructions: typed["twoFactorInstructions"]?.trim() || null,
    other_details: typed["other_details"]?.trim() || null,
  };
  const parsed = LoginInput.safeParse(given);
  const errors: Errors = {};
  const fault = addressFault(given.online_access_url);
  if (fault !== null) errors.online_access_url = FAULTS[fault];
  // The findings are about the fields given above.
  for (const { path } of parsed.error?.issues ?? []) errors[path[0] as keyof Errors] = "error.tooLong";
  for (const name of Object.keys(given) as (keyof LoginInput)[]) {
    if (given[name] === "") errors[name] = MISSING[name];
    else if (isUnkeepable(given[name] ?? "")) errors[name] = "error.unkeepable";
  }
  return { credential: Object.keys(errors).length === 0 && parsed.success ? parsed.data : null, errors };
}

/** The website alone, for a utility that is not chosen from the list. */
export function readWebsite(typed: Typed): { website: string | null; errors: Errors } {
  const website = (typed["online_access_url"] ?? "").trim();
  const fault = website === "" ? null : addressFault(website);
  const errors: Errors =
    website === ""
      ? { online_access_url: "error.website.missing" }
      : isUnkeepable(website)
        ? { online_access_url: "error.unkeepable" }
        : fault !== null
          ? { online_access_url: FAULTS[fault] }
          : LoginInput.shape.online_access_url.safeParse(website).success
            ? {}
            : { online_access_url: "error.tooLong" };
  return { website: Object.keys(errors).length === 0 ? website : null, errors };
}

const Email = z.email().max(320);

/** Where the receipt is to be mailed; null when nothing was typed. */
export function readReceiptEmail(typed: Typed): { email: string | null; errors: Errors } {
  const given = (typed["receipt_email"] ?? "").trim();
  if (given === "") return { email: null, errors: {} };
  const { success, data } = Email.safeParse(given);
  return success ? { email: data, errors: {} } : { email: null, errors: { receipt_email: "error.email.none" } };
}

/** The text fields of a submitted form; other values are left out. */
export function readTexts(body: unknown): Typed {
  if (typeof body !== "object" || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** Lone surrogates and zero characters: no one types them, and they cannot be stored. */
export const isUnkeepable = (text: string): boolean => text.includes("\0") || !text.isWellFormed();

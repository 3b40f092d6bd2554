/** Reads a submitted login form into a credential, or an error message for each invalid field. */
import { CredentialInput } from "../records/authorization.ts";
import { addressFault, type AddressFault } from "../operations/authorizations.ts";
import { isUnkeepable, type Field } from "./fields.ts";
import type { MessageKey, Say } from "./languages.ts";

export type Typed = Record<string, string>;
export type Errors = Partial<Record<keyof CredentialInput, ErrorKey>>;
type ErrorKey = Extract<MessageKey, `error.${string}`>;

const MISSING: Errors = {
  online_access_url: "error.website.missing",
  online_access_username: "error.username.missing",
  online_access_password: "error.password.missing",
};

const FAULTS: Record<AddressFault, ErrorKey> = { none: "error.website.none", userinfo: "error.website.userinfo" };

/** Spaces around a user name are mistakes; in a password they may be intended. */
export function readCredential(typed: Typed): { credential: CredentialInput | null; errors: Errors } {
  const { online_access_url = "", online_access_username = "", online_access_password = "" } = typed;
  const given = {
    online_access_url: online_access_url.trim(),
    online_access_username: online_access_username.trim(),
    online_access_password,
    twoFactorInstructions: typed["twoFactorInstructions"]?.trim() || null,
    other_details: typed["other_details"]?.trim() || null,
  };
  const parsed = CredentialInput.safeParse(given);
  const errors: Errors = {};
  const fault = addressFault(given.online_access_url);
  if (fault !== null) errors.online_access_url = FAULTS[fault];
  for (const { path } of parsed.error?.issues ?? []) errors[path[0] as keyof Errors] = "error.tooLong"; // its own fields
  for (const name of Object.keys(given) as (keyof CredentialInput)[]) {
    if (given[name] === "") errors[name] = MISSING[name];
    else if (isUnkeepable(given[name] ?? "")) errors[name] = "error.unkeepable";
  }
  return { credential: Object.keys(errors).length === 0 && parsed.success ? parsed.data : null, errors };
}

/** The fields of a login with the submitted values, except the password. */
export function loginFields(say: Say, typed: Typed, errors: Errors): Record<keyof CredentialInput, Field> {
  const of = (name: keyof CredentialInput): Pick<Field, "name" | "value" | "error"> => {
    const error = errors[name];
    return { name, value: typed[name] ?? "", error: error === undefined ? undefined : say(error) };
  };
  return {
    online_access_url: {
      ...of("online_access_url"),
      label: say("login.website"),
      hint: say("login.website.hint"),
      autocomplete: "url",
      inputmode: "url",
    },
    online_access_username: {
      ...of("online_access_username"),
      label: say("login.username"),
      autocomplete: "username",
    },
    online_access_password: {
      ...of("online_access_password"),
      value: "",
      label: say("login.password"),
      kind: "password",
      autocomplete: "current-password",
    },
    twoFactorInstructions: {
      ...of("twoFactorInstructions"),
      label: say("login.twoFactor"),
      hint: say("login.twoFactor.hint"),
      kind: "area",
      autocomplete: "off",
      isOptional: true,
    },
    other_details: {
      ...of("other_details"),
      label: say("login.other"),
      hint: say("login.other.hint"),
      kind: "area",
      autocomplete: "off",
      isOptional: true,
    },
  };
}

/** Takes what a portal shows of the credential out of what a trial prints. */
import type { Credential } from "../../connectors/contract.ts";

export type Hide = (text: string) => string;

export function hider({ username, password }: Pick<Credential, "username" | "password">): Hide {
  const secrets = [password, encodeURIComponent(password)].filter((secret) => secret.length > 2);
  const names = username.length > 5 ? [username, encodeURIComponent(username)] : [];
  return (text) => [...secrets, ...names].reduce((shown, secret) => shown.replaceAll(secret, "***"), text);
}

/** As JSON, without the credential in any text: JSON writes some characters of a password otherwise, so texts are hidden before. */
export const hiddenJson = (value: unknown, hide: Hide): string =>
  JSON.stringify(value, (_name, each: unknown) => (typeof each === "string" ? hide(each) : each), 2);

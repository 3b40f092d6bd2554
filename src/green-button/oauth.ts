/** The authorization code flow of Green Button Connect (RFC 6749, 7009, 7636): the address of the consent, and tokens. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { PortalError, portalChanged } from "../connectors/contract.ts";
import type { OutboundResponse } from "../outbound/outbound.ts";
import type { Client, Custodian } from "./custodians.ts";
import { deleteResource, postForm, type RequestParts } from "./requests.ts";

/** What a permission consists of, as it is sealed. Ids are those of the custodian's resources. */
export interface Tokens {
  access_token: string;
  /** Null: the custodian gave none, so the permission ends with the access token. */
  refresh_token: string | null;
  /** Epoch milliseconds. */
  expires_at: number;
}

/** What the custodian calls the permission. */
export interface Permission {
  subscription_id: string;
  /** Of the customer feed; null: it was not permitted, or the utility has none. */
  customer_id: string | null;
  /** Of its Authorization resource. */
  authorization_ref: string | null;
}

/** Where the customer is asked. `verifier` of PKCE stays here: only its hash goes along. */
export function consentAddress(
  { setup, client }: Custodian,
  { redirectUri, state, verifier }: { redirectUri: string; state: string; verifier: string },
): string {
  const url = new URL(setup.authorize);
  const asked = {
    response_type: "code",
    client_id: client().id,
    redirect_uri: redirectUri,
    scope: setup.scope,
    state,
    ...(setup.pkce
      ? {
          code_challenge: createHash("sha256").update(verifier).digest("base64url"),
          code_challenge_method: "S256",
        }
      : {}),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
}

/** Token responses differ in much; only this is needed. Numbers come as texts, too. */
const TokenAnswer = z.object({
  access_token: z.string().min(1).max(8000),
  refresh_token: z.string().min(1).max(8000).nullish(),
  expires_in: z.coerce.number().positive().max(1e10).nullish(),
  resourceURI: z.string().max(2000).nullish(),
  customerResourceURI: z.string().max(2000).nullish(),
  authorizationURI: z.string().max(2000).nullish(),
});
type TokenAnswer = z.infer<typeof TokenAnswer>;

const ErrorAnswer = z.object({ error: z.string().max(100) });

/** When the custodian does not say it. */
const USUAL_SECONDS = 3600;

/** @throws PortalError: `invalid_credentials` when the code is not accepted */
export async function exchangeCode(
  custodian: Custodian,
  parts: RequestParts,
  { code, redirectUri, verifier, now }: { code: string; redirectUri: string; verifier: string; now: number },
): Promise<{ tokens: Tokens; permission: Permission }> {
  const { setup } = custodian;
  const form = {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    ...(setup.pkce ? { code_verifier: verifier } : {}),
  };
  const answer = await askTokens(custodian, parts, form);
  const subscription_id = idIn(setup.resources, "Subscription", answer.resourceURI);
  if (subscription_id === null) throw portalChanged("the token response names no subscription below its resources");
  return {
    tokens: tokensOf(answer, now, null),
    permission: {
      subscription_id,
      customer_id: idIn(setup.resources, "RetailCustomer", answer.customerResourceURI),
      authorization_ref: idIn(setup.resources, "Authorization", answer.authorizationURI),
    },
  };
}

/** New tokens for the refresh token; the custodian may rotate it. @throws PortalError: `invalid_credentials` when the permission has ended */
export async function refreshTokens(
  custodian: Custodian,
  parts: RequestParts,
  { refresh_token }: Tokens,
  now: number,
): Promise<Tokens> {
  if (refresh_token === null) throw ended("the access token has expired, and there is no refresh token");
  const answer = await askTokens(custodian, parts, { grant_type: "refresh_token", refresh_token });
  return tokensOf(answer, now, refresh_token);
}

export interface Withdrawal {
  tokens: Tokens;
  authorization_ref: string | null;
  now: number;
  /** Commits new tokens before they are used: another try cannot renew the former ones again. */
  keep: (tokens: Tokens) => Promise<void>;
}

/** Withdraws the permission at the custodian; true when it is withdrawn, or was before. @throws PortalError while it is down */
export async function revokePermission(
  custodian: Custodian,
  parts: RequestParts,
  { tokens, authorization_ref, now, keep }: Withdrawal,
): Promise<boolean> {
  const { setup } = custodian;
  const renew = async (): Promise<Tokens> => {
    const renewed = await refreshTokens(custodian, parts, tokens, now);
    await keep(renewed);
    return renewed;
  };
  if (setup.revoke !== undefined) {
    const token = tokens.refresh_token ?? tokens.access_token;
    const { form, headers } = proven(custodian, { token });
    const { status } = await postForm(parts, setup.revoke, form, headers);
    return status < 300;
  }
  if (authorization_ref === null) return false;
  try {
    const address = `${setup.resources}/Authorization/${authorization_ref}`;
    const isLive = tokens.expires_at > now;
    const { access_token } = isLive ? tokens : await renew();
    const answer = await deleteResource(parts, address, access_token);
    // The custodian may end an access token early, while the permission lives on.
    if (answer !== "denied" || !isLive || tokens.refresh_token === null) return answer === "gone";
    return (await deleteResource(parts, address, (await renew()).access_token)) === "gone";
  } catch (error) {
    if (error instanceof PortalError && error.kind === "invalid_credentials") return true;
    throw error;
  }
}

/** The permission no longer opens anything: only the customer can give another. */
export const ended = (detail: string): PortalError => new PortalError("invalid_credentials", detail);

async function askTokens(
  custodian: Custodian,
  parts: RequestParts,
  given: Record<string, string>,
): Promise<TokenAnswer> {
  const { form, headers } = proven(custodian, given);
  const answer = await postForm(parts, custodian.setup.token, form, headers);
  const json = jsonOf(answer);
  if (answer.status === 200) {
    const read = TokenAnswer.safeParse(json);
    if (read.success) return read.data;
    // A page in place of an answer is most often one of maintenance.
    if (json === undefined) throw new PortalError("portal_down", "the token endpoint answered with a page");
    throw portalChanged("the token response has no access token");
  }
  const error = ErrorAnswer.safeParse(json).data?.error ?? "";
  if (error === "invalid_grant") throw ended("the token endpoint answered invalid_grant");
  // Never the text of the answer: it may repeat what was sent.
  const known = /^(invalid_(client|request|scope)|unauthorized_client|unsupported_grant_type)$/.test(error);
  throw portalChanged(`the token endpoint refused (status ${answer.status}${known ? `, ${error}` : ""})`);
}

/** The form with the proof of the client, in it or beside it. */
function proven(
  { setup, client }: Custodian,
  given: Record<string, string>,
): { form: Record<string, string>; headers: Record<string, string> } {
  const { id, secret } = client();
  if (setup.client_authentication === "post")
    return { form: { ...given, client_id: id, client_secret: secret }, headers: {} };
  return { form: given, headers: { authorization: basicOf({ id, secret }) } };
}

/** RFC 6749, 2.3.1: both are encoded as in a form first. */
function basicOf({ id, secret }: Client): string {
  const coded = [id, secret].map((text) => new URLSearchParams({ v: text }).toString().slice(2)).join(":");
  return `Basic ${Buffer.from(coded).toString("base64")}`;
}

function tokensOf(answer: TokenAnswer, now: number, before: string | null): Tokens {
  return {
    access_token: answer.access_token,
    refresh_token: answer.refresh_token ?? before,
    expires_at: now + (answer.expires_in ?? USUAL_SECONDS) * 1000,
  };
}

function jsonOf({ bytes }: OutboundResponse): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** The id of a resource below the setup's address, `…/Batch/Subscription/5` or `…/Subscription/5`; null for any other address. */
export function idIn(resources: string, kind: string, address: string | null | undefined): string | null {
  const url = URL.parse(address ?? "");
  const base = new URL(resources);
  if (url === null || url.origin !== base.origin || !url.pathname.startsWith(`${base.pathname}/`)) return null;
  const steps = url.pathname.slice(base.pathname.length + 1).split("/");
  const at = steps[0] === "Batch" ? 1 : 0;
  const id = steps[at + 1] ?? "";
  return steps[at] === kind && /^[\w.~-]{1,100}$/.test(id) ? id : null;
}

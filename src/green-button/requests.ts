/** The requests to a custodian: only to the addresses of its setup, bounded in size and time, and its refusals as `PortalError`. */
import { PortalError, portalChanged } from "../connectors/contract.ts";
import { connectionRefusal, retryAfterMs, statusRefusal } from "../connectors/refusal.ts";
import { USER_AGENT, type Outbound, type OutboundResponse } from "../outbound/outbound.ts";

/** A feed of two years with a reading for every quarter of an hour has some 20 MB. */
const FEED = { timeoutMs: 120_000, maxBytes: 50_000_000 };
const ANSWER = { timeoutMs: 20_000, maxBytes: 100_000 };
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const REDIRECTS_MAX = 3;
/** How long to wait for data that is being prepared, unless the custodian says it. */
const PREPARING_MS = 15 * 60_000;

export interface RequestParts {
  outbound: Pick<Outbound, "fetch">;
  signal: AbortSignal;
}

/** The path alone: ids of subscriptions are no secrets, and the query is left out. */
const placeOf = (address: string): string => new URL(address).pathname;

async function ask(
  { outbound, signal }: RequestParts,
  address: string,
  request: { method: "GET" | "POST" | "DELETE"; headers: Record<string, string>; body?: string },
  limits: typeof ANSWER,
): Promise<OutboundResponse> {
  try {
    return await outbound.fetch(address, {
      ...request,
      headers: { "user-agent": USER_AGENT, ...request.headers },
      ...limits,
      signal,
    });
  } catch (error) {
    throw connectionRefusal(error, placeOf(address));
  }
}

/** Sends a form to an endpoint of OAuth. Redirects are not followed: the form has secrets. @throws PortalError while it is down */
export async function postForm(
  parts: RequestParts,
  address: string,
  form: Record<string, string>,
  headers: Record<string, string>,
): Promise<OutboundResponse> {
  const answer = await ask(
    parts,
    address,
    {
      method: "POST",
      headers: { ...headers, accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
    },
    ANSWER,
  );
  const refusal = statusRefusal(answer.status, (name) => answer.headers.get(name), placeOf(address));
  if (refusal !== null) throw refusal;
  return answer;
}

/** A resource as the custodian answers it; `denied`: not with this token (401, 403), `absent`: it has none (404). */
export type Resource = { is: "whole"; bytes: Uint8Array; mediaType: string } | { is: "denied" } | { is: "absent" };

/** Reads a resource of ESPI with an access token, which never leaves the origin of the address. @throws PortalError */
export async function getResource(parts: RequestParts, address: string, accessToken: string): Promise<Resource> {
  const { origin } = new URL(address);
  let here = address;
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const headers = { authorization: `Bearer ${accessToken}`, accept: "application/atom+xml, application/xml;q=0.9" };
    const answer = await ask(parts, here, { method: "GET", headers }, FEED);
    const { status } = answer;
    const place = placeOf(here);
    const header = (name: string): string | null => answer.headers.get(name);
    if (status === 401 || status === 403) return { is: "denied" };
    if (status === 404 || status === 410) return { is: "absent" };
    if (status === 202) {
      const wait = retryAfterMs(header("retry-after"), header("date")) ?? PREPARING_MS;
      throw new PortalError("rate_limited", `the data is being prepared, at ${place}`, { retryAfterMs: wait });
    }
    const refusal = statusRefusal(status, header, place);
    if (refusal !== null) throw refusal;
    if (status === 200) return { is: "whole", bytes: answer.bytes, mediaType: mediaTypeOf(header("content-type")) };
    const next = REDIRECTS.has(status) ? URL.parse(header("location") ?? "", here) : null;
    if (next === null) throw portalChanged(`no feed at ${place} (status ${status})`);
    if (next.origin !== origin) throw portalChanged(`${place} leads to ${next.host}, which its setup does not name`);
    here = next.href;
  }
  throw portalChanged(`more than ${REDIRECTS_MAX} redirects at ${placeOf(address)}`);
}

/** `denied`: the access token does not open the resource. @throws PortalError while the custodian is down */
export async function deleteResource(
  parts: RequestParts,
  address: string,
  accessToken: string,
): Promise<"gone" | "denied" | "there"> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const answer = await ask(parts, address, { method: "DELETE", headers }, ANSWER);
  const refusal = statusRefusal(answer.status, (name) => answer.headers.get(name), placeOf(address));
  if (refusal !== null) throw refusal;
  if (answer.status === 401 || answer.status === 403) return "denied";
  return answer.status < 300 || answer.status === 404 || answer.status === 410 ? "gone" : "there";
}

const mediaTypeOf = (header: string | null): string => (header ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

/** Says why a page was not shown, as a `PortalError` without any value: what playwright says has addresses and typed values in it. */
import { portalChanged, PortalError } from "../connectors/contract.ts";
import { connectionRefusal, statusRefusal, TOO_LARGE } from "../connectors/refusal.ts";
import type { Tab } from "../connectors/tab.ts";
import type { Pass } from "./door.ts";
import type { PageState } from "./watch.ts";

type Place = Tab["place"];

export const portalDown = (detail: string): PortalError => new PortalError("portal_down", detail);

/** @param place hides the parts of a host that are values, as it does in a path */
export function ledTo(url: URL, place: Place): PortalError {
  const host = place(new URL(`http://host/${url.host}`)).slice(1);
  return portalChanged(`led to ${host}, which the recipe does not name`);
}

/** Chromium's codes of a failed request; the first match counts. A request that became a file is no failure. */
const FAILURES: [RegExp, (code: string, where: string) => PortalError][] = [
  [/TIMED_OUT/, (_code, where) => portalDown(`no answer in time, at ${where}`)],
  [/CERT|SSL/, (code, where) => portalDown(`no valid certificate (${code}), at ${where}`)],
  [
    /TOO_MANY_REDIRECTS/,
    (_code, where) => portalChanged(`more redirects than a browser follows, the last to ${where}`),
  ],
  [
    /UNSAFE|BLOCKED|DISALLOWED|UNKNOWN_URL_SCHEME|INVALID_URL/,
    (_code, where) => portalChanged(`that address cannot be visited, at ${where}`),
  ],
];

/** Why the page's own document is not there; null when it is, whatever its status. */
export function loadFailureOf(state: PageState, pass: Pass, place: Place): PortalError | null {
  if (pass.isOver()) return portalChanged(TOO_LARGE);
  if (state.refused !== null) return ledTo(state.refused, place);
  return state.failure === null ? null : failureRefusal(state.failure, pass, place);
}

/** The same, or the refusal that the status of the document means. */
export function refusalOf(state: PageState, pass: Pass, place: Place): PortalError | null {
  const failure = loadFailureOf(state, pass, place);
  if (failure !== null || state.document === null) return failure;
  const { status, url, headers } = state.document;
  return statusRefusal(status, (name) => headers[name.toLowerCase()] ?? null, place(url));
}

function failureRefusal({ url, code }: NonNullable<PageState["failure"]>, pass: Pass, place: Place): PortalError {
  const atDoor = pass.failureOf(url.origin);
  const refusal = atDoor === null ? null : connectionRefusal(atDoor, place(url));
  if (refusal instanceof PortalError) return refusal;
  const [, make] = FAILURES.find(([codes]) => codes.test(code)) ?? [];
  return make?.(code, place(url)) ?? portalDown(`no connection, or it broke off (${code}), at ${place(url)}`);
}

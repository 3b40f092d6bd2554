/** The hidden fields of an ASP.NET page: the state of the page as it was sent, and a signature over it that only its own session's posts pass. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { html } from "../web/html.ts";
import type { Html } from "../web/html.ts";

/** What a page was when it was sent. */
export interface FormState {
  page: string;
  /** The account that was chosen then; null on pages without one. */
  account: string | null;
  /** The page of its list, from 1 on. */
  gridPage: number;
  /** The targets that its links and lists can post. */
  targets: readonly string[];
}

export interface SignedState {
  viewState: string;
  eventValidation: string;
}

const sign = (secret: string, sessionId: string, viewState: string): string =>
  createHmac("sha256", secret).update(`${sessionId} ${viewState}`).digest("base64");

export function signState(secret: string, sessionId: string, state: FormState): SignedState {
  const viewState = Buffer.from(JSON.stringify(state)).toString("base64");
  return { viewState, eventValidation: sign(secret, sessionId, viewState) };
}

/** The state that was posted; undefined when it is forged, or of another session. */
export function openState(secret: string, sessionId: string, posted: URLSearchParams): FormState | undefined {
  const viewState = posted.get("__VIEWSTATE") ?? "";
  const given = Buffer.from(posted.get("__EVENTVALIDATION") ?? "");
  const right = Buffer.from(sign(secret, sessionId, viewState));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  // Signed here, so it is what `signState` wrote.
  return JSON.parse(Buffer.from(viewState, "base64").toString("utf8")) as FormState;
}

export const hiddenFields = ({ viewState, eventValidation }: SignedState): Html =>
  html`<input type="hidden" name="__EVENTTARGET" id="__EVENTTARGET" value="" />
    <input type="hidden" name="__EVENTARGUMENT" id="__EVENTARGUMENT" value="" />
    <input type="hidden" name="__VIEWSTATE" id="__VIEWSTATE" value="${viewState}" />
    <input type="hidden" name="__VIEWSTATEGENERATOR" id="__VIEWSTATEGENERATOR" value="C2EE9ABB" />
    <input type="hidden" name="__EVENTVALIDATION" id="__EVENTVALIDATION" value="${eventValidation}" />`;

/** The script of every such page: what a link or a list does is a post of the whole form. */
export const POST_BACK: Html = {
  markup: `<script>
function __doPostBack(eventTarget, eventArgument) {
  const form = document.getElementById("aspnetForm");
  form.__EVENTTARGET.value = eventTarget;
  form.__EVENTARGUMENT.value = eventArgument;
  form.submit();
}
</script>`,
};

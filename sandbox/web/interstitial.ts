/** New terms of use that come up after signing in, once in every session: a page, and for programs a refusal. */
import { html, htmlPage } from "./html.ts";
import { json, page, redirect } from "./http.ts";
import type { Ask, Reply } from "./http.ts";

const ACCEPT = "/new-terms";

interface At {
  utility: string;
  /** Undefined where no one is signed in. */
  session: string | undefined;
  /** The sessions that have accepted. */
  accepted: Set<string>;
}

const termsPage = (action: string, next: string): string =>
  htmlPage(
    "New terms of use",
    "body{font:16px/1.5 system-ui,sans-serif;margin:3rem auto;max-width:40rem;padding:0 1rem}",
    html`<h1>Our terms of use have changed</h1>
      <p>Please accept them before you go on.</p>
      <form id="new-terms" method="post" action="${action}">
        <input type="hidden" name="next" value="${next}" />
        <button type="submit" name="answer" value="accept">I accept</button>
      </form>`,
  );

const isForProgram = ({ headers, path }: Ask): boolean =>
  path.startsWith("/api/") ||
  [headers.get("content-type"), headers.get("accept")].some((type) => type?.startsWith("application/json"));

/** The reply in place of the portal's; undefined where nothing is in the way. */
export function passInterstitial({ utility, session, accepted }: At, ask: Ask): Promise<Reply> | undefined {
  if (session === undefined || accepted.has(session) || ask.path.endsWith(".js")) return undefined;
  const action = `/${utility}${ACCEPT}`;
  if (ask.path === ACCEPT && ask.method === "POST") {
    accepted.add(session);
    const next = ask.form.get("next") ?? "";
    return Promise.resolve({ ...redirect(next.startsWith(`/${utility}/`) ? next : `/${utility}/`), status: 303 });
  }
  if (isForProgram(ask)) {
    const error = { code: "TERMS_REQUIRED", message: "Please accept the new terms of use.", acceptUrl: action };
    return Promise.resolve(json(403, { error, errors: [{ message: error.message, extensions: error }] }));
  }
  const query = ask.query.size === 0 ? "" : `?${ask.query.toString()}`;
  return Promise.resolve(page(200, termsPage(action, `/${utility}${ask.path}${query}`)));
}

/** Signs in as a recipe describes it, step by step. The password is sent once. */
import { PortalError, portalChanged, type Challenge, type Credential } from "./contract.ts";
import { outcomeOf } from "./outcome.ts";
import type { StatusDetail } from "../records/codes.ts";
import { textIn, type Page } from "./page.ts";
import { SIGN_IN_WORDS } from "./portal-words.ts";
import { readValues, runSteps, whereOf, type PortalSession } from "./portal-session.ts";
import type { Login } from "./recipe-shape.ts";
import { statusRefusal } from "./refusal.ts";

/** Finds the question on a page, after which the sign-in goes on with this step; null when the recipe does not know it. */
type Ask = (page: Page, at: number) => Promise<Challenge | null>;

/**
 * Resolves when signed in, with the values that the recipe reads. `begin`: the sign-in goes on from this page with this step.
 * @throws PortalError of the kind that the recipe declares for the portal's answer
 */
export async function signIn(
  session: PortalSession,
  login: Login,
  { username, password }: Pick<Credential, "username" | "password">,
  { ask = async () => null, begin }: { ask?: Ask; begin?: { page: Page; at: number } } = {},
): Promise<void> {
  const credential: Record<string, string> = { username, password };
  const { page } = await runSteps({
    session,
    // A question that stops the sign-in keeps what was read before it.
    into: session.values,
    steps: login.steps,
    part: "the sign-in",
    more: (name) => credential[name],
    readsAnyStatus: true,
    async check(shown, { at }) {
      const refusal = statusRefusal(shown.status, (name) => shown.header(name), session.transport.place(shown.url));
      if (refusal === null) return;
      const kind = outcomeOf(login.outcomes, shown);
      if (kind === null || kind === "success") throw refusal;
      throw await refusalOf(kind, `the sign-in ended at ${whereOf(session, shown)}`, () => ask(shown, at + 1));
    },
    // A page without the expected form may be one of the known refusals, such as maintenance.
    refuse(shown, detail, at) {
      const kind = outcomeOf(login.outcomes, shown);
      if (kind === null || kind === "success") return portalChanged(`${detail}${headingOf(shown)}`);
      return refusalOf(kind, detail, () => ask(shown, at));
    },
    ...(begin === undefined ? {} : { begin }),
  });
  const kind = outcomeOf(login.outcomes, page);
  const where = whereOf(session, page);
  if (kind === null) throw portalChanged(`no outcome matched at ${where}${headingOf(page)}`);
  if (kind !== "success")
    throw await refusalOf(kind, `the sign-in ended at ${where}`, () => ask(page, login.steps.length));
  const missing = readValues(login.values, page, session.values);
  if (missing !== null) throw portalChanged(`no value ${missing} at ${where}, after the sign-in`);
}

const HEADING_MAX = 80;

/**
 * The heading of the page, for the engineer: a portal that is closed for maintenance says so here, with status 200. A heading may
 * name the customer, so words that not every portal writes are left out.
 */
function headingOf(page: Page): string {
  if (page.json !== undefined) return "";
  const headings = ["h1", "h2", "title"].map((name) => textIn(page.$(name).first()));
  const words = (headings.find((heading) => heading !== "") ?? "").split(" ").slice(0, HEADING_MAX);
  const known = words.map((word) => (SIGN_IN_WORDS.has(word.toLowerCase().replaceAll(/[^a-z-]/g, "")) ? word : "…"));
  const said = known.filter((word, at) => word !== "…" || known[at - 1] !== "…").join(" ");
  return /\w/.test(said) ? `, a page headed "${said.slice(0, HEADING_MAX)}"` : "";
}

const refusalOf = async (
  kind: StatusDetail,
  detail: string,
  question: () => Promise<Challenge | null>,
): Promise<PortalError> =>
  new PortalError(kind, detail, { challenge: kind === "mfa_required" ? await question() : null });

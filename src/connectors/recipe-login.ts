/**
 * Signs in at a portal by its recipe, directly or with the answer to a second step. Contains all code that needs to read pages.
 */
import type { CookieJar } from "tough-cookie";
import type { Outbound } from "../outbound/outbound.ts";
import type { Connector, Visit } from "./contract.ts";
import { jarOf, rememberDevice } from "./cookies.ts";
import type { Page } from "./page.ts";
import { openSession } from "./portal-session.ts";
import type { Recipe } from "./recipe.ts";
import { openRecipeVisit } from "./recipe-visit.ts";
import { askedOn, giveAnswer, readSuspended } from "./second-factor.ts";
import { signIn } from "./sign-in.ts";
import { openTransport } from "./transport.ts";

interface RecipePortal {
  recipe: Recipe;
  outbound: Pick<Outbound, "fetch">;
  /** The origins that a visit may use. */
  origins: ReadonlySet<string>;
  /** Where the addresses of the recipe begin. */
  base: URL;
}

export function createRecipeLogin({
  recipe,
  outbound,
  origins,
  base,
}: RecipePortal): Pick<Connector, "login" | "answer"> {
  /** One visit with these cookies and values; the hidden texts appear in no error. */
  function openVisit(jar: CookieJar, signal: AbortSignal, hidden: string[], values: [string, string][] = []) {
    const mayVisit = (url: URL): boolean => origins.has(url.origin);
    const transport = openTransport({ outbound, mayVisit, delayMs: recipe.limits.delay_ms, signal, hidden, jar });
    const session = openSession({ transport, jar, base, headers: recipe.headers, values });
    return {
      session,
      ask: (page: Page, at: number) => askedOn(page, recipe, { jar, session, at }),
      entered: (): Visit => {
        const remembered = rememberDevice(jar, recipe.second_factor?.remember?.cookies ?? []);
        return openRecipeVisit({ session, recipe, signal, remembered });
      },
    };
  }

  const login: Connector["login"] = async (_url, credential, signal, remembered = null) => {
    const hidden = [credential.username, credential.password];
    const { session, ask, entered } = openVisit(jarOf(remembered), signal, hidden);
    await signIn(session, recipe.login, credential, { ask });
    return entered();
  };

  const answer: Connector["answer"] = async (url, credential, signal, given) => {
    const read = readSuspended(given.session, recipe);
    if (read === null) return login(url, credential, signal);
    const hidden = [credential.username, credential.password, given.answer];
    const { session, ask, entered } = openVisit(read.jar, signal, hidden, read.suspended.values);
    const page = await giveAnswer({ session, recipe, ...read, challenge: given.session }, given.answer);
    if (page === "ended") return login(url, credential, signal);
    await signIn(session, recipe.login, credential, { ask, begin: { page, at: read.suspended.at } });
    return entered();
  };

  return { login, answer };
}

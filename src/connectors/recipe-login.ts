/**
 * Signs in at a portal by its recipe, directly or with the answer to a second step. Contains all code that needs to read pages.
 */
import type { CookieJar } from "tough-cookie";
import type { Outbound } from "../outbound/outbound.ts";
import type { Connector, Visit } from "./contract.ts";
import { jarOf, rememberDevice } from "./cookies.ts";
import type { Page } from "./page.ts";
import type { Recipe } from "./recipe.ts";
import { openRecipeVisit } from "./recipe-visit.ts";
import { askedOn, giveAnswer, readSuspended } from "./second-factor.ts";
import { requireEntry, signIn } from "./sign-in.ts";
import { openTransport } from "./transport.ts";

interface RecipePortal {
  recipe: Recipe;
  outbound: Pick<Outbound, "fetch">;
  /** The origins that a visit may use. */
  origins: ReadonlySet<string>;
  /** The address of a page in the recipe. */
  address(page: string): URL;
}

export function createRecipeLogin(portal: RecipePortal): Pick<Connector, "login" | "answer"> {
  const { recipe, outbound, origins, address } = portal;

  /** One visit with these cookies; the hidden texts appear in no error. */
  function openVisit(jar: CookieJar, signal: AbortSignal, hidden: string[]) {
    const mayVisit = (url: URL): boolean => origins.has(url.origin);
    const transport = openTransport({ outbound, mayVisit, delayMs: recipe.limits.delay_ms, signal, hidden, jar });
    return {
      transport,
      ask: (page: Page) => askedOn(page, recipe, jar, transport),
      entered: (): Visit => {
        const remembered = rememberDevice(jar, recipe.second_factor?.remember?.cookies ?? []);
        return openRecipeVisit({ transport, recipe, address, signal, remembered });
      },
    };
  }

  const login: Connector["login"] = async (_url, credential, signal, remembered = null) => {
    const hidden = [credential.username, credential.password];
    const { transport, ask, entered } = openVisit(jarOf(remembered), signal, hidden);
    await signIn(transport, recipe.login, address(recipe.login.page), credential, ask);
    return entered();
  };

  const answer: Connector["answer"] = async (url, credential, signal, given) => {
    const read = readSuspended(given.session, recipe);
    if (read === null) return login(url, credential, signal);
    const hidden = [credential.username, credential.password, given.answer];
    const { transport, ask, entered } = openVisit(read.jar, signal, hidden);
    const page = await giveAnswer(transport, recipe, { ...read, session: given.session }, given.answer);
    if (page === "ended") return login(url, credential, signal);
    requireEntry(transport, recipe.login, page, ask);
    return entered();
  };

  return { login, answer };
}

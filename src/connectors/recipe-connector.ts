/** A connector made of a recipe: everything it knows of its portal stands there. */
import type { CookieJar } from "tough-cookie";
import type { Outbound } from "../outbound.ts";
import type { Connector, Visit } from "./contract.ts";
import { jarOf, rememberDevice } from "./cookies.ts";
import type { Page } from "./page.ts";
import { hostsOf, type Recipe } from "./recipe.ts";
import { openRecipeVisit } from "./recipe-visit.ts";
import { askedOn, giveAnswer, readSuspended } from "./second-factor.ts";
import { requireEntry, signIn } from "./sign-in.ts";
import { openTransport } from "./transport.ts";
import { isUnder, siteOf } from "./typed-address.ts";

export interface RecipeConnectorOptions {
  outbound: Pick<Outbound, "fetch">;
  /** Where the sandbox runs; only recipes of the sandbox go there, and they go nowhere else. */
  sandboxOrigin: string | null;
}

/** @throws TypeError for a recipe of the sandbox while there is no sandbox. */
export function createRecipeConnector(recipe: Recipe, { outbound, sandboxOrigin }: RecipeConnectorOptions): Connector {
  const { key, name, energy_types, time_zone, match, limits } = recipe;
  const [firstHost] = match.hosts ?? [];
  const origin = firstHost === undefined ? sandboxOrigin : `https://${firstHost}`;
  if (origin === null) throw new TypeError(`the recipe ${key} is of the sandbox, which does not run`);
  const sites = new Set(
    (match.hosts?.map((host) => `https://${host}`) ?? [origin]).map((site) => siteOf(new URL(site))),
  );
  const origins = new Set([origin, ...hostsOf(recipe).map((host) => `https://${host}`)]);
  const address = (page: string): URL => new URL(page, origin);

  /** One visit with these cookies; the texts are shown in no error. */
  function openVisit(jar: CookieJar, signal: AbortSignal, hidden: string[]) {
    const mayVisit = (url: URL): boolean => origins.has(url.origin);
    const transport = openTransport({ outbound, mayVisit, delayMs: limits.delay_ms, signal, hidden, jar });
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

  return {
    description: {
      key,
      name,
      energy_types,
      time_zone,
      website: address(`${match.path_prefix.replace(/\/+$/, "")}/`).href,
    },
    ...(limits.logins_per_day === undefined ? {} : { loginsPerDay: limits.logins_per_day }),
    serves: (url) => sites.has(siteOf(url)) && isUnder(url, match.path_prefix),
    login,
    answer,
  };
}

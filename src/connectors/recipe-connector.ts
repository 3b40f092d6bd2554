/** A connector that is defined by a recipe, with all knowledge about its portal. */
import type { Outbound } from "../outbound/outbound.ts";
import type { Connector } from "./contract.ts";
import type { Observe } from "./observe.ts";
import { hostsOf, type Recipe } from "./recipe.ts";
import type { OpenPortalTab } from "./tab.ts";
import { isUnder, siteOf } from "./typed-address.ts";
import { cutEnd } from "../domain/text.ts";

export interface RecipeConnectorOptions {
  outbound: Pick<Outbound, "fetch">;
  /** For recipes that need a browser; null or absent: there is none. */
  openTab?: OpenPortalTab | null;
  /** The origin of the sandbox; only sandbox recipes use it, and they use no other. */
  sandboxOrigin: string | null;
  /** Origins that are used for the hosts of the recipe instead of https, such as `http://127.0.0.1:8123`. */
  ownPortals?: readonly string[];
  /** Is shown each answer, for people who write a recipe. */
  observe?: Observe;
  /** Epoch milliseconds; for recipes that renew their session. */
  now?: () => number;
}

/** @throws TypeError for a sandbox recipe while there is no sandbox. */
export function createRecipeConnector(recipe: Recipe, options: RecipeConnectorOptions): Connector {
  const { outbound, openTab = null, sandboxOrigin, ownPortals = [], observe, now } = options;
  const { key, name, energy_types, time_zone, match, limits, weather } = recipe;
  const originOf = (host: string): string =>
    ownPortals.find((own) => new URL(own).host === host) ?? new URL(`https://${host}`).origin;
  const [firstHost] = match.hosts ?? [];
  const origin = firstHost === undefined ? sandboxOrigin : originOf(firstHost);
  if (origin === null) throw new TypeError(`the recipe ${key} needs the sandbox, which is not running`);
  const sites = new Set((match.hosts?.map(originOf) ?? [origin]).map((site) => siteOf(new URL(site))));
  const origins = new Set([origin, ...hostsOf(recipe).map(originOf)]);
  const base = new URL(origin);
  const address = (page: string): URL => new URL(page, base);

  // Loaded on demand: the code that reads pages takes a fifth of the whole service's load time.
  const enter = async () => {
    const { createRecipeLogin } = await import("./recipe-login.ts");
    return createRecipeLogin({
      recipe,
      outbound,
      openTab,
      origins,
      base,
      now,
      ...(observe === undefined ? {} : { observe }),
    });
  };

  return {
    description: {
      key,
      name,
      energy_types,
      time_zone,
      website: address(`${cutEnd(match.path_prefix, /\//)}/`).href,
      ...(weather === undefined ? {} : { weather: { station: weather.station, url: address(weather.file).href } }),
    },
    ...(limits.logins_per_day === undefined ? {} : { loginsPerDay: limits.logins_per_day }),
    ...(limits.utility_logins_per_day === undefined ? {} : { utilityLoginsPerDay: limits.utility_logins_per_day }),
    serves: (url) => sites.has(siteOf(url)) && isUnder(url, match.path_prefix),
    login: async (...given) => (await enter()).login(...given),
    answer: async (...given) => (await enter()).answer(...given),
    ...(recipe.session === undefined
      ? {}
      : {
          keepsSessionHours: recipe.session.hours,
          resume: async (...given) => (await enter()).resume(...given),
        }),
  };
}

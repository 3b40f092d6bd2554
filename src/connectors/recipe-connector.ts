/** A connector made of a recipe: everything it knows of its portal stands there. */
import type { Outbound } from "../outbound/outbound.ts";
import type { Connector } from "./contract.ts";
import { hostsOf, type Recipe } from "./recipe.ts";
import { isUnder, siteOf } from "./typed-address.ts";
import { cutEnd } from "../domain/text.ts";

export interface RecipeConnectorOptions {
  outbound: Pick<Outbound, "fetch">;
  /** Where the sandbox runs; only recipes of the sandbox go there, and they go nowhere else. */
  sandboxOrigin: string | null;
}

/** @throws TypeError for a recipe of the sandbox while there is no sandbox. */
export function createRecipeConnector(recipe: Recipe, { outbound, sandboxOrigin }: RecipeConnectorOptions): Connector {
  const { key, name, energy_types, time_zone, match, limits, weather } = recipe;
  const [firstHost] = match.hosts ?? [];
  const origin = firstHost === undefined ? sandboxOrigin : `https://${firstHost}`;
  if (origin === null) throw new TypeError(`the recipe ${key} is of the sandbox, which does not run`);
  const sites = new Set(
    (match.hosts?.map((host) => `https://${host}`) ?? [origin]).map((site) => siteOf(new URL(site))),
  );
  const origins = new Set([origin, ...hostsOf(recipe).map((host) => `https://${host}`)]);
  const address = (page: string): URL => new URL(page, origin);

  // Reading pages takes a fifth of what the whole service takes to load: only who visits a portal waits for it.
  const enter = async () => {
    const { createRecipeLogin } = await import("./recipe-login.ts");
    return createRecipeLogin({ recipe, outbound, origins, address });
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
  };
}

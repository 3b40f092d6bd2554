/** A connector that is defined by a recipe, with all knowledge about its portal. */
import type { Outbound } from "../outbound/outbound.ts";
import type { Connector } from "./contract.ts";
import { visitLimitsOf } from "./visit-limits.ts";
import type { Observe } from "./observe.ts";
import { placesOf, type PlaceOptions } from "./portal-places.ts";
import type { Recipe } from "./recipe-shape.ts";
import type { OpenPortalTab } from "./tab.ts";

export interface RecipeConnectorOptions extends PlaceOptions {
  outbound: Pick<Outbound, "fetch">;
  /** For recipes that need a browser; null or absent: there is none. */
  openTab?: OpenPortalTab | null;
  /** Called with each answer, for people who write a recipe. */
  observe?: Observe;
  /** Epoch milliseconds; for recipes that renew their session. */
  now?: () => number;
}

/** @throws TypeError for a sandbox recipe while there is no sandbox. */
export function createRecipeConnector(recipe: Recipe, options: RecipeConnectorOptions): Connector {
  const { outbound, openTab = null, observe, now } = options;
  const { description, serves, origins, base } = placesOf(recipe, options);

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
    description,
    ...visitLimitsOf(recipe.limits),
    ...(recipe.second_factor?.steps.some(({ mail }) => mail !== undefined) === true ? { codesByMail: true } : {}),
    serves,
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

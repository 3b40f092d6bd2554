/** The portals by the first part of a path, each loaded when it is first visited, with what goes wrong there around it. */
import type { UtilitySlug } from "../world/model.ts";
import type { Faults } from "./faults.ts";
import { json } from "./http.ts";
import type { Ask, Reply } from "./http.ts";
import { UTILITIES } from "./portal.ts";
import type { Answer, Portal, Town } from "./portal.ts";

/** A sandbox starts without them: most visits are to one or two. */
const OPEN: Record<UtilitySlug, (town: Town) => Promise<Portal>> = {
  "northgate-electric": async (town) => (await import("../northgate/portal.ts")).createNorthgatePortal(town),
  "clearwater-gas-water": async (town) => (await import("../clearwater/portal.ts")).createClearwaterPortal(town),
  "harbor-power": async (town) => (await import("../harbor/portal.ts")).createHarborPortal(town),
  "juniper-water": async (town) => (await import("../juniper/portal.ts")).createJuniperPortal(town),
  "meridian-gas": async (town) => (await import("../meridian/portal.ts")).createMeridianPortal(town),
  "vista-electric": async (town) => (await import("../vista/portal.ts")).createVistaPortal(town),
  "prairie-energy": async (town) => (await import("../prairie/portal.ts")).createPrairiePortal(town),
  "grassland-cooperative": async (town) => (await import("../grassland/portal.ts")).createGrasslandPortal(town),
  "lakefront-energy": async (town) => (await import("../lakefront/portal.ts")).createLakefrontPortal(town),
  "granite-light": async (town) => (await import("../granite/portal.ts")).createGranitePortal(town),
};

/** Whose portal answers below the first part of a path; a portal may answer elsewhere, too. */
const PLACES = new Map<string, UtilitySlug>([
  ...UTILITIES.map(({ slug }): [string, UtilitySlug] => [slug, slug]),
  ["meridian-gas-id", "meridian-gas"],
  ["lakefront-energy-id", "lakefront-energy"],
]);

const nothingThere = (): Reply => json(404, { error: "there is nothing at this address" });

/** What answers every address of a portal. */
export function openPortals(town: Town, faults: Faults): Answer {
  const opened = new Map<UtilitySlug, Promise<Portal>>();
  const portalOf = (slug: UtilitySlug): Promise<Portal> => {
    const portal = opened.get(slug) ?? OPEN[slug](town);
    opened.set(slug, portal);
    return portal;
  };

  const answerAll =
    (around: (slug: UtilitySlug, portal: Portal, answer: Answer) => Answer): Answer =>
    async (ask: Ask) => {
      const [, first = "", rest = "/"] = /^\/([^/]+)(\/.*)?$/.exec(ask.path) ?? [];
      const slug = PLACES.get(first);
      if (slug === undefined) return nothingThere();
      const portal = await portalOf(slug);
      const answer = first === slug ? portal.answer : portal.elsewhere?.[first];
      return answer ? around(slug, portal, answer)({ ...ask, path: rest }) : nothingThere();
    };

  const asTheyAre = answerAll((_slug, _portal, answer) => answer);
  return answerAll((slug, portal, answer) => faults.around(slug, portal, answer, asTheyAre));
}

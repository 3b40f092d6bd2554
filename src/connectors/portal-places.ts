/** Where the portal of a utility is: the origins that a visit may use, and the addresses that customers type. */
import { cutEnd } from "../domain/text.ts";
import type { PortalDescription, UtilityCard } from "./contract.ts";
import { hostsOf } from "./recipe.ts";
import type { Portal } from "./recipe-shape.ts";
import { isUnder, siteOf } from "./typed-address.ts";

export interface PlaceOptions {
  /** The origin of the sandbox; only sandbox utilities use it, and they use no other. */
  sandboxOrigin: string | null;
  /** Origins that are used for hosts instead of https, such as `http://127.0.0.1:8123`. */
  ownPortals?: readonly string[];
}

export interface PortalPlaces {
  description: PortalDescription;
  serves(url: URL): boolean;
  /** The origins that a visit may use. */
  origins: ReadonlySet<string>;
  /** Where addresses begin. */
  base: URL;
  originOf(host: string): string;
}

/** @throws TypeError for a sandbox utility while there is no sandbox. */
export function placesOf(
  portal: UtilityCard & Pick<Portal, "match" | "weather">,
  { sandboxOrigin, ownPortals = [] }: PlaceOptions,
): PortalPlaces {
  const { key, name, energy_types, time_zone, match, weather } = portal;
  const originOf = (host: string): string =>
    ownPortals.find((own) => new URL(own).host === host) ?? new URL(`https://${host}`).origin;
  const [firstHost] = match.hosts ?? [];
  const origin = firstHost === undefined ? sandboxOrigin : originOf(firstHost);
  if (origin === null) throw new TypeError(`the recipe ${key} needs the sandbox, which is not running`);
  const sites = new Set((match.hosts?.map(originOf) ?? [origin]).map((site) => siteOf(new URL(site))));
  const base = new URL(origin);
  const address = (page: string): URL => new URL(page, base);
  return {
    description: {
      key,
      name,
      energy_types,
      time_zone,
      website: address(`${cutEnd(match.path_prefix, /\//)}/`).href,
      ...(weather === undefined ? {} : { weather: { station: weather.station, url: address(weather.file).href } }),
    },
    serves: (url) => sites.has(siteOf(url)) && isUnder(url, match.path_prefix),
    origins: new Set([origin, ...hostsOf(portal).map(originOf)]),
    base,
    originOf,
  };
}

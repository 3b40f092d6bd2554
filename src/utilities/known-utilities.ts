/** Every utility that can be asked for: those with a folder, then those of the catalogue, with what the service can do for each. */
import type { PortalDescription, UtilityCard } from "../connectors/contract.ts";
import type { Custodian, Custodians } from "../green-button/custodians.ts";
import type { Registry } from "../connectors/registry.ts";
import { readTypedAddress, siteOf } from "../connectors/typed-address.ts";
import type { ChallengeKind, EnergyType } from "../records/codes.ts";
import type { Day } from "../records/scalars.ts";
import type { ASKED_FOR, SUPPORTED_WAYS, WAYS_IN } from "../records/utility.ts";
import { isFictional } from "./card.ts";
import type { CatalogueRow } from "./catalogue.ts";
import type { UtilityFolder } from "./read-folder.ts";
import type { Utilities } from "./utilities.ts";

export interface KnownUtility {
  key: string;
  name: string;
  /** Short names, former names and brands. */
  aliases: readonly string[];
  /** An https address, that of the sign-in if the service can sign in; empty: none is known. */
  website: string;
  /** Its other websites by which it is found, such as that for people where the sign-in is at another host. */
  sites: readonly string[];
  energy_types: EnergyType[];
  /** Null: unknown. */
  states: readonly string[] | null;
  time_zone: string | null;
  ways_in: (typeof WAYS_IN)[number][];
  second_factors: ChallengeKind[];
  supported: (typeof SUPPORTED_WAYS)[number][];
  supported_since: Day | null;
  /** What is known of its portal is from public sources alone. */
  unproven: boolean;
  asked_for: (typeof ASKED_FOR)[number][];
}

export interface KnownUtilities {
  /** The same array as long as no folder has changed. */
  list(): readonly KnownUtility[];
  /** Null for an unknown key. */
  byKey(key: string): KnownUtility | null;
  /** The one with this website, in any form that people type. Null: an unknown website, or one of several utilities that its path does not tell apart. */
  ofAddress(typed: string): KnownUtility | null;
}

export function openKnownUtilities(
  { connectors, utilities, custodians }: { connectors: Registry; utilities: Utilities; custodians: Custodians },
  rows: readonly CatalogueRow[],
): KnownUtilities {
  let listedFrom: object | null = null;
  let known: readonly KnownUtility[] = [];
  const list = (): readonly KnownUtility[] => {
    const set = utilities.current();
    if (set !== listedFrom)
      known = joined(set.utilities, { portals: connectors.list(), custodians: custodians.list() }, rows);
    listedFrom = set;
    return known;
  };
  return {
    list,
    byKey: (key) => list().find((utility) => utility.key === key) ?? null,
    ofAddress: (typed) => findByAddress(list(), typed),
  };
}

/** A row of the catalogue whose utility has a folder gives it what its card does not say. */
function joined(
  folders: readonly UtilityFolder[],
  { portals, custodians }: { portals: readonly PortalDescription[]; custodians: readonly Custodian[] },
  rows: readonly CatalogueRow[],
): KnownUtility[] {
  const portalOf = new Map(portals.map((portal) => [portal.key, portal]));
  const custodianOf = new Map(custodians.map((custodian) => [custodian.description.key, custodian.description]));
  const withFolder = folders.flatMap((folder) => {
    const { card } = folder;
    const portal = portalOf.get(card?.key ?? "");
    const custodian = custodianOf.get(card?.key ?? "");
    if (card === null || (isFictional(card) && portal === undefined && custodian === undefined)) return [];
    const website = portal?.website ?? custodian?.website ?? card.website ?? "";
    const row = rows.find((each) => each.key === card.key || (website !== "" && isAt(each, website)));
    return [{ row, utility: ofFolder(folder, card, { portal, custodian, row }) }];
  });
  const taken = new Set(withFolder.map(({ row }) => row));
  return [
    ...withFolder.map(({ utility }) => utility),
    ...rows.filter((row) => !taken.has(row)).map((row) => ofRow(row)),
  ];
}

function ofFolder(
  { recipe, code, templates }: UtilityFolder,
  card: UtilityCard,
  {
    portal,
    custodian,
    row,
  }: {
    portal?: PortalDescription | undefined;
    custodian?: PortalDescription | undefined;
    row?: CatalogueRow | undefined;
  },
): KnownUtility {
  const ways: [(typeof WAYS_IN)[number], boolean][] = [
    ["portal", portal !== undefined],
    ["green_button_connect", custodian !== undefined],
    ["templates", templates.length > 0],
    ["uploads", true],
  ];
  const asked = recipe?.second_factor?.steps.map(({ kind }) => kind) ?? code?.second_factor ?? [];
  const second_factors = portal === undefined ? [] : [...new Set(asked)];
  return {
    key: card.key,
    name: card.name,
    aliases: [...(card.aliases ?? []), ...(row?.aliases ?? [])],
    website: portal?.website ?? custodian?.website ?? card.website ?? "",
    sites: [card.website ?? "", row?.website ?? ""].filter((site) => site !== ""),
    energy_types: [...card.energy_types],
    states: card.states ?? row?.states ?? null,
    time_zone: card.time_zone,
    ways_in: ways.flatMap(([way, isOpen]) => (isOpen ? [way] : [])),
    second_factors,
    supported: [
      ...(portal === undefined ? [] : ["login" as const]),
      ...(custodian === undefined ? [] : ["green_button_connect" as const]),
      ...filesOf(card.energy_types),
    ],
    supported_since: card.since ?? null,
    unproven: card.unproven === true && portal !== undefined,
    asked_for: askedFor({ hasPortal: portal !== undefined, hasCustodian: custodian !== undefined, second_factors }),
  };
}

function askedFor(of: {
  hasPortal: boolean;
  hasCustodian: boolean;
  second_factors: readonly ChallengeKind[];
}): KnownUtility["asked_for"] {
  const rows: [KnownUtility["asked_for"][number], boolean][] = [
    ["consent", of.hasCustodian],
    ["login", of.hasPortal],
    ["second_step", of.second_factors.length > 0],
    ["bill_files", !of.hasPortal && !of.hasCustodian],
  ];
  return rows.flatMap(([what, isAsked]) => (isAsked ? [what] : []));
}

const ofRow = ({ key, name, aliases, website, energy_types, states }: CatalogueRow): KnownUtility => ({
  key,
  name,
  aliases,
  website: website === "" ? "" : `https://${website}`,
  sites: [],
  energy_types,
  states,
  time_zone: null,
  ways_in: ["uploads"],
  second_factors: [],
  supported: filesOf(energy_types),
  supported_since: null,
  unproven: false,
  asked_for: ["bill_files"],
});

/** Files of any utility are read; the Green Button format is for metered electricity, gas and water. */
const filesOf = (types: readonly EnergyType[]): KnownUtility["supported"] =>
  types.some((type) => type === "ELECTRIC" || type === "GAS" || type === "WATER")
    ? ["green_button", "upload"]
    : ["upload"];

/** The website itself or a part of it: `account.pge.com` is at `pge.com`. */
function isAt({ website }: Pick<CatalogueRow, "website">, typed: string): boolean {
  const url = readTypedAddress(typed);
  return website !== "" && url !== null && isOnHost(website, url) && isInFolder(website, url);
}

const hostOf = (website: string): string => (website.split("/", 1)[0] ?? "").replace(/^www\./, "");
const pathOf = (website: string): string => {
  const slash = website.indexOf("/");
  return slash < 0 ? "" : website.slice(slash).replace(/\/$/, "");
};

function isOnHost(website: string, url: URL): boolean {
  const host = siteOf(url).split(":", 1)[0] ?? "";
  const of = hostOf(website);
  return host === of || host.endsWith(`.${of}`);
}

function isInFolder(website: string, { pathname }: URL): boolean {
  const folder = pathOf(website);
  return folder === "" || pathname === folder || pathname.startsWith(`${folder}/`);
}

function findByAddress(utilities: readonly KnownUtility[], typed: string): KnownUtility | null {
  const url = readTypedAddress(typed);
  if (url === null) return null;
  const places = utilities.flatMap((utility) =>
    [utility.website, ...utility.sites]
      .map((site) => site.replace(/^https?:\/\//, ""))
      .filter((website) => website !== "" && isOnHost(website, url))
      .map((website) => ({ utility, website })),
  );
  const [only, ...others] = new Set(places.map(({ utility }) => utility));
  // A sign-in page is rarely in the folder that a utility shows to the public, so that matters only where a host is shared.
  if (only !== undefined && others.length === 0) return only;
  const [nearest] = places
    .filter(({ website }) => pathOf(website) !== "" && isInFolder(website, url))
    .toSorted((one, other) => other.website.length - one.website.length);
  return nearest?.utility ?? null;
}

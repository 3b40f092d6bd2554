/** Lists the utilities that can be visited and finds the connector for an address that a customer typed. */
import { createOutbound, type Outbound } from "../outbound/outbound.ts";
import type { Connector, PortalDescription } from "./contract.ts";
import { createCodeConnector } from "./code/code-connector.ts";
import type { CodePortal } from "./code/declaration.ts";
import type { Recipe } from "./recipe-shape.ts";
import { createRecipeConnector } from "./recipe-connector.ts";
import type { OpenPortalTab, OpenTab } from "./tab.ts";
import { readTypedAddress } from "./typed-address.ts";

export interface Registry {
  /** Accepts an address in any form that people type, of a portal or of its utility's public website. Null: an unknown utility. */
  find(url: string): Connector | null;
  list(): PortalDescription[];
  byKey(key: string): Connector | null;
  /** The utilities of demo data, also while their portals do not run. */
  demoKeys(): string[];
  /** A login for each of those whose portals run. */
  demoLogins(): DemoLogin[];
}

export interface DemoLogin {
  online_access_url: string;
  online_access_username: string;
  online_access_password: string;
}

/** The scenario of the sandbox with eight buildings in two towns. */
const DEMO_LOGIN = { online_access_username: "demo_portfolio", online_access_password: "sandbox" };
/** The utilities of that scenario. The others of the sandbox are there for their kind of portal. */
const DEMO_KEYS = new Set(["clearwater-gas-water", "northgate-electric"]);

/** The client that is registered at those of the sandbox that offer Green Button Connect. */
const SANDBOX_CLIENT = { id: "meterbook", secret: "sandbox" };

/** The settings of the service that the registry depends on. */
export interface RegistrySettings {
  /** Address of the sandbox utilities; null while none run. */
  sandboxUrl: string | null;
  /** Origins that recipes may use instead of https hosts. */
  ownPortals?: readonly string[];
}

export interface OpenRegistry extends Registry {
  /** Origins of utilities that may have private addresses. */
  privateOrigins: string[];
  /** The sandbox, with the page that explains its utilities; null while it does not run. */
  fictional: { name: string; url: string } | null;
  /** Where its utilities are, and the client that is registered there for Green Button Connect. */
  fictionalPlace: { origin: string; client: { id: string; secret: string } } | null;
  close(): Promise<void>;
}

export interface RegistryOptions {
  outbound: Pick<Outbound, "fetch">;
  openTab?: OpenPortalTab | null;
  /** Such as `http://127.0.0.1:8090`; null leaves out the sandbox utilities. */
  sandboxOrigin: string | null;
  /** Origins that recipes may use instead of https hosts. */
  ownPortals?: readonly string[];
  /** Epoch milliseconds; for recipes that renew their session. */
  now?: () => number;
  /** The key of the utility with this public website; a visit all the same begins at its recipe's own hosts, and uses no other. */
  keyAtWebsite?: (typed: string) => string | null;
}

/** How a portal is used: as data, or by code. */
export type PortalUse = Recipe | CodePortal;

/** Those in use, in the order of the list of utilities; the same array as long as none has changed. */
export type ListPortals = () => readonly PortalUse[];

/** The registry of portals whose recipes and code may change while it is used. */
export function createRegistry(portals: ListPortals, options: RegistryOptions): Registry {
  let known: readonly PortalUse[] | null = null;
  const { keyAtWebsite = () => null } = options;
  let registry = registryOf([], options);
  const current = (): Registry => {
    const now = portals();
    if (now !== known) registry = registryOf(now, options);
    known = now;
    return registry;
  };
  return {
    find: (url) => {
      const served = current().find(url);
      // An address with a port is that of a server, which the website of a utility does not name.
      if (served !== null || (readTypedAddress(url)?.port ?? "") !== "") return served;
      return current().byKey(keyAtWebsite(url) ?? "");
    },
    list: () => current().list(),
    byKey: (key) => current().byKey(key),
    demoKeys: () => current().demoKeys(),
    demoLogins: () => current().demoLogins(),
  };
}

/** The registry with connections of its own. */
export function openRegistry(
  { sandboxUrl, ownPortals = [] }: RegistrySettings,
  portals: ListPortals,
  {
    openTab = null,
    now,
    keyAtWebsite,
  }: { openTab?: OpenTab | null } & Required<Pick<RegistryOptions, "now" | "keyAtWebsite">>,
): OpenRegistry {
  const privateOrigins = [...(sandboxUrl === null ? [] : namesOf(new URL(sandboxUrl))), ...ownPortals];
  const outbound = createOutbound({ allowedPrivateOrigins: privateOrigins });
  return {
    ...createRegistry(portals, {
      outbound,
      openTab: openTab && ((of) => openTab({ ...of, outbound })),
      sandboxOrigin: sandboxUrl === null ? null : new URL(sandboxUrl).origin,
      ownPortals,
      now,
      keyAtWebsite,
    }),
    privateOrigins,
    fictional: sandboxUrl === null ? null : { name: "sandbox utilities", url: sandboxUrl },
    fictionalPlace: sandboxUrl === null ? null : { origin: new URL(sandboxUrl).origin, client: SANDBOX_CLIENT },
    close: () => outbound.close(),
  };
}

const OWN_NAMES = ["127.0.0.1", "localhost"];

/** The origin; on this machine under both of its names, because people type either. */
function namesOf({ protocol, hostname, port, origin }: URL): string[] {
  return OWN_NAMES.includes(hostname) ? OWN_NAMES.map((name) => `${protocol}//${name}:${port}`) : [origin];
}

/** The registry of these portals, each with a key of its own; when two serve an address, the longer path wins. */
export function registryOf(portals: readonly PortalUse[], options: RegistryOptions): Registry {
  const served = portals
    .filter(({ sandbox }) => sandbox !== true || options.sandboxOrigin !== null)
    .toSorted((one, other) => other.match.path_prefix.length - one.match.path_prefix.length)
    .map((portal) => createConnector(portal, options));
  const demoKeys = portals.flatMap(({ key, sandbox }) => (sandbox === true && DEMO_KEYS.has(key) ? key : []));
  const byKey = new Map(served.map((connector) => [connector.description.key, connector]));
  return {
    find(typed) {
      const url = readTypedAddress(typed);
      return (url && served.find((connector) => connector.serves(url))) ?? null;
    },
    list: () => portals.flatMap(({ key }) => byKey.get(key)?.description ?? []),
    byKey: (key) => byKey.get(key) ?? null,
    demoKeys: () => demoKeys,
    demoLogins: () =>
      demoKeys.flatMap((key) => {
        const portal = byKey.get(key)?.description;
        return portal === undefined ? [] : { ...DEMO_LOGIN, online_access_url: portal.website };
      }),
  };
}

const createConnector = (portal: PortalUse, options: RegistryOptions): Connector =>
  "script" in portal ? createCodeConnector(portal, options) : createRecipeConnector(portal, options);

/**
 * The accounts behind a permission: those of the customer feed, each with the usage points that it names. A usage point that no
 * account names, or several, is an account of its own, so that no bill lands under a wrong one; but where the feed has one account
 * alone and it names none, all are that account's.
 */
import { createHash } from "node:crypto";
import { portalChanged, type PortalAccount } from "../connectors/contract.ts";
import { ROWS_MAX } from "../connectors/list-limits.ts";
import { childrenOf, elementAt, textAt, type XmlElement } from "../parsers/xml/read-xml.ts";
import { addressOf, belowFinder, entriesOf, type AtomEntry, type AtomFeed } from "./atom.ts";

export interface GreenButtonAccount extends PortalAccount {
  points: AtomEntry[];
  /** What the customer feed says of it, to be kept with its bills. */
  customerEntries: AtomEntry[];
}

/** Longer texts are no numbers of accounts. */
const NUMBER_MAX = 100;
const ADDRESS_MAX = 300;

/** In the order of the feeds, without those that have no usage point. @throws PortalError for more than a portal may list */
export function accountsOf(usage: AtomFeed, customer: AtomFeed | null): GreenButtonAccount[] {
  const points = withoutCopies(entriesOf(usage, "UsagePoint"));
  if (points.length > ROWS_MAX) throw portalChanged(`a feed of more than ${ROWS_MAX} usage points`);
  const named = customer === null ? [] : namedAccounts(customer);
  const find = pointFinder(points);
  const claimants = new Map<AtomEntry, Set<NamedAccount>>();
  for (const account of named)
    for (const point of account.addresses.flatMap((address) => find(address) ?? []))
      claimants.set(point, (claimants.get(point) ?? new Set()).add(account));
  const [only] = named;
  const isAlone = named.length === 1 && claimants.size === 0;
  const ownerOf = (point: AtomEntry): NamedAccount | undefined => {
    const [first, ...others] = isAlone ? [only] : (claimants.get(point) ?? []);
    return others.length === 0 ? first : undefined;
  };
  const byOwner = Map.groupBy(points, ownerOf);
  const owned = named.flatMap((account) => {
    const own = byOwner.get(account) ?? [];
    return own.length === 0 ? [] : [{ ...account.account, points: own, customerEntries: account.entries }];
  });
  const taken = new Set(owned.flatMap((account) => account.points));
  return [...owned, ...points.filter((point) => !taken.has(point)).map(ofPoint)];
}

interface NamedAccount {
  account: PortalAccount;
  entries: AtomEntry[];
  /** Of usage points. */
  addresses: string[];
}

function namedAccounts(customer: AtomFeed): NamedAccount[] {
  const accounts = withoutCopies(entriesOf(customer, "CustomerAccount"));
  if (accounts.length > ROWS_MAX) throw portalChanged(`a feed of more than ${ROWS_MAX} accounts`);
  const below = belowFinder(customer.entries.filter(({ resource }) => !APART.has(resource.name)));
  return accounts.map((entry) => {
    const entries = membersOf(entry, below);
    const location = entries.find(({ resource }) => resource.name === "ServiceLocation");
    const number = textAt(entry.resource, "accountId") ?? textAt(entry.resource, "name") ?? lastStep(entry.self);
    return {
      account: {
        external_id: idOf(entry),
        acct_num: number.slice(0, NUMBER_MAX),
        service_address: location === undefined ? null : addressText(location.resource),
      },
      entries,
      addresses: entries.flatMap(pointAddresses),
    };
  });
}

/** Neither the customer nor another account belongs to an account. */
const APART = new Set(["Customer", "CustomerAccount", "UsagePoint"]);

/** The account and everything below it: agreements, service locations, meters. */
function membersOf(account: AtomEntry, below: (above: AtomEntry) => AtomEntry[]): AtomEntry[] {
  const members = new Set([account]);
  // What is added meanwhile has its turn, too.
  for (const member of members) for (const entry of below(member)) members.add(entry);
  return [...members].toSorted((one, other) => one.from - other.from);
}

/** A service location lists them; a meter has a link to its own. */
function pointAddresses({ resource, related }: AtomEntry): string[] {
  const listed = childrenOf(resource, "UsagePoints").flatMap((list) =>
    childrenOf(list, "UsagePoint").map(({ text }) => addressOf(text)),
  );
  return [...listed, ...related.filter((href) => idInAddress(href) !== null)];
}

/** By its address; or by its id, where the two feeds write addresses in different ways and the id is the only one of its kind. */
function pointFinder(points: readonly AtomEntry[]): (address: string) => AtomEntry | undefined {
  const byAddress = new Map(points.map((point) => [point.self, point]));
  const byId = Map.groupBy(points, ({ self }) => idInAddress(self) ?? "");
  return (address) => {
    const id = idInAddress(address) ?? "";
    const same = id === "" ? [] : (byId.get(id) ?? []);
    return byAddress.get(address) ?? (same.length === 1 ? same[0] : undefined);
  };
}

/** `5` in `…/UsagePoint/5`; null for the list, for what is below a usage point, and for anything else. */
function idInAddress(address: string): string | null {
  const steps = address.split("/");
  return steps.at(-2) === "UsagePoint" ? (steps.at(-1) ?? null) : null;
}

/** Nothing is known of it but its own address. */
function ofPoint(point: AtomEntry): GreenButtonAccount {
  const number = lastStep(point.self) || idOf(point);
  const account = { external_id: idOf(point), acct_num: number.slice(0, NUMBER_MAX), service_address: null };
  return { ...account, points: [point], customerEntries: [] };
}

const lastStep = (address: string): string => address.split("/").at(-1) ?? "";

/** The persistent id of an entry; a feed without ids has at least addresses. */
export const idOf = ({ id, self }: AtomEntry): string =>
  id === "" ? createHash("sha256").update(self).digest("hex").slice(0, 32) : id;

/** Some feeds list the same resource twice. */
const withoutCopies = (entries: AtomEntry[]): AtomEntry[] => {
  const ids = new Set<string>();
  return entries.filter((entry) => ids.size < ids.add(idOf(entry)).size);
};

/** `12 Sample Street, Springfield, IL 62701`; null when it says nothing. */
function addressText(location: XmlElement): string | null {
  const address = elementAt(location, "mainAddress");
  if (address === null) return null;
  const at = (...path: string[]): string | null => textAt(address, ...path);
  const street =
    at("streetDetail", "addressGeneral") ??
    joined(" ", at("streetDetail", "number"), at("streetDetail", "name"), at("streetDetail", "type"));
  const state = joined(" ", at("townDetail", "stateOrProvince"), at("townDetail", "code") ?? at("postalCode"));
  return joined(", ", street, at("townDetail", "name"), state)?.slice(0, ADDRESS_MAX) ?? null;
}

function joined(by: string, ...parts: (string | null)[]): string | null {
  const given = parts.filter((part) => part !== null);
  return given.length === 0 ? null : given.join(by);
}

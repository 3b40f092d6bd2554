/** The utilities that offer Green Button Connect here: those with a setup, at which the operator has registered a client. */
import type { PortalDescription, UtilityCard } from "../connectors/contract.ts";
import { placed, type GreenButtonSetup } from "./setup.ts";

/** What the operator was given at the registration. */
export interface Client {
  id: string;
  secret: string;
}

/** A utility that hands out the data of its customers with their permission. */
export interface Custodian {
  description: PortalDescription;
  setup: GreenButtonSetup;
  /** A function, so that no walk over properties finds the secret. */
  client: () => Client;
}

export interface Custodians {
  /** In the order of their keys. */
  list(): Custodian[];
  byKey(key: string): Custodian | null;
  /** The one whose customers sign in at this address, which is that of their authorizations. */
  ofAddress(address: string): Custodian | null;
}

/** A utility with a setup, as its folder describes it. */
export interface OfferedUtility {
  card: UtilityCard;
  setup: GreenButtonSetup;
  /** It exists only at the place of fictional utilities. */
  isFictional: boolean;
}

export interface CustodiansOptions {
  /** May change while the service runs. */
  offered: () => OfferedUtility[];
  clientOf: (key: string) => Client | null;
  /** Where fictional utilities are, and the client that is registered there; null while there are none. */
  fictional: { origin: string; client: Client } | null;
}

export function createCustodians({ offered, clientOf, fictional }: CustodiansOptions): Custodians {
  const list = (): Custodian[] =>
    offered().flatMap(({ card, setup, isFictional }) => {
      const client = clientOf(card.key) ?? (isFictional ? (fictional?.client ?? null) : null);
      if (client === null || (isFictional && fictional === null)) return [];
      const whole = placed(setup, isFictional && fictional !== null ? fictional.origin : null);
      const { key, name, energy_types, time_zone } = card;
      const description = { key, name, energy_types, time_zone, website: whole.website };
      return [{ description, setup: whole, client: () => client }];
    });
  const find = (name: "key" | "website", value: string): Custodian | null =>
    list().find(({ description }) => description[name] === value) ?? null;
  return { list, byKey: (key) => find("key", key), ofAddress: (address) => find("website", address) };
}

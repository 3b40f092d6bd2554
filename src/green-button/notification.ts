/** What a notification names: ids of subscriptions and permissions below the resources of its utility. Anything else in it is passed over. */
import { Unreadable } from "../parsers/outcome.ts";
import { childrenOf, elementAt, readXml, type XmlElement } from "../parsers/xml/read-xml.ts";
import { addressOf } from "./atom.ts";
import { idIn } from "./oauth.ts";

/** A list of what it names; a longer one is cut. */
const NAMED_MAX = 5000;
const LIMITS = { elementsMax: 20_000, depthMax: 10, attributesMax: 50 };

export interface NamedIds {
  subscriptions: string[];
  authorizations: string[];
}

/** A `BatchList` (ESPI), alone or in an Atom entry or feed. Never throws for what somebody sent. */
export function namedIn(body: Uint8Array, resources: string): NamedIds {
  const addresses = addressesIn(body).slice(0, NAMED_MAX);
  const ids = (kind: string): string[] => [
    ...new Set(addresses.flatMap((address) => idIn(resources, kind, address) ?? [])),
  ];
  return { subscriptions: ids("Subscription"), authorizations: ids("Authorization") };
}

function addressesIn(body: Uint8Array): string[] {
  try {
    return listsIn(readXml(body, LIMITS)).flatMap((list) =>
      childrenOf(list, "resources").map(({ text }) => addressOf(text)),
    );
  } catch (error) {
    if (error instanceof Unreadable) return [];
    throw error;
  }
}

function listsIn(root: XmlElement): XmlElement[] {
  if (root.name === "BatchList") return [root];
  const entries = root.name === "entry" ? [root] : childrenOf(root, "entry");
  return entries.flatMap((entry) => elementAt(entry, "content", "BatchList") ?? []);
}

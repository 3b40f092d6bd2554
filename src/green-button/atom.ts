/** Reads a feed of a custodian into its entries, each with its text as it came, so that pieces can be cut out of it. */
import { PortalError, portalChanged } from "../connectors/contract.ts";
import { Unreadable } from "../parsers/outcome.ts";
import { childrenOf, elementAt, readXmlBesides, textAt, type XmlElement } from "../parsers/xml/read-xml.ts";

/** Of usage and of customers: the latter is below it. */
const ESPI = "http://naesb.org/espi";
const ATOM = "http://www.w3.org/2005/Atom";

/** An Atom entry with one resource. */
export interface AtomEntry {
  /** Without `urn:uuid:`; empty where the feed has none. */
  id: string;
  self: string;
  up: string;
  related: string[];
  updated: string;
  resource: XmlElement;
  /** As it came. */
  text: string;
  /** Where it begins in the text of the feed. */
  from: number;
}

export interface AtomFeed {
  /** The tag with which it begins: its prefixes are those of the entries. */
  opening: string;
  closing: string;
  entries: AtomEntry[];
}

/** @throws PortalError: `portal_down` for a page in place of a feed, `portal_changed` for anything else that is not a feed */
export async function readAtom(
  { bytes, mediaType }: { bytes: Uint8Array; mediaType: string },
  place: string,
  signal: AbortSignal,
): Promise<AtomFeed> {
  if (mediaType.includes("html") || looksLikePage(bytes))
    throw new PortalError("portal_down", `a page in place of a feed, at ${place}`);
  try {
    const { text, root } = await readXmlBesides(bytes, signal);
    if (root.name !== "feed" || root.namespace !== ATOM) throw portalChanged(`XML that is no feed, at ${place}`);
    return {
      opening: text.slice(root.from, root.inside),
      closing: text.slice(text.lastIndexOf("</", root.to - 1), root.to),
      entries: childrenOf(root, "entry").flatMap((entry) => entryOf(entry, text)),
    };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    // Its detail may repeat what the feed says.
    throw portalChanged(`a feed that cannot be read (${error.finding.name}), at ${place}`);
  }
}

const PAGE_STARTS = ["<!doctype html", "<html"];

function looksLikePage(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1").trimStart().toLowerCase();
  return PAGE_STARTS.some((each) => start.startsWith(each));
}

function entryOf(entry: XmlElement, text: string): AtomEntry[] {
  const links = childrenOf(entry, "link").map(({ attributes }) => ({
    rel: attributes["rel"] ?? "",
    href: addressOf(attributes["href"] ?? ""),
  }));
  const hrefs = (rel: string): string[] =>
    links.flatMap((link) => (link.rel === rel && link.href !== "" ? link.href : []));
  const resource = elementAt(entry, "content")?.children.find(({ namespace }) => namespace.startsWith(ESPI));
  if (resource === undefined) return [];
  return [
    {
      id: (textAt(entry, "id") ?? "").replace(/^urn:uuid:/i, "").slice(0, 200),
      self: hrefs("self")[0] ?? "",
      up: hrefs("up")[0] ?? "",
      related: hrefs("related"),
      updated: textAt(entry, "updated") ?? "",
      resource,
      text: text.slice(entry.from, entry.to),
      from: entry.from,
    },
  ];
}

/** For comparison: without a slash at its end. */
export const addressOf = (href: string): string => {
  const text = href.trim();
  return text.endsWith("/") ? text.slice(0, -1) : text;
};

/** Below by its address, or because one names the other or its list. */
export const isBelow = (entry: AtomEntry, above: AtomEntry): boolean =>
  (above.self !== "" && entry.self.startsWith(`${above.self}/`)) ||
  [entry.self, entry.up].some((href) => href !== "" && above.related.includes(href));

export const entriesOf = ({ entries }: AtomFeed, ...names: string[]): AtomEntry[] =>
  entries.filter(({ resource }) => names.includes(resource.name));

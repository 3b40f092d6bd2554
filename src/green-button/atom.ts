/** Reads a feed of a custodian into its entries, each with its text as it came, so that pieces can be cut out of it. */
import { PortalError, portalChanged } from "../connectors/contract.ts";
import { Unreadable } from "../parsers/outcome.ts";
import { childrenOf, elementAt, readXmlInPieces, textAt, type XmlElement } from "../parsers/xml/read-xml.ts";

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
    const { text, root } = await readXmlInPieces(bytes, signal);
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

/** Finds what is below an entry, for feeds in which comparing all entries with each other would take minutes. */
export function belowFinder(entries: readonly AtomEntry[]): (above: AtomEntry) => AtomEntry[] {
  // Those whose addresses begin alike are next to each other.
  const sorted = entries.toSorted((one, other) => (one.self < other.self ? -1 : one.self > other.self ? 1 : 0));
  const bySelf = Map.groupBy(entries, ({ self }) => self);
  const byUp = Map.groupBy(entries, ({ up }) => up);
  return (above) => {
    const found = new Set(above.related.flatMap((href) => [...(bySelf.get(href) ?? []), ...(byUp.get(href) ?? [])]));
    const start = `${above.self}/`;
    for (let at = above.self === "" ? sorted.length : placeOf(start, sorted); at < sorted.length; at += 1) {
      const entry = sorted[at];
      if (entry === undefined || !entry.self.startsWith(start)) break;
      found.add(entry);
    }
    return [...found];
  };
}

/** The place of the first entry whose address is not before this text. */
function placeOf(text: string, sorted: readonly AtomEntry[]): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle]?.self ?? "") < text) from = middle + 1;
    else to = middle;
  }
  return from;
}

export const entriesOf = ({ entries }: AtomFeed, ...names: string[]): AtomEntry[] =>
  entries.filter(({ resource }) => names.includes(resource.name));

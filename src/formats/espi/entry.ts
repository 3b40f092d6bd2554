/** One part of a feed as an Atom entry (RFC 4287). Its id is the version 5 UUID of its address, the same on every read. */
import { collectionOf } from "./addresses.ts";
import { uuidOfUrl } from "./name-uuid.ts";
import { element, escapeText, wrap } from "./xml.ts";

export const ESPI = 'xmlns="http://naesb.org/espi"';
export const CUSTOMER = 'xmlns="http://naesb.org/espi/customer"';
/** The namespace of our `extension` elements for data that ESPI lacks, under the names of the JSON records. */
const OWN_NAMESPACE = "urn:meterbook:bill:1";

export interface Entry {
  href: string;
  /** Parts that belong to this one: collections under it, or single parts. */
  related?: readonly string[];
  /** The address of the same record as JSON. */
  alternate?: string;
  title: string;
  published?: string;
  updated: string;
  content: string;
}

export function entryText({ href, related = [], alternate, title, published, updated, content }: Entry): string {
  const links = [
    link("self", href),
    link("up", collectionOf(href)),
    ...related.map((one) => link("related", one)),
    alternate === undefined ? "" : link("alternate", alternate, "application/json"),
  ];
  return `${wrap(
    "entry",
    element("id", `urn:uuid:${uuidOfUrl(href)}`),
    ...links,
    element("title", title),
    wrap("content", content),
    element("published", published),
    element("updated", updated),
  )}\n`;
}

export const link = (rel: string, href: string, type?: string): string =>
  `<link rel="${rel}" href="${escapeText(href)}"${type === undefined ? "" : ` type="${type}"`}/>`;

/** An `extension` with one element of ours; ESPI allows it as the first child of every element. Unknown values are left out. */
export function extension(name: string, fields: Record<string, string | number | boolean | null | undefined>): string {
  let text = "";
  for (const field in fields) text += element(field, fields[field]);
  return wrap("extension", wrap(`${name} xmlns="${OWN_NAMESPACE}"`, text));
}

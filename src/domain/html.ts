/**
 * Reads HTML as a browser does, for questions by CSS selectors. Put together from the parts of cheerio: all of it brings a client for
 * the web, too, and takes a tenth of the start of every process.
 */
import { load as ask, type CheerioAPI } from "cheerio/slim";
import { decodeBuffer } from "encoding-sniffer";
import { parse, serialize } from "parse5";
import { adapter } from "parse5-htmlparser2-tree-adapter";

export type { CheerioAPI } from "cheerio/slim";

/** What makes the elements of a page. */
export type ElementMaker = typeof adapter;
export const elementMaker: ElementMaker = adapter;

/** A page whose text is decoded already. @throws what `maker` throws */
export const parseHtml = (html: string, maker: ElementMaker = elementMaker): CheerioAPI =>
  ask(parse(html, { treeAdapter: maker }));

interface Charset {
  /** What the page was sent with. */
  sent?: string | undefined;
  /** Where neither that nor the page names one. */
  otherwise?: string;
}

/** Decodes a page by the charset that it was sent with, else by the one it names. @throws what `maker` throws */
export function parseHtmlBytes(
  bytes: Uint8Array,
  { sent, otherwise = "windows-1252" }: Charset = {},
  maker?: ElementMaker,
): CheerioAPI {
  const charset = sent === undefined ? {} : { transportLayerEncodingLabel: sent };
  return parseHtml(decodeBuffer(Buffer.from(bytes), { defaultEncoding: otherwise, ...charset }), maker);
}

/** The page as HTML. (`$.html()` would write a letter such as é as a number.) */
export const writeHtml = ($: CheerioAPI): string => {
  const [root] = $.root();
  return root === undefined ? "" : serialize(root, { treeAdapter: adapter });
};

/** A portal's answer as a page, with its text, links and forms. */
import { loadBuffer, type CheerioAPI } from "cheerio";
import type { FormFields } from "./form-bytes.ts";
import type { Reply } from "./transport.ts";

export interface Page {
  /** Where it came from, after redirects. */
  url: URL;
  status: number;
  $: CheerioAPI;
  /** All visible text, with single spaces. */
  text: string;
}

/** The elements that a selector found. */
export type Elements = ReturnType<CheerioAPI>;

export const singleSpaced = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** Decodes the answer by the charset of its header, else of the page, else UTF-8. */
export function readPage(reply: Reply): Page {
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(reply.header("content-type") ?? "")?.[1];
  const $ = loadBuffer(Buffer.from(reply.bytes), {
    encoding: { defaultEncoding: "utf8", ...(charset === undefined ? {} : { transportLayerEncodingLabel: charset }) },
  });
  const body = $("body").clone();
  body.find("script, style, template, noscript").remove();
  return { url: reply.url, status: reply.status, $, text: singleSpaced(body.text()) };
}

/** The address of a link on this page; null when it has none or is not a web address. */
export function resolveLink(page: Page, href: string): URL | null {
  const base = URL.parse(page.$("base[href]").attr("href") ?? "", page.url) ?? page.url;
  const url = URL.parse(href.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  url.hash = "";
  return url;
}

export interface PageForm {
  action: URL;
  method: "get" | "post";
  /** The fields that a browser would submit, including hidden ones. */
  fields: FormFields;
}

/** The first form that the selector finds; null when there is none or its address is not a web address. */
export function readForm(page: Page, selector: string): PageForm | null {
  const form = page.$(selector).first();
  if (!form.is("form")) return null;
  const action = resolveLink(page, form.attr("action") ?? page.url.href);
  if (action === null) return null;
  const fields = form.serializeArray().map(({ name, value }): [string, string] => [name, value]);
  return { action, method: form.attr("method")?.toLowerCase() === "post" ? "post" : "get", fields };
}

/** Takes what identifies a person out of recorded exchanges, and refuses them when anything of the credential is left. */
import { parseHtml } from "../../domain/html.ts";
import { isFile, withoutBills } from "./bill-files.ts";
import { isText, typeOf, type Exchange } from "./exchange.ts";
import { namesOfDocuments } from "./mask-places.ts";
import { fieldsOf, type Masks } from "./masks.ts";
import { paperOf } from "./paper.ts";

/** Of the DOM (https://dom.spec.whatwg.org/#interface-node). */
const TEXT_NODE = 3;

/** Headers of a request that a recipe may have to send. Cookies are none of them. */
const isSent = (name: string): boolean =>
  name === "content-type" ||
  name === "authorization" ||
  (name.startsWith("x-") && !name.startsWith("x-forwarded")) ||
  /token|csrf|xsrf|client|api-?key/.test(name);
/** Headers of an answer that a visit uses. */
const ANSWERED = new Set(["content-type", "location", "content-disposition", "x-csrf-token", "authorization"]);

/** Pages, JSON and files; pictures, styles and scripts of a page are left out. */
export function isKept(exchange: Exchange): boolean {
  const type = typeOf(exchange);
  if (exchange.method === "OPTIONS" || exchange.status === 0 || exchange.status === 304) return false;
  return !/^(image|font|audio|video)\/|css|javascript|wasm|event-stream/.test(type);
}

/** The names that a page or an address gives to its parts. */
function namesOf(exchange: Exchange): string[] {
  const text = textOf(exchange);
  const url = new URL(exchange.url);
  const sent = [
    ...url.searchParams.keys(),
    ...new URLSearchParams(exchange.body).keys(),
    ...url.pathname.split(/[/.]/),
  ];
  const keys = [...text.matchAll(/"([\w.$-]+)"\s*:/g), ...exchange.body.matchAll(/"([\w.$-]+)"\s*:/g)].map(
    ([, key = ""]) => key,
  );
  const attributes = /html/.test(typeOf(exchange))
    ? [...text.matchAll(/\b(?:id|class|name|for|data-[\w-]{1,40})=["']([^"']*)["']/g)].flatMap(([, value = ""]) =>
        value.split(/\s+/),
      )
    : [];
  const sentTexts = `${exchange.body} ${decoded(url.search)}`;
  return [
    ...[...sent, ...keys].filter((name) => !/\d{4}/.test(name)),
    ...namesOfDocuments(exchange.body),
    // Of a query that the portal knows by its hash.
    ...[...sentTexts.matchAll(/"sha256Hash"\s*:\s*"([0-9a-f]{64})"/g)].map(([, hash = ""]) => hash),
    ...attributes.filter((name) => !/\d{4}|[+/=]/.test(name)),
  ];
}

/** The parts of a page that a person reads. */
function visibleTexts(html: string): string {
  const $ = parseHtml(html);
  $("script, style, template, noscript").remove();
  return $("body, body *")
    .contents()
    .toArray()
    .flatMap((node) => (node.nodeType === TEXT_NODE ? $(node).text() : []))
    .join("\n");
}

const textOf = (exchange: Exchange): string =>
  isText(typeOf(exchange)) && !isFile(exchange.content) ? new TextDecoder().decode(exchange.content) : "";

/** Everything of an exchange that is written, before or after it is masked. */
function* textsOf(exchange: Exchange): Generator<string> {
  yield exchange.url;
  yield decoded(exchange.url);
  yield exchange.body;
  yield* Object.values(exchange.headers);
  yield* Object.values(exchange.answered).flat();
  yield textOf(exchange);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Remembers every value to replace. All exchanges are learned before one is masked. */
export function learnExchange(masks: Masks, exchange: Exchange): void {
  masks.keepNames(namesOf(exchange));
  masks.learn(decoded(new URL(exchange.url).pathname + new URL(exchange.url).search));
  masks.learn(decoded(exchange.body));
  for (const [name, value] of [...fieldsOf(exchange.body), ...new URL(exchange.url).searchParams])
    masks.learnField(name, value);
  for (const header of Object.values(withSent(exchange.headers))) masks.learn(header);
  for (const header of Object.values(withAnswered(exchange.answered)).flat()) masks.learn(header);
  const text = withoutBills(textOf(exchange), () => "");
  masks.learn(text);
  if (!typeOf(exchange).includes("html")) return;
  masks.learn(visibleTexts(text), { visible: true });
  const $ = parseHtml(text);
  for (const field of $("input[name][value]").toArray())
    // The texts of buttons and boxes are no person's.
    if (!/^(submit|button|checkbox|radio|image)$/i.test($(field).attr("type") ?? "text"))
      masks.learnField($(field).attr("name") ?? "", $(field).attr("value") ?? "");
}

const withSent = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isSent(name) && !name.includes("cookie")));

const withAnswered = (answered: Exchange["answered"]): Exchange["answered"] =>
  Object.fromEntries(Object.entries(answered).filter(([name]) => ANSWERED.has(name)));

/** The names of cookies are kept, because a portal may expect one; their values are not. */
const namesOfCookies = (answered: Exchange["answered"]): Exchange["answered"] => {
  const cookies = answered["set-cookie"]?.map((cookie) => `${cookie.split("=", 1)[0] ?? ""}=masked; Path=/`);
  return cookies === undefined ? {} : { "set-cookie": [...new Set(cookies)] };
};

/** A bill that others must not read, as a sheet with the replaced values that it named, such as its account. */
const sheetOf = (masks: Masks, text = ""): Uint8Array =>
  paperOf(["A bill that was left out when these pages were recorded.", ...masks.replacementsIn(text)]);

/** The exchange without what identifies a person. `textsOfBills`: of the file that it is, or of those in it. */
export function maskExchange(masks: Masks, exchange: Exchange, textsOfBills: readonly string[] = []): Exchange {
  const masked = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, masks.mask(text)]));
  return {
    method: exchange.method,
    url: masks.mask(exchange.url),
    headers: masked(withSent(exchange.headers)),
    body: masks.mask(exchange.body),
    status: exchange.status,
    answered: {
      ...Object.fromEntries(
        Object.entries(withAnswered(exchange.answered)).map(([name, values]) => [
          name,
          values.map((value) => masks.mask(value)),
        ]),
      ),
      ...namesOfCookies(exchange.answered),
    },
    content: maskContent(masks, exchange, textsOfBills),
  };
}

function maskContent(masks: Masks, exchange: Exchange, textsOfBills: readonly string[]): Uint8Array {
  if (exchange.content.length === 0) return exchange.content;
  if (!isText(typeOf(exchange)) || isFile(exchange.content)) return sheetOf(masks, textsOfBills[0]);
  // The sheets are put in when the rest is masked: nothing of theirs is to be replaced.
  const [before = "", ...after] = masks.mask(withoutBills(textOf(exchange), () => BILL)).split(BILL);
  const sheet = (at: number): string => Buffer.from(sheetOf(masks, textsOfBills[at])).toString("base64");
  return Buffer.from(before + after.map((text, at) => sheet(at) + text).join(""));
}

/** In the place of a file, until its sheet is there. */
const BILL = "\u0000bill\u0000";

/** Where something of the credential stands still, a place each. */
export const revealedIn = (masks: Masks, exchanges: readonly Exchange[]): string[] =>
  exchanges.flatMap((exchange, at) =>
    [...textsOf(exchange)].some((text) => masks.reveals(text)) ? `request ${at + 1} (${exchange.method})` : [],
  );

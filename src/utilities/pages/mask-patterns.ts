/** How what identifies a customer is written in pages, JSON, forms and addresses of portals. */
import { SIGN_IN_WORDS } from "../../connectors/portal-words.ts";
import { GROUPED_MIN } from "../../connectors/recipe-lists.ts";
import { bareOf } from "./same-shape.ts";

export const JSON_NAME = /"((?:[A-Za-z]*_?)?(?:name|firstname|lastname|holder|contact))"\s*:\s*"((?:[^"\\]|\\.)+)"/gi;
/** Names of what a program is made of, and how programs write them: `{ "name": "challengeAnswer" }` names a field, seldom a person. */
export const NAME_OF_CODE = /^(?:operation|type|class|event|field|query)_?name$/i;
export const isCodeName = (key: string, value: string): boolean => /^name$/i.test(key) && /^[a-z][\w.-]*$/.test(value);
export const JSON_ADDRESS =
  /"([A-Za-z_]{0,30}(?:address|street|city|zip|postal|line[_-]?[12])[A-Za-z_]{0,30})"\s{0,5}:\s{0,5}"((?:[^"\\]|\\.)+)"/gi;
export const JSON_NUMBER =
  /"([A-Za-z_]{0,30}(?:account|acct|customer|meter|premise|contract|service_?point|ssn|tax)[A-Za-z_]{0,30})"\s{0,5}:\s{0,5}"?([A-Za-z0-9][\w -]{0,40})/gi;
export const SECRET_FIELD = /pass|pwd|secret|pin$/i;
export const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g;
export const PHONE = /(?<![\w-])(?:\+?1[-. ]?)?\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?![\w-])/g;
export const STREET =
  /(?<!\w)\d{1,6} (?:[NSEW]{1,2}\.? )?(?:[A-Z0-9][\w.']* ){1,4}(?:St|Street|Ave|Avenue|Rd|Road|Dr|Drive|Ln|Lane|Blvd|Boulevard|Ct|Court|Pl|Place|Way|Ter|Terrace|Pkwy|Parkway|Cir|Circle|Hwy|Highway|Trl|Trail|Loop|Row|Square|Sq)\b\.?(?:,? (?:Apt|Unit|Suite|Ste|Floor|Fl|#)\.? ?\w+)?/gi;
export const TOWN = /(?<!\w)(?:[A-Z][a-z]+ ?){1,3},? [A-Z]{2},? \d{5}(?:-\d{4})?(?!\w)/g;
export const GREETING =
  /\b(?:Welcome(?: back)?|Hello|Hi|Dear|Signed in as|Good (?:morning|afternoon|evening)),? ((?:[A-Z][\w.'-]*)(?: [A-Z][\w.'-]*){0,3})/g;
/** Words before a number that make it one of the customer, however short it is. */
const LABEL = /\b(?:account|acct|customer|meter|premise|service point|number)|\bno\.|#/gi;
const LABELLED_MAX = 50;
const LABELLED_NUMBER = /^[^\d]{0,24}?(?<![A-Za-z0-9])([A-Z]{0,4}\d[\dA-Za-z-]{2,20})(?![\w-])/;
const LABELLED_GROUPS = /^[^\d]{0,24}?(?<![A-Za-z0-9])(\d{2,6}(?:[ \u00a0]\d{2,6}){1,5})(?![\w.,/:%-])/;
/** Six digits and more, or parts of them joined by hyphens. */
export const NUMBER = /(?<![\w.,$-])\d[\d-]{4,}\d(?![\w.,-])/g;
/** A number in groups, as accounts are printed. */
export const GROUPED = /(?<![\w.,$/:-])\d{2,6}(?:[ \u00a0]\d{2,6}){1,5}(?![\w.,/:%-])/g;
const YEAR = /^(?:19|20)\d\d$/;
/** Letters with digits, as ids and tokens have them. */
export const TOKEN = /(?<![\w+-])[\w+-]{16,}(?:\.[\w-]{8,}){0,2}={0,2}/g;
/** Values of fields that may hold anything, such as the state of an ASP.NET page. */
export const SEALED = /^[A-Za-z0-9+/_-]{16,}={0,2}$/;
/** What may be base64, also in addresses; each part of a path is looked at, too. */
export const BASE64 = /[\w+/-]{12,}={0,2}/g;
export const NO_TEXT = /[\p{Cc}\ufffd]/u;
export const PERSONAL_FIELD = /name|street|address|city|zip|phone/i;
export const GUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
export const CAPITALISED = /(?<![\w'])[A-Z][a-z'’]+(?: [A-Z]\.)?(?: [A-Z][a-z'’]+){1,3}(?![\w'])/g;

/** A day as portals write it: needed to list bills, and not secret. */
export const DAY = /^(?:(?:19|20)\d\d-?[01]\d(?:-?[0-3]\d)?|[01]?\d-[0-3]?\d-(?:19|20)?\d\d)$/;
export const EPOCH = /^1[0-9]{9}(?:\d{3})?$/;

/** Words of headings and buttons that portals share, besides those of sign-in pages; a sequence of capitalised words with another word may be a name. */
const PORTAL_WORDS = new Set([
  ...SIGN_IN_WORDS,
  ...`activity alerts amount april august autopay auto balance bank billed business california center charge charges
    check commercial company compare contact conditions cookie copyright current customer customers dashboard data
    date days december delivery details documents due edit electric electricity eligible energy enroll faq february
    file files find first friday gas go green help hours house i information invoice invoices january july june last
    latest learn line list locations logged main manage march may menu message meter meters mobile monday month more
    november number october off older one open options other outage outages overview paid paperless past payment
    payments period plan portal power premise preferences profile program programs property rate rates read reading
    refund report request residential reserved rights safety saturday save schedule search september services settings
    show site sitemap skip start state status stop street summary sunday support thursday total transfer tuesday type
    unit united up usage utilities utility visit water wednesday year yes`.split(/\s+/),
]);

export const isYears = (groups: string): boolean => groups.split(/[ \u00a0]/).every((group) => YEAR.test(group));

export const isPortalText = (text: string): boolean =>
  text
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase()
    .split(/[^a-z]+/)
    .every((word) => word === "" || PORTAL_WORDS.has(word));

/** The numbers that stand after a word that makes them one of the customer; one in groups is whole. */
export const numbersAfterLabels = (text: string): string[] =>
  [...text.matchAll(LABEL)].flatMap(({ 0: label, index }) => {
    const after = text.slice(index + label.length, index + label.length + LABELLED_MAX);
    const [, groups = ""] = LABELLED_GROUPS.exec(after) ?? [];
    if (bareOf(groups).length >= GROUPED_MIN) return groups;
    return LABELLED_NUMBER.exec(after)?.[1] ?? [];
  });

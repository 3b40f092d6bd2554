/**
 * Replaces what identifies a person in the pages of a portal, the same text always by the same replacement, so that links and ids
 * still fit each other. Two passes: `learn` looks through every text, then `mask` writes them anew.
 */
import { createHash } from "node:crypto";
import { SIGN_IN_WORDS } from "../../connectors/portal-words.ts";

export const MASKED_USERNAME = "masked-customer";
export const MASKED_PASSWORD = "masked-password";
/** Another text that was typed as a password, such as a wrong one. */
export const MASKED_WRONG_PASSWORD = "masked-wrong-password";

/** What a replaced text was taken for. */
export type MaskKind =
  | "user name"
  | "password"
  | "given by you"
  | "e-mail address"
  | "phone number"
  | "address"
  | "name"
  | "account or other number"
  | "token or id"
  | "words that may be a name";

export interface Masks {
  /** `visible`: the text is what a person reads, where a name may stand anywhere. */
  learn(text: string, options?: { visible?: boolean }): void;
  /** A field of a form, or of what was sent: the name says what its value is. */
  learnField(name: string, value: string): void;
  /** Names of elements, fields and keys, which recipes use: they are no tokens, however they look. */
  keepNames(names: Iterable<string>): void;
  mask(text: string): string;
  /** What is written for the values that stand in the text. */
  replacementsIn(text: string): string[];
  /** Values and how often they were replaced. */
  report(): { kind: MaskKind; values: number; times: number }[];
  /** The words that were taken for a name without being sure: they may be texts that the recipe needs. */
  doubts(): string[];
  /** Whether something of the credential stands in the text. */
  reveals(text: string): boolean;
}

export interface MaskOptions {
  username: string;
  password: string;
  /** Other texts to replace, such as the name of the customer. */
  hide?: readonly string[];
  /** Words that are no name. */
  keep?: readonly string[];
}

const JSON_NAME = /"((?:[A-Za-z]*_?)?(?:name|firstname|lastname|holder|contact))"\s*:\s*"((?:[^"\\]|\\.)+)"/gi;
const JSON_ADDRESS =
  /"([A-Za-z_]{0,30}(?:address|street|city|zip|postal|line[_-]?[12])[A-Za-z_]{0,30})"\s{0,5}:\s{0,5}"((?:[^"\\]|\\.)+)"/gi;
const JSON_NUMBER =
  /"([A-Za-z_]{0,30}(?:account|acct|customer|meter|premise|contract|service_?point|ssn|tax)[A-Za-z_]{0,30})"\s{0,5}:\s{0,5}"?([A-Za-z0-9][\w -]{0,40})/gi;
const SECRET_FIELD = /pass|pwd|secret|pin$/i;
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g;
const PHONE = /(?<![\w-])(?:\+?1[-. ]?)?\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?![\w-])/g;
const STREET =
  /(?<!\w)\d{1,6} (?:[NSEW]{1,2}\.? )?(?:[A-Z0-9][\w.']* ){1,4}(?:St|Street|Ave|Avenue|Rd|Road|Dr|Drive|Ln|Lane|Blvd|Boulevard|Ct|Court|Pl|Place|Way|Ter|Terrace|Pkwy|Parkway|Cir|Circle|Hwy|Highway|Trl|Trail|Loop|Row|Square|Sq)\b\.?(?:,? (?:Apt|Unit|Suite|Ste|Floor|Fl|#)\.? ?\w+)?/gi;
const TOWN = /(?<!\w)(?:[A-Z][a-z]+ ?){1,3},? [A-Z]{2},? \d{5}(?:-\d{4})?(?!\w)/g;
const GREETING =
  /\b(?:Welcome(?: back)?|Hello|Hi|Dear|Signed in as|Good (?:morning|afternoon|evening)),? ((?:[A-Z][\w.'-]*)(?: [A-Z][\w.'-]*){0,3})/g;
/** Words before a number that make it one of the customer, however short it is. */
const LABEL = /\b(?:account|acct|customer|meter|premise|service point|number)|\bno\.|#/gi;
const LABELLED_MAX = 50;
const LABELLED_NUMBER = /^[^\d]{0,24}?(?<![A-Za-z0-9])([A-Z]{0,4}\d[\dA-Za-z-]{2,20})(?![\w-])/;
/** Six digits and more, or parts of them joined by hyphens. */
const NUMBER = /(?<![\w.,$-])\d[\d-]{4,}\d(?![\w.,-])/g;
/** Letters with digits, as ids and tokens have them. */
const TOKEN = /(?<![\w+-])[\w+-]{16,}(?:\.[\w-]{8,}){0,2}={0,2}/g;
/** Values of fields that may hold anything, such as the state of an ASP.NET page. */
const SEALED = /^[A-Za-z0-9+/_-]{16,}={0,2}$/;
/** What may be base64, also in addresses; each part of a path is looked at, too. */
const BASE64 = /[\w+/-]{12,}={0,2}/g;
const NO_TEXT = /[\p{Cc}\ufffd]/u;
const PERSONAL_FIELD = /name|street|address|city|zip|phone/i;
const GUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const CAPITALISED = /(?<![\w'])[A-Z][a-z'’]+(?: [A-Z]\.)?(?: [A-Z][a-z'’]+){1,3}(?![\w'])/g;

/** A day as portals write it: needed to list bills, and not secret. */
const DAY = /^(?:(?:19|20)\d\d-?[01]\d(?:-?[0-3]\d)?|[01]?\d-[0-3]?\d-(?:19|20)?\d\d)$/;
const EPOCH = /^1[0-9]{9}(?:\d{3})?$/;

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

const digitOf = (hash: Buffer, at: number): number => hash[at % hash.length] ?? 0;

/** Digits become digits and letters letters, by a key that is thrown away. */
function sameShape(text: string, key: string): string {
  const hash = createHash("sha512").update(key).update(text).digest();
  return text.replaceAll(/[0-9A-Za-z]/g, (letter, at: number) => {
    const value = digitOf(hash, at);
    if (/\d/.test(letter)) return String(at === 0 ? (value % 9) + 1 : value % 10);
    return String.fromCodePoint((letter < "a" ? 65 : 97) + (/[a-f]/i.test(letter) ? value % 6 : value % 26));
  });
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

const htmlOf = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");

/** How a text may be written in pages, addresses, forms and JSON. */
const spellingsOf = (text: string): string[] => [
  ...new Set([
    text,
    encodeURIComponent(text),
    new URLSearchParams({ "": text }).toString().slice(1),
    htmlOf(text),
    JSON.stringify(text).slice(1, -1),
  ]),
];

/** The texts decoded from base64; empty when the input is not base64. */
const decodedOf = (run: string): string[] =>
  [...new Set([run, ...run.split("/")])]
    .map((part) => Buffer.from(part, "base64").toString())
    .filter((text) => text !== "" && !NO_TEXT.test(text.replaceAll(/\s/g, " ")));

interface Known {
  kind: MaskKind;
  replacement: string;
  times: number;
}

export function createMasks({ username, password, hide = [], keep = [] }: MaskOptions): Masks {
  const key = crypto.randomUUID();
  const known = new Map<string, Known>();
  const kept = new Set(keep.map((text) => text.toLowerCase()));
  const structure = new Set<string>();
  const counts = new Map<MaskKind, number>();
  let combined: { pattern: RegExp; of: Map<string, { known: Known; replacement: string }> } | null = null;

  const replacementOf = (kind: MaskKind, text: string, count: number): string => {
    switch (kind) {
      case "user name":
        return MASKED_USERNAME;
      case "password":
        return text === password ? MASKED_PASSWORD : MASKED_WRONG_PASSWORD;
      case "e-mail address":
        return `person${count}@masked.example`;
      case "phone number":
        return `(555) 555-01${String(count % 100).padStart(2, "0")}`;
      case "address":
        return `${count} Example Street`;
      case "name":
      case "given by you":
      case "words that may be a name":
        return /\d/.test(text) ? sameShape(text, key) : `Masked ${letters(count)}`;
      default:
        return sameShape(text, key);
    }
  };

  function add(kind: MaskKind, given: string): void {
    const text = given.trim();
    if (text.length < 2 || known.has(text) || kept.has(text.toLowerCase())) return;
    if (/masked\.example|^masked[ -]|^\d+ Example Street$/i.test(text)) return;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    known.set(text, { kind, replacement: replacementOf(kind, text, count), times: 0 });
    combined = null;
  }

  function combine() {
    const of = new Map<string, { known: Known; replacement: string }>();
    for (const [text, each] of known) {
      if (each.kind === "token or id" && structure.has(text)) continue;
      const written = spellingsOf(text);
      const replaced = [
        each.replacement,
        encodeURIComponent(each.replacement),
        new URLSearchParams({ "": each.replacement }).toString().slice(1),
        htmlOf(each.replacement),
        each.replacement,
      ];
      const all = [
        text,
        encodeURIComponent(text),
        new URLSearchParams({ "": text }).toString().slice(1),
        htmlOf(text),
        JSON.stringify(text).slice(1, -1),
      ];
      for (const spelling of written)
        if (!of.has(spelling.toLowerCase()))
          of.set(spelling.toLowerCase(), { known: each, replacement: replaced[all.indexOf(spelling)] ?? "" });
    }
    const longestFirst = [...of.keys()].toSorted((one, other) => other.length - one.length);
    // At the beginning and the end of a word alone: an account 1001 is not in 21001.
    const pattern = new RegExp(`(?<![A-Za-z0-9])(?:${longestFirst.map(escaped).join("|")})(?![A-Za-z0-9])`, "gi");
    return { pattern, of };
  }

  add("user name", username);
  add("password", password);
  for (const text of hide) add("given by you", text);
  const secrets = [username, password].flatMap(spellingsOf).filter((text) => text.length > 1);
  // A short one is looked for as a word: `pat` is in every `path`.
  const credential = secrets.map((text) =>
    text.length < 6
      ? new RegExp(`(?<![A-Za-z0-9])${escaped(text)}(?![A-Za-z0-9])`, "i")
      : new RegExp(escaped(text), "i"),
  );

  return {
    learn(text, { visible = false } = {}) {
      const each = (pattern: RegExp, kind: MaskKind, fits: (value: string) => boolean = () => true) => {
        for (const [whole, one, two] of text.matchAll(pattern)) {
          const value = two ?? one ?? whole;
          if (fits(value)) add(kind, kind === "e-mail address" ? value.replace("%40", "@") : value);
        }
      };
      const isNumber = (value: string): boolean => !DAY.test(value) && !EPOCH.test(value) && /\d/.test(value);
      each(EMAIL, "e-mail address");
      each(PHONE, "phone number");
      each(JSON_NAME, "name", (value) => /[A-Za-z]/.test(value) && !isPortalText(value));
      each(JSON_ADDRESS, "address", (value) => !/^https?:|^\//.test(value));
      each(JSON_NUMBER, "account or other number", isNumber);
      each(STREET, "address");
      each(TOWN, "address");
      each(GREETING, "name", (value) => !isPortalText(value));
      each(NUMBER, "account or other number", isNumber);
      each(GUID, "token or id");
      each(TOKEN, "token or id", (value) => /\d/.test(value) && /[A-Za-z]/.test(value));
      if (!visible) return;
      for (const { 0: label, index } of text.matchAll(LABEL)) {
        const after = text.slice(index + label.length, index + label.length + LABELLED_MAX);
        const [, number] = LABELLED_NUMBER.exec(after) ?? [];
        if (number !== undefined && isNumber(number)) add("account or other number", number);
      }
      each(CAPITALISED, "words that may be a name", (value) => !isPortalText(value));
    },
    learnField(name, value) {
      if (value === "") return;
      if (SECRET_FIELD.test(name)) add("password", value);
      else if (SEALED.test(value) && /\d/.test(value) && !/^\/[a-z-]+\//.test(value)) add("token or id", value);
      else if (PERSONAL_FIELD.test(name) && /[A-Za-z]/.test(value) && !isPortalText(value)) add("name", value);
    },
    keepNames(names) {
      for (const name of names) structure.add(name);
      combined = null;
    },
    replacementsIn(text) {
      combined ??= combine();
      const { pattern, of } = combined;
      return [...new Set(text.matchAll(pattern).map(([found]) => of.get(found.toLowerCase())?.replacement ?? ""))];
    },
    mask(text) {
      combined ??= combine();
      const { pattern, of } = combined;
      const isHiding = (run: string): boolean => decodedOf(run).some((inner) => inner.search(pattern) !== -1);
      const bare = text.replaceAll(BASE64, (run) => {
        if (!isHiding(run)) return run;
        const parts = run.split("/");
        // A part of a path; or base64 with a slash of its own.
        return parts.some(isHiding)
          ? parts.map((part) => (isHiding(part) ? sameShape(part, key) : part)).join("/")
          : sameShape(run, key);
      });
      return bare.replaceAll(pattern, (found) => {
        const entry = of.get(found.toLowerCase());
        if (entry === undefined) return found;
        entry.known.times += 1;
        return entry.replacement;
      });
    },
    report: () =>
      [...Map.groupBy(known.values(), ({ kind }) => kind)].flatMap(([kind, values]) => {
        const used = values.filter(({ times }) => times > 0);
        const times = used.reduce((sum, value) => sum + value.times, 0);
        return times === 0 ? [] : { kind, values: used.length, times };
      }),
    doubts: () =>
      [...known].flatMap(([text, { kind, times }]) => (kind === "words that may be a name" && times > 0 ? text : [])),
    reveals: (text) =>
      [text, ...(text.match(BASE64) ?? []).flatMap(decodedOf)].some((each) =>
        credential.some((secret) => secret.test(each)),
      ),
  };
}

/** The fields of a form or of JSON, those within others by their own names. */
export function fieldsOf(body: string): [string, string][] {
  try {
    return leavesOf(JSON.parse(body), "");
  } catch {
    return [...new URLSearchParams(body)];
  }
}

function leavesOf(value: unknown, name: string): [string, string][] {
  if (typeof value !== "object" || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, item]) => leavesOf(item, name === "" ? key : `${name}.${key}`));
}

const isPortalText = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .every((word) => word === "" || PORTAL_WORDS.has(word));

/** 1 is A, 27 is AA. */
function letters(count: number): string {
  const rest = Math.floor((count - 1) / 26);
  return `${rest === 0 ? "" : letters(rest)}${String.fromCodePoint(65 + ((count - 1) % 26))}`;
}

/**
 * Replaces what identifies a person in the pages of a portal, the same text always by the same replacement, so that links and ids
 * still fit each other. Two passes: `learn` looks through every text, then `mask` writes them anew.
 */
import {
  BASE64,
  CAPITALISED,
  DAY,
  EMAIL,
  EPOCH,
  GREETING,
  GROUPED,
  GUID,
  isCodeName,
  isPortalText,
  isYears,
  JSON_ADDRESS,
  JSON_NAME,
  JSON_NUMBER,
  NAME_OF_CODE,
  NO_TEXT,
  NUMBER,
  numbersAfterLabels,
  PERSONAL_FIELD,
  PHONE,
  SEALED,
  SECRET_FIELD,
  STREET,
  TOKEN,
  TOWN,
} from "./mask-patterns.ts";
import { GROUPED_MIN } from "../../connectors/recipe-lists.ts";
import { placesIn, type MaskedPlace } from "./mask-places.ts";
import { bareOf, groupingsOf, laidOver, sameShape } from "./same-shape.ts";

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
  /** Replaces the values that were learned, wherever they stand; whether something of the credential is left, `reveals` says. */
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

/** As a part of a regular expression that stays legible, unlike that of `RegExp.escape`. */
export const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

const htmlOf = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");

/** How a text may be written: as it is, in addresses, in forms, in pages and in JSON. */
const SPELLINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  encodeURIComponent,
  (text) => new URLSearchParams({ "": text }).toString().slice(1),
  htmlOf,
  (text) => JSON.stringify(text).slice(1, -1),
];

const spellingsOf = (text: string): string[] => [...new Set(SPELLINGS.map((spell) => spell(text)))];

/** The texts decoded from base64; empty when the input is not base64. */
const decodedOf = (run: string): string[] =>
  [...new Set([run, ...run.split("/")])]
    .map((part) => Buffer.from(part, "base64").toString())
    .filter((text) => text !== "" && !NO_TEXT.test(text.replaceAll(/\s/g, " ")));

interface Known {
  kind: MaskKind;
  text: string;
  /** Null: digits and letters of the same shape, chosen once all values are known. */
  replacement: string | null;
  times: number;
  /** A lower-case word that may as well be one of the portal's program. */
  isCode: boolean;
}

/** Nearly all numbers of two digits may be in use. */
const SHAPES_TRIED = 200;

/** Kinds that a name of a program may be taken for. */
const LIKE_NAMES = new Set<MaskKind>(["name", "address", "words that may be a name"]);

/** Whether what was found stays, because it is a word that is only written like something of the customer. */
const staysIn = (place: MaskedPlace, { text, isCode }: Known, found: string): boolean =>
  place === "code" || (place === "name" && /^\w[\w.-]*$/.test(found) && (isCode || found !== text));

export function createMasks({ username, password, hide = [], keep = [] }: MaskOptions): Masks {
  const key = crypto.randomUUID();
  const known = new Map<string, Known>();
  const kept = new Set(keep.map((text) => text.toLowerCase()));
  const structure = new Set<string>();
  const counts = new Map<MaskKind, number>();
  let combined: { pattern: RegExp; find: (found: string) => { known: Known; replacement: string } | null } | null =
    null;

  /** Keyed by the digits and letters alone. */
  const shapes = new Map<string, string>();
  const taken = new Set<string>();

  /**
   * Each number gets a replacement of its own, the same however it is grouped, and never another number of the customer. Only
   * where there are more numbers of two or three digits than that leaves, some are replaced by one that is in use.
   */
  function shapeOf(text: string, learned: ReadonlySet<string>): string {
    const bare = bareOf(text);
    const before = shapes.get(bare);
    if (before !== undefined) return before;
    const isTaken = (shape: string): boolean => learned.has(shape.toLowerCase()) || taken.has(shape.toLowerCase());
    let shape = sameShape(bare, key);
    for (let turn = 1; isTaken(shape) && turn < SHAPES_TRIED; turn += 1) shape = sameShape(bare, `${key} ${turn}`);
    shapes.set(bare, shape);
    taken.add(shape.toLowerCase());
    return shape;
  }

  const replacementOf = (kind: MaskKind, text: string, count: number): string | null => {
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
        return /\d/.test(text) ? null : `Masked ${letters(count)}`;
      default:
        return null;
    }
  };

  function add(kind: MaskKind, given: string, isCode = false): void {
    const text = given.trim();
    const before = known.get(text);
    if (before !== undefined) before.isCode &&= isCode;
    if (text.length < 2 || before !== undefined || kept.has(text.toLowerCase())) return;
    if (/masked\.example|^masked[ -]|^\d+ Example Street$/i.test(text)) return;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    known.set(text, { kind, text, replacement: replacementOf(kind, text, count), times: 0, isCode });
    combined = null;
  }

  function combine() {
    const of = new Map<string, { known: Known; replacement: string }>();
    const learned = new Set(known.keys().map((text) => bareOf(text).toLowerCase()));
    for (const [text, each] of known) {
      if (each.kind === "token or id" && structure.has(text)) continue;
      const replacement = each.replacement ?? laidOver(shapeOf(text, learned), text);
      for (const spell of SPELLINGS) {
        const spelling = spell(text).toLowerCase();
        if (!of.has(spelling)) of.set(spelling, { known: each, replacement: spell(replacement) });
      }
    }
    const numbers = new Map<string, Known>();
    const ways = [...of.keys()].map((text) => ({ length: text.length, source: escaped(text) }));
    for (const each of known.values()) {
      const groupings = /^(?:given|account)/.test(each.kind) ? groupingsOf(each.text) : null;
      const bare = bareOf(each.text).toLowerCase();
      if (groupings === null || numbers.has(bare)) continue;
      numbers.set(bare, each);
      ways.unshift({ length: bare.length, source: groupings });
    }
    const longestFirst = ways.toSorted((one, other) => other.length - one.length).map(({ source }) => source);
    // At the beginning and the end of a word alone: an account 1001 is not in 21001.
    const pattern = new RegExp(`(?<![A-Za-z0-9])(?:${longestFirst.join("|")})(?![A-Za-z0-9])`, "gi");
    const find = (found: string): { known: Known; replacement: string } | null => {
      const spelled = of.get(found.toLowerCase());
      if (spelled !== undefined) return spelled;
      const number = numbers.get(bareOf(found).toLowerCase());
      if (number === undefined) return null;
      const { text, replacement } = number;
      return { known: number, replacement: laidOver(replacement ?? shapeOf(text, learned), found) };
    };
    return { pattern, find };
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
      for (const [, field = "", value = ""] of text.matchAll(JSON_NAME))
        if (/[A-Za-z]/.test(value) && !isPortalText(value) && !NAME_OF_CODE.test(field))
          add("name", value, isCodeName(field, value));
      each(JSON_ADDRESS, "address", (value) => !/^https?:|^\//.test(value));
      each(JSON_NUMBER, "account or other number", isNumber);
      each(STREET, "address");
      each(TOWN, "address");
      each(GREETING, "name", (value) => !isPortalText(value));
      each(NUMBER, "account or other number", isNumber);
      each(GUID, "token or id");
      each(TOKEN, "token or id", (value) => /\d/.test(value) && /[A-Za-z]/.test(value));
      if (!visible) return;
      for (const number of numbersAfterLabels(text)) if (isNumber(number)) add("account or other number", number);
      each(CAPITALISED, "words that may be a name", (value) => !isPortalText(value));
      each(GROUPED, "account or other number", (value) => bareOf(value).length >= GROUPED_MIN && !isYears(value));
    },
    learnField(name, value) {
      if (value === "") return;
      if (SECRET_FIELD.test(name)) add("password", value);
      else if (SEALED.test(value) && /\d/.test(value) && !/^\/[a-z-]+\//.test(value)) add("token or id", value);
      else if (PERSONAL_FIELD.test(name) && !NAME_OF_CODE.test(name) && /[A-Za-z]/.test(value) && !isPortalText(value))
        add("name", value);
    },
    keepNames(names) {
      for (const name of names) structure.add(name);
      combined = null;
    },
    replacementsIn(text) {
      combined ??= combine();
      const { pattern, find } = combined;
      return [...new Set(text.matchAll(pattern).map(([found]) => find(found)?.replacement ?? ""))];
    },
    mask(text) {
      combined ??= combine();
      const { pattern, find } = combined;
      const isHiding = (run: string): boolean => decodedOf(run).some((inner) => inner.search(pattern) !== -1);
      const bare = text.replaceAll(BASE64, (run) => {
        if (!isHiding(run)) return run;
        const parts = run.split("/");
        // A part of a path; or base64 with a slash of its own.
        return parts.some(isHiding)
          ? parts.map((part) => (isHiding(part) ? sameShape(part, key) : part)).join("/")
          : sameShape(run, key);
      });
      let placeAt: ReturnType<typeof placesIn> | null = null;
      return bare.replaceAll(pattern, (found, at: number) => {
        const entry = find(found);
        if (entry === null) return found;
        if (LIKE_NAMES.has(entry.known.kind) && staysIn((placeAt ??= placesIn(bare))(at), entry.known, found))
          return found;
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

/** 1 is A, 27 is AA. */
function letters(count: number): string {
  const rest = Math.floor((count - 1) / 26);
  return `${rest === 0 ? "" : letters(rest)}${String.fromCodePoint(65 + ((count - 1) % 26))}`;
}

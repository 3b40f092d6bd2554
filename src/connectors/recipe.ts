/**
 * The schema of a recipe: how to sign in to one portal and where its accounts and bills are, as data. Validated strictly, so
 * that a mistake is refused with its path and line, and never goes to a portal.
 */
import { load } from "cheerio/slim";
import { z } from "zod";
import { readYaml, type YamlReading } from "../domain/yaml-file.ts";
import { CHALLENGE_KINDS, PORTAL_DETAILS } from "../records/codes.ts";
import type { UtilityCard } from "./contract.ts";
import { compileDayFormat } from "./day-format.ts";
import { patternField } from "../domain/pattern.ts";

const blank = load("");

/** True when using the text does not throw. */
function works(use: () => unknown): boolean {
  try {
    use();
    return true;
  } catch {
    return false;
  }
}

const Selector = z
  .string()
  .min(1)
  .refine((text) => works(() => blank(text)), "is not a CSS selector that can be read");
const Pattern = patternField({ ignoreCase: false });
const DayFormat = z
  .string()
  .refine((text) => compileDayFormat(text) !== null, "must name YYYY or YY, MMMM, MMM, MM or M, and DD or D once each");
const Host = z
  .string()
  .regex(/^(?=.*[a-z])[a-z0-9-]+(\.[a-z0-9-]+)+$/, "must be a host name in lower case, without scheme, port or path");

const PLACEHOLDERS = new Set(["{external_id}", "{acct_num}"]);
const Address = z.string().regex(/^(https:\/\/[a-z0-9.-]+)?\/(?!\/)[^\s#]*$/, "must be a path or an https address");
const plainAddress = Address.refine((text) => !/[{}]/.test(text), "takes no placeholder");
const accountAddress = Address.refine(
  (text) => (text.match(/\{[^}]*\}?/g) ?? []).every((found) => PLACEHOLDERS.has(found)),
  "may contain {external_id} and {acct_num}, nothing else in braces",
);

/**
 * All given conditions must hold. `url` is the path at which the visit ended, with `*` as a wildcard. `text` is searched in the
 * visible text.
 */
const When = z
  .strictObject({
    url: z.string().startsWith("/").optional(),
    status: z.int().min(100).max(599).optional(),
    selector: Selector.optional(),
    text: z.string().min(1).optional(),
    regex: Pattern.optional(),
  })
  .refine((when) => Object.keys(when).length > 0, "needs a condition: url, status, selector, text or regex");
export type When = z.infer<typeof When>;

const Refusal = z.strictObject({ kind: z.enum(PORTAL_DETAILS), when: When });
const Outcome = z.strictObject({ kind: z.enum(["success", ...PORTAL_DETAILS]), when: When });

const Texts = z.record(z.string().min(1), z.string());

/** A page that asks for more than the password. Checked when the sign-in ends as `mfa_required`. */
const Step = z.strictObject({
  kind: z.enum(CHALLENGE_KINDS),
  when: When,
  /** The text that the person reads. */
  prompt: Selector,
  form: Selector,
  /** Name of the form field for the answer; for a choice, of its list or radio buttons. */
  field: z.string().min(1),
  submit: Texts.default({}),
});
export type Step = z.infer<typeof Step>;

const SecondFactor = z.strictObject({
  /** The first match is the question. */
  steps: z.array(Step).min(1),
  /** Checked after an answer, before `login.outcomes`. `ended`: the sign-in must begin again. */
  refusals: z.array(z.strictObject({ kind: z.enum(["wrong", "ended"]), when: When })).min(1),
  /** The fields that ask the portal to remember this device, and the cookies by which it does; `*` in a name is a wildcard. */
  remember: z.strictObject({ fields: Texts.default({}), cookies: z.array(z.string().min(1)).min(1) }).optional(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

const fieldShape = {
  /** Within the row; the row itself when absent. */
  selector: Selector.optional(),
  /** The value of this attribute instead of the text. */
  attr: z.string().min(1).optional(),
  /** The first group, or the whole match. */
  regex: Pattern.optional(),
};
const Field = z.strictObject(fieldShape);
const OptionalField = z.strictObject({ ...fieldShape, optional: z.boolean().default(false) });
const DayField = z.strictObject({ ...fieldShape, format: DayFormat });
export type Field = z.infer<typeof Field>;
export type OptionalField = z.infer<typeof OptionalField>;

const LIST_PAGES_MAX = 100;
/** The time of each sign-in of a day is stored. */
const LOGINS_MAX = 5000;

const listShape = {
  rows: Selector,
  /** The condition of an empty list; without it a page without rows is a changed one. */
  empty: When.optional(),
  /** The link to the next page; the list ends when there is none. */
  next: Selector.optional(),
};

const RecipeShape = z.strictObject({
  version: z.int().positive(),
  match: z.strictObject({
    /** A visit begins at the first one. Absent for a utility of the sandbox. */
    hosts: z.array(Host).min(1).optional(),
    path_prefix: z
      .string()
      .regex(/^\/[^\s?#]*$/)
      .default("/"),
    /** Other hosts that a visit may use. */
    also_visits: z.array(Host).default([]),
  }),
  login: z.strictObject({
    page: plainAddress,
    form: Selector,
    /** Name of the form field, and its content. */
    fields: z.record(z.string().min(1), z.enum(["username", "password"])),
    /** Also submitted, such as the name of the button. */
    submit: Texts.default({}),
    /** The first match wins. */
    outcomes: z.array(Outcome).min(1),
  }),
  second_factor: SecondFactor.optional(),
  /** Checked on every page after the sign-in: an ended session, new terms, maintenance. */
  interruptions: z.array(Refusal).default([]),
  accounts: z.strictObject({
    page: plainAddress,
    ...listShape,
    fields: z.strictObject({ external_id: Field, acct_num: Field, service_address: OptionalField.optional() }),
  }),
  documents: z.strictObject({
    page: accountAddress,
    /** Lets a visit stop at the first page that is too old. Verified: a list in another order is a changed portal. */
    newest_first: z.boolean().default(false),
    /** Links to parts of the list, such as years; each is a list with its own next page. */
    groups: Selector.optional(),
    ...listShape,
    fields: z.strictObject({ external_id: Field, date: DayField, url: Field, name: Field.optional() }),
  }),
  sign_out: plainAddress.optional(),
  /** Temperatures that the utility publishes itself. Properties without coordinates that it serves look to this station. */
  weather: z.strictObject({ station: z.string().min(1), file: plainAddress }).optional(),
  limits: z.strictObject({
    delay_ms: z.int().min(0).max(60_000),
    /** Sign-ins with one login per day; 12 by default. */
    logins_per_day: z.int().positive().max(LOGINS_MAX).optional(),
    /** Sign-ins from this installation per day, with all logins together; unlimited by default. */
    utility_logins_per_day: z.int().positive().max(LOGINS_MAX).optional(),
    pages_max: z.int().positive().max(LIST_PAGES_MAX).default(LIST_PAGES_MAX),
  }),
});

type Portal = z.infer<typeof RecipeShape>;

/** How the portal of a utility is used, with the utility's own card. */
export type Recipe = UtilityCard & Portal;

/** Checks over several fields. */
const CHECKS: { path: string[]; holds: (recipe: Portal) => boolean; says: string }[] = [
  {
    path: ["login", "fields"],
    holds: ({ login }) =>
      ["username", "password"].every((part) => Object.values(login.fields).filter((put) => put === part).length === 1),
    says: "must name one field for username and one for password",
  },
  {
    path: ["login", "outcomes"],
    holds: ({ login }) => login.outcomes.some(({ kind }) => kind === "success"),
    says: "needs one of kind success",
  },
  {
    path: ["login", "outcomes"],
    holds: ({ login, second_factor }) =>
      second_factor === undefined || login.outcomes.some(({ kind }) => kind === "mfa_required"),
    says: "needs one of kind mfa_required, because there is a second_factor",
  },
  {
    path: ["match", "hosts"],
    holds: (recipe) => namedHosts(recipe).every((host) => hostsOf(recipe).includes(host)),
    says: "must list every host of the recipe's addresses (or match.also_visits must)",
  },
];

/** The schema for one utility: the sandbox has no hosts of its own. */
const portalOf = ({ sandbox }: UtilityCard) =>
  RecipeShape.superRefine((portal, context) => {
    const say = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    if ((portal.match.hosts === undefined) !== (sandbox === true))
      say(["match"], sandbox ? "has no hosts, because the utility is one of the sandbox" : "needs hosts");
    for (const { path, holds, says } of CHECKS) if (!holds(portal)) say(path, says);
  });

/** All hosts that a visit may use. */
export const hostsOf = ({ match }: Portal): string[] => [...(match.hosts ?? []), ...match.also_visits];

function namedHosts({ login, accounts, documents, sign_out }: Portal): string[] {
  const addresses = [login.page, accounts.page, documents.page, sign_out ?? "/"];
  return addresses.flatMap((address) => /^https:\/\/([^/]+)/.exec(address)?.[1] ?? []);
}

/** The recipe of a utility, or the faults of its text. */
export function parseRecipe(yaml: string, utility: UtilityCard): YamlReading<Recipe> {
  const read = readYaml(portalOf(utility), yaml);
  return read.ok ? { ok: true, value: { ...utility, ...read.value } } : read;
}

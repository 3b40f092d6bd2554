/** A recipe: how to sign in to one portal and where its accounts and bills stand, as data. Read strictly, so that a slip stops the start and not a visit. */
import { load } from "cheerio/slim";
import { parse, YAMLParseError } from "yaml";
import { z } from "zod";
import { StartError } from "../errors.ts";
import { CHALLENGE_KINDS, ENERGY_TYPES, PORTAL_DETAILS } from "../records/codes.ts";
import { compileDayFormat } from "./day-format.ts";
import { patternField } from "../domain/pattern.ts";

const blank = load("");

/** Whether the text throws nothing when it is used as what it is for. */
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
const TimeZone = z
  .string()
  .refine((zone) => works(() => new Intl.DateTimeFormat("en", { timeZone: zone })), "is not an IANA time zone");
const Host = z
  .string()
  .regex(/^(?=.*[a-z])[a-z0-9-]+(\.[a-z0-9-]+)+$/, "must be a host name in lower case, without scheme, port or path");

const PLACEHOLDERS = new Set(["{external_id}", "{acct_num}"]);
const Address = z.string().regex(/^(https:\/\/[a-z0-9.-]+)?\/(?!\/)[^\s#]*$/, "must be a path or an https address");
const plainAddress = Address.refine((text) => !/[{}]/.test(text), "takes no placeholder");
const accountAddress = Address.refine(
  (text) => (text.match(/\{[^}]*\}?/g) ?? []).every((found) => PLACEHOLDERS.has(found)),
  "may hold {external_id} and {acct_num}, nothing else in braces",
);

/** Every given condition must hold. `url` is the path the visit ended at, with `*` for anything. `text` is looked for as a person reads it. */
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

/** A page that asks for more than the password. Looked for wherever the sign-in ends as `mfa_required`. */
const Step = z.strictObject({
  kind: z.enum(CHALLENGE_KINDS),
  when: When,
  /** What the person who is asked will read. */
  prompt: Selector,
  form: Selector,
  /** Name of the form's field that takes the answer; of a choice, of its list or its round buttons. */
  field: z.string().min(1),
  submit: Texts.default({}),
});
export type Step = z.infer<typeof Step>;

const SecondFactor = z.strictObject({
  /** The first that holds is what is asked. */
  steps: z.array(Step).min(1),
  /** Looked for after an answer, before `login.outcomes`. `ended`: the sign-in must begin anew. */
  refusals: z.array(z.strictObject({ kind: z.enum(["wrong", "ended"]), when: When })).min(1),
  /** How the portal is told to ask this device no more, and the cookies it then knows it by; `*` in a name is anything. */
  remember: z.strictObject({ fields: Texts.default({}), cookies: z.array(z.string().min(1)).min(1) }).optional(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

const fieldShape = {
  /** Inside the row; the row itself when absent. */
  selector: Selector.optional(),
  /** The attribute's value in place of the text. */
  attr: z.string().min(1).optional(),
  /** The first group, or all that matched. */
  regex: Pattern.optional(),
};
const Field = z.strictObject(fieldShape);
const OptionalField = z.strictObject({ ...fieldShape, optional: z.boolean().default(false) });
const DayField = z.strictObject({ ...fieldShape, format: DayFormat });
export type Field = z.infer<typeof Field>;
export type OptionalField = z.infer<typeof OptionalField>;

const LIST_PAGES_MAX = 100;
/** Each sign-in of a day is remembered by its moment. */
const LOGINS_MAX = 5000;

const listShape = {
  rows: Selector,
  /** How the page says that there is nothing; without it an empty page is a changed one. */
  empty: When.optional(),
  /** The link to the next page; the list ends where there is none. */
  next: Selector.optional(),
};

const RecipeShape = z.strictObject({
  /** Stable for ever: accounts refer to it. */
  key: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"),
  version: z.int().positive(),
  name: z.string().min(1),
  energy_types: z.array(z.enum(ENERGY_TYPES)).min(1),
  time_zone: TimeZone,
  match: z.strictObject({
    /** The first is where a visit begins. */
    hosts: z.array(Host).min(1).optional(),
    sandbox: z.literal(true).optional(),
    path_prefix: z
      .string()
      .regex(/^\/[^\s?#]*$/)
      .default("/"),
    /** Other hosts that a visit may be led to. */
    also_visits: z.array(Host).default([]),
  }),
  login: z.strictObject({
    page: plainAddress,
    form: Selector,
    /** Name of the form's field: what goes into it. */
    fields: z.record(z.string().min(1), z.enum(["username", "password"])),
    /** Sent besides, such as the name of the button. */
    submit: Texts.default({}),
    /** The first that holds wins. */
    outcomes: z.array(Outcome).min(1),
  }),
  second_factor: SecondFactor.optional(),
  /** Looked for on every page after the sign-in: a session that ended, new terms, maintenance. */
  interruptions: z.array(Refusal).default([]),
  accounts: z.strictObject({
    page: plainAddress,
    ...listShape,
    fields: z.strictObject({ external_id: Field, acct_num: Field, service_address: OptionalField.optional() }),
  }),
  documents: z.strictObject({
    page: accountAddress,
    /** Declared, it lets a visit stop at the first page that is too old. Checked: a list out of order is a changed one. */
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
    /** Sign-ins with one login in a day; 12 where nothing is said. */
    logins_per_day: z.int().positive().max(LOGINS_MAX).optional(),
    /** Sign-ins from this installation in a day, with all logins together; without it as many as there are logins. */
    utility_logins_per_day: z.int().positive().max(LOGINS_MAX).optional(),
    pages_max: z.int().positive().max(LIST_PAGES_MAX).default(LIST_PAGES_MAX),
  }),
});

export type Recipe = z.infer<typeof RecipeShape>;

/** What no single field can tell. */
const CHECKS: { path: string[]; holds: (recipe: Recipe) => boolean; says: string }[] = [
  {
    path: ["match"],
    holds: ({ match }) => (match.hosts === undefined) === (match.sandbox === true),
    says: "needs either hosts or sandbox: true",
  },
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
    says: "needs one of kind mfa_required, for there is a second_factor",
  },
  {
    path: ["match", "hosts"],
    holds: (recipe) => namedHosts(recipe).every((host) => hostsOf(recipe).includes(host)),
    says: "must list every host of the recipe's addresses (or match.also_visits must)",
  },
];

const Recipe = RecipeShape.superRefine((recipe, context) => {
  for (const { path, holds, says } of CHECKS) {
    if (!holds(recipe)) context.addIssue({ code: "custom", path, message: says });
  }
});

/** All hosts a visit may touch. */
export const hostsOf = ({ match }: Recipe): string[] => [...(match.hosts ?? []), ...match.also_visits];

function namedHosts({ login, accounts, documents, sign_out }: Recipe): string[] {
  const addresses = [login.page, accounts.page, documents.page, sign_out ?? "/"];
  return addresses.flatMap((address) => /^https:\/\/([^/]+)/.exec(address)?.[1] ?? []);
}

/** Reads a recipe. @throws StartError that names the file and, for each fault, the path in it and what was found wrong. */
export function readRecipe(yaml: string, file: string): Recipe {
  const result = Recipe.safeParse(parseYaml(yaml, file));
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `${path.join(".") || "the recipe"}: ${message}`);
  throw new StartError(`The recipe ${file} cannot be used. ${faults.join("; ")}.`);
}

function parseYaml(yaml: string, file: string): unknown {
  try {
    return parse(yaml);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new StartError(`The recipe ${file} is not YAML that can be read. ${error.message}`, { cause: error });
  }
}

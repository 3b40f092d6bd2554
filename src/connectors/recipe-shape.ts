/** The fields of a recipe: how to sign in to one portal and where its accounts and bills are, as data. */
import { z } from "zod";
import { CHALLENGE_KINDS, PORTAL_DETAILS } from "../records/codes.ts";
import type { UtilityCard } from "./contract.ts";
import type { PortalRequest, Step } from "./recipe-parts.ts";
import {
  DayField,
  Field,
  HeaderTexts,
  HostName,
  OptionalField,
  PatternText,
  PlainAddress,
  RequestText,
  RowValues,
  SelectorText,
  stepOf,
  Steps,
  Texts,
  Values,
  When,
} from "./recipe-parts.ts";

const Refusal = z.strictObject({ kind: z.enum(PORTAL_DETAILS), when: When });
const Outcome = z.strictObject({ kind: z.enum(["success", ...PORTAL_DETAILS]), when: When });

/** The sign-in on one page with one form, or step by step; the password goes into one of the steps. */
const Login = z
  .strictObject({
    page: RequestText.optional(),
    form: SelectorText.optional(),
    /** Name of the form field, and the value that goes in. */
    fields: z.record(z.string().min(1), z.enum(["username", "password"])).optional(),
    submit: Texts.optional(),
    steps: Steps.optional(),
    /** Of the last answer. The first match wins. */
    outcomes: z.array(Outcome).min(1),
    /** Read from the answer that shows success. */
    values: Values,
  })
  .refine(
    ({ page, form, fields, steps }) =>
      steps === undefined
        ? page !== undefined && form !== undefined && fields !== undefined
        : form === undefined && fields === undefined,
    "needs page, form and fields, or steps",
  )
  .transform(({ page, form, fields = {}, submit = {}, steps = [], outcomes, values }) => ({
    steps: [
      ...(page === undefined ? [] : [stepOf(page)]),
      ...(form === undefined ? [] : [{ form, fields, submit, optional: false, values: {} } satisfies Step]),
      ...steps,
    ],
    outcomes,
    values,
  }));
export type Login = z.infer<typeof Login>;

/** The mail that brings a code, for those who let it be read from a mailbox. */
const CodeMail = z.strictObject({
  /** Addresses and domains, with those below them; without any, the domain of the card's website. An empty one is left out. */
  from: z
    .array(
      z
        .string()
        .max(320)
        .toLowerCase()
        .regex(/^$|^([^\s@,;<>]{1,64}@)?[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,10}$/, "must be an address or a domain"),
    )
    .max(20)
    .default([])
    .transform((senders) => senders.filter((sender) => sender !== "")),
  /** Part of its subject, case ignored. */
  subject: z.string().min(1).max(200).optional(),
  /** The first group, else the whole match, is the code. Without it: the only number of four to eight digits near the word code. */
  code: PatternText.optional(),
});

/** A page that asks for more than the password. Checked when the sign-in ends as `mfa_required`. */
const Question = z
  .strictObject({
    kind: z.enum(CHALLENGE_KINDS),
    when: When,
    /** The text that the person reads; `say` where the portal has its own in a script. */
    prompt: z.union([SelectorText, z.strictObject({ say: z.string().min(1).max(300) })]),
    form: SelectorText.optional(),
    /** Name of the form field for the answer; for a choice, of its list or radio buttons. */
    field: z.string().min(1).optional(),
    submit: Texts.default({}),
    /** What sends the answer where there is no form, with `{answer}` in it. */
    page: RequestText.optional(),
    /** Read from the answer of the portal to a right one; what is `optional` may be missing, as where another question follows. */
    values: Values,
    /** What follows a right answer before the sign-in goes on, also with `{answer}`. */
    after: Steps.optional(),
    /** The choices where there is no form. */
    options: z.strictObject({ rows: SelectorText, label: Field, value: Field }).optional(),
    /** Of an approval: holds on the answer of `page` once the person has decided. Without it, once `when` no longer holds. */
    until: When.optional(),
    /** Of an approval: how long to wait before `page` is asked again. */
    every_ms: z.int().min(500).max(10_000).default(3000),
    /** Of a code that may come by mail. */
    mail: CodeMail.optional(),
  })
  .refine(({ kind, mail }) => kind === "code" || mail === undefined, "is no code, so that no mail brings it")
  .refine(({ kind, page }) => kind !== "approval" || page !== undefined, "is an approval, which needs page")
  .refine(
    ({ form, field, page }) =>
      page === undefined ? form !== undefined && field !== undefined : form === undefined && field === undefined,
    "needs form and field, or page",
  );
export type Question = z.infer<typeof Question>;

const SecondFactor = z.strictObject({
  /** The first match is the question. */
  steps: z.array(Question).min(1),
  /** Checked after an answer, before `login.outcomes`. `ended`: the sign-in must begin again. */
  refusals: z.array(z.strictObject({ kind: z.enum(["wrong", "ended"]), when: When })).min(1),
  /** The fields that ask the portal to remember this device, and the cookies by which it does; `*` in a name is a wildcard. */
  remember: z.strictObject({ fields: Texts.default({}), cookies: z.array(z.string().min(1)).min(1) }).optional(),
});
/** The session of a visit that did what it was for, used by the next one instead of a sign-in, as long as the portal lets it. */
const KeptSession = z.strictObject({
  /** What such a visit asks for first. */
  check: RequestText,
  /** Holds on the answer of a portal that still knows the session. */
  when: When,
  /** How long it is kept at most. */
  hours: z.int().positive().max(720).default(24),
});

export type SecondFactor = z.infer<typeof SecondFactor>;

/** What a visit does when its session is old, before the portal ends it. */
const Renew = z.strictObject({
  /** How old the session may become, since the sign-in or the last renewal. */
  after_seconds: z.int().positive().max(86_400),
  steps: Steps,
});
export type Renew = z.infer<typeof Renew>;

const LIST_PAGES_MAX = 100;
/** The time of each sign-in of a day is stored. */
const LOGINS_MAX = 5000;
/** As METERBOOK_VISITS_PER_MINUTE. */
const VISITS_PER_MINUTE_MAX = 1000;

/** How a list goes on: by an element that leads to the next page, by a value of the answer, or by counting pages. */
const Next = z.union([
  SelectorText.transform((link) => ({ link })),
  /** The request takes it as `{next}`. The list ends without it, or where `more` finds nothing. */
  z.strictObject({ token: Field, more: SelectorText.optional() }),
  /** The request takes the number as `{page}` and the count of rows so far as `{offset}`. */
  z.strictObject({ number_from: z.int().min(0), pages: Field.optional() }),
]);
export type Next = z.infer<typeof Next>;

/** Also as the text that a parameter of a family leaves in its quotes. */
const number = (shape: z.ZodType<number>) =>
  z.preprocess((given) => (typeof given === "string" && /^\d{1,9}$/.test(given) ? Number(given) : given), shape);

const listShape = {
  /** What shows the list, */
  page: RequestText.optional(),
  /** or the steps that lead to it. */
  steps: Steps.optional(),
  rows: SelectorText,
  /** The condition of an empty list; without it an answer without rows is a changed portal. */
  empty: When.optional(),
  next: Next.optional(),
  /** Holds on the last page of a whole list: a list that ends elsewhere has changed. */
  end: When.optional(),
  /** How many rows the portal says there are. */
  count: Field.optional(),
  values: RowValues,
};

interface ListStart {
  page?: PortalRequest | undefined;
  steps?: Step[] | undefined;
}

const hasStart = ({ page, steps }: ListStart): boolean => page !== undefined || steps !== undefined;
const START = "needs page or steps";
const startOf = <List extends ListStart>({ page, steps = [], ...list }: List) => ({
  ...list,
  steps: [...steps, ...(page === undefined ? [] : [stepOf(page)])],
});

/** What gets the file of a bill where its link does not. */
const FileShape = z
  .strictObject({
    page: RequestText.optional(),
    steps: Steps.optional(),
    /** The place of the file in the last answer, written as base64. */
    base64: SelectorText.optional(),
  })
  .refine(hasStart, START)
  .transform(startOf);

export const MatchShape = z.strictObject({
  /** A visit begins at the first one. Absent for a utility of the sandbox. */
  hosts: z.array(HostName).min(1).optional(),
  path_prefix: z
    .string()
    .regex(/^\/[^\s?#]*$/)
    .default("/"),
  /** Other hosts that a visit may use. */
  also_visits: z.array(HostName).default([]),
});

/** Temperatures that the utility publishes itself. Properties without coordinates that it serves look to this station. */
export const WeatherShape = z.strictObject({ station: z.string().min(1), file: PlainAddress });

export const LimitsShape = z.strictObject({
  delay_ms: number(z.int().min(0).max(60_000)),
  /** Sign-ins with one login per day; 12 by default. */
  logins_per_day: number(z.int().positive().max(LOGINS_MAX)).optional(),
  /** Sign-ins from this installation per day, with all logins together; unlimited by default. */
  utility_logins_per_day: z.int().positive().max(LOGINS_MAX).optional(),
  /** Visits for new bills that begin in a minute; METERBOOK_VISITS_PER_MINUTE by default. */
  visits_per_minute: z.int().positive().max(VISITS_PER_MINUTE_MAX).optional(),
  pages_max: z.int().positive().max(LIST_PAGES_MAX).default(LIST_PAGES_MAX),
});

export const RecipeShape = z.strictObject({
  version: z.int().positive(),
  match: MatchShape,
  /** `browser` for pages that only scripts make: the same steps, in a real browser. */
  transport: z.enum(["http", "browser"]).default("http"),
  /** Sent with every request, from when the values in it are known. */
  headers: HeaderTexts,
  login: Login,
  second_factor: SecondFactor.optional(),
  /** Checked on every answer after the sign-in: an ended session, new terms, maintenance. */
  interruptions: z.array(Refusal).default([]),
  accounts: z
    .strictObject({
      ...listShape,
      fields: z.strictObject({ external_id: Field, acct_num: Field, service_address: OptionalField.optional() }),
    })
    .refine(hasStart, START)
    .transform(startOf),
  documents: z
    .strictObject({
      ...listShape,
      /** Lets a visit stop at the first page that is too old. Verified: a list in another order is a changed portal. */
      newest_first: z.boolean().default(false),
      /** Links to parts of the list, such as years; each is a list with its own next page, which a link leads to. */
      groups: SelectorText.optional(),
      fields: z.strictObject({ external_id: Field, date: DayField, url: Field.optional(), name: Field.optional() }),
      /** The account number that the page of the list shows: that of another account is a changed portal. */
      shown_acct_num: Field.optional(),
      file: FileShape.optional(),
    })
    .refine(hasStart, START)
    .refine(({ fields, file }) => fields.url !== undefined || file !== undefined, "needs fields.url or file")
    .transform(startOf),
  sign_out: RequestText.optional(),
  /** Where it is given, a visit that was good does not sign out. */
  session: KeptSession.optional(),
  /** For a session that ends while a visit is still under way. */
  renew: Renew.optional(),
  weather: WeatherShape.optional(),
  limits: LimitsShape,
});

export type Portal = z.infer<typeof RecipeShape>;

/** How the portal of a utility is used, with the utility's own card. */
export type Recipe = UtilityCard & Portal;

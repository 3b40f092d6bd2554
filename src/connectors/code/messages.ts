/** The messages that the code of a connector may send to the service: each is checked by these schemas before it is used. */
import { z } from "zod";
import { CHALLENGE_KINDS, PORTAL_DETAILS } from "../../records/codes.ts";
import { ROWS_MAX, LETTERS_MAX } from "../list-limits.ts";
import { singleSpaced } from "../page.ts";
import { HeaderTexts, OptionalField, SelectorText, Texts } from "../recipe-parts.ts";
import { DIGEST_WAYS } from "./secrets.ts";

const FIELDS_MAX = 300;
const TEXT_MAX = 200_000;

const Few = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .record(z.string().min(1).max(500), shape)
    .refine((record) => Object.keys(record).length <= FIELDS_MAX, "has too many");

const Request = z
  .strictObject({
    url: z.string().min(1).max(4000),
    method: z.enum(["GET", "POST", "PUT", "PATCH"]).optional(),
    headers: HeaderTexts,
    form: Few(z.string().max(TEXT_MAX)).optional(),
    json: z.json().optional(),
    text: z.string().max(TEXT_MAX).optional(),
    type: z
      .string()
      .regex(/^[\w.+-]+\/[\w.+-]+(; ?charset=[\w-]+)?$/)
      .default("text/plain"),
    any_status: z.literal(true).optional(),
  })
  .refine(
    ({ form, json, text }) => [form, json, text].filter((body) => body !== undefined).length <= 1,
    "has one body: form, json or text",
  );
export type CodeRequest = z.infer<typeof Request>;

const Selector = z.string().max(1000).pipe(SelectorText);

const Making = z.strictObject({
  way: z.enum(DIGEST_WAYS),
  text: z.string().max(TEXT_MAX),
  key: z.string().max(10_000).optional(),
  salt: z.string().max(10_000).optional(),
  iterations: z.int().positive().max(600_000).optional(),
  bits: z.int().min(64).max(1024).multipleOf(8).optional(),
  public_key: z.string().max(10_000).optional(),
  as: z.enum(["hex", "base64", "base64url"]).optional(),
});

const of = { call: z.int(), ask: z.int() };

export const Ask = z.discriminatedUnion("verb", [
  z.strictObject({ ...of, verb: z.literal("page"), request: Request }),
  z.strictObject({ ...of, verb: z.literal("file"), request: Request }),
  z.strictObject({ ...of, verb: z.literal("form"), selector: Selector, fields: Few(z.string()), submit: Texts }),
  z.strictObject({ ...of, verb: z.literal("follow"), selector: Selector }),
  z.strictObject({ ...of, verb: z.literal("rows"), selector: Selector, fields: Few(OptionalField) }),
  z.strictObject({ ...of, verb: z.literal("says"), text: z.string().min(1).max(1000) }),
  z.strictObject({ ...of, verb: z.literal("cookie"), name: z.string().min(1).max(200) }),
  z.strictObject({ ...of, verb: z.literal("digest"), making: Making }),
]);
export type Ask = z.infer<typeof Ask>;

const Thrown = z.strictObject({
  name: z.string().max(100),
  message: z.string(),
  line: z.int().positive().nullable(),
  column: z.int().positive().nullable(),
});
const Refused = z.strictObject({
  kind: z.enum(PORTAL_DETAILS).exclude(["quota_exceeded"]),
  says: z.string().max(1000).optional(),
  why: z.string().max(1000).optional(),
});
export type Thrown = z.infer<typeof Thrown>;
export type Refused = z.infer<typeof Refused>;

export const METHODS = ["signIn", "answer", "accounts", "bills", "file", "signOut"] as const;
export type Method = (typeof METHODS)[number];

const Failed = z.union([z.strictObject({ refused: Refused }), Thrown]);

/** Every message that asks for nothing. The result of a method (`done`) is checked by the schema of the method. */
export const Message = z.union([
  z.strictObject({ ready: z.array(z.enum(METHODS)) }),
  z.strictObject({ broken: Failed }),
  z.strictObject({ call: z.int(), note: z.string().max(TEXT_MAX) }),
  z.strictObject({ call: z.int(), failed: Failed }),
  z.strictObject({ call: z.int(), done: z.unknown() }),
]);

const Text = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => singleSpaced(text))
    .refine((text) => text !== "", "is empty");
const list = { count: z.int().min(0).optional(), is_empty: z.literal(true).optional() };

const SOURCE_LETTERS_MAX = 4000;
const Source = z
  .json()
  .refine((value) => JSON.stringify(value).length <= SOURCE_LETTERS_MAX, `has more than ${SOURCE_LETTERS_MAX} letters`);

export const AccountList = z.strictObject({
  accounts: z
    .array(
      z.strictObject({
        external_id: Text(LETTERS_MAX.external_id),
        acct_num: Text(LETTERS_MAX.acct_num),
        service_address: Text(LETTERS_MAX.service_address).nullable().default(null),
      }),
    )
    .max(ROWS_MAX),
  ...list,
});

export const BillList = z.strictObject({
  bills: z
    .array(
      z.strictObject({
        external_id: Text(LETTERS_MAX.external_id),
        date: z.iso.date(),
        name: Text(200).optional(),
        source: Source.optional(),
      }),
    )
    .max(ROWS_MAX),
  shown_acct_num: Text(100).optional(),
  ...list,
});

export const FileResult = z.union([
  z.strictObject({
    file: z.int(),
    status: z.int(),
    type: z.string().nullable(),
    bytes: z.int(),
    shown_acct_num: Text(100).optional(),
  }),
  z.strictObject({
    base64: z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/),
    type: z.string().max(100).optional(),
    name: z.string().max(300).optional(),
    shown_acct_num: Text(100).optional(),
  }),
]);

const Question = z.strictObject({
  kind: z.enum(CHALLENGE_KINDS),
  prompt: Text(1000),
  options: z.array(Text(200)).min(1).max(50).optional(),
  state: z
    .json()
    .refine((value) => JSON.stringify(value).length <= 50_000, "has more than 50000 letters")
    .default(null),
});
export type CodeQuestion = z.infer<typeof Question>;

export const SignInResult = Question.nullable();
export const AnswerResult = z.union([z.literal("ended"), Question]).nullable();

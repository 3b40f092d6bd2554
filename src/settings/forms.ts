/** The forms that several settings share: how the text of the environment becomes a value. */
import { resolve } from "node:path";
import { z } from "zod";
import { cutEnd } from "../domain/text.ts";

export const text = z.string().min(1);
/** Of a file or a folder; one that is not absolute begins at the working folder. */
export const path = text.transform((value) => resolve(value));
export const url = z.url({ protocol: /^https?$/ }).transform((value) => cutEnd(value, /\//));
/** Without user, password, query and fragment: what a server asks for beside its address is a setting of its own. */
export const bareUrl = url.refine((value) => !/[@?#]/.test(value));
export const bucketName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/);
export const keyPrefix = z.string().regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/);
/** 64 hexadecimal digits, or base64 of 32 bytes. */
export const keyText = z.string().regex(/^([0-9a-fA-F]{64}|[A-Za-z0-9+/_-]{43}=?)$/);
/** The names that useradd accepts. */
export const systemAccount = z.string().regex(/^(?!(?:root|nobody)$)[a-z_][a-z0-9_-]{0,30}$/);
export const yesNo = z.enum(["true", "false"]).transform((value) => value === "true");

/** Decimal digits alone: as a number, a blank text would be 0. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().int().min(min).max(max));
export const port = wholeNumber(0, 65_535);
/** `http://host:port` without a path: only this origin is used. */
export const oneOrigin = z
  .url({ protocol: /^https?$/ })
  .refine((value) => URL.parse(value)?.href === `${URL.parse(value)?.origin}/`)
  .transform((value) => new URL(value).origin);

/** The roles that a process can have. */
const ROLES = ["api", "workers"] as const;
export const roles = z
  .string()
  .transform((list) => list.split(",").map((role) => role.trim()))
  .pipe(z.array(z.enum(ROLES)).min(1));

/** One setting. `schema` turns the text of the environment into the value; `sentence` says what it is for, `form` what its text must be. */
export interface Setting<T, Fallback extends string | null = string | null> {
  name: string;
  schema: z.ZodType<T>;
  /** The default, as text of the environment; null: optional and absent. */
  fallback: Fallback;
  sentence: string;
  form: string;
  secret?: true;
  /** Processes that share a database must have the same: `src/operations/processes.ts` compares it. */
  shared?: true;
}

export const setting = <T, Fallback extends string | null>(value: Setting<T, Fallback>): Setting<T, Fallback> => value;

interface Count {
  min: number;
  max: number;
  fallback: string;
  /** What 0 means, such as `for no limit`. */
  zero?: string;
  shared?: true;
}

/** A setting that is a whole number. */
export function count(name: string, { min, max, fallback, zero, shared }: Count, sentence: string) {
  const range = `a whole number from ${min} to ${max}`;
  const form = zero === undefined ? range : `${range}; 0 ${zero}`;
  return setting({ name, schema: wholeNumber(min, max), fallback, form, sentence, shared });
}

/** Exact origins as a browser sends them, separated by commas. */
export const origins = z.string().transform((list, context): string[] => {
  const given = list.split(",").flatMap((each) => (each.trim() === "" ? [] : [each.trim()]));
  if (given.some((origin) => !isWebOrigin(origin))) context.addIssue("not an origin");
  return given;
});

const isWebOrigin = (origin: string): boolean => /^https?:/.test(origin) && URL.parse(origin)?.origin === origin;

/** The forms that several settings share: how the text of the environment becomes a value. */
import { z } from "zod";

export const port = z.coerce.number().int().min(0).max(65535);
export const text = z.string().min(1);
export const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));
/** No user, password or query: what opens the store stands in settings of its own. */
export const storeUrl = url.refine((value) => !/[@?#]/.test(value));
export const bucketName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/);
export const keyPrefix = z.string().regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/);
/** 64 hexadecimal digits, or base64 of 32 bytes. */
export const keyText = z.string().regex(/^([0-9a-fA-F]{64}|[A-Za-z0-9+/_-]{43}=?)$/);
/** As useradd takes them. */
export const systemAccount = z.string().regex(/^(?!(?:root|nobody)$)[a-z_][a-z0-9_-]{0,30}$/);
export const yesNo = z.enum(["true", "false"]).transform((value) => value === "true");

export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
/** `http://host:port`, and nothing after it: only this origin may be reached. */
export const sandboxOrigin = z
  .url({ protocol: /^https?$/ })
  .refine((value) => URL.parse(value)?.href === `${URL.parse(value)?.origin}/`)
  .transform((value) => new URL(value).origin);

/** What a process can be there for. */
const ROLES = ["api", "workers"] as const;
export const roles = z
  .string()
  .transform((list) => list.split(",").map((role) => role.trim()))
  .pipe(z.array(z.enum(ROLES)).min(1));

/** Which part of a refusal has no place beside a field of the form. */
import { fieldErrorsOf } from "../data/meterbook.ts";

/** The error, or null when each of its sentences already stands at one of these fields. */
export function errorBesideFields(error: unknown, fields: readonly string[]): unknown {
  if (error === null || error === undefined) return null;
  const named = Object.keys(fieldErrorsOf(error));
  return named.length > 0 && named.every((name) => fields.includes(name)) ? null : error;
}

/** The client of the service that served this page. The browser sends the session's cookie by itself. */
import { createMeterbook, MeterbookError } from "@meterbook/client";

export const meterbook = createMeterbook({ baseUrl: location.origin, maxRetries: 2, maxWaitMs: 10_000 });

/** True when the service asks for a sign-in. */
export const isSignedOut = (error: unknown): boolean => error instanceof MeterbookError && error.status === 401;

/** What went wrong, as the service says it: for people, so without its address and status. */
export function messageOf(error: unknown): string {
  if (!(error instanceof MeterbookError)) return error instanceof Error ? error.message : String(error);
  const fields = error.errors.map(({ detail }) => detail);
  return fields.length > 0 ? fields.join(" ") : (error.detail ?? `${error.title}.`);
}

/** What the service says about each field of a form, by the name of the field. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof MeterbookError)) return {};
  return Object.fromEntries(error.errors.map(({ pointer, detail }) => [pointer.split("/")[1] ?? "", detail]));
}

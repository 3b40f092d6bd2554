/** The client of the service that served this page. The browser sends the session's cookie by itself. */
import { createMeterbook, MeterbookError } from "@meterbook/client";
import { sentenceFor, sentenceText, type ServiceSentence } from "../words/service-sentence.ts";

export const meterbook = createMeterbook({ baseUrl: location.origin, maxRetries: 2, maxWaitMs: 10_000 });

/** True when the service asks for a sign-in. */
export const isSignedOut = (error: unknown): boolean => error instanceof MeterbookError && error.status === 401;

/** What went wrong, in the language of the reader: for people, so without its address and status. Each sentence once. */
export function sentencesOfError(error: unknown): ServiceSentence[] {
  if (!(error instanceof MeterbookError))
    return [{ text: error instanceof Error ? error.message : String(error), original: null }];
  const fields = [...new Set(error.errors.map(({ detail }) => detail))];
  const sentences = fields.length > 0 ? fields : [error.detail ?? `${error.title}.`];
  return sentences.map((sentence) => sentenceFor(sentence, error.slug));
}

/** The same in one text. */
export const messageOf = (error: unknown): string =>
  sentencesOfError(error)
    .map(({ text, original }) => (original === null ? text : `${text} (${original})`))
    .join(" ");

/** What the service says about each field of a form, by the name of the field. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof MeterbookError)) return {};
  return Object.fromEntries(
    error.errors.map(({ pointer, detail }) => [pointer.split("/")[1] ?? "", sentenceText(detail, error.slug)]),
  );
}

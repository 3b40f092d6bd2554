/** Decides about which readings a language model is asked, and what is shown of one that is not accepted. */
import type { Decimal, Finding, Reading } from "../../records/statement.ts";
import { addDecimals, multiplyDecimals, roundDecimal } from "../decimal.ts";

/**
 * True when no template matched, and what the other reader made of the pages, if anything, is not accepted. A template that matched
 * and failed says what is wrong with the bill or its layout: another reading could hide that. A file without pages has no such
 * finding. `findings` are those of the reader and of the rules.
 */
export const mayAskModel = ({ findings }: Pick<Reading, "findings">): boolean =>
  findings.some(({ name }) => name === "no_template") &&
  findings.some(({ name, severity }) => severity === "error" && !OF_NO_READER.has(name));

/** Errors that no other reading of the same words can mend. */
const OF_NO_READER = new Set([
  "low_confidence",
  "not_confirmed",
  "account_unknown",
  "account_number_differs",
  "meter_of_other_account",
  "quota_exceeded",
  "replaces_bill",
]);

/** What a model, and asking it, adds to the findings of a document. */
const OF_MODEL = new Set([
  "read_by_model",
  "model_not_accepted",
  "model_not_reached",
  "model_refused",
  "model_answer_unusable",
  "model_limit_reached",
  "model_bill_too_long",
]);

/** The findings of the earlier readers, and what became of asking the model. */
export function withModelFindings(earlier: readonly Finding[], findings: readonly Finding[]): Finding[] {
  const said = new Set(findings.map(({ name, detail }) => `${name} ${detail}`));
  const kept = earlier.filter(({ name, detail }) => !OF_MODEL.has(name) && !said.has(`${name} ${detail}`));
  return [...kept, ...findings];
}

const NAMED_MAX = 8;

/** The finding on a reading of the model that is not accepted. Its findings say what a value contradicts; they are named, with the first in full. */
export function modelNotAccepted(model: string, findings: readonly Finding[]): Finding {
  const errors = findings.filter(({ severity }) => severity === "error");
  const names = [...new Set(errors.map(({ name }) => name))].slice(0, NAMED_MAX).join(", ");
  const first = errors[0] === undefined ? "" : ` ${errors[0].detail}`;
  const detail = `The language model ${model} was asked, and its reading is not accepted: ${names}.${first}`;
  return { name: "model_not_accepted", severity: "warning", detail };
}

/** Who must act when the model gave no answer, as a finding. */
export const NO_ANSWER: Record<"away" | "away_too_long" | "refused" | "unusable", { name: string; who: string }> = {
  away: { name: "model_not_reached", who: "It is asked again later." },
  away_too_long: {
    name: "model_not_reached",
    who: "It is not asked again by itself. To ask it again, read the document again.",
  },
  refused: { name: "model_refused", who: "The operator of the service must correct its settings." },
  unusable: { name: "model_answer_unusable", who: "It is not asked again." },
};

/** Prices of a million tokens; null when none are set. */
export interface TokenPrices {
  modelInputPrice: Decimal | null;
  modelOutputPrice: Decimal | null;
}

const MILLIONTH: Decimal = "0.000001";

/** In the currency of the prices, to the millionth; null when a price or a number of tokens is not known. */
export function costOf(
  { input_tokens, output_tokens }: { input_tokens: number | null; output_tokens: number | null },
  { modelInputPrice, modelOutputPrice }: TokenPrices,
): Decimal | null {
  if (input_tokens === null || output_tokens === null || modelInputPrice === null || modelOutputPrice === null)
    return null;
  const parts = [multiplyDecimals(input_tokens, modelInputPrice), multiplyDecimals(output_tokens, modelOutputPrice)];
  return roundDecimal(multiplyDecimals(addDecimals(parts), MILLIONTH), 6);
}

/** The settings of a language model that is asked about bills that no reader could read. Off until an address is set. */
import { z } from "zod";
import { count, setting, bareUrl } from "./forms.ts";

/** Names such as `llama3.1:8b` and `org/model@rev`. */
const modelName = z.string().regex(/^[\w./:@+-]{1,100}$/);
const modelKey = z.string().regex(/^[\x21-\x7e]{1,1000}$/);
const price = z.string().regex(/^\d{1,6}(?:\.\d{1,6})?$/);

export const LANGUAGE_MODEL_SETTINGS = {
  modelUrl: setting({
    name: "METERBOOK_MODEL_URL",
    schema: bareUrl,
    fallback: null,
    form: "a URL such as http://127.0.0.1:11434/v1, without user and query",
    sentence:
      "API of a language model in the form of chat completions. Set: the text of bills that no reader could read, with names, addresses and account numbers, is sent there; see docs/operate.md. Absent: nothing is sent.",
    shared: true,
  }),
  modelName: setting({
    name: "METERBOOK_MODEL_NAME",
    schema: modelName,
    fallback: null,
    form: "the name of a model, without spaces",
    sentence: "Name by which its server knows the model; goes with METERBOOK_MODEL_URL. Bills keep it.",
    shared: true,
  }),
  modelKey: setting({
    name: "METERBOOK_MODEL_KEY",
    schema: modelKey,
    fallback: null,
    form: "a text without spaces",
    sentence: "Key for the server of the model, sent as a bearer token; never logged. Absent: none is sent.",
    secret: true,
  }),
  modelInputPrice: setting({
    name: "METERBOOK_MODEL_INPUT_PRICE",
    schema: price,
    fallback: null,
    form: "a number such as 0.15",
    sentence: "Price of a million tokens that are sent, in your currency; goes with METERBOOK_MODEL_OUTPUT_PRICE.",
  }),
  modelOutputPrice: setting({
    name: "METERBOOK_MODEL_OUTPUT_PRICE",
    schema: price,
    fallback: null,
    form: "a number such as 0.60",
    sentence: "Price of a million tokens of answers. Absent: costs are not calculated.",
  }),
  modelQuestionsPerDay: count(
    "METERBOOK_MODEL_QUESTIONS_PER_DAY",
    { min: 0, max: 1_000_000, fallback: "200" },
    "Documents of one company about which the model is asked on one day (UTC); the others wait for the next.",
  ),
  modelPagesMax: count(
    "METERBOOK_MODEL_PAGES_MAX",
    { min: 1, max: 200, fallback: "12" },
    "A file with more pages is not sent to the model.",
  ),
  modelInputTokensMax: count(
    "METERBOOK_MODEL_INPUT_TOKENS_MAX",
    { min: 1000, max: 1_000_000, fallback: "30000" },
    "A bill with more text than about so many tokens is not sent to the model.",
  ),
  modelOutputTokensMax: count(
    "METERBOOK_MODEL_OUTPUT_TOKENS_MAX",
    { min: 500, max: 100_000, fallback: "12000" },
    "Tokens that the model may answer with.",
  ),
  modelTimeoutSeconds: count(
    "METERBOOK_MODEL_TIMEOUT_SECONDS",
    { min: 1, max: 1800, fallback: "180" },
    "An answer of the model that takes longer is not waited for, and the question is asked again later.",
  ),
  modelQuestionsAtOnce: count(
    "METERBOOK_MODEL_QUESTIONS_AT_ONCE",
    { min: 1, max: 16, fallback: "1" },
    "Questions that this process asks the model at the same time.",
  ),
};

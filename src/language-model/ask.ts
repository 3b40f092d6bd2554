/** Asks the operator's language model in the form of chat completions. Whatever its server does ends in an answer or a reason, in bounded time and size. */
import { z } from "zod";
import { OutboundError, type Outbound } from "../outbound/outbound.ts";

/** What is sent. `schema` is the JSON Schema of the answer. */
export interface Question {
  instructions: string;
  text: string;
  schema: Record<string, unknown>;
}

/**
 * Who must act when there is no answer. `away`: only time helps. `refused`: the operator. `unusable`: no one, the same question would
 * get the same answer.
 */
export type NoAnswer = "away" | "refused" | "unusable";

/** Tokens as the server counts them; null when it does not say. */
export interface TokensUsed {
  input_tokens: number | null;
  output_tokens: number | null;
}

export type Answered =
  | ({ ok: true; text: string } & TokensUsed)
  /** `reason` completes the sentence "it …", without anything that the server sent. */
  | ({ ok: false; kind: NoAnswer; reason: string } & TokensUsed);

export interface LanguageModel {
  /** The name that the server knows it by. */
  name: string;
  /** Rejects only with the reason of the signal. */
  ask(question: Question, signal?: AbortSignal): Promise<Answered>;
}

export interface LanguageModelOptions {
  outbound: Pick<Outbound, "fetch">;
  /** Of the API, such as http://127.0.0.1:11434/v1. */
  url: string;
  name: string;
  key: string | null;
  outputTokensMax: number;
  timeoutMs: number;
}

/** The largest answer has some 300 rows of 400 letters. */
const BYTES_MAX = 1024 * 1024;
const TEXT_MAX = 512 * 1024;

const tokens = z.int().min(0).max(100_000_000).nullish().catch(null);

/** Servers add fields of their own. */
const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(null),
});

const NO_TOKENS: TokensUsed = { input_tokens: null, output_tokens: null };

export function createLanguageModel(options: LanguageModelOptions): LanguageModel {
  const { outbound, name, key, outputTokensMax, timeoutMs } = options;
  const address = `${options.url}/chat/completions`;
  const no = (kind: NoAnswer, reason: string, used: TokensUsed = NO_TOKENS): Answered => ({
    ok: false,
    kind,
    reason,
    ...used,
  });

  function bodyOf({ instructions, text, schema }: Question): string {
    return JSON.stringify({
      model: name,
      temperature: 0,
      max_tokens: outputTokensMax,
      messages: [
        { role: "system", content: instructions },
        { role: "user", content: text },
      ],
      response_format: { type: "json_schema", json_schema: { name: "bill", strict: true, schema } },
    });
  }

  return {
    name,
    async ask(question, signal) {
      const sent = { "content-type": "application/json", ...(key === null ? {} : { authorization: `Bearer ${key}` }) };
      const request = {
        method: "POST",
        headers: sent,
        body: bodyOf(question),
        timeoutMs,
        maxBytes: BYTES_MAX,
      } as const;
      try {
        const response = await outbound.fetch(address, { ...request, ...(signal && { signal }) });
        const refused = refusalOf(response.status);
        return refused === null ? readCompletion(Buffer.from(response.bytes).toString("utf8"), no) : no(...refused);
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        return no(KIND_OF_FAILURE[error.kind], REASON_OF_FAILURE[error.kind]);
      }
    },
  };
}

const KIND_OF_FAILURE: Record<OutboundError["kind"], NoAnswer> = {
  refused_address: "refused",
  bad_url: "refused",
  timeout: "away",
  unreachable: "away",
  too_large: "unusable",
};

const REASON_OF_FAILURE: Record<OutboundError["kind"], string> = {
  refused_address: "has an address that is not allowed",
  bad_url: "has an address that is not allowed",
  timeout: "did not answer in time",
  unreachable: "could not be reached",
  too_large: "did not stop answering",
};

/** Null when the server has answered. */
function refusalOf(status: number): [NoAnswer, string] | null {
  if (status === 200) return null;
  if (status === 429) return ["away", "has too many questions at the moment"];
  if (status === 408 || status >= 500) return ["away", `failed with status ${status}`];
  if (status === 401 || status === 403) return ["refused", `refused the key (status ${status})`];
  return ["refused", `refused the question (status ${status})`];
}

function readCompletion(body: string, no: (kind: NoAnswer, reason: string, used?: TokensUsed) => Answered): Answered {
  let parsed: ReturnType<typeof Completion.safeParse>;
  try {
    parsed = Completion.safeParse(JSON.parse(body));
  } catch {
    return no("unusable", "answered with something else than JSON");
  }
  if (!parsed.success) return no("unusable", "answered in another form than chat completions");
  const { choices, usage } = parsed.data;
  const used = { input_tokens: usage?.prompt_tokens ?? null, output_tokens: usage?.completion_tokens ?? null };
  const [choice] = choices;
  const text = choice?.message.content ?? "";
  if ((choice?.message.refusal ?? "").trim() !== "") return no("unusable", "refused to answer", used);
  if (choice?.finish_reason === "length")
    return no("unusable", "did not come to an end within the tokens allowed", used);
  if (text.trim() === "" || text.length > TEXT_MAX) return no("unusable", "answered with nothing, or too much", used);
  return { ok: true, text, ...used };
}

/**
 * The demo's output when a utility asks for more than a password: the question, where to find the answer, and the command to
 * send it.
 */
import type { z } from "zod";
import type { AuthorizationWithAccounts } from "../../records/authorization.ts";
import type { OpenChallenge } from "../../records/challenge.ts";
import { CallError, type ApiCaller } from "../api-caller.ts";

type Authorization = z.infer<typeof AuthorizationWithAccounts>;
type Challenge = z.infer<typeof OpenChallenge>;

/** True when the visit waits only for the answer of a person. */
export const isAnswerable = ({ status_detail }: Pick<Authorization, "status_detail">): boolean =>
  status_detail === "mfa_required" || status_detail === "mfa_failed";

interface DemoAccess {
  url: string;
  sandboxUrl: string;
  token: string;
}

export async function answerLines(
  caller: ApiCaller,
  { id, online_access_url, errors }: Authorization,
  access: DemoAccess,
): Promise<string[]> {
  const challenge = await caller.get<Challenge>(`/authorizations/${id}/challenge`).catch((error: unknown) => {
    if (error instanceof CallError && error.status === 404) return null;
    throw error;
  });
  const post = (path: string, body: object) =>
    `  curl -s -X POST ${access.url}/v1/authorizations/${id}/${path} -H 'Authorization: ${access.token}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  if (challenge === null)
    return [`${online_access_url}: ${errors}`, "Sign in again to get a new question:", post("inventory", {})];
  const { prompt, options } = challenge;
  return [
    `${online_access_url} asks: ${prompt}`,
    options === null
      ? `The page of the sandbox tells the answer: ${access.sandboxUrl}. Give it by`
      : `Give one of the answers: ${options.join(", ")}.`,
    post("challenge", { answer: options?.[0] ?? "<answer>" }),
  ];
}

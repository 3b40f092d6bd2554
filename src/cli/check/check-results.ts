/** What the checks of `utility check` say: one result for each, and the report for a person. */
import { AssertionError } from "node:assert";
import { WITHOUT_CREDENTIAL, WITHOUT_SLOW } from "../../connectors/conformance/checks.ts";
import type { AccountBills } from "../../connectors/conformance/rules.ts";
import { PortalError } from "../../connectors/contract.ts";
import { countOf } from "../../domain/text.ts";
import { StartError } from "../../errors.ts";

export interface Result {
  check: string;
  result: "passed" | "failed" | "not tried";
  why: string | null;
}

export const resultOf = (check: string, why: string | null): Result => ({
  check,
  result: why === null ? "passed" : "failed",
  why,
});

/** The days of the bills of each account, by its number. */
export type Lists = Record<string, string[]>;

export const listsOf = (listed: readonly AccountBills[]): Lists =>
  Object.fromEntries(listed.map(({ account, documents }) => [account.acct_num, documents.map(({ date }) => date)]));

/** One line; nothing of a credential is in errors of a connector. */
export function whyOf(error: unknown): string {
  if (!(error instanceof AssertionError || error instanceof PortalError || error instanceof StartError))
    return "an error of the command itself";
  const kind = error instanceof PortalError ? `${error.kind}: ` : "";
  return `${kind}${error.message.split("\n").filter(Boolean).slice(0, 6).join(" ").replaceAll(/\s+/g, " ")}`;
}

/** The option or command that tries what a check could not; a portal cannot be made slow, and a session not old. */
export function howToTry(check: string, why: string): string {
  if (why === WITHOUT_SLOW) return ": the sandbox alone can be made slow";
  if (why !== WITHOUT_CREDENTIAL) return "";
  if (check.includes("invalid_credentials")) return ": --live --wrong tries a wrong password, once";
  if (check.includes("portal_down")) return ": utility try while the portal is down shows its outcome";
  return ": utility try --username NAME with a login in this state shows its outcome";
}

const MARKS: Record<Result["result"], string> = { passed: "ok   ", failed: "FAIL ", "not tried": "-    " };

export function reportLines(results: Result[], unknown: string[], lists: Lists | null): string[] {
  const of = (result: Result["result"]): number => results.filter((each) => each.result === result).length;
  const lines = results.map(
    ({ check, result, why }) => `${MARKS[result]}${check}${why === null ? "" : `\n       ${why}`}`,
  );
  const accounts = Object.entries(lists ?? {}).map(([number, days]) => {
    const sorted = days.toSorted();
    return `  ${number}: ${countOf(days.length, "bill")}${days.length === 0 ? "" : `, from ${sorted[0]} to ${sorted.at(-1)}`}`;
  });
  return [
    ...lines,
    "",
    ...(accounts.length === 0
      ? []
      : ["What was listed; compare it with what the portal shows to people:", ...accounts, ""]),
    ...(unknown.length === 0
      ? []
      : [`Not among the recorded pages: ${unknown.join(", ")}. Record them, or check --live.`, ""]),
    `${of("passed")} passed, ${of("failed")} failed, ${of("not tried")} not tried.`,
  ];
}

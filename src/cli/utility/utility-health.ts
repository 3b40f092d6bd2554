/** `meterbook utilities --health`: a line for each utility that a running service has visited, as `GET /v1/utilities/health` has it. */
import { countOf } from "../../domain/text.ts";
import { StartError } from "../../errors.ts";
import type { UtilityHealth } from "../../records/utility-health.ts";
import { CallError, createApiCaller } from "../api-caller.ts";
import { print, type Io } from "../io.ts";
import { tableOf } from "../utility-folders.ts";

const ANSWER_MS = 30_000;

/** Exit code 1: a website is in trouble. @throws StartError without a token or an answer */
export async function showHealth(io: Io, { isJson, url: given }: { isJson: boolean; url?: string }): Promise<number> {
  const token = io.env["METERBOOK_TOKEN"];
  if (token === undefined || token === "")
    throw new StartError(
      "METERBOOK_TOKEN is not set: create an API token with the scope read with POST /v1/api_tokens.",
    );
  const url = (given ?? io.env["METERBOOK_URL"] ?? "http://localhost:8080").replace(/\/$/, "");
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new StartError(`${url} is not the address of a service.`);
  const utilities = await read(url, token);
  print(io, ...(isJson ? [JSON.stringify(utilities, null, 2)] : healthLines(utilities)));
  return utilities.some(({ state }) => state === "trouble") ? 1 : 0;
}

async function read(url: string, token: string): Promise<UtilityHealth[]> {
  try {
    return await createApiCaller(url, token, AbortSignal.timeout(ANSWER_MS)).get<UtilityHealth[]>("/utilities/health");
  } catch (error) {
    if (error instanceof CallError) throw new StartError(error.message, { cause: error });
    if (error instanceof Error && error.name === "TimeoutError")
      throw new StartError(`The service at ${url} did not answer within ${ANSWER_MS / 1000} seconds.`);
    throw error;
  }
}

/** Figures are only in answers to administrators; the column of a reader without them stays empty. */
export function healthLines(utilities: readonly UtilityHealth[]): string[] {
  if (utilities.length === 0) return ["No utility has been visited yet."];
  const rows = utilities.map(({ utility, name, state, trouble_since, trouble_kind, ...figures }) => [
    utility,
    name,
    trouble_since === null || state !== "trouble"
      ? state
      : `trouble since ${trouble_since}: ${trouble_kind ?? "unknown"}`,
    figures.last_success_at ?? "",
    visitsText(figures.last_day),
    visitsText(figures.last_week),
    figures.median_seconds === null ? "" : `${figures.median_seconds} s`,
    figures.recipe_version === null ? "" : String(figures.recipe_version),
    figures.changed_pages === null ? "" : String(figures.changed_pages),
  ]);
  const head = ["KEY", "NAME", "STATE", "LAST SUCCESS", "DAY", "WEEK", "MEDIAN", "RECIPE", "CHANGED PAGES"];
  const inTrouble = utilities.filter(({ state }) => state === "trouble").length;
  return [
    ...tableOf([head, ...rows]),
    "",
    inTrouble === 0 ? "No website is in trouble." : `In trouble: ${countOf(inTrouble, "website")}.`,
  ];
}

/** Such as `39 of 41 (invalid_credentials 1, portal_down 1)`. */
function visitsText(counts: UtilityHealth["last_day"]): string {
  if (counts === null) return "";
  if (counts.visits === 0) return "none";
  const refusals = Object.entries(counts.refusals).map(([kind, times]) => `${kind} ${times}`);
  return `${counts.successes} of ${counts.visits}${refusals.length === 0 ? "" : ` (${refusals.join(", ")})`}`;
}

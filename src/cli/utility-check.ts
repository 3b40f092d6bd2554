/** `meterbook utility check`: the checks that every connector must pass, on recorded pages or on a visit that is made now. */
import { AssertionError } from "node:assert";
import { join } from "node:path";
import { checksOf, WITHOUT_CREDENTIAL, WITHOUT_SLOW } from "../connectors/conformance/checks.ts";
import type { ConformanceSubject } from "../connectors/conformance/subject.ts";
import { watchOutbound } from "../connectors/conformance/watched-outbound.ts";
import { PortalError, type Connector, type Credential, type Visit } from "../connectors/contract.ts";
import { countOf } from "../domain/text.ts";
import { StartError } from "../errors.ts";
import { createPdfReader } from "../parsers/pdf/read-pdf.ts";
import { readExchanges, type Exchange } from "../utilities/pages/exchange.ts";
import { MASKED_PASSWORD, MASKED_USERNAME, MASKED_WRONG_PASSWORD } from "../utilities/pages/masks.ts";
import { createReplay } from "../utilities/pages/replay.ts";
import { PAGES_FOLDER } from "../utilities/read-folder.ts";
import { textOfPdf } from "./mask-pages.ts";
import { credentialOf, readPassword } from "./portal-credential.ts";
import { recordOutbound } from "./recording-outbound.ts";
import { print } from "./utility-folders.ts";
import { openUtilityPortal, type UtilityPortal } from "./utility-portal.ts";

export interface CheckCommandOptions {
  live?: true;
  username?: string;
  wrong?: true;
  utilities?: string;
  json?: true;
}

/** The variable with a wrong password. */
const WRONG_VARIABLE = "UTILITY_WRONG_PASSWORD";
const VISIT_MS_MAX = 600_000;
/** Pages that are recorded answer at once; the rest between two requests is still kept. */
const REPLAY_DELAY_MS = 2;

interface Result {
  check: string;
  result: "passed" | "failed" | "not tried";
  why: string | null;
}

interface Recorded {
  exchanges: Exchange[];
  accepted: Credential;
  /** A credential whose refusal was recorded. */
  refused: Credential | null;
  /** What a connector in code makes of the password: it differs at each visit. */
  made: Set<string>;
  /** What was checked while recording. */
  results: Result[];
}

/** Exit code 1: a check failed. @throws StartError when there is nothing to check */
export async function checkUtility(key: string, options: CheckCommandOptions): Promise<number> {
  const portal = openUtilityPortal(key, options.utilities);
  if ("transport" in portal.use && portal.use.transport === "browser")
    throw new StartError("A recipe for a browser cannot be checked on recorded pages.");
  try {
    const recorded = options.live ? await visitLive(portal, options) : readRecorded(portal);
    const replay = createReplay(recorded.exchanges, (text) => recorded.made.has(text));
    const listed = await listsOf(portal, recorded, replay);
    const results = [
      ...recorded.results,
      ...(listed === null ? [] : await runChecks(portal, recorded, listed, replay)),
    ];
    const known = replay.unknown();
    if (listed === null)
      results.push({ check: "the recorded pages can be visited", result: "failed", why: known.join(", ") });
    if (options.json) print(JSON.stringify({ results, not_recorded: known }, null, 2));
    else print(...reportLines(results, known, listed, options.live === true));
    return results.every(({ result }) => result !== "failed") ? 0 : 1;
  } finally {
    await portal.outbound.close();
  }
}

function readRecorded({ folder }: UtilityPortal): Recorded {
  const exchanges = readExchanges(join(folder, PAGES_FOLDER));
  const hasRefusal = exchanges.some(({ body }) => body.includes(MASKED_WRONG_PASSWORD));
  return {
    exchanges,
    accepted: credentialOf(MASKED_USERNAME, MASKED_PASSWORD),
    refused: hasRefusal ? credentialOf(MASKED_USERNAME, MASKED_WRONG_PASSWORD) : null,
    made: new Set(),
    results: [],
  };
}

/** The bills of each account, by its number. */
type Lists = Record<string, string[]>;

async function lookAt(visit: Visit): Promise<{ lists: Lists; ids: string[]; files: string[] }> {
  const lists: Lists = {};
  const [ids, files]: [string[], string[]] = [[], []];
  const newest = [];
  for (const account of await visit.listAccounts()) {
    const documents = await visit.listDocuments(account, null);
    lists[account.acct_num] = documents.map(({ date }) => date);
    ids.push(account.external_id, ...documents.map(({ external_id }) => external_id));
    newest.push(documents.toSorted((one, other) => other.date.localeCompare(one.date))[0]);
  }
  for (const document of newest)
    if (document !== undefined) files.push(Buffer.from((await visit.fetchDocument(document)).bytes).toString("base64"));
  return { lists, ids, files };
}

const open = (connector: Connector, credential: Credential): Promise<Visit> =>
  connector.login(new URL(connector.description.website), credential, AbortSignal.timeout(VISIT_MS_MAX));

/** Two visits to the portal, and one with a wrong password if it is wished; the checks then run on what was recorded of the first. */
async function visitLive(portal: UtilityPortal, options: CheckCommandOptions): Promise<Recorded> {
  if (options.username === undefined) throw new StartError("--live needs --username.");
  const accepted = credentialOf(options.username, await readPassword(`Password of ${options.username}`));
  const wrong = options.wrong ? await readPassword("A wrong password, which is tried once", WRONG_VARIABLE) : null;
  if (wrong === accepted.password) throw new StartError("The wrong password is the right one.");
  const exchanges: Exchange[] = [];
  const recording = recordOutbound(portal.outbound, (exchange) => exchanges.push(exchange));
  const watched = watchOutbound(recording);
  const connector = portal.connect({ outbound: watched });
  const results: Result[] = [];
  const note = async (check: string, work: () => Promise<string | null>) => {
    const why = await work().catch((error: unknown) => whyOf(error));
    results.push({ check, result: why === null ? "passed" : "failed", why });
  };
  const first = await lookAtOnce(connector, accepted);
  const pauses = watched.takePauses();
  const { delay_ms } = portal.use.limits;
  await note("at the portal: the rest between two requests", async () => {
    const shortest = Math.min(...pauses);
    return shortest >= delay_ms - 1 ? null : `${Math.round(shortest)} ms were between two requests`;
  });
  const count = exchanges.length;
  await note("at the portal: a second visit finds the same accounts, bills and files", async () => {
    const again = await lookAtOnce(connector, accepted);
    if (JSON.stringify(again.ids) !== JSON.stringify(first.ids))
      return "accounts or bills have other ids, or another order";
    return JSON.stringify(again.files) === JSON.stringify(first.files) ? null : "a file has other bytes";
  });
  const ofFirst = exchanges.slice(0, count);
  const before = exchanges.length;
  const refused = wrong === null ? null : credentialOf(options.username, wrong);
  if (refused !== null)
    await note("at the portal: a wrong password is refused as invalid_credentials", async () => {
      const error = await open(connector, refused).then(
        async (visit) => visit.close().then(() => null),
        (reason: unknown) => reason,
      );
      return error instanceof PortalError && error.kind === "invalid_credentials" ? null : whyOf(error);
    });
  // Only the portal can tell what was made of a wrong password from what was made of the right one.
  if (sendsProof(portal)) return { exchanges: ofFirst, accepted, refused: null, made: new Set(), results };
  return { exchanges: [...exchanges.slice(before), ...ofFirst], accepted, refused, made: new Set(), results };
}

/** True where the password leaves only as something made of it. */
const sendsProof = ({ use }: UtilityPortal): boolean => "script" in use && !use.password.as.includes("plain");

async function lookAtOnce(connector: Connector, credential: Credential): ReturnType<typeof lookAt> {
  const visit = await open(connector, credential).catch((error: unknown) => {
    if (error instanceof PortalError) throw new StartError(`The sign-in failed as ${error.kind}: ${error.message}.`);
    throw error;
  });
  try {
    return await lookAt(visit);
  } catch (error) {
    if (error instanceof PortalError)
      throw new StartError(`The visit failed as ${error.kind}: ${error.message}. Look at it with utility try.`);
    throw error;
  } finally {
    await visit.close();
  }
}

/** The connector on recorded pages, which keep the origin that they came from, also one of this machine. */
const replayed = (
  portal: UtilityPortal,
  outbound: ConformanceSubject["outbound"],
  { exchanges, made }: Pick<Recorded, "exchanges" | "made">,
): Connector =>
  portal.connect({
    outbound,
    delayMs: REPLAY_DELAY_MS,
    origins: [...new Set(exchanges.map(({ url }) => new URL(url).origin))],
    onMade: (text) => made.add(text),
  });

/** What one visit to the recorded pages lists; null when it cannot be made. */
async function listsOf(
  portal: UtilityPortal,
  { accepted, ...recorded }: Recorded,
  replay: ReturnType<typeof createReplay>,
): Promise<Lists | null> {
  const connector = replayed(portal, watchOutbound(replay), recorded);
  try {
    const visit = await open(connector, accepted);
    const lists: Lists = {};
    for (const account of await visit.listAccounts())
      lists[account.acct_num] = (await visit.listDocuments(account, null)).map(({ date }) => date);
    await visit.close();
    return lists;
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    process.stderr.write(`A visit to the recorded pages fails as ${error.kind}: ${error.message}.\n`);
    return null;
  }
}

async function runChecks(
  portal: UtilityPortal,
  { accepted, refused, ...recorded }: Recorded,
  expectedDates: Lists,
  replay: ReturnType<typeof createReplay>,
): Promise<Result[]> {
  const reader = createPdfReader({ processes: 1 });
  const outbound = watchOutbound(replay);
  const connector = replayed(portal, outbound, recorded);
  const subject: ConformanceSubject = {
    connector,
    url: new URL(connector.description.website),
    outbound,
    made: recorded.made,
    credentials: { accepted, ...(refused === null ? {} : { refused }) },
    delayMs: REPLAY_DELAY_MS,
    textOf: ({ bytes }) => textOfPdf(bytes, reader),
    expectedDates,
  };
  try {
    const results: Result[] = [];
    for (const { name, skip, run } of checksOf(subject)) {
      if (skip !== false) {
        results.push({ check: name, result: "not tried", why: `${skip}${howToTry(name, skip)}` });
        continue;
      }
      const why = await Promise.resolve()
        .then(run)
        .then(
          () => null,
          (error: unknown) => whyOf(error),
        );
      results.push({ check: name, result: why === null ? "passed" : "failed", why });
    }
    return results;
  } finally {
    await reader.close();
  }
}

/** One line; nothing of a credential is in errors of a connector. */
function whyOf(error: unknown): string {
  if (error === null) return "it was accepted";
  if (!(error instanceof AssertionError || error instanceof PortalError)) return "an error of the command itself";
  const kind = error instanceof PortalError ? `${error.kind}: ` : "";
  return `${kind}${error.message.split("\n").filter(Boolean).slice(0, 6).join(" ").replaceAll(/\s+/g, " ")}`;
}

/** The option or command that tries what a check could not; a portal cannot be made slow, and a session not old. */
function howToTry(check: string, why: string): string {
  if (why === WITHOUT_SLOW) return ": the sandbox alone can be made slow";
  if (why !== WITHOUT_CREDENTIAL) return "";
  if (check.includes("invalid_credentials")) return ": --live --wrong tries a wrong password, once";
  if (check.includes("portal_down")) return ": utility try while the portal is down shows its outcome";
  return ": utility try --username NAME with a login in this state shows its outcome";
}

const MARKS: Record<Result["result"], string> = { passed: "ok   ", failed: "FAIL ", "not tried": "-    " };

function reportLines(results: Result[], unknown: string[], lists: Lists | null, isLive: boolean): string[] {
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
    ...(unknown.length === 0 || isLive
      ? []
      : [`Not among the recorded pages: ${unknown.join(", ")}. Record them, or check --live.`, ""]),
    `${of("passed")} passed, ${of("failed")} failed, ${of("not tried")} not tried.`,
  ];
}

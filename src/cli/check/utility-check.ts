/** `meterbook utility check`: the checks that every connector must pass, on recorded pages or on a visit that is made now. */
import { join } from "node:path";
import { answering } from "../../connectors/answering.ts";
import { checksOf } from "../../connectors/conformance/checks.ts";
import type { AccountBills } from "../../connectors/conformance/rules.ts";
import type { ConformanceSubject } from "../../connectors/conformance/subject.ts";
import { watchOutbound } from "../../connectors/conformance/watched-outbound.ts";
import { PortalError, type Connector } from "../../connectors/contract.ts";
import { countOf } from "../../domain/text.ts";
import { StartError } from "../../errors.ts";
import { createPdfReader } from "../../parsers/pdf/read-pdf.ts";
import { readExchanges } from "../../utilities/pages/exchange.ts";
import { MASKED_PASSWORD, MASKED_USERNAME, MASKED_WRONG_PASSWORD } from "../../utilities/pages/masks.ts";
import { createReplay, type Replay } from "../../utilities/pages/replay.ts";
import { PAGES_FOLDER } from "../../utilities/read-folder.ts";
import { visitLive, type Live, type LiveOptions, type Recorded } from "./check-live.ts";
import { howToTry, listsOf, reportLines, resultOf, whyOf, type Lists, type Result } from "./check-results.ts";
import { createDisplay, type Display } from "../display.ts";
import { checkFound, openVisit } from "./live-visits.ts";
import { textOfPdf } from "../recording/mask-pages.ts";
import { credentialOf } from "../utility/portal-credential.ts";
import { print, say, type Io } from "../io.ts";
import { openUtilityPortal, type UtilityPortal } from "../utility/utility-portal.ts";

export interface CheckCommandOptions extends LiveOptions {
  live?: true;
  utilities?: string;
  json?: true;
}

/** Pages that are recorded answer at once; the rest between two requests is still kept. */
const REPLAY_DELAY_MS = 2;

/** Exit code 1: a check failed. @throws StartError when there is nothing to check */
export async function checkUtility(io: Io, key: string, options: CheckCommandOptions): Promise<number> {
  const portal = openUtilityPortal(io, key, options.utilities);
  if (portal.inBrowser && !options.live)
    throw new StartError("Pages for a browser are not recorded: check such a recipe with --live --username NAME.");
  const display = createDisplay(io, { startedAt: performance.now() });
  try {
    const live = options.live ? await visitLive(io, portal, options, display) : null;
    const { results, lists, notRecorded } =
      live !== null && portal.inBrowser
        ? await checkLive(live)
        : await replay(io, portal, live ?? readRecorded(portal), display);
    if (options.json) print(io, JSON.stringify({ results, not_recorded: notRecorded }, null, 2));
    else print(io, ...reportLines(results, live === null ? notRecorded : [], lists));
    return results.every(({ result }) => result !== "failed") ? 0 : 1;
  } finally {
    await portal.outbound.close();
  }
}

interface Checked {
  results: Result[];
  lists: Lists | null;
  /** Requests that were not among the recorded ones. */
  notRecorded: string[];
}

/** The requests of a browser are not recorded: what its visits listed is checked. */
async function checkLive({ first, results }: Live): Promise<Checked> {
  const reader = createPdfReader({ processes: 1 });
  try {
    const checked = await checkFound(first, ({ bytes }) => textOfPdf(bytes, reader));
    const all = [...results, ...checked.map(({ check, why }) => resultOf(check, why))];
    return { results: all, lists: listsOf(first.listed), notRecorded: [] };
  } finally {
    await reader.close();
  }
}

/** Makes the recorded visit again, once to see what it lists, and then in each check. */
async function replay(io: Io, portal: UtilityPortal, recorded: Recorded, display: Display): Promise<Checked> {
  const pages = createReplay(recorded.exchanges, (text) => recorded.made.has(text));
  const lists = await listRecorded(io, portal, recorded, pages);
  if (lists !== null) {
    const results = [...recorded.results, ...(await runChecks(portal, recorded, { lists, pages, display }))];
    return { results, lists, notRecorded: pages.unknown() };
  }
  const failed = resultOf("the recorded pages can be visited", pages.unknown().join(", "));
  return { results: [...recorded.results, failed], lists, notRecorded: pages.unknown() };
}

function readRecorded({ folder }: UtilityPortal): Recorded {
  const exchanges = readExchanges(join(folder, PAGES_FOLDER));
  const hasRefusal = exchanges.some(({ body }) => body.includes(MASKED_WRONG_PASSWORD));
  return {
    exchanges,
    accepted: credentialOf(MASKED_USERNAME, MASKED_PASSWORD),
    refused: hasRefusal ? credentialOf(MASKED_USERNAME, MASKED_WRONG_PASSWORD) : null,
    answers: [],
    made: new Set(),
    results: [],
  };
}

/** The connector on recorded pages, which keep the origin that they came from, also one of this machine. */
const replayed = (
  portal: UtilityPortal,
  outbound: ConformanceSubject["outbound"],
  { exchanges, answers, made }: Pick<Recorded, "exchanges" | "answers" | "made">,
): Connector => {
  const connector = portal.connect({
    outbound,
    delayMs: REPLAY_DELAY_MS,
    origins: [...new Set(exchanges.map(({ url }) => new URL(url).origin))],
    onMade: (text) => made.add(text),
  });
  return answering(connector, () => {
    const given = answers.values();
    return async () => given.next().value ?? null;
  });
};

/** What one visit to the recorded pages lists; null when it cannot be made. */
async function listRecorded(io: Io, portal: UtilityPortal, recorded: Recorded, pages: Replay): Promise<Lists | null> {
  const connector = replayed(portal, watchOutbound(pages), recorded);
  try {
    const visit = await openVisit({ connector, credential: recorded.accepted });
    const listed: AccountBills[] = [];
    for (const account of await visit.listAccounts())
      listed.push({ account, documents: await visit.listDocuments(account, null) });
    await visit.close();
    return listsOf(listed);
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    say(io, `A visit to the recorded pages fails as ${error.kind}: ${error.message}.`);
    return null;
  }
}

async function runChecks(
  portal: UtilityPortal,
  { accepted, refused, ...recorded }: Recorded,
  { lists: expectedDates, pages, display }: { lists: Lists; pages: Replay; display: Display },
): Promise<Result[]> {
  const reader = createPdfReader({ processes: 1 });
  const outbound = watchOutbound(pages);
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
    const checks = checksOf(subject);
    for (const [at, { name, skip, run }] of checks.entries()) {
      display.update(`Check ${at + 1} of ${checks.length} on the recorded pages`);
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
      results.push(resultOf(name, why));
    }
    display.done(`${countOf(checks.length, "check")} on the recorded pages`);
    return results;
  } finally {
    await reader.close();
  }
}

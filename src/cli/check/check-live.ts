/** What `utility check --live` does at the portal: it visits it twice, says how far it is, and keeps what the checks need. */
import { answering } from "../../connectors/answering.ts";
import { watchOutbound } from "../../connectors/conformance/watched-outbound.ts";
import { PortalError, type Connector, type Credential } from "../../connectors/contract.ts";
import { countOf } from "../../domain/text.ts";
import { StartError } from "../../errors.ts";
import type { Exchange } from "../../utilities/pages/exchange.ts";
import { resultOf, whyOf, type Result } from "./check-results.ts";
import type { Display } from "../display.ts";
import type { Io } from "../io.ts";
import { countsOf, differsAgain, firstAndLast, makeVisit, openVisit, type Found } from "./live-visits.ts";
import { credentialOf, questionText, readAnswer, readPassword } from "../utility/portal-credential.ts";
import { recordOutbound } from "../utility/recording-outbound.ts";
import type { UtilityPortal } from "../utility/utility-portal.ts";
import { openWatching } from "../recording/watching.ts";

/** The variable with a wrong password. */
const WRONG_VARIABLE = "UTILITY_WRONG_PASSWORD";

export interface LiveOptions {
  username?: string;
  wrong?: true;
}

/** A visit that can be made again from its requests. */
export interface Recorded {
  exchanges: Exchange[];
  accepted: Credential;
  /** A credential whose refusal was recorded. */
  refused: Credential | null;
  /** What was answered to the portal's questions, in order. */
  answers: string[];
  /** What a connector in code makes of the password: it differs at each visit. */
  made: Set<string>;
  /** What was checked while recording. */
  results: Result[];
}

export interface Live extends Recorded {
  first: Found;
}

/** Two visits to the portal, and one with a wrong password if it is wished. */
export async function visitLive(io: Io, portal: UtilityPortal, options: LiveOptions, display: Display): Promise<Live> {
  if (options.username === undefined) throw new StartError("--live needs --username.");
  const accepted = credentialOf(options.username, await readPassword(io, `Password of ${options.username}`));
  const wrong = options.wrong ? await readPassword(io, "A wrong password, which is tried once", WRONG_VARIABLE) : null;
  if (wrong === accepted.password) throw new StartError("The wrong password is the right one.");
  const { inBrowser } = portal;
  const { delay_ms } = portal.use.limits;
  const exchanges: Exchange[] = [];
  const answers: string[] = [];
  const results: Result[] = [];
  const progress = progressOf(display, portal);
  const watched = watchOutbound(
    recordOutbound(portal.outbound, (exchange) => {
      exchanges.push(exchange);
      progress.answered();
    }),
  );
  const watching = await openWatching(io, portal, { isShown: false, pageMs: 0 });
  const direct = portal.connect({
    outbound: watched,
    openTab: watching.openTab,
    ...(inBrowser ? { observe: progress.answered } : {}),
  });
  const connector = answering(direct, () => async (question) => {
    display.note(questionText(question));
    const answer = await readAnswer(io, question);
    if (answer !== null) answers.push(answer);
    return answer;
  });
  const { say, visited } = progress;
  try {
    const first = await visited(
      "The first visit",
      () => makeVisit({ connector, credential: accepted, say, withSince: inBrowser }),
      countsOf,
    );
    if (!inBrowser) {
      const shortest = Math.min(...watched.takePauses());
      const why = shortest >= delay_ms - 1 ? null : `${Math.round(shortest)} ms were between two requests`;
      results.push(resultOf("at the portal: the rest between two requests", why));
    }
    const ofFirst = { count: exchanges.length, answers: answers.length };
    const { remembered } = first;
    const differs = await visited(
      "The second visit",
      () =>
        makeVisit({ connector, credential: accepted, say, remembered, choose: firstAndLast }).then(
          (again) => differsAgain(first, again),
          whyOf,
        ),
      (why) => (why === null ? "the same again" : "not the same again"),
    );
    results.push(resultOf("at the portal: a second visit finds the same accounts, bills and files", differs));
    const before = exchanges.length;
    const refused = wrong === null ? null : credentialOf(options.username, wrong);
    if (refused !== null) {
      const why = await visited(
        "The visit with a wrong password",
        () => whyNotRefused(direct, refused),
        (fault) => (fault === null ? "refused" : "not refused as it must be"),
      );
      results.push(resultOf("at the portal: a wrong password is refused as invalid_credentials", why));
    }
    // Only the portal can tell what was made of a wrong password from what was made of the right one.
    const isKept = refused !== null && !sendsProof(portal);
    return {
      exchanges: [...(isKept ? exchanges.slice(before) : []), ...exchanges.slice(0, ofFirst.count)],
      accepted,
      refused: isKept ? refused : null,
      answers: answers.slice(0, ofFirst.answers),
      made: new Set(),
      results,
      first,
    };
  } finally {
    await watching.close();
  }
}

interface Progress {
  /** The portal has answered once more. */
  answered(): void;
  say(does: string): void;
  /** Runs a visit, between its heading and what came of it. */
  visited<Done>(name: string, work: () => Promise<Done>, doneOf: (done: Done) => string): Promise<Done>;
}

/** A line for each visit, which says while it goes on what it does and how much it has seen. */
function progressOf(display: Display, { inBrowser, use }: UtilityPortal): Progress {
  const one = inBrowser ? "page" : "request";
  let [visit, doing, count] = ["", "", 0];
  const show = (): void => display.update(`${visit}: ${doing}, ${countOf(count, one)} so far`);
  return {
    answered() {
      count += 1;
      show();
    },
    say(does) {
      doing = does;
      show();
    },
    async visited(name, work, doneOf) {
      [visit, doing, count] = [name, "begins", 0];
      display.begin(`${name}, with a rest of ${restOf(use.limits.delay_ms)} between two ${one}s`);
      const done = await work();
      display.done(`${name}: ${doneOf(done)}, ${countOf(count, one)}`);
      return done;
    },
  };
}

const restOf = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);

/** @throws nothing: whatever comes of it is a result */
async function whyNotRefused(connector: Connector, credential: Credential): Promise<string | null> {
  try {
    const visit = await openVisit({ connector, credential });
    await visit.close();
    return "it was accepted";
  } catch (error) {
    return error instanceof PortalError && error.kind === "invalid_credentials"
      ? null
      : `${whyOf(error)}: utility try with a wrong password shows the page`;
  }
}

/** True where the password leaves only as something made of it. */
const sendsProof = ({ use }: UtilityPortal): boolean => "script" in use && !use.password.as.includes("plain");

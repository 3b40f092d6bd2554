/** What the checks of a connector are given of a portal, and what they share. */
import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { Day } from "../../records/scalars.ts";
import type { Connector, Credential, FetchedFile, Visit } from "../contract.ts";
import { placesOf } from "./places-of.ts";
import type { WatchedOutbound } from "./watched-outbound.ts";

/** What a portal must do with a credential. `slow` signs in, but every page takes a second or more. */
export interface ConformanceCredentials {
  accepted: Credential;
  refused?: Credential;
  locked?: Credential;
  secondFactor?: SecondFactorScenario;
  siteDown?: Credential;
  slow?: Credential;
}

/** A portal that asks for more than the password and lets a wrong answer be followed by another. */
interface SecondFactorScenario {
  credential: Credential;
  wrong: string;
  /** What is right now, after the portal asked. */
  right: () => Promise<string>;
  /** Whether the portal can be made to ask no more. */
  remembers: boolean;
  /** The requests that carry a right answer; one by default. */
  requests?: number;
}

export interface ConformanceSubject {
  connector: Connector;
  url: URL;
  /** Carries all requests of the connector; those of a browser, which only a proxy sees, are not watched. */
  outbound: WatchedOutbound;
  inBrowser?: boolean;
  /** What a connector in code has made of passwords so far and sends in their place. */
  made?: Iterable<string>;
  credentials: ConformanceCredentials;
  /** The rest between two requests that the portal is promised, in milliseconds. */
  delayMs: number;
  /** The text of a bill, which names its account. */
  textOf(file: FetchedFile): Promise<string>;
  /** Dates of all documents that `accepted` has at the portal, by account number. */
  expectedDates: Record<string, Day[]>;
}

/** One thing that a connector keeps, as a sentence. */
export interface Check {
  name: string;
  /** Why it cannot be tried here; false: it can. */
  skip: string | false;
  /** @throws AssertionError, or what the connector throws */
  run: () => Promise<void> | void;
}

/** In the form of `test` of node:test. */
export type AddCheck = (name: string, options: Pick<Check, "skip"> | Check["run"], run?: Check["run"]) => void;

export const VISIT_MS_MAX = 30_000;

export const signIn = ({ connector, url }: ConformanceSubject, credential: Credential): Promise<Visit> =>
  connector.login(url, credential, AbortSignal.timeout(VISIT_MS_MAX));

/** How many requests carried the password, or something made of it. */
export const timesSigned = ({ outbound, made = [] }: ConformanceSubject, { password }: Credential): number =>
  [password, ...made].reduce((sum, text) => sum + outbound.timesSent(text), 0);

/** Rejects as it must, and hands over the error to be looked at. */
export async function refusal(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof Error, "it must be refused with an Error");
  return outcome;
}

/** Nothing of the credential stands in the error, in whatever spelling; the failure says where it was found. */
export function assertSilent(error: Error, { username, password, ...others }: Credential): void {
  const everything = inspect(error, { depth: Infinity, showHidden: true, maxStringLength: null });
  const secrets = Object.entries({ username, password, ...others }).filter(([, value]) => value !== null);
  for (const [name, secret] of secrets as [string, string][]) {
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      const [at] = placesOf(form, everything);
      if (at === undefined) continue;
      const around = `${everything.slice(Math.max(0, at - 60), at)}<the ${name}>${everything.slice(at + form.length, at + form.length + 60)}`;
      assert.fail(`the error ${error.name} reveals the ${name}: ${around}`);
    }
  }
}

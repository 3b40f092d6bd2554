/** What the conformance tests are given of a portal, and what they share. */
import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { Day } from "../../src/records/scalars.ts";
import type { Connector, Credential, Visit } from "../../src/connectors/contract.ts";
import type { WatchedOutbound } from "./watched-outbound.ts";

/** What a portal must do with a credential. `slow` signs in, but every page takes a second or more. */
export interface ConformanceCredentials {
  accepted: Credential;
  refused: Credential;
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
}

export interface ConformanceSubject {
  connector: Connector;
  url: URL;
  /** Carries all requests of the connector. */
  outbound: WatchedOutbound;
  credentials: ConformanceCredentials;
  /** Dates of all documents that `accepted` has at the portal, by account number. */
  expectedDates: Record<string, Day[]>;
}

export const VISIT_MS_MAX = 30_000;

export const signIn = ({ connector, url }: ConformanceSubject, credential: Credential): Promise<Visit> =>
  connector.login(url, credential, AbortSignal.timeout(VISIT_MS_MAX));

/** Rejects as it must, and hands over the error to be looked at. */
export async function refusal(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof Error, "it must be refused with an Error");
  return outcome;
}

/** Nothing of the credential stands in the error, in whatever spelling. */
export function assertSilent(error: Error, { username, password, ...others }: Credential): void {
  const everything = inspect(error, { depth: Infinity, showHidden: true, maxStringLength: null });
  const secrets = [username, password, ...Object.values(others)].filter((value): value is string => value !== null);
  for (const secret of secrets) {
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      assert.ok(!everything.includes(form), `the error reveals the credential: ${error.name}`);
    }
  }
}

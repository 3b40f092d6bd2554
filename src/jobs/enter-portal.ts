/** Into a portal with all that is known: the device it remembers, the answer of a person, the answers that the customer left. */
import type { App } from "../app.ts";
import type { GivenAnswer } from "../operations/challenges.ts";
import { PortalError, type Connector, type Credential, type Visit } from "../connectors/contract.ts";
import {
  answerTo,
  readSecondFactorAnswers,
  totpStep,
  type SecondFactorAnswers,
} from "../domain/portals/second-factor-answers.ts";
import type { AuthorizationRow } from "../store/authorizations/authorizations.ts";
import { findTotpStep, setTotpStep } from "../store/authorizations/challenges.ts";

/** Everything a sign-in may use. */
export interface Entry {
  authorization: AuthorizationRow;
  connector: Connector;
  address: URL;
  credential: Credential;
  remembered: string | null;
  given: GivenAnswer | undefined;
}

/**
 * Signs in, or goes on where a person was asked. `later`: the authenticator's present code was used, and codes work once.
 * @throws PortalError with what only a person can answer; no answer is given twice
 */
export async function enterPortal(app: App, entry: Entry, signal: AbortSignal): Promise<Visit | "later"> {
  const { connector, address, credential, remembered, given } = entry;
  const known = readSecondFactorAnswers(credential.twoFactorInstructions);
  if (given === undefined && remembered === null && (await isCodeUsed(app, entry.authorization, known))) return "later";
  const first =
    given === undefined
      ? connector.login(address, credential, signal, remembered)
      : connector.answer(address, credential, signal, given);
  return answerWhatIsKnown(app, entry, known, first, signal);
}

async function isCodeUsed(
  app: App,
  { company_id, id }: AuthorizationRow,
  { totp }: SecondFactorAnswers,
): Promise<boolean> {
  return totp !== null && (await findTotpStep(app.db, company_id, id)) === totpStep(totp, app.now());
}

async function answerWhatIsKnown(
  app: App,
  { authorization, connector, address, credential, given }: Entry,
  known: SecondFactorAnswers,
  first: Promise<Visit>,
  signal: AbortSignal,
): Promise<Visit> {
  /** One authenticator shows many codes: refused once, it is not the one that the portal means. */
  const used = new Set(given === undefined ? [] : [given.answer]);
  let attempt = first;
  for (;;) {
    try {
      return await attempt;
    } catch (error) {
      if (!(error instanceof PortalError) || error.challenge === null) throw error;
      const { session } = error.challenge;
      const found = answerTo(known, error.challenge, app.now());
      const source = found?.step === null ? found.answer : "authenticator";
      if (found === null || used.has(source)) throw error;
      used.add(source);
      // Before it leaves: after a crash nobody may show it again.
      if (found.step !== null) await setTotpStep(app.db, authorization.company_id, authorization.id, found.step);
      attempt = connector.answer(address, credential, signal, { session, answer: found.answer });
    }
  }
}

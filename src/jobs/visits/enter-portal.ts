/** Signs in to a portal with everything known: the remembered device, a user's answer, and the answers that the customer stored. */
import type { App } from "../../app.ts";
import type { GivenAnswer } from "../../operations/challenges.ts";
import { PortalError, portalChanged, type Connector, type Credential, type Visit } from "../../connectors/contract.ts";
import {
  answerTo,
  readSecondFactorAnswers,
  totpStep,
  type SecondFactorAnswers,
} from "../../domain/portals/second-factor-answers.ts";
import type { AuthorizationRow } from "../../store/authorizations/authorizations.ts";
import { findTotpStep, setTotpStep } from "../../store/authorizations/challenges.ts";

/** Everything a sign-in may use. */
export interface Entry {
  authorization: AuthorizationRow;
  connector: Connector;
  address: URL;
  credential: Credential;
  remembered: string | null;
  given: GivenAnswer | undefined;
  /** Codes that come by mail can be read. */
  readsCodes: boolean;
  /** Called before each request that may have a code sent. */
  onAsk: () => void;
  /** Counts a sign-in that begins again. @throws PortalError when the login or the utility has reached its limit */
  countAgain: () => Promise<void>;
}

/**
 * Signs in, or continues the visit that a challenge suspended. `later`: the authenticator's current code was already used, and
 * codes work once. @throws PortalError with a challenge that only a person can answer; no answer is sent twice
 */
export async function enterPortal(
  app: Pick<App, "db" | "now">,
  entry: Entry,
  signal: AbortSignal,
): Promise<Visit | "later"> {
  const { connector, address, credential, remembered, given } = entry;
  const known = readSecondFactorAnswers(credential.twoFactorInstructions);
  if (given === undefined && remembered === null && (await isCodeUsed(app, entry.authorization, known))) return "later";
  entry.onAsk();
  const beginAgain = beginsOnce(entry);
  const first =
    given === undefined
      ? connector.login(address, credential, signal, remembered)
      : connector.answer(address, credential, signal, { ...given, beginAgain });
  return answerWhatIsKnown(app, entry, { known, beginAgain }, first, signal);
}

/** A portal that ends the sign-in after each answer would otherwise be sent the password once for every stored answer. */
function beginsOnce({ countAgain }: Entry): () => Promise<void> {
  let hasBegunAgain = false;
  return async () => {
    if (hasBegunAgain) throw portalChanged("the sign-in ended twice at its second step");
    hasBegunAgain = true;
    await countAgain();
  };
}

async function isCodeUsed(
  app: Pick<App, "db" | "now">,
  { company_id, id }: AuthorizationRow,
  { totp }: SecondFactorAnswers,
): Promise<boolean> {
  return totp !== null && (await findTotpStep(app.db, company_id, id)) === totpStep(totp, app.now());
}

async function answerWhatIsKnown(
  app: Pick<App, "db" | "now">,
  { authorization, connector, address, credential, given, readsCodes, onAsk }: Entry,
  { known, beginAgain }: { known: SecondFactorAnswers; beginAgain: () => Promise<void> },
  first: Promise<Visit>,
  signal: AbortSignal,
): Promise<Visit> {
  /**
   * Answers that were tried. An authenticator counts as one answer: when the portal refuses one of its codes, it would refuse the
   * next.
   */
  const used = new Set(given === undefined ? [] : [given.answer]);
  let attempt = first;
  for (;;) {
    try {
      return await attempt;
    } catch (error) {
      if (!(error instanceof PortalError) || error.challenge === null) throw error;
      const { session } = error.challenge;
      const byMail = readsCodes && (error.challenge.mail ?? null) !== null;
      const found = answerTo(known, error.challenge, app.now(), { byMail });
      const source = found?.step === null ? found.answer : "authenticator";
      if (found === null || used.has(source)) throw error;
      used.add(source);
      // Recorded before it is sent, so that it is not sent again after a crash.
      if (found.step !== null) await setTotpStep(app.db, authorization.company_id, authorization.id, found.step);
      onAsk();
      attempt = connector.answer(address, credential, signal, { session, answer: found.answer, beginAgain });
    }
  }
}

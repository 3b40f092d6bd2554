/** A connector whose sign-in also answers what the portal asks after the password: by a person, or by answers that are known. */
import { PortalError, portalChanged, type Challenge, type Connector } from "./contract.ts";

/** The answer to a question of the portal; null to leave it unanswered. */
export type Answers = (question: Challenge) => Promise<string | null>;

/** A trial or a check sends the password once. */
async function beginAgain(): Promise<never> {
  throw portalChanged("the portal ended the sign-in at its second step, and it is not begun again");
}

/** `begin` gives the answers of one sign-in. Without an answer the sign-in fails as it would anyway. */
export const answering = (connector: Connector, begin: () => Answers): Connector => ({
  ...connector,
  async login(url, credential, signal, remembered) {
    const answerTo = begin();
    let opening = connector.login(url, credential, signal, remembered);
    for (;;) {
      try {
        return await opening;
      } catch (error) {
        if (!(error instanceof PortalError) || error.challenge === null) throw error;
        const answer = await answerTo(error.challenge);
        if (answer === null) throw error;
        const { session } = error.challenge;
        opening = connector.answer(url, credential, signal, { session, answer, beginAgain });
      }
    }
  },
});

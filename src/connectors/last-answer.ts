/** Gives a refusal that says "the portal has changed" what the portal showed last, masked, for the engineer who mends the recipe. */
import { PortalError, type ShownAnswer, type Visit } from "./contract.ts";
import { inTime } from "./in-time.ts";
import { hiddenParts, maskAnswer, maskDetail } from "./mask-answer.ts";
import type { Transport } from "./transport.ts";
import type { Reply } from "./reply.ts";

export interface LastAnswer {
  /** The connection, whose last answer is remembered. */
  transport: Transport;
  /** Adds the masked answer to a refusal of this kind; `values` are those that the visit has read so far. */
  withAnswer<Result>(work: Promise<Result>, values: Iterable<string>): Promise<Result>;
  /** The visit, whose refusals get it in the same way. */
  visit(visit: Visit, values: ReadonlyMap<string, string>): Visit;
}

/** `secrets` are never shown, nor is any part of them. `wordsOf` gives the words that may be. */
export function rememberAnswers(transport: Transport, wordsOf: () => Set<string>, secrets: string[]): LastAnswer {
  let last: Reply | null = null;
  const hidden = hiddenParts();
  hidden.add(secrets);
  const note = (reply: Reply): Reply => (last = reply);

  function shown(error: PortalError): ShownAnswer | null {
    if (last === null) return null;
    const reply = last;
    const masking = { words: wordsOf(), isHidden: hidden.isIn };
    try {
      return inTime(() => ({ ...maskAnswer(reply, masking), detail: maskDetail(error.message, masking) }));
    } catch (fault) {
      // It may be refused for this very reason.
      if (fault instanceof PortalError) return null;
      throw fault;
    }
  }

  const withAnswer: LastAnswer["withAnswer"] = async (work, values) => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof PortalError) || error.kind !== "portal_changed" || error.shown !== null) throw error;
      hidden.add(values);
      throw new PortalError(error.kind, error.message, { cause: error.cause, shown: shown(error) });
    }
  };

  return {
    transport: {
      ...transport,
      get: async (...asked) => note(await transport.get(...asked)),
      send: async (...asked) => note(await transport.send(...asked)),
    },
    withAnswer,
    visit: (visit, values) => ({
      ...visit,
      async listAccounts() {
        const accounts = await withAnswer(visit.listAccounts(), values.values());
        hidden.add(
          accounts.flatMap(({ external_id, acct_num, service_address }) => [external_id, acct_num, service_address]),
        );
        return accounts;
      },
      listDocuments: (...of) => withAnswer(visit.listDocuments(...of), values.values()),
      fetchDocument: (...of) => withAnswer(visit.fetchDocument(...of), values.values()),
    }),
  };
}

/** Opens a visit with a permission of Green Button Connect: no password is sent, and renewed tokens are committed before they are used. */
import type { App } from "../../app.ts";
import { PortalError, type PortalDescription, type Visit } from "../../connectors/contract.ts";
import type { Tokens } from "../../green-button/oauth.ts";
import { openVisit } from "../../green-button/visit.ts";
import { withdrawUnkept } from "../../operations/green-button-revocations.ts";
import { hideTokens, openGreenButtonTokens, saveRenewedTokens } from "../../operations/green-button-tokens.ts";
import type { AuthorizationRow } from "../../store/authorizations/authorizations.ts";
import { findPermission } from "../../store/authorizations/green-button.ts";

interface Entered {
  visit: Visit;
  portal: PortalDescription;
  /** Ends the hiding of the tokens in the log. */
  forget: () => void;
}

/** In this process: each holds its feeds in memory, of up to 50 MB, until it is closed. */
const VISITS_AT_ONCE = 2;

/** `busy`: others are under way. `begins`: called with the utility before its server is asked. Null: the permission was withdrawn, or its key is gone. @throws PortalError `invalid_credentials` when the customer has to give it again */
export async function enterGreenButton(
  app: App,
  authorization: AuthorizationRow,
  signal: AbortSignal,
  begins: (utility: string) => void,
): Promise<Entered | "busy" | null> {
  const { visits } = app.greenButton;
  if (visits.open >= VISITS_AT_ONCE) return "busy";
  visits.open += 1;
  const ended = once(() => void (visits.open -= 1));
  try {
    const entered = await enter(app, authorization, signal, begins);
    if (entered === null) ended();
    return entered && { ...entered, visit: endingWith(entered.visit, ended) };
  } catch (error) {
    ended();
    throw error;
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

const endingWith = (visit: Visit, ended: () => void): Visit => ({
  ...visit,
  async close() {
    try {
      await visit.close();
    } finally {
      ended();
    }
  },
});

async function enter(
  app: App,
  authorization: AuthorizationRow,
  signal: AbortSignal,
  begins: (utility: string) => void,
): Promise<Entered | null> {
  const { company_id, id, credential_version, refused_version } = authorization;
  if (refused_version === credential_version)
    throw new PortalError("invalid_credentials", "refused before, so not tried again");
  const permission = await findPermission(app.db, company_id, id);
  const opened = await openGreenButtonTokens(app.db, app, company_id, id);
  if (permission === undefined || opened === undefined) return null;
  const custodian = app.custodians.byKey(permission.utility);
  if (custodian === null) {
    opened.forget();
    throw new PortalError("unsupported_portal", "the utility no longer offers Green Button Connect here");
  }
  const forgets = [opened.forget];
  const forget = (): void => {
    for (const each of forgets) each();
  };
  const parts = { outbound: app.greenButton.outbound, signal };
  /** Tokens that cannot be kept are of an authorization that was stopped: the permission ends with them. */
  const keep = async (tokens: Tokens): Promise<void> => {
    forgets.push(hideTokens(tokens));
    if (await saveRenewedTokens(app.db, app, authorization, tokens)) return;
    await withdrawUnkept(app, custodian, { tokens, authorization_ref: permission.authorization_ref }, signal);
    throw new PortalError("invalid_credentials", "the authorization was stopped or renewed during the visit");
  };
  begins(permission.utility);
  try {
    const visit = await openVisit({
      ...parts,
      custodian,
      permission,
      tokens: opened.tokens,
      keep,
      now: app.now,
    });
    return { visit, portal: custodian.description, forget };
  } catch (error) {
    forget();
    throw error;
  }
}

/** The token of a client: given once and for all, or had by signing in when it is first needed, and again when it is refused. */
import { MeterbookError } from "./problem.ts";
import { orAbort } from "./waiting.ts";

export interface Session {
  /** Null where the client has no credentials: only open calls will pass. */
  token(signal?: AbortSignal): Promise<string | null>;
  /** Drops a token that was refused. False when there is no way to another one. */
  drop(token: string): boolean;
}

export const openSession: Session = { token: async () => null, drop: () => false };

/** A token that was given, or what gives one: then it is asked for before every attempt. */
export const givenSession = (token: string | (() => string | Promise<string>)): Session => ({
  token: async (signal) =>
    readToken(typeof token === "string" ? token : await orAbort(Promise.resolve(token()), signal)),
  drop: () => false,
});

/** Without the line end that a file gave it. @throws TypeError for what no header can carry, which `fetch` would quote in its own error */
function readToken(text: string): string {
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new TypeError("The token is empty, or holds characters that no header can carry.");
  return token;
}

/** Calls at the same time share one sign-in. A login that was refused is not shown again: guesses are counted. */
export function loginSession(login: () => Promise<string>): Session {
  let current: Promise<string> | null = null;
  let held: string | null = null;
  const signIn = async (): Promise<string> => {
    try {
      return (held = await login());
    } catch (error) {
      if (!(error instanceof MeterbookError && error.status === 401)) current = null;
      throw error;
    }
  };
  return {
    token: (signal) => orAbort((current ??= signIn()), signal),
    drop(token) {
      // Another call may have signed in again already.
      if (token === held) {
        held = null;
        current = null;
      }
      return true;
    },
  };
}

/** The token of a client: given by the user, or obtained by signing in when it is first needed, and again when it is refused. */
import { MeterbookError } from "./problem.ts";
import { orAbort } from "./waiting.ts";

export interface Session {
  /** Null when the client has no credentials: only public calls will succeed. */
  token(signal?: AbortSignal): Promise<string | null>;
  /** Drops a refused token. False when there is no way to get another one. */
  drop(token: string): boolean;
}

export const openSession: Session = { token: async () => null, drop: () => false };

/** A given token, or a function that returns one and is called before every attempt. */
export const givenSession = (token: string | (() => string | Promise<string>)): Session => ({
  token: async (signal) =>
    readToken(typeof token === "string" ? token : await orAbort(Promise.resolve(token()), signal)),
  drop: () => false,
});

/** Removes a line end that came from a file. @throws TypeError for text that no header can carry, which `fetch` would quote in its own error */
function readToken(text: string): string {
  const token = text.trim();
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new TypeError("The token is empty, or holds characters that no header can carry.");
  return token;
}

/** Concurrent calls share one sign-in. A refused login is not sent again, because guesses are counted. */
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

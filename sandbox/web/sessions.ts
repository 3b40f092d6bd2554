/** The sessions of one portal, in memory; the oldest are forgotten first. */
import { randomBytes } from "node:crypto";
import type { Waiting } from "./second-step.ts";

export interface Session {
  id: string;
  csrfToken: string;
  /** Set once the password was right. */
  username: string | null;
  /** The step that must still be answered before the session is signed in. */
  waiting: Waiting | null;
  /** The id of a second session cookie that must be sent too, where a portal uses two cookies. */
  boundTo: string | null;
}

export interface Sessions {
  open(state?: Partial<Pick<Session, "username" | "waiting" | "boundTo">>): Session;
  find(id: string | undefined): Session | undefined;
  end(id: string | undefined): void;
}

/** The id of a session in which nothing more must be answered. */
export const idWhenSignedIn = (session: Session | undefined): string | undefined =>
  session === undefined || session.username === null || session.waiting !== null ? undefined : session.id;

const SESSIONS_MAX = 5000;

const token = (): string => randomBytes(16).toString("hex");

export function createSessions(): Sessions {
  const sessions = new Map<string, Session>();
  return {
    open(state = {}) {
      const session = { id: token(), csrfToken: token(), username: null, waiting: null, boundTo: null, ...state };
      sessions.set(session.id, session);
      const [oldest] = sessions.keys();
      if (sessions.size > SESSIONS_MAX && oldest !== undefined) sessions.delete(oldest);
      return session;
    },
    find: (id) => (id === undefined ? undefined : sessions.get(id)),
    end(id) {
      if (id !== undefined) sessions.delete(id);
    },
  };
}

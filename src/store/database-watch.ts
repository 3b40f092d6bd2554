/** Detects within two seconds that the database does not answer, even while its connections look alive, and closes dead connections. */
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

export interface DatabaseWatch {
  isAway(): boolean;
  /** Calls `listener` each time the database goes away; returns a function that removes the listener. */
  onAway(listener: () => void): () => void;
  close(): Promise<void>;
}

const LOOK_MS = 500;
/** A later answer to `select 1` counts as no answer: requests are refused until one arrives in time. */
const ANSWER_MS = 1500;
/** Longer at startup, when everything is slow. */
const FIRST_ANSWER_MS = 10_000;
/**
 * When a network drops packets silently, a connection stays open for hours with everything that waits on it. After more than this many
 * checks without an answer, of two seconds each, all connections are closed; not sooner, or a slow machine would lose its work.
 */
const CUT_AFTER_LOOKS = 3;

/** Checks on its own connection, every `lookMs`. `cut` closes all others: then at each check without an answer, and when only a new connection answers. */
export function watchDatabase(connectionString: string, cut: () => void, lookMs = LOOK_MS): DatabaseWatch {
  const closing = new AbortController();
  const listeners = new Set<() => void>();
  let silentLooks = 0;
  const setSilent = () => {
    silentLooks += 1;
    if (silentLooks === 1) for (const listener of listeners) listener();
    if (silentLooks > CUT_AFTER_LOOKS) cut();
  };
  const watching = (async () => {
    let asked: Asked | null = null;
    while (!closing.signal.aborted) {
      try {
        asked = await ask(connectionString, asked, cut);
        silentLooks = 0;
      } catch (error) {
        asked = error instanceof Silent ? error.asked : null;
        setSilent();
      }
      await delay(lookMs, undefined, { signal: closing.signal }).catch(() => {});
    }
    if (asked !== null) destroy(asked.client);
  })();
  return {
    isAway: () => silentLooks > 0,
    onAway(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      closing.abort();
      await watching;
    },
  };
}

/** A connection and its last query. */
interface Asked {
  client: pg.Client;
  isAnswered: boolean;
}

/** A connection that did not answer in time. It is kept, because a late answer distinguishes a slow database from a lost connection. */
class Silent extends Error {
  readonly asked: Asked;
  constructor(asked: Asked) {
    super("no answer in time");
    this.asked = asked;
  }
}

/** Queries again, also on a new connection when the last query has no answer. When only the new connection answers, others are lost too. */
async function ask(connectionString: string, before: Asked | null, cut: () => void): Promise<Asked> {
  if (before?.isAnswered === true) return question(before.client);
  const timeoutMs = before === null ? FIRST_ANSWER_MS : ANSWER_MS;
  const asked = await connect(connectionString, timeoutMs)
    .then(question)
    .catch((error: unknown) => {
      if (error instanceof Silent) destroy(error.asked.client);
      if (before !== null) throw new Silent(before);
      throw error;
    });
  if (before !== null) {
    if (!before.isAnswered) cut();
    destroy(before.client);
  }
  return asked;
}

/** @throws Silent when no answer arrives in time, Error when the connection has ended */
async function question(client: pg.Client): Promise<Asked> {
  const asked: Asked = { client, isAnswered: false };
  const answer = client.query("select 1").then(() => void (asked.isAnswered = true));
  answer.catch(() => {});
  try {
    await inTime(answer);
  } catch (error) {
    if (error instanceof Late) throw new Silent(asked);
    // A closed connection does not show that the others are lost.
    destroy(client);
    throw error;
  }
  return asked;
}

async function connect(connectionString: string, connectionTimeoutMillis: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: "meterbook-watch",
    connectionTimeoutMillis,
  });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** No answer in time. */
class Late extends Error {}

/** @throws Late when the database answers late. A delay of this process does not count: it reads received answers first. */
async function inTime(answer: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => setImmediate(() => setImmediate(reject, new Late())), ANSWER_MS);
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Closes a connection without notifying the server. Queries that wait on it fail. */
export function destroy(client: pg.ClientBase): void {
  // Uses the driver's socket, because the driver has no API for this.
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}

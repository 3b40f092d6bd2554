/**
 * Reads of single records by key, pipelined on one connection without waiting for earlier answers: with many readers this
 * needs far fewer system calls. Never for transactions, and never for slow queries, since every read waits for those sent
 * before it.
 */
import pg from "pg";
import { destroy } from "./database-watch.ts";

export interface Prepared {
  name: string;
  text: string;
}

export type SqlValue = number | string | null;

export interface PointReads {
  read<Row extends object>(statement: Prepared, values: SqlValue[]): Promise<Row[]>;
  /** Closes the connection as a network failure would: reads under way fail. */
  cut(): void;
  close(): Promise<void>;
}

/** PostgreSQL cancels a read after this; each normally takes a few milliseconds. */
const STATEMENT_TIMEOUT_MS = 5000;
/** A connection without any answer is closed after this, and all reads on it fail. */
const ANSWER_TIMEOUT_MS = 10_000;

interface Waiting {
  send(client: pg.Client): void;
  fail(error: unknown): void;
}

/** Connects at the first read and after a loss: reads under way fail, and the next one connects again. */
export function openPointReads(config: pg.ClientConfig, onError: (error: Error) => void): PointReads {
  let connecting: Promise<pg.Client> | null = null;
  let waiting: Waiting[] = [];
  let isClosed = false;

  const reach = (): Promise<pg.Client> => {
    connecting ??= connect();
    return connecting;
  };
  const connect = (): Promise<pg.Client> => {
    const client = new pg.Client({
      ...config,
      pipeline: true,
      options: `${config.options ?? ""} -c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
      query_timeout: ANSWER_TIMEOUT_MS,
    });
    const attempt = client.connect().then(() => client);
    const drop = () => {
      if (connecting === attempt) connecting = null;
    };
    attempt.catch(drop);
    client.on("end", drop);
    client.on("error", (error) => {
      drop();
      onError(error);
    });
    return attempt;
  };

  /** Queries of one tick of the event loop are sent in one write. */
  const flush = async () => {
    try {
      const client = await reach();
      const batch = waiting;
      waiting = [];
      // Corks the driver's socket until all queries are written.
      const { stream } = (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } }).connection;
      stream.cork();
      for (const { send } of batch) send(client);
      stream.uncork();
    } catch (error) {
      const batch = waiting;
      waiting = [];
      for (const { fail } of batch) fail(error);
    }
  };

  return {
    read: <Row extends object>(statement: Prepared, values: SqlValue[]) =>
      new Promise<Row[]>((done, fail) => {
        if (isClosed) return fail(new Error("the database is closed"));
        waiting.push({
          send: (client) =>
            client.query<Row>({ ...statement, values }, (error: Error | null, result) =>
              error === null || error === undefined ? done(result.rows) : fail(error),
            ),
          fail,
        });
        if (waiting.length === 1) setImmediate(() => void flush());
      }),
    cut() {
      void connecting?.then(destroy).catch(() => {});
      connecting = null;
    },
    async close() {
      isClosed = true;
      const open = connecting;
      connecting = null;
      if (open !== null) await open.then((client) => client.end()).catch(() => {});
    },
  };
}

/** Statements that are sent often get a name, so that PostgreSQL parses and plans them once for each connection instead of each time. */
import { hash } from "node:crypto";
import type pg from "pg";

/** A text that was sent so many times is frequent. Below that a name would cost more than it saves. */
const SENT_OFTEN = 20;
/** A named statement takes some 30 KB of each connection on the server. */
const NAMES_MAX = 150;
/** Texts that are counted: they are as many as the code has statements, but for lists of columns that depend on an edit. */
const TEXTS_MAX = 2000;

/** Gives the name of a frequent text, undefined for any other. The texts of all connections of a database count together. */
export function createStatementNames(): (text: string) => string | undefined {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= NAMES_MAX) return known;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < SENT_OFTEN) {
      if (counts.size < TEXTS_MAX || counts.has(text)) counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const name = `frequent ${hash("sha256", text, "base64url").slice(0, 40)}`;
    names.set(text, name);
    return name;
  };
}

type Query = (text: unknown, values?: unknown, done?: unknown) => unknown;

/** Sends statements with parameters by their names. Those without are `begin`, `commit`, `set` and the like. */
export function nameStatements(client: pg.ClientBase, nameOf: (text: string) => string | undefined): void {
  // The overloads of `query` come down to this one.
  const query = client.query.bind(client) as Query;
  const named: Query = (text, values, done) => {
    const name = typeof text === "string" && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    return name === undefined ? query(text, values, done) : query({ text, values, name }, done);
  };
  client.query = named as typeof client.query;
}

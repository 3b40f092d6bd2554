/** Databases for tests: each test or file gets its own, cloned from a database with every migration. */
import { randomBytes } from "node:crypto";
import { administer, startTestServer, TEMPLATE, type TestServer, urlOfDatabase } from "./postgres-server.ts";

/** The part of a test context that `testDatabase` needs; `{ after }` of node:test itself works for a whole file. */
export interface Ending {
  after(work: () => Promise<void>): void;
}

const works = new WeakMap<Ending, (() => Promise<unknown>)[]>();

/** What is given last is done first: a server stops before its folder is removed. The test runner itself goes by the order given. */
export function lastFirst(ending: Ending): Ending {
  const given = works.get(ending) ?? [];
  if (!works.has(ending)) {
    works.set(ending, given);
    ending.after(async () => {
      for (const work of given) await work();
    });
  }
  return { after: (work) => void given.unshift(work) };
}

/** Returns the URL of a new database with all migrations, which is dropped when the test ends; `server` is that of the run unless given. */
export async function testDatabase(ending: Ending, server?: Pick<TestServer, "url">): Promise<string> {
  const serverUrl = server?.url ?? process.env["METERBOOK_TEST_DATABASE_URL"] ?? (await ownServer()).url;
  const name = `test_${process.pid}_${randomBytes(4).toString("hex")}`;
  // The template has no connections, so any number of clones can be made at once. Copied by file: 20 ms, no log.
  await administer(serverUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  ending.after(() => administer(serverUrl, `drop database if exists ${name} with (force)`));
  return urlOfDatabase(serverUrl, name);
}

let own: Promise<TestServer> | undefined;

/**
 * For a test file run by hand: one server for the process. It is not stopped by an `after`, which would come before
 * those of the file itself; its guard ends it when the process has ended.
 */
async function ownServer(): Promise<TestServer> {
  own ??= startTestServer();
  return own;
}

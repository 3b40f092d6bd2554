/** The visits to a portal that `utility check --live` makes: two with the password, and one with a wrong one if it is wished. They say what they do. */
import { isDeepStrictEqual } from "node:util";
import { SAFE_NAME } from "../../connectors/conformance/checks.ts";
import { accountTwice, billTwice, namesAnother, newestOf, notSince } from "../../connectors/conformance/rules.ts";
import type { AccountBills } from "../../connectors/conformance/rules.ts";
import {
  PortalError,
  type Connector,
  type Credential,
  type FetchedFile,
  type PortalAccount,
  type Visit,
} from "../../connectors/contract.ts";
import type { Day } from "../../records/scalars.ts";
import { countOf } from "../../domain/text.ts";
import { StartError } from "../../errors.ts";

/** Says what goes on, as often as it likes. */
export type Say = (text: string) => void;

/** What one visit found. */
export interface Found {
  listed: AccountBills[];
  /** The newest bill of each account, by its external_id. */
  files: { account: PortalAccount; file: FetchedFile }[];
  /** Listed for the first account once more, from a day in the middle on; null where it was not asked for. */
  since: { day: Day; bills: AccountBills } | null;
  /** By which the portal knows this device. */
  remembered: string | null;
}

interface Visiting {
  connector: Connector;
  credential: Credential;
  say: Say;
  remembered?: string | null;
  /** Of the accounts whose bills are looked at; all of them by default. */
  choose?: (accounts: PortalAccount[]) => PortalAccount[];
  /** Also lists the bills since a day. */
  withSince?: boolean;
}

/** A visit to a login with many accounts may rest for most of this. */
const VISIT_MS_MAX = 3_600_000;

/** The first and the last: a second visit need not be as long as the first where there are many. */
export const firstAndLast = (accounts: PortalAccount[]): PortalAccount[] => [
  ...new Set([...accounts.slice(0, 1), ...accounts.slice(-1)]),
];

export const openVisit = (
  { connector, credential, remembered = null }: Pick<Visiting, "connector" | "credential" | "remembered">,
  signal = AbortSignal.timeout(VISIT_MS_MAX),
): Promise<Visit> => connector.login(new URL(connector.description.website), credential, signal, remembered);

/** @throws StartError when the portal refuses, or the visit fails */
export async function makeVisit(visiting: Visiting): Promise<Found> {
  const { say } = visiting;
  const signal = AbortSignal.timeout(VISIT_MS_MAX);
  say("signing in");
  const visit = await openVisit(visiting, signal).catch((error: unknown) => {
    throw sentenceOf(error, "The sign-in failed", signal);
  });
  try {
    return await lookAround(visit, visiting);
  } catch (error) {
    throw sentenceOf(error, "The visit failed", signal);
  } finally {
    say("signing out");
    await visit.close();
  }
}

function sentenceOf(error: unknown, what: string, signal: AbortSignal): unknown {
  if (error instanceof PortalError)
    return new StartError(`${what} as ${error.kind}: ${error.message}. Look at it with utility try.`, { cause: error });
  return signal.aborted ? new StartError(`${what}: it took more than an hour.`) : error;
}

async function lookAround(visit: Visit, { say, choose, withSince }: Visiting): Promise<Found> {
  say("listing accounts");
  const accounts = await visit.listAccounts();
  const listed: AccountBills[] = [];
  const chosen = choose?.(accounts) ?? accounts;
  for (const account of chosen) {
    say(`listing the bills of account ${listed.length + 1} of ${chosen.length}`);
    listed.push({ account, documents: await visit.listDocuments(account, null) });
  }
  const files: Found["files"] = [];
  // After all lists: a portal may hold the account in the session.
  for (const { account, documents } of listed) {
    const newest = newestOf(documents);
    if (newest === undefined) continue;
    say(`fetching the newest bill of account ${files.length + 1} of ${chosen.length}`);
    files.push({ account, file: await visit.fetchDocument(newest) });
  }
  return { listed, files, since: withSince ? await listSince(visit, listed, say) : null, remembered: visit.remembered };
}

async function listSince(visit: Visit, listed: readonly AccountBills[], say: Say): Promise<Found["since"]> {
  const [first] = listed;
  const days = first?.documents.map(({ date }) => date).toSorted() ?? [];
  const day = days[Math.floor(days.length / 2)];
  if (first === undefined || day === undefined) return null;
  say(`listing the bills of account 1 since ${day}`);
  return { day, bills: { account: first.account, documents: await visit.listDocuments(first.account, day) } };
}

const idsOf = (listed: readonly AccountBills[]): unknown =>
  listed.map(({ account, documents }) => [account.external_id, documents.map(({ external_id }) => external_id)]);

/** What differs between two visits, of the accounts that the second looked at; null: nothing. */
export function differsAgain(first: Found, again: Found): string | null {
  const looked = new Set(again.listed.map(({ account }) => account.external_id));
  const isLooked = ({ account }: { account: PortalAccount }): boolean => looked.has(account.external_id);
  if (!isDeepStrictEqual(idsOf(first.listed.filter(isLooked)), idsOf(again.listed)))
    return "accounts or bills have other ids, or another order";
  const bytes = (files: Found["files"]): Buffer[] => files.map(({ file }) => Buffer.from(file.bytes));
  return isDeepStrictEqual(bytes(first.files.filter(isLooked)), bytes(again.files)) ? null : "a file has other bytes";
}

const firstOf = (wrong: readonly (string | null)[]): string | null => wrong.find((each) => each !== null) ?? null;

/** The checks of what a visit found, for portals whose requests cannot be recorded; each with what is wrong, or null. */
export async function checkFound(
  { listed, files, since }: Found,
  textOf: (file: FetchedFile) => Promise<string>,
): Promise<{ check: string; why: string | null }[]> {
  const accounts = listed.map(({ account }) => account);
  const whose: (string | null)[] = [];
  for (const { account, file } of files) whose.push(namesAnother(await textOf(file), account, accounts));
  const whole = listed[0]?.documents ?? [];
  return [
    {
      check: "accounts are listed, each once",
      why: accounts.length === 0 ? "the list is empty" : accountTwice(accounts),
    },
    { check: "bills are listed, each once", why: firstOf(listed.map(billTwice)) },
    ...(since === null
      ? []
      : [
          {
            check: "`since` gives the documents of that day and later, and those alone",
            why: notSince(whole, since.bills.documents, since.day),
          },
        ]),
    {
      check: "every account gets its own files: its newest bill names it, and no other account",
      why: firstOf(whose),
    },
    {
      check: "a file comes with a name that is safe to keep",
      why: files.every(({ file }) => SAFE_NAME.test(file.name))
        ? null
        : "its name has slashes, or is empty or too long",
    },
  ];
}

/** Such as `2 accounts, 28 bills, 2 files`. */
export const countsOf = ({ listed, files }: Found): string =>
  [
    countOf(listed.length, "account"),
    countOf(
      listed.reduce((sum, { documents }) => sum + documents.length, 0),
      "bill",
    ),
    countOf(files.length, "file"),
  ].join(", ");

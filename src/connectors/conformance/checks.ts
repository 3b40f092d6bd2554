/** What every connector must keep, whatever portal is behind it: the checks that the tests and `meterbook utility check` run. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import type { StatusDetail } from "../../records/codes.ts";
import { checkSecondFactor } from "./second-factor-checks.ts";
import {
  assertSilent,
  refusal,
  signIn,
  timesSigned,
  type AddCheck,
  type Check,
  type ConformanceCredentials,
  type ConformanceSubject,
} from "./subject.ts";
import { accountTwice, billTwice, namesAnother, newestOf, notSince } from "./rules.ts";
import { PortalError, type Credential, type PortalAccount, type PortalDocument, type Visit } from "../contract.ts";

const REFUSALS: {
  scenario: string;
  kind: StatusDetail;
  credentialOf: (credentials: ConformanceCredentials) => Credential | undefined;
}[] = [
  { scenario: "refused", kind: "invalid_credentials", credentialOf: ({ refused }) => refused },
  { scenario: "locked", kind: "account_locked", credentialOf: ({ locked }) => locked },
  { scenario: "secondFactor", kind: "mfa_required", credentialOf: ({ secondFactor }) => secondFactor?.credential },
  { scenario: "siteDown", kind: "portal_down", credentialOf: ({ siteDown }) => siteDown },
];

export const SAFE_NAME = /^[^/\\]{1,200}$/;
const STOP_MS_MAX = 1_000;

const UNWATCHED = (inBrowser: boolean): string | false =>
  inBrowser ? "the requests of a browser are not watched here, but in src/browser" : false;

/** All checks, in their order. They run one after the other, because they watch one outbound. */
export function checksOf(subject: ConformanceSubject): Check[] {
  const checks: Check[] = [];
  const test: AddCheck = (name, options, run) => {
    if (typeof options === "function") checks.push({ name, skip: false, run: options });
    else if (run !== undefined) checks.push({ name, skip: options.skip, run });
  };
  checkSignIn(subject, test);
  checkSecondFactor(subject, test);
  checkLists(subject, test);
  checkFiles(subject, test);
  checkStops(subject, test);
  return checks;
}

/** @throws AssertionError that says what is wrong */
const assertRule = (wrong: string | null): void => assert.ok(wrong === null, wrong ?? "");

async function visit<Result>(subject: ConformanceSubject, work: (visit: Visit) => Promise<Result>): Promise<Result> {
  const opened = await signIn(subject, subject.credentials.accepted);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** What the promise gives, when it gives it within a second. */
async function inTime<Result>(promise: Promise<Result>): Promise<Result> {
  const noLonger = new AbortController();
  const late = sleep(STOP_MS_MAX, undefined, noLonger).then(() => assert.fail("it took longer than a second"));
  return Promise.race([promise, late]).finally(() => noLonger.abort());
}

/** Why a check cannot be tried. */
export const WITHOUT_CREDENTIAL = "no such credential is known";
export const WITHOUT_SLOW = "no slow credential is known";

function checkSignIn(subject: ConformanceSubject, test: AddCheck): void {
  const { connector, credentials, outbound, url, inBrowser = false } = subject;

  test("it serves the address it is made for, and no other site", () => {
    assert.equal(connector.serves(url), true);
    assert.equal(connector.serves(new URL("https://another-site.example/")), false);
  });

  test("a right credential signs in through the guarded connection, and closing twice is no harm", async () => {
    const before = timesSigned(subject, credentials.accepted);
    const opened = await signIn(subject, credentials.accepted);
    // A connector with a connection of its own is not seen here.
    if (!inBrowser) assert.equal(timesSigned(subject, credentials.accepted) - before, 1);
    await opened.close();
    await opened.close();
  });

  test(
    "the portal gets the rest between two requests that it is promised",
    { skip: UNWATCHED(inBrowser) },
    async () => {
      outbound.takePauses();
      await visit(subject, (opened) => opened.listAccounts());
      const pauses = outbound.takePauses();
      assert.ok(pauses.length > 0);
      // Timers may fire a millisecond early.
      assert.ok(Math.min(...pauses) >= subject.delayMs - 1, `${Math.min(...pauses)} ms`);
    },
  );

  for (const { scenario, kind, credentialOf } of REFUSALS) {
    const credential = credentialOf(credentials);
    const skip = credential === undefined ? WITHOUT_CREDENTIAL : false;
    test(`${scenario}: the portal is asked once, and the refusal is ${kind}`, { skip }, async () => {
      assert.ok(credential);
      const before = timesSigned(subject, credential);
      const error = await refusal(signIn(subject, credential));
      assert.ok(error instanceof PortalError, inspect(error));
      assert.equal(error.kind, kind);
      if (!inBrowser) assert.equal(timesSigned(subject, credential) - before, 1);
      assertSilent(error, credential);
    });
  }
}

function checkLists(subject: ConformanceSubject, test: AddCheck): void {
  const { expectedDates, outbound, inBrowser = false } = subject;
  const firstOf = async (opened: Visit): Promise<PortalAccount> => {
    const [account] = await opened.listAccounts();
    assert.ok(account, "there must be an account");
    return account;
  };

  test("accounts are complete, unique and the same on every visit", async () => {
    const once = await visit(subject, (opened) => opened.listAccounts());
    const again = await visit(subject, (opened) => opened.listAccounts());
    assert.deepEqual(again, once);
    assert.deepEqual(once.map(({ acct_num }) => acct_num).toSorted(), Object.keys(expectedDates).toSorted());
    assertRule(accountTwice(once));
  });

  test("documents are complete over all pages and unique", async () => {
    await visit(subject, async (opened) => {
      for (const account of await opened.listAccounts()) {
        const documents = await opened.listDocuments(account, null);
        assert.deepEqual(documents.map(({ date }) => date).toSorted(), expectedDates[account.acct_num]?.toSorted());
        assertRule(billTwice({ account, documents }));
      }
    });
  });

  test("`since` gives the documents of that day and later, and those alone", async () => {
    await visit(subject, async (opened) => {
      const account = await firstOf(opened);
      const all = await opened.listDocuments(account, null);
      const days = all.map(({ date }) => date).toSorted();
      for (const since of [days[0], days[Math.floor(days.length / 2)], days.at(-1), "9999-12-31"]) {
        assert.ok(since);
        assertRule(notSince(all, await opened.listDocuments(account, since), since));
      }
    });
  });

  test(
    "the portal sees one request at a time, also when two things are asked at once",
    { skip: UNWATCHED(inBrowser) },
    async () => {
      await visit(subject, async (opened) => {
        const account = await firstOf(opened);
        const [once, again] = await Promise.all([
          opened.listDocuments(account, null),
          opened.listDocuments(account, null),
        ]);
        assert.deepEqual(again, once);
      });
      assert.equal(outbound.concurrentMax(), 1);
    },
  );
}

function checkFiles(subject: ConformanceSubject, test: AddCheck): void {
  const newestFile = () =>
    visit(subject, async (opened) => {
      const [account] = await opened.listAccounts();
      assert.ok(account);
      const document = newestOf(await opened.listDocuments(account, null));
      assert.ok(document);
      return { document, file: await opened.fetchDocument(document) };
    });
  let known: ReturnType<typeof newestFile> | undefined;
  /** As an earlier check found it: each visit is work for the portal. */
  const knownFile = () => (known ??= newestFile());

  test("the same document has the same id and the same bytes on every visit", async () => {
    const once = await knownFile();
    const again = await newestFile();
    assert.equal(again.document.external_id, once.document.external_id);
    assert.ok(once.file.bytes.length > 0);
    assert.deepEqual(Buffer.from(again.file.bytes), Buffer.from(once.file.bytes));
  });

  test("every account gets its own files: its newest bill names it, and no other account", async () => {
    await visit(subject, async (opened) => {
      const accounts = await opened.listAccounts();
      const newestBills = new Map<PortalAccount, PortalDocument>();
      for (const account of accounts) {
        const newest = newestOf(await opened.listDocuments(account, null));
        if (newest !== undefined) newestBills.set(account, newest);
      }
      // After all lists: a portal may hold the account in the session.
      for (const [account, document] of newestBills) {
        const text = await subject.textOf(await opened.fetchDocument(document));
        assertRule(namesAnother(text, account, accounts));
      }
    });
  });

  test("a file comes with a name that is safe to keep", async () => {
    const { file } = await knownFile();
    assert.match(file.name, SAFE_NAME);
  });
}

function checkStops(subject: ConformanceSubject, test: AddCheck): void {
  const { connector, url, outbound, credentials, inBrowser = false } = subject;

  test(
    "when the network goes, the visit says portal_down without a secret, and still closes",
    { skip: UNWATCHED(inBrowser) },
    async () => {
      const opened = await signIn(subject, credentials.accepted);
      outbound.shut();
      try {
        const error = await refusal(opened.listAccounts());
        assert.ok(error instanceof PortalError, inspect(error));
        assert.equal(error.kind, "portal_down");
        assertSilent(error, credentials.accepted);
        await opened.close();
      } finally {
        outbound.open();
      }
    },
  );

  test("a signal that is aborted already keeps every request from leaving", async () => {
    const before = outbound.requests.length;
    const error = await refusal(connector.login(url, credentials.accepted, AbortSignal.abort(new Error("stopped"))));
    assert.equal(error.message, "stopped");
    assert.equal(outbound.requests.length, before);
  });

  const { slow } = credentials;
  const skip = slow === undefined ? WITHOUT_SLOW : UNWATCHED(inBrowser);
  test("an abort stops a visit within a second, with the signal's reason, and it still closes", { skip }, async () => {
    assert.ok(slow);
    const stop = new AbortController();
    const opened = await connector.login(url, slow, stop.signal);
    const leaves = outbound.nextRequest();
    const listing = refusal(opened.listAccounts());
    await leaves;
    stop.abort(new Error("stopped"));
    const error = await inTime(listing);
    await inTime(opened.close());
    assert.equal(error.message, "stopped");
    assertSilent(error, slow);
  });
}

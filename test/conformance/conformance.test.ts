import assert from "node:assert/strict";
import { after, describe, mock, test } from "node:test";
import { inspect } from "node:util";
import { fileReaders } from "../file-readers.ts";
import { startSandbox } from "../../sandbox/server.ts";
import { createOutbound } from "../../src/outbound/outbound.ts";
import { testConformance } from "./conformance.ts";
import {
  PortalError,
  type Challenge,
  type Connector,
  type Credential,
  type FetchedFile,
  type PortalDocument,
} from "../../src/connectors/contract.ts";
import { createCodeConnector } from "../../src/connectors/code/code-connector.ts";
import type { Recipe } from "../../src/connectors/recipe-shape.ts";
import { createRecipeConnector } from "../../src/connectors/recipe-connector.ts";
import { registryOf } from "../../src/connectors/registry.ts";
import { builtInUtilities } from "../../src/utilities/utilities.fixtures.ts";
import { poolOf } from "../browser-pool.ts";
import { watchOutbound } from "../../src/connectors/conformance/watched-outbound.ts";

const sandbox = await startSandbox({ port: 0 });
const outbound = createOutbound({ allowedPrivateOrigins: [sandbox.url] });
const watched = watchOutbound(outbound);
const browsers = poolOf();
const builtIn = builtInUtilities();
const registry = registryOf(builtIn.portals, {
  outbound: watched,
  openTab: (of) => browsers.openTab({ ...of, outbound }),
  sandboxOrigin: sandbox.url,
  now: () => Date.now(),
});
after(async () => {
  await outbound.close();
  await sandbox.close();
});

interface Truth {
  accounts: { acct_num: string; bills: { invoice_date: string }[] }[];
}

/** What the sandbox says that its portal has, by account number. */
async function trueDates(utility: string, username: string): Promise<Record<string, string[]>> {
  const answer = await fetch(`${sandbox.url}/truth/${utility}/${username}`);
  const { accounts } = (await answer.json()) as Truth; // the sandbox's own answer sheet
  return Object.fromEntries(accounts.map(({ acct_num, bills }) => [acct_num, bills.map((bill) => bill.invoice_date)]));
}

const credential = (username: string, password = "sandbox"): Credential => ({
  username,
  password,
  twoFactorInstructions: null,
  other_details: null,
});

/** The code that the sandbox shows on its own page. */
async function codeOf(utility: string): Promise<string> {
  const codes = (await (await fetch(`${sandbox.url}/codes.json`)).json()) as Record<string, string>;
  return codes[utility] ?? assert.fail("no code is waited for");
}

async function listOnly(
  connector: Connector,
  username: string,
): Promise<{ number: string; documents: PortalDocument[] }> {
  const visit = await connector.login(new URL(sandbox.url), credential(username), AbortSignal.timeout(30_000));
  const [account] = await visit.listAccounts();
  assert.ok(account);
  const documents = await visit.listDocuments(account, null);
  await visit.close();
  return { number: account.acct_num, documents };
}

/** The words of a bill. */
async function textOf({ bytes }: FetchedFile): Promise<string> {
  const read = await fileReaders.reader.read(bytes);
  assert.ok("pages" in read, "a bill is read");
  return read.pages.flatMap(({ rows }) => rows.flatMap(({ words }) => words.map(({ text }) => text))).join(" ");
}

interface Tested {
  utility: string;
  /** What it does when it asks for more than the password; absent where it does not. */
  asks?: { remembers: boolean; requests?: number };
}

/** Of connectors in code: what they made of passwords. */
const made = new Set<string>();

function connectorOf(utility: string): Connector {
  const portal = builtIn.portals.find(({ key }) => key === utility);
  return portal !== undefined && "script" in portal
    ? createCodeConnector(portal, {
        outbound: watched,
        sandboxOrigin: sandbox.url,
        onMade: (text) => made.add(text),
      })
    : (registry.byKey(utility) ?? assert.fail(utility));
}

async function testPortal({ utility, asks }: Tested): Promise<Connector> {
  const connector = connectorOf(utility);
  testConformance({
    connector,
    url: new URL(`${sandbox.url}/${utility}/`),
    outbound: watched,
    inBrowser: utility === "vista-electric",
    made,
    delayMs: 5,
    textOf,
    credentials: {
      accepted: credential("demo_commercial"),
      refused: credential("demo_commercial", "n0t the passw&rd+%20é"),
      locked: credential("demo_locked"),
      ...(asks && {
        secondFactor: {
          credential: credential("demo_mfa"),
          wrong: "not a code",
          right: () => codeOf(utility),
          ...asks,
        },
      }),
      siteDown: credential("demo_site_down"),
      slow: credential("demo_slow"),
    },
    expectedDates: await trueDates(utility, "demo_commercial"),
  });
  return connector;
}

/** The portals that differ by their kind: a single page app, web forms with postbacks, a sign-in over several pages, bills in JSON, and one for a browser alone. */
for (const utility of ["harbor-power", "juniper-water", "meridian-gas", "prairie-energy", "vista-electric"])
  await testPortal({ utility });

/** Families, at portals that were made after what is known of the real ones. Lakefront Energy takes a code in two requests. */
await testPortal({ utility: "grassland-cooperative" });
await testPortal({ utility: "lakefront-energy", asks: { remembers: false, requests: 2 } });

/** A connector in code. The password leaves as a proof alone. */
await testPortal({ utility: "granite-light" });
describe("grassland-cooperative beyond the contract", { concurrency: 1 }, () => {
  const options = { outbound: watched, sandboxOrigin: sandbox.url, now: () => Date.now() };
  const recipe = builtInUtilities().recipes.find(({ key }) => key === "grassland-cooperative");
  assert.ok(recipe);

  /** Lists and fetches again after each wait, by the clock of both sides. */
  async function visitFor(waitsMs: number[], used: Recipe): Promise<number> {
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const connector = createRecipeConnector(used, options);
    const visit = await connector.login(
      new URL(sandbox.url),
      credential("demo_residential"),
      AbortSignal.timeout(30_000),
    );
    try {
      const [account] = await visit.listAccounts();
      assert.ok(account);
      let files = 0;
      for (const waitMs of waitsMs) {
        mock.timers.tick(waitMs);
        const [newest] = await visit.listDocuments(account, null);
        assert.ok(newest);
        mock.timers.tick(waitMs);
        files += Number((await visit.fetchDocument(newest)).bytes.length > 0);
      }
      return files;
    } finally {
      await visit.close();
      mock.timers.reset();
    }
  }
  const isDown = (error: unknown): boolean => error instanceof PortalError && error.kind === "portal_down";

  test("a visit that takes longer than its token lives renews it, and sends the password once", async () => {
    const before = watched.timesSent("sandbox");
    assert.equal(await visitFor([250_000, 125_000, 125_000], recipe), 3);
    assert.equal(watched.timesSent("sandbox"), before + 1);
  });

  test("without a renewal, or with one that is refused, it ends as portal_down", async () => {
    await assert.rejects(visitFor([310_000], { ...recipe, renew: undefined }), isDown);
    await assert.rejects(visitFor([310_000], recipe), isDown);
  });

  test("a login with an authenticator waits for a person, after one password", async () => {
    const before = watched.timesSent("sandbox");
    const login = createRecipeConnector(recipe, options).login(
      new URL(sandbox.url),
      credential("demo_totp"),
      AbortSignal.timeout(30_000),
    );
    await assert.rejects(login, (error) => {
      assert.ok(error instanceof PortalError);
      assert.deepEqual([error.kind, error.challenge], ["mfa_required", null]);
      return true;
    });
    assert.equal(watched.timesSent("sandbox"), before + 1);
  });
});

for (const utility of ["northgate-electric", "clearwater-gas-water"]) {
  const connector = await testPortal({ utility, asks: { remembers: true } });

  describe(`${utility} beyond the contract`, { concurrency: 1 }, () => {
    const url = new URL(sandbox.url);
    const signal = () => AbortSignal.timeout(30_000);
    const challengeOf = async (promise: Promise<unknown>): Promise<Challenge> => {
      const error = await promise.then(
        () => null,
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof PortalError, inspect(error));
      return error.challenge ?? assert.fail(error.message);
    };

    test("the recipient of a code can be chosen, and an invalid choice sends nothing", async () => {
      const login = credential("demo_mfa_choice");
      const choice = await challengeOf(connector.login(url, login, signal()));
      assert.equal(choice.kind, "choice");
      assert.deepEqual(choice.options, [
        "Text message to the phone number ending in 00",
        "E-mail to the address beginning with s",
      ]);
      const before = watched.requests.length;
      const again = await challengeOf(
        connector.answer(url, login, signal(), { session: choice.session, answer: "by pigeon" }),
      );
      assert.equal(watched.requests.length, before);
      const answer = choice.options?.[1] ?? "";
      const { kind, prompt, session } = await challengeOf(
        connector.answer(url, login, signal(), { session: again.session, answer }),
      );
      assert.deepEqual([kind, prompt], ["code", "We sent a six-digit code to the e-mail address beginning with s."]);
      const code = await codeOf(utility);
      const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
      const visit = await connector.answer(url, login, signal(), { session, answer: spaced });
      await visit.close();
    });

    test("after too many wrong answers there is nothing to be answered", async () => {
      const login = credential("demo_question");
      let { session, prompt } = await challengeOf(connector.login(url, login, signal()));
      assert.equal(prompt, "What was the name of your first pet?");
      for (let tries = 2; tries > 0; tries -= 1) {
        ({ session, prompt } = await challengeOf(connector.answer(url, login, signal(), { session, answer: "Rex" })));
      }
      await assert.rejects(connector.answer(url, login, signal(), { session, answer: "Rex" }), (error) => {
        assert.ok(error instanceof PortalError);
        assert.deepEqual([error.kind, error.challenge], ["mfa_failed", null]);
        return true;
      });
    });

    test("a month without a bill is missing from the list and stops nothing", async () => {
      const { number, documents } = await listOnly(connector, "demo_gap");
      const truth = await trueDates(utility, "demo_gap");
      assert.equal(documents.length, 35);
      assert.deepEqual(documents.map(({ date }) => date).toSorted(), truth[number]?.toSorted());
    });

    test("a withdrawn bill leaves the list and the corrected one comes with an id of its own", async () => {
      const { documents: before } = await listOnly(connector, "demo_edited_bill");
      const switchTo = (state: string) =>
        fetch(`${sandbox.url}/scenarios/${utility}/demo_edited_bill/${state}`, { method: "POST", redirect: "manual" });
      await switchTo("replace");
      const { documents: now } = await listOnly(connector, "demo_edited_bill");
      await switchTo("reset");
      const idsBefore = new Set(before.map(({ external_id }) => external_id));
      const idsNow = new Set(now.map(({ external_id }) => external_id));
      assert.equal(idsBefore.difference(idsNow).size, 1);
      assert.equal(idsNow.difference(idsBefore).size, 1);
      assert.deepEqual((await listOnly(connector, "demo_edited_bill")).documents, before);
    });

    test("broken files are returned as they are, for the file reader to check", async () => {
      const visit = await connector.login(
        new URL(sandbox.url),
        credential("demo_broken_files"),
        AbortSignal.timeout(30_000),
      );
      const [account] = await visit.listAccounts();
      assert.ok(account);
      const sizes: number[] = [];
      for (const document of await visit.listDocuments(account, null)) {
        sizes.push((await visit.fetchDocument(document)).bytes.length);
      }
      await visit.close();
      assert.equal(sizes.length, 36);
      assert.equal(sizes.filter((size) => size === 0).length, 1);
    });

    test("a recent `since` asks for fewer pages than the whole list", async () => {
      const visit = await connector.login(
        new URL(sandbox.url),
        credential("demo_residential"),
        AbortSignal.timeout(30_000),
      );
      const [account] = await visit.listAccounts();
      assert.ok(account);
      const requestsFor = async (since: string | null): Promise<number> => {
        const before = watched.requests.length;
        await visit.listDocuments(account, since);
        return watched.requests.length - before;
      };
      assert.equal(await requestsFor("2026-09-01"), 1);
      assert.equal(await requestsFor(null), 4);
      await visit.close();
    });
  });
}

/** The clock and the faults, set as a program sets them, and seen as a visitor sees them. */
import assert from "node:assert/strict";
import { after, afterEach, describe, test } from "node:test";
import { billAnew, customersOf } from "../greenfield/customers.ts";
import type { Customer } from "../greenfield/customers.ts";
import { startSandbox } from "../server.ts";
import { createVisitor, links, signInNorthgate } from "../visitor.ts";
import type { Seen, Visitor } from "../visitor.ts";
import { createWorld } from "../world/world.ts";
import { UTILITIES } from "./portal.ts";

const sandbox = await startSandbox({ port: 0 });
after(() => sandbox.close());

const control = (what: "faults" | "clock", body: unknown, headers = {}): Promise<Seen> =>
  createVisitor(sandbox.url).postJson(`/sandbox/${what}`, body, headers);
const setFault = (utility: string, fault: string | null, more = {}): Promise<Seen> =>
  control("faults", { utility, fault, ...more });

interface TrueAccounts {
  accounts: { acct_num: string; bills: { invoice_date: string; invoice_number: string }[] }[];
}

async function truthOf(utility: string, username = "demo_commercial"): Promise<TrueAccounts["accounts"]> {
  const reply = await fetch(`${sandbox.url}/truth/${utility}/${username}`);
  return ((await reply.json()) as TrueAccounts).accounts; // the sandbox's own answer
}

/** Northgate's first list of bills, and the newest file in it. */
async function openNorthgate(visitor: Visitor): Promise<{ list: string; file: string; page: Seen }> {
  await signInNorthgate(visitor, "demo_residential");
  const list = links((await visitor.get("/northgate-electric/accounts")).text, /\/bills$/)[0] ?? "";
  const page = await visitor.get(list);
  return { list, page, file: links(page.text, /bill\.pdf$/)[0] ?? "" };
}

describe("the clock", () => {
  afterEach(() => control("clock", { day: "2026-10-31" }));

  test("when a month has passed, the bills of that month are there at every utility, and no other has changed", async () => {
    const earlier = new Map<string, TrueAccounts["accounts"]>();
    for (const { slug } of UTILITIES) earlier.set(slug, await truthOf(slug));
    const moved = await control("clock", { days: 31 });
    assert.deepEqual(JSON.parse(moved.text), { first_day: "2026-10-31", day: "2026-12-01" });
    for (const { slug } of UTILITIES) {
      for (const [at, account] of (await truthOf(slug)).entries()) {
        const known = earlier.get(slug)?.[at];
        assert.deepEqual(account.bills.slice(0, -1), known?.bills, slug);
        assert.equal(account.bills.at(-1)?.invoice_date.slice(0, 7), "2026-11");
      }
    }
    const visitor = createVisitor(sandbox.url);
    assert.match((await openNorthgate(visitor)).page.text, /class="date">Nov \d+, 2026</);
  });

  test("months come one by one or at once with the same bills", async () => {
    for (const days of [31, 31, 60]) await control("clock", { days });
    const slowly = await truthOf("clearwater-gas-water");
    await control("clock", { day: "2026-10-31" });
    await control("clock", { days: 122 });
    assert.deepEqual(await truthOf("clearwater-gas-water"), slowly);
    assert.equal(slowly[0]?.bills.length, 40);
  });

  test("the custodian of Green Button Connect has the new month's bills, too", async () => {
    const world = createWorld();
    const bills = (all: Customer[]) => all.flatMap(({ accounts }) => accounts).flatMap(({ points }) => points);
    const customers = customersOf(world);
    const earlier = bills(customersOf(world)).map((point) => point.bills);
    world.moveTo("2026-12-01");
    billAnew(customers, world);
    for (const [at, point] of bills(customers).entries()) {
      assert.deepEqual(point.bills.slice(0, -1), earlier[at]);
      assert.equal(point.bills.at(-1)?.endDay.slice(0, 7), "2026-11");
    }
  });

  test("it goes back, though not before the first day, nor to a text that is not a date", async () => {
    await control("clock", { day: "2027-03-31" });
    assert.equal((await control("clock", { day: "2026-11-30" })).status, 200);
    for (const body of [{ day: "2026-10-30" }, { day: "2027-02-30" }, { day: "soon" }, { days: -1 }, {}])
      assert.equal((await control("clock", body)).status, 400, JSON.stringify(body));
    const home = await createVisitor(sandbox.url).get("/");
    assert.match(home.text, /It is <strong>November 30, 2026<\/strong>/);
  });

  test("the home page's form moves it, and another site's may not", async () => {
    const visitor = createVisitor(sandbox.url);
    assert.equal((await visitor.post("/sandbox/clock", { days: "1" })).status, 303);
    assert.match((await visitor.get("/sandbox/clock")).text, /"day":"2026-11-01"/);
    assert.equal((await control("clock", { days: 1 }, { origin: "https://elsewhere.example" })).status, 403);
  });
});

describe("faults", () => {
  const UTILITY = "northgate-electric";
  afterEach(() => setFault(UTILITY, null));

  test("an unknown utility or fault is refused, and what holds can be asked", async () => {
    assert.equal((await setFault("nowhere", "rate_limited")).status, 400);
    assert.match((await setFault(UTILITY, "gremlins")).text, /one of layout_changed, /);
    await setFault(UTILITY, "rate_limited", { times: 2 });
    const now = JSON.parse((await createVisitor(sandbox.url).get("/sandbox/faults")).text);
    assert.deepEqual(now[UTILITY], { fault: "rate_limited", after: 0, times: 2, retry_after_seconds: 30 });
    assert.equal(now["harbor-power"], null);
  });

  test("maintenance is a page with status 200", async () => {
    await setFault(UTILITY, "maintenance_page");
    const { status, text } = await createVisitor(sandbox.url).get("/northgate-electric/login");
    assert.equal(status, 200);
    assert.match(text, /scheduled maintenance/);
  });

  test("so many requests go well before, so many go wrong, and then all is well again", async () => {
    await setFault(UTILITY, "rate_limited", { after: 1, times: 2, retry_after_seconds: 7 });
    const visitor = createVisitor(sandbox.url);
    const seen = [];
    for (let at = 0; at < 4; at++) seen.push(await visitor.get("/northgate-electric/login"));
    assert.deepEqual(
      seen.map(({ status }) => status),
      [200, 429, 429, 200],
    );
    assert.equal(seen[1]?.headers.get("retry-after"), "7");
  });

  test("a file is cut off on its way, or is only half", async () => {
    const visitor = createVisitor(sandbox.url);
    const { file } = await openNorthgate(visitor);
    const whole = (await visitor.get(file)).bytes.length;
    await setFault(UTILITY, "cut_download");
    await assert.rejects(visitor.get(file));
    await setFault(UTILITY, "short_download");
    assert.equal((await visitor.get(file)).bytes.length, Math.floor(whole / 2));
  });

  test("in place of a file there is the sign-in page, or an error in JSON, and the session stays", async () => {
    const visitor = createVisitor(sandbox.url);
    const { file, list } = await openNorthgate(visitor);
    await setFault(UTILITY, "login_page_instead_of_pdf");
    const page = await visitor.get(file);
    assert.equal(page.status, 200);
    assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
    assert.match(page.text, /<form id="sign-in"/);
    await setFault(UTILITY, "json_error");
    assert.equal(JSON.parse((await visitor.get(file)).text).success, false);
    assert.equal((await visitor.get(list)).status, 200);
  });

  test("a session is gone after so many requests, and a new one is good for as many", async () => {
    await setFault(UTILITY, "session_lost", { after: 3 });
    const visitor = createVisitor(sandbox.url);
    for (const _ of [1, 2]) {
      await signInNorthgate(visitor, "demo_residential");
      const statuses = [];
      for (let at = 0; at < 4; at++) statuses.push((await visitor.get("/northgate-electric/accounts")).status);
      assert.deepEqual(statuses, [200, 200, 200, 302]);
    }
  });

  test("on the same dates means all accounts of a customer, in the truth, too", async () => {
    const datesOf = async () =>
      (await truthOf("harbor-power")).map(({ bills }) => bills.map(({ invoice_date }) => invoice_date));
    const [one, other] = await datesOf();
    assert.notDeepEqual(one, other);
    await setFault("harbor-power", "same_dates");
    const [first, second] = await datesOf();
    assert.deepEqual(first, second);
    await setFault("harbor-power", null);
    assert.deepEqual(await datesOf(), [one, other]);
  });

  test("new terms must be accepted once in a session, and then what was wanted comes", async () => {
    await setFault(UTILITY, "interstitial");
    const visitor = createVisitor(sandbox.url);
    const terms = await visitor.follow(await signInNorthgate(visitor, "demo_residential"));
    assert.match(terms.text, /terms of use have changed/);
    const next = "/northgate-electric/accounts";
    assert.match(terms.text, new RegExp(`name="next" value="${next}"`));
    const accepted = await visitor.post("/northgate-electric/new-terms", { next, answer: "accept" });
    assert.match((await visitor.follow(accepted)).text, /<table id="accounts">/);
  });

  test("a program is told of new terms by a refusal in JSON", async () => {
    await setFault("harbor-power", "interstitial");
    const visitor = createVisitor(sandbox.url);
    const clientId = /content="(hp-web-\w+)"/.exec((await visitor.get("/harbor-power/")).text)?.[1] ?? "";
    const credential = { username: "demo_residential", password: "sandbox" };
    const session = await visitor.postJson("/harbor-power/api/session", credential, { "x-client-id": clientId });
    const headers = { "x-client-id": clientId, authorization: `Bearer ${JSON.parse(session.text).accessToken}` };
    const refusal = await visitor.postJson("/harbor-power/graphql", {}, headers);
    assert.equal(refusal.status, 403);
    assert.equal(JSON.parse(refusal.text).error.code, "TERMS_REQUIRED");
    assert.equal((await visitor.postJson("/harbor-power/new-terms", {}, headers)).status, 303);
    assert.equal((await visitor.postJson("/harbor-power/graphql", {}, headers)).status, 400);
    await setFault("harbor-power", null);
  });

  test("a changed layout has other names, and still works for who uses them", async () => {
    await setFault(UTILITY, "layout_changed");
    const visitor = createVisitor(sandbox.url);
    const login = await visitor.follow(await visitor.get("/northgate-electric/"));
    assert.match(login.text, /<form id="login-form"/);
    assert.doesNotMatch(login.text, /csrf_token|id="sign-in"/);
    const request_token = /name="request_token" value="(\w+)"/.exec(login.text)?.[1] ?? "";
    const fields = { request_token, username: "demo_residential", password: "sandbox" };
    const accounts = await visitor.follow(await visitor.post("/northgate-electric/login", fields));
    assert.match(accounts.text, /<table id="account-list">/);
  });
});

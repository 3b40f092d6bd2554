import assert from "node:assert/strict";
import { after, test } from "node:test";
import { countOwnMs } from "../../test/time-limits.ts";
import { createOutbound, type Outbound } from "../outbound/outbound.ts";
import { formCall, getCall } from "./call.ts";
import { PortalError } from "./contract.ts";
import type { FormFields } from "./form-bytes.ts";
import { redirectTo, startFakePortal, type FakePages, type FakePortal } from "../../test/conformance/fake-portal.ts";
import { readPage } from "./page.ts";
import { openTransport, placesWithout, type Transport } from "./transport.ts";

const cookieOf = (text: string) => ({ headers: { "set-cookie": text } });

const pages: FakePages = {
  "GET /": () => ({ body: "<p>home" }),
  "GET /set": () => ({
    headers: { "set-cookie": ["all=1; Path=/", "deep=2; Path=/deep", "foreign=3; Domain=example.com"] },
  }),
  "GET /set-and-go": () => ({ status: 302, headers: { location: "/deep/page", "set-cookie": "hop=4; Path=/" } }),
  "GET /forget": () => cookieOf("all=; Path=/; Max-Age=0"),
  "GET /deep/page": () => ({}),
  "POST /form-302": () => redirectTo("/deep/page"),
  "POST /form-307": () => redirectTo("/form", 307),
  "POST /form": () => ({}),
  "POST /again": () => redirectTo("/again", 307),
  "GET /circle": () => redirectTo("/circle"),
  "GET /nowhere": () => ({ status: 302 }),
  "GET /away": () => redirectTo("http://127.0.0.1:9/"),
  "GET /busy": () => ({ status: 429, headers: { "retry-after": "120" } }),
  "GET /down": () => ({
    status: 503,
    headers: { "retry-after": "Sat, 21 Nov 2026 10:10:00 GMT", date: "Sat, 21 Nov 2026 10:00:00 GMT" },
  }),
  "GET /latin": () => ({
    headers: { "content-type": "text/html; charset=ISO-8859-1" },
    body: Buffer.from("<p>caf\u00e9", "latin1"),
  }),
  "GET /large": () => ({ body: "x".repeat(2_000_001) }),
  "GET /silent": () => null,
};

const portal = await startFakePortal(pages);
const outbound = createOutbound({ allowedPrivateOrigins: [portal.origin] });
after(async () => {
  await outbound.close();
  await portal.close();
});

const at = (path: string): URL => new URL(path, portal.origin);
const mayVisit = (url: URL): boolean => url.origin === portal.origin;

function open(options: Partial<Parameters<typeof openTransport>[0]> = {}): Transport {
  return openTransport({ outbound, mayVisit, delayMs: 0, signal: AbortSignal.timeout(10_000), hidden: [], ...options });
}

const lastOf = ({ requests }: FakePortal) => {
  const request = requests.at(-1);
  assert.ok(request);
  return request;
};

async function refusal(promise: Promise<unknown>): Promise<PortalError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PortalError, String(error));
  return error;
}

test("cookies are sent back by path and domain, also those of a redirect, until they expire", async () => {
  const transport = open();
  await transport.get(at("/set"), "page");
  await transport.get(at("/"), "page");
  assert.equal(lastOf(portal).headers.cookie, "all=1");
  await transport.get(at("/set-and-go"), "page");
  assert.equal(lastOf(portal).path, "/deep/page");
  assert.deepEqual(lastOf(portal).headers.cookie?.split("; ").toSorted(), ["all=1", "deep=2", "hop=4"]);
  await transport.get(at("/forget"), "page");
  await transport.get(at("/"), "page");
  assert.equal(lastOf(portal).headers.cookie, "hop=4");
});

test("two visits share no cookie", async () => {
  await open().get(at("/set"), "page");
  await open().get(at("/"), "page");
  assert.equal(lastOf(portal).headers.cookie, undefined);
});

test("a visit identifies itself", async () => {
  await open().get(at("/"), "page");
  assert.equal(lastOf(portal).headers["user-agent"], "Meterbook");
});

test("a form is sent like by a browser, and a 302 after it is a plain GET", async () => {
  const fields: FormFields = [
    ["name", "J\u00f6 & co"],
    ["name", "2"],
  ];
  const reply = await open().send(formCall("POST", at("/form-302"), fields, at("/?q=1")), "page");
  assert.equal(reply.url.pathname, "/deep/page");
  const sent = portal.requests.at(-2);
  assert.deepEqual(sent?.form.getAll("name"), ["J\u00f6 & co", "2"]);
  assert.equal(sent?.headers["content-type"], "application/x-www-form-urlencoded");
  assert.equal(sent?.headers.origin, portal.origin);
  assert.equal(sent?.headers.referer, `${portal.origin}/?q=1`);
  assert.equal(lastOf(portal).method, "GET");
  assert.equal([...lastOf(portal).form].length, 0);
});

test("a 307 sends the form again to the new address", async () => {
  await open().send(formCall("POST", at("/form-307"), [["a", "1"]], at("/")), "page");
  assert.equal(lastOf(portal).method, "POST");
  assert.equal(lastOf(portal).form.get("a"), "1");
});

test("a portal that passes a form on for ever gets it three times", async () => {
  const before = portal.requests.length;
  const error = await refusal(open().send(formCall("POST", at("/again"), [["p", "1"]], at("/")), "page"));
  assert.equal(error.message, "the same form would be sent more than 3 times, at /again");
  assert.equal(portal.requests.length - before, 3);
});

test("a portal that sets cookies for ever, or gives a value that no header may have, ends the visit", async () => {
  for (const [letters, says] of [
    [7000, "cookies of 70049 letters for /"],
    [1, "more than 1000 cookies, the last of /"],
  ] as const) {
    let set = 0;
    const cookie = () => `c${(set += 1)}=${"x".repeat(letters)}${letters === 1 ? `; path=/${set}` : ""}`;
    const cookies = () =>
      Array.from({ length: letters === 1 ? 300 : 1 }, () => ["set-cookie", cookie()] as [string, string]);
    const restless: Pick<Outbound, "fetch"> = {
      fetch: async () => ({ status: 200, headers: new Headers(cookies()), bytes: Buffer.of(), cut: false }),
    };
    const transport = open({ outbound: restless });
    const error = await refusal(
      (async () => {
        for (;;) await transport.get(at("/"), "page");
      })(),
    );
    assert.equal(error.message, says);
  }
  for (const token of ["a\u0001", "\u20ac", "a\nb: c", "x".repeat(20_000)]) {
    const call = { ...getCall(at("/")), headers: { authorization: token } };
    const error = await refusal(open().send(call, "page"));
    assert.equal(error.message, "the value for the header authorization cannot be sent, to /");
  }
});

test("redirects end after ten, and without an address at once", async () => {
  const before = portal.requests.length;
  const circle = await refusal(open().get(at("/circle"), "page"));
  assert.equal(circle.kind, "portal_changed");
  assert.equal(portal.requests.length - before, 11);
  assert.equal((await refusal(open().get(at("/nowhere"), "page"))).kind, "portal_changed");
});

test("no hop leaves the hosts of the recipe", async () => {
  const error = await refusal(open().get(at("/away"), "page"));
  assert.equal(error.kind, "portal_changed");
  assert.equal(error.message, "led to 127.0.0.1:9, which the recipe does not name");
});

test("an address that is not public is refused by outbound, even where a recipe names it", async () => {
  const error = await refusal(open({ mayVisit: () => true }).get(new URL("http://127.0.0.1:9999/x"), "page"));
  assert.equal(error.kind, "unsupported_portal");
  assert.equal(error.message, "that address is not a public website, at /x");
});

test("429 and 5xx carry the wait that the portal asks for", async () => {
  const busy = await refusal(open().get(at("/busy"), "page"));
  assert.equal(busy.kind, "rate_limited");
  assert.equal(busy.retryAfterMs, 120_000);
  const down = await refusal(open().get(at("/down"), "page"));
  assert.equal(down.kind, "portal_down");
  assert.equal(down.retryAfterMs, 600_000);
});

test("a page is read in the charset of its header", async () => {
  assert.equal(readPage(await open().get(at("/latin"), "page")).text, "caf\u00e9");
});

test("a page may have 2 MB, a file more", async () => {
  assert.equal((await refusal(open().get(at("/large"), "page"))).kind, "portal_changed");
  assert.equal((await open().get(at("/large"), "file")).bytes.length, 2_000_001);
});

test("a closed port is portal_down", async () => {
  const gone = await startFakePortal({});
  const door = createOutbound({ allowedPrivateOrigins: [gone.origin] });
  await gone.close();
  const error = await refusal(open({ outbound: door, mayVisit: () => true }).get(new URL(gone.origin), "page"));
  await door.close();
  assert.equal(error.kind, "portal_down");
});

test("requests, including redirects, are spaced by a delay and never overlap", async () => {
  const transport = open({ delayMs: 60 });
  const begun = performance.now();
  await Promise.all([transport.get(at("/set-and-go"), "page"), transport.get(at("/"), "page")]);
  assert.ok(performance.now() - begun >= 115, "three requests have two delays between them");
  assert.deepEqual(
    portal.requests.slice(-3).map(({ path }) => path),
    ["/set-and-go", "/deep/page", "/"],
  );
});

test("a failed request does not stop the next one", async () => {
  const transport = open();
  const [failed, next] = await Promise.allSettled([transport.get(at("/busy"), "page"), transport.get(at("/"), "page")]);
  assert.equal(failed.status, "rejected");
  assert.equal(next.status, "fulfilled");
});

test("an abort ends a delay and a request at once, with its reason", async () => {
  for (const path of ["/", "/silent"]) {
    const stop = new AbortController();
    const transport = open({ signal: stop.signal, delayMs: path === "/" ? 60_000 : 0 });
    await transport.get(at("/"), "page");
    const waiting = transport.get(at(path), "page");
    const ownMs = countOwnMs();
    setImmediate(() => stop.abort(new Error("stopped")));
    await assert.rejects(waiting, { message: "stopped" });
    assert.ok(ownMs() < 1000, `${ownMs()} ms`);
  }
});

test("an address in an error shows neither query nor session nor anything of the credential", () => {
  const place = placesWithout(["Pat@Example.com", "p\u00e4ss", ""]);
  const cases: [string, string][] = [
    ["/accounts?user=pat@example.com#x", "/accounts"],
    ["/users/pat%40example.com/bills", "/users/***/bills"],
    ["/users/x-PAT@EXAMPLE.COM-y", "/users/***"],
    ["/p%C3%A4ss", "/***"],
    ["/home;jsessionid=1234", "/home"],
    ["/%zz", "/%zz"],
  ];
  for (const [path, shown] of cases) assert.equal(place(new URL(path, "https://portal.example")), shown);
});

/** A visit with a real browser: pages made by scripts are shown, forms are sent, files come, and whatever goes wrong is a refusal that says where. */
import assert from "node:assert/strict";
import { inspect } from "node:util";
import { browserTransport } from "../connectors/browser-transport.ts";
import { getCall } from "../connectors/call.ts";
import { PortalError } from "../connectors/contract.ts";
import { browserTest as test, poolOf, visit } from "../../test/browser-pool.ts";
import { LOGIN, page as pageOf, PDF, redirect, startSite } from "../../test/browser-site.ts";

const site = await startSite();
const other = await startSite();
const quick = { answerMs: 2_000, settleMs: 1_500, elementMs: 1_500, actionMs: 6_000 };
const pool = poolOf({ limits: quick });
const at = (path: string): URL => new URL(path, site.origin);
const FILE = { bytesMax: 1_000_000, timeoutMs: 10_000 };

const refusal = (kind: string, says: RegExp) => (error: unknown) => {
  assert.ok(error instanceof PortalError, inspect(error));
  assert.equal(error.kind, kind, inspect(error));
  assert.match(error.message, says);
  return true;
};

async function signedIn() {
  const tab = await visit(pool.openTab, site);
  await tab.open(at("/"), { ready: "#login" });
  const fields = [
    ["ctl00$user", LOGIN.user],
    ["input[type=password]", LOGIN.password],
  ] as const;
  await tab.submit("#login", fields, undefined, { ready: "a.bill" });
  return tab;
}

test("a login form that a script has made is filled in and sent, and the list behind it is read", async () => {
  const tab = await visit(pool.openTab, site);
  const first = await tab.open(at("/"), { ready: "#login" });
  assert.equal(first.status, 200);
  assert.match(first.html, /ctl00\$user/);
  const fields = [
    ["ctl00$user", LOGIN.user],
    ["password", LOGIN.password],
    ["where", "hidden one"],
    ["state", "CA"],
    ["keep", "yes"],
  ] as const;
  const list = await tab.submit("#login", fields, "#login button", { ready: "a.bill" });
  assert.equal(list.url.pathname, "/bills");
  assert.match(list.html, /2026-03-01/);
  const { cookies } = await tab.cookies();
  assert.deepEqual(
    cookies.map(({ key, value, hostOnly, httpOnly }) => ({ key, value, hostOnly, httpOnly })),
    [{ key: "session", value: "good", hostOnly: true, httpOnly: true }],
  );
  await tab.close();
});

test("a visit goes on later with its cookies, and the next one has none of them", async () => {
  const tab = await signedIn();
  await tab.open(at("/cookies"));
  const cookies = await tab.cookies();
  await tab.close();
  const later = await visit(pool.openTab, site, { cookies });
  assert.equal((await later.open(at("/bills"), { ready: "a.bill" })).url.pathname, "/bills");
  const withoutTimes = (jar: typeof cookies) =>
    jar.cookies
      .map(({ key, path, hostOnly, sameSite, expires }) => [
        key,
        path,
        hostOnly,
        sameSite,
        String(expires).slice(0, 16),
      ])
      .toSorted();
  assert.deepEqual(withoutTimes(await later.cookies()), withoutTimes(cookies));
  await later.close();
  const stranger = await visit(pool.openTab, site);
  assert.equal((await stranger.open(at("/bills"))).url.pathname, "/");
  assert.deepEqual((await stranger.cookies()).cookies, []);
  await stranger.close();
});

test("a wrong password leaves the page as it stands, and nothing of it is in what is said", async () => {
  const tab = await visit(pool.openTab, site);
  await tab.open(at("/"), { ready: "#login" });
  const shown = await tab.submit(
    "#login",
    [
      ["ctl00$user", "x"],
      ["password", "wrong"],
    ],
    undefined,
    { ready: "#bills" },
  );
  assert.match(shown.html, /Wrong password/);
  await tab.close();
});

test("files of every kind are fetched by a click, byte for byte, and the page stays as it was", async () => {
  const tab = await signedIn();
  for (const [what, selector] of [
    ["an attachment", "#attachment"],
    ["a PDF that is shown", "#inline"],
    ["a PDF in a window of its own", "#window"],
    ["a PDF in a window that a script opens", "#opened"],
    ["a file that a script makes", "#made"],
    ["a file that answers a form", "#posted button"],
  ] as const) {
    const file = await tab.download(selector, FILE);
    assert.ok(PDF.equals(file.bytes), `${what}: ${file.bytes.length} bytes`);
    assert.equal(file.status, 200, what);
    if (selector === "#made") assert.match(file.header("content-disposition") ?? "", /March%20bill\.pdf/);
    else assert.equal(file.header("Content-Type"), "application/pdf", what);
    assert.equal((await tab.click("#none")).url.pathname, "/bills", what);
  }
  await tab.close();
});

test("a file is fetched by its address with the cookies of the visit, and so is what is no file for a browser", async () => {
  const tab = await signedIn();
  for (const path of ["/files/attachment", "/files/inline"]) {
    const file = await tab.download(at(path), FILE);
    assert.ok(PDF.equals(file.bytes), path);
    assert.equal(file.url.pathname, path);
    assert.match(file.header("content-disposition") ?? "", /\.pdf/);
  }
  const text = await tab.download(at("/files/text"), FILE);
  assert.equal(Buffer.from(text.bytes).toString(), "a,b\n1,2\n");
  assert.match(site.headers.at(-1)?.cookie ?? "", /session=good/);
  assert.equal((await tab.click("#none")).url.pathname, "/bills");
  await tab.close();
});

test("a page that comes in place of a file is given as it is; when nothing comes the refusal names the element", async () => {
  const tab = await signedIn();
  const came = await tab.download("#expired", FILE);
  assert.match(Buffer.from(came.bytes).toString(), /session has expired/);
  assert.match(came.header("content-type") ?? "", /^text\/html/);
  await tab.open(at("/bills"));
  await assert.rejects(tab.download("#none", FILE), refusal("portal_changed", /no file came from #none, at \/bills/));
  await assert.rejects(tab.download(at("/large"), FILE), refusal("portal_changed", /larger than/));
  await tab.close();
});

test("a file that is too large is refused while it comes", async () => {
  let sent = 0;
  site.more["/files/large"] = (_request, response) => {
    response.writeHead(200, { "content-type": "application/pdf" });
    const more = () => {
      while (!response.destroyed && sent < 200_000_000 && response.write(Buffer.alloc(65_536, "x"))) sent += 65_536;
      if (sent >= 200_000_000) response.end();
    };
    response.on("drain", more);
    more();
  };
  const tab = await visit(pool.openTab, site);
  await assert.rejects(
    tab.download(at("/files/large"), FILE),
    refusal("portal_changed", /larger than .* at \/files\/large/),
  );
  assert.ok(sent < 100_000_000, `${sent}`);
  await tab.close();
});

test("a page that is led to another host is refused with that host, and that host gets no request", async () => {
  const tab = await visit(pool.openTab, site);
  site.more["/elsewhere"] = redirect(`${other.origin}/`);
  const led = refusal(
    "portal_changed",
    new RegExp(`^led to ${new URL(other.origin).host}, which the recipe does not name$`),
  );
  await assert.rejects(tab.open(at("/elsewhere")), led);
  await assert.rejects(tab.open(new URL(`${other.origin}/`)), led);
  await tab.open(at("/half"), { ready: "#here" });
  site.more["/script-leads"] = (_request, response) =>
    void response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<script>location = "${other.origin}/x"</script>`);
  await assert.rejects(tab.open(at("/script-leads")), led);
  assert.deepEqual(other.asked, []);
  await tab.close();
});

test("a second window is the one that is shown, and a form that a script sends is followed", async () => {
  const tab = await signedIn();
  assert.match((await tab.click("#popup")).html, /Second window/);
  assert.match((await tab.open(at("/saml"))).html, /Second window/);
  await tab.close();
});

test("statuses and silence are refused as those of any portal", async () => {
  const tab = await visit(pool.openTab, site, { hidden: ["s3cret"] });
  await assert.rejects(tab.open(at("/busy")), (error: unknown) => {
    refusal("rate_limited", /^status 429 at \/busy$/)(error);
    assert.ok(error instanceof PortalError);
    return error.retryAfterMs === 90_000;
  });
  await assert.rejects(tab.open(at("/broken")), refusal("portal_down", /^status 503 at \/broken$/));
  assert.equal((await tab.open(at("/missing"))).status, 404);
  await assert.rejects(tab.open(at("/never")), refusal("portal_down", /no answer in time/));
  site.more["/s3cret/busy"] = (_request, response) => void response.writeHead(503).end();
  await assert.rejects(tab.open(at("/s3cret/busy?t=s3cret")), refusal("portal_down", /^status 503 at \/\*\*\*\/busy$/));
  await tab.close();
});

test("a status that a recipe may know is left to it, with the page and its headers, as without a browser", async () => {
  site.more["/asked"] = (_request, response) =>
    void response
      .writeHead(503, { "content-type": "text/html", "retry-after": "90" })
      .end("<p id=asked>A code is required.</p>");
  const transport = browserTransport(await visit(pool.openTab, site));
  const call = { ...getCall(at("/asked")), ready: "#asked" };
  const reply = await transport.send({ ...call, readsAnyStatus: true }, "page");
  assert.deepEqual([reply.status, reply.header("retry-after")], [503, "90"]);
  assert.match(Buffer.from(reply.bytes).toString(), /A code is required/);
  await assert.rejects(transport.send(call, "page"), refusal("portal_down", /^status 503 at \/asked$/));
  await transport.close();
});

test("a page that came in place of a file takes the place of the one that was shown, and a file does not", async () => {
  const tab = await signedIn();
  const transport = browserTransport(tab);
  const page = await transport.get(at("/bills"), "page");
  const live = page.live ?? assert.fail("a browser shows it");
  const download = (path: string) =>
    transport.send({ ...getCall(at("/bills")), element: { live, path } }, "file").then(({ status }) => status);
  assert.equal(await download("#attachment"), 200);
  assert.equal(await download("#window"), 200);
  assert.ok(transport.isShown(live));
  assert.equal(await download("#expired"), 200);
  assert.ok(!transport.isShown(live));
  await assert.rejects(download("#attachment"), refusal("portal_changed", /page of a link is no longer shown/));
  await transport.close();
});

test("a page whose pictures never come is taken as it stands", async () => {
  const tab = await visit(pool.openTab, site);
  assert.match((await tab.open(at("/half"), { ready: "#here" })).html, /id="here"/);
  await tab.close();
});

test("a page that scripts still draw, piece by piece, is waited for, and one whose scripts never rest is not", async () => {
  const drawing = (pieces: number) =>
    `<script>
      let left = ${pieces};
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        for (const end = performance.now() + 50; performance.now() < end; );
        left -= 1;
        if (left > 0) port2.postMessage("");
        else document.body.append("all of it");
      };
      port2.postMessage("");
    </script>`;
  site.more["/pieces"] = pageOf(drawing(14));
  site.more["/restless"] = pageOf(`<p>here</p>${drawing(1_000_000)}`);
  const tab = await visit(pool.openTab, site);
  assert.match((await tab.open(at("/pieces"))).html, /all of it<\/body>/);
  assert.match((await tab.open(at("/restless"))).html, /here/);
  await tab.close();
});

test("a page that is too large is refused, also when a script has made it so", async () => {
  const tab = await visit(pool.openTab, site);
  for (const path of ["/large", "/grows"])
    await assert.rejects(tab.open(at(path)), refusal("portal_changed", new RegExp(`larger than .* at ${path}`)));
  await tab.close();
});

test("questions of a page are answered with no, and do not hold it up", async () => {
  const tab = await visit(pool.openTab, site);
  assert.match((await tab.open(at("/alert"), { ready: "#after" })).html, /after/);
  await tab.close();
});

test("a script that never ends costs only its visit, and the next one works", async () => {
  const tab = await visit(pool.openTab, site);
  await assert.rejects(tab.open(at("/endless")), refusal("portal_down", /no answer in time, at \/endless/));
  await tab.close();
  const next = await visit(pool.openTab, site);
  assert.equal((await next.open(at("/second"))).status, 200);
  await next.close();
});

test("an element that is not there is a changed portal, and what was typed is in no part of the error", async () => {
  const tab = await visit(pool.openTab, site, { hidden: [LOGIN.user, LOGIN.password] });
  await tab.open(at("/"), { ready: "#login" });
  for (const run of [
    () => tab.click("#gone"),
    () => tab.submit("#gone", []),
    () =>
      tab.submit("#login", [
        ["password", LOGIN.password],
        ["gone", LOGIN.password],
      ]),
    () => tab.submit("#login", [["password", LOGIN.password]], "#gone"),
    () =>
      tab.submit("#login", [
        ["password", LOGIN.password],
        ["state", LOGIN.password],
      ]),
  ]) {
    await assert.rejects(run(), (error: unknown) => {
      refusal("portal_changed", /(gone|state).*, at \/$/)(error);
      return !inspect(error, { depth: 9, showHidden: true }).includes(LOGIN.password);
    });
  }
  await tab.close();
});

test("actions come one after the other, with the delay between them", async () => {
  const tab = await visit(pool.openTab, site, { delayMs: 400 });
  const before = site.asked.length;
  const began = performance.now();
  await Promise.all([tab.open(at("/second")), tab.open(at("/missing")), tab.open(at("/expired"))]);
  assert.ok(performance.now() - began >= 800);
  const pages = site.asked.slice(before).filter((line) => !line.includes("favicon"));
  assert.deepEqual(pages, ["GET /second", "GET /missing", "GET /expired"]);
  await tab.close();
});

test("an aborted visit ends with the reason, whatever it waits for", async () => {
  const ending = new AbortController();
  const tab = await visit(pool.openTab, site, { signal: ending.signal });
  const reason = new Error("enough");
  const opening = tab.open(at("/never"));
  setTimeout(() => ending.abort(reason), 300);
  await assert.rejects(opening, reason);
  await assert.rejects(tab.open(at("/second")), reason);
  await assert.rejects(visit(pool.openTab, site, { signal: ending.signal }), reason);
  await tab.close();
});

test("the browser says what it is", () => {
  const [agent] = site.headers.map((headers) => headers["user-agent"] ?? "");
  assert.match(agent ?? "", /Chrome\/\d+.* Meterbook$/);
});

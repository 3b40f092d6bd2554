import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { inspect } from "node:util";
import { OutboundError, readOutboundUrl } from "./outbound.ts";
import { failsWith, hello, limits, local, outboundOf, OWN_HOSTS, OWN_IPV6, serve, text } from "../../test/outbound.ts";

const closed = outboundOf();

test("an answer has its status, headers and bytes", async () => {
  const { origin } = await serve(
    createServer((request, response) => {
      response.writeHead(201, { "set-cookie": ["a=1", "b=2"], "x-method": request.method });
      request.pipe(response);
    }),
  );
  const answer = await local.fetch(`${origin}/path?q=1`, {
    ...limits,
    method: "POST",
    body: "sent",
    headers: { "x-a": "b" },
  });
  assert.equal(answer.status, 201);
  assert.equal(text(answer.bytes), "sent");
  assert.equal(answer.cut, false);
  assert.equal(answer.headers.get("x-method"), "POST");
  assert.deepEqual(answer.headers.getSetCookie(), ["a=1", "b=2"]);
});

test("this machine is out of reach in every spelling, and nothing connects", async () => {
  const { port, sockets } = await serve(createServer(hello));
  const encoded = ["%31%32%37.0.0.1", "１２７.0.0.1", "127。0。0。1", "①27.0.0.1"];
  const hosts = [...OWN_HOSTS, ...OWN_IPV6.map((address) => `[${address}]`), ...encoded];
  for (const host of hosts) {
    const url = `http://${host}:${port}/`;
    await assert.rejects(closed.fetch(url, limits), (error) => {
      assert.ok(error instanceof OutboundError, url);
      // A name the machine does not know is as good: "LOCALHOST." and "127.0.0.1." are names on some systems.
      assert.ok(["refused_address", "unreachable"].includes(error.kind), `${url}: ${inspect(error)}`);
      return true;
    });
  }
  assert.equal(sockets.length, 0);
});

test("private networks and metadata addresses are refused at once, without a try", async () => {
  for (const host of [
    "10.0.0.1",
    "192.168.1.1",
    "172.20.0.1",
    "169.254.169.254",
    "100.100.100.200",
    "[fd00:ec2::254]",
    "[fe80::1]",
  ]) {
    await assert.rejects(closed.fetch(`http://${host}/latest/meta-data/`, limits), failsWith("refused_address"));
    await assert.rejects(local.fetch(`http://${host}/latest/meta-data/`, limits), failsWith("refused_address"));
    await assert.rejects(local.check(`http://${host}/`), failsWith("refused_address"));
  }
});

test("a name is refused when one of its addresses is not public, in any position", async () => {
  const { port, sockets } = await serve(createServer(hello));
  const answers = [
    ["127.0.0.1"],
    ["93.184.216.34", "127.0.0.1"],
    ["127.0.0.1", "93.184.216.34"],
    ["::1"],
    ["2606:4700::1", "fe80::1"],
    [],
  ];
  for (const addresses of answers) {
    const outbound = outboundOf({ resolveName: async () => addresses });
    await assert.rejects(outbound.fetch(`http://portal.example:${port}/`, limits), failsWith("refused_address"));
    await assert.rejects(outbound.check(`https://portal.example:${port}/`), failsWith("refused_address"));
  }
  assert.equal(sockets.length, 0);
});

test("a name is resolved once for each connection, so a later change of DNS has no effect", async () => {
  const { port, sockets } = await serve(
    createServer((_request, response) => void response.setHeader("connection", "close").end("first")),
  );
  const asked: string[] = [];
  const outbound = outboundOf({
    allowLoopback: true,
    resolveName: async (name) => (asked.push(name) === 1 ? ["127.0.0.1"] : ["169.254.169.254"]),
  });
  const url = `http://rebinding.example:${port}/`;
  assert.equal(text((await outbound.fetch(url, limits)).bytes), "first");
  assert.deepEqual(asked, ["rebinding.example"]);
  await assert.rejects(outbound.fetch(url, limits), failsWith("refused_address"));
  assert.equal(sockets.length, 1);
});

test("an origin allowed by name is reached, but not on other ports and schemes", async () => {
  const portal = await serve(createServer(hello));
  const other = await serve(createServer(hello));
  const outbound = outboundOf({ allowedPrivateOrigins: [`${portal.origin}/`] });
  await outbound.check(portal.origin);
  assert.equal(text((await outbound.fetch(`${portal.origin}/login`, limits)).bytes), "hello");
  assert.equal((await outbound.fetch(`http://0x7f.1:${portal.port}/login`, limits)).status, 200);
  await assert.rejects(outbound.fetch(other.origin, limits), failsWith("refused_address"));
  await assert.rejects(outbound.fetch(`https://127.0.0.1:${portal.port}/`, limits), failsWith("refused_address"));
  await assert.rejects(outbound.fetch(`http://localhost:${portal.port}/`, limits), failsWith("refused_address"));
  assert.equal(other.sockets.length, 0);
});

test("an allowed origin may be a name with a private address", async () => {
  const { port } = await serve(createServer(hello));
  const origin = `http://portal.internal.example:${port}`;
  const outbound = outboundOf({ allowedPrivateOrigins: [origin], resolveName: async () => ["127.0.0.1"] });
  assert.equal((await outbound.fetch(origin, limits)).status, 200);
});

test("when loopback is allowed, this machine is reached by address and by name", async () => {
  const { port } = await serve(createServer(hello));
  for (const host of ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"]) {
    assert.equal((await local.fetch(`http://${host}:${port}/`, limits)).status, 200, host);
    await local.check(`http://${host}:${port}/`);
  }
  await assert.rejects(local.fetch(`http://0.0.0.0:${port}/`, limits), failsWith("refused_address"));
});

test("a redirect is an answer: its target is never requested", async () => {
  const target = await serve(createServer(hello));
  const { origin } = await serve(
    createServer((_request, response) => void response.writeHead(302, { location: target.origin }).end()),
  );
  const answer = await local.fetch(origin, limits);
  assert.equal(answer.status, 302);
  assert.equal(answer.headers.get("location"), target.origin);
  assert.equal(target.sockets.length, 0);
});

const BAD_URLS = [
  "",
  "nonsense",
  "//host/",
  "ftp://example.com/",
  "file:///etc/passwd",
  "gopher://example.com/",
  "data:text/plain,hi",
  "unix:/run/x",
  "http://user@example.com/",
  "http://user:hunter2@example.com/",
  "http://:hunter2@example.com/",
  "http://example.com:22/",
  "http://example.com:0/",
  "http://example.com:1023/",
  "https://example.com:6/",
  "http://",
  "http://[fe80::1%25eth0]/",
  "http://a b/",
];
test("an address that is not a plain web address is refused, and never repeated in the error", async () => {
  for (const url of BAD_URLS) {
    assert.throws(() => readOutboundUrl(url), failsWith("bad_url"), url);
    await assert.rejects(closed.fetch(url, limits), failsWith("bad_url"), url);
    await assert.rejects(
      closed.check(url),
      (error) => failsWith("bad_url")(error) && !inspect(error).includes("hunter2"),
    );
  }
});

test("ports 80, 443 and those from 1024 are accepted, with both schemes", () => {
  for (const port of ["", ":80", ":443", ":1024", ":8443", ":65535"]) {
    for (const scheme of ["http", "https"]) assert.ok(readOutboundUrl(`${scheme}://example.com${port}/`));
  }
});

test("an allowed origin may have any port", () => {
  assert.ok(readOutboundUrl("http://127.0.0.1:81/x", new Set(["http://127.0.0.1:81"])));
});

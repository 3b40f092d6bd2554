/** A client without the password of a visit is refused by the proxy, and a visit reaches its own hosts only, within its bytes and until its end. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { connect as connectSocket, createServer, type Socket } from "node:net";
import { after, test } from "node:test";
import { connect as connectTls } from "node:tls";
import { openDoor, type Pass } from "./door.ts";
import type { Visitor } from "./visitor.ts";
import { startSite } from "../../test/browser-site.ts";
import { CERTIFICATE } from "../../sandbox/mail/imap-server.ts";
import { outboundOf, serve } from "../../test/outbound.ts";

const door = await openDoor();
after(() => door.close());
const site = await startSite({ secure: true });
const plain = await startSite();
const localhost = `https://localhost:${site.port}`;

function admit(visitor: Partial<Visitor> = {}): Pass {
  const outbound = outboundOf({ allowedPrivateOrigins: [localhost, plain.origin] });
  const pass = door.admit({
    outbound,
    mayVisit: ({ origin }) => [localhost, plain.origin].includes(origin),
    ...visitor,
  });
  pass.allow(10_000_000);
  return pass;
}

const authorization = ({ username, password }: Pick<Pass, "username" | "password">): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

/** What the door says to CONNECT, and the connection. */
async function connect(authority: string, login: string | null): Promise<{ status: number; socket: Socket }> {
  const { hostname, port } = new URL(door.url);
  const headers = login === null ? {} : { "proxy-authorization": login };
  const asked = request({ agent: false, hostname, port, method: "CONNECT", path: authority, headers }).end();
  const [answer, socket] = (await once(asked, "connect")) as [IncomingMessage, Socket]; // Node's own event
  socket.on("error", () => {});
  return { status: answer.statusCode ?? 0, socket };
}

async function get(url: string, login: string | null): Promise<{ status: number; body: string } | null> {
  const { hostname, port } = new URL(door.url);
  const headers = login === null ? {} : { "proxy-authorization": login };
  const asked = request({ agent: false, hostname, port, path: url, headers }).end();
  try {
    const [answer] = (await once(asked, "response")) as [IncomingMessage]; // Node's own event
    let body = "";
    for await (const chunk of answer) body += String(chunk);
    return { status: answer.statusCode ?? 0, body };
  } catch {
    return null;
  }
}

test("without the password of a visit nothing is connected", async () => {
  const pass = admit();
  const wrong = [
    null,
    "Basic",
    "Bearer x",
    authorization({ username: pass.username, password: "wrong" }),
    authorization({ username: "nobody", password: pass.password }),
    authorization({ username: "", password: "" }),
  ];
  for (const login of wrong) {
    assert.equal((await connect(`localhost:${site.port}`, login)).status, 407, String(login));
    assert.equal((await get(`${plain.origin}/second`, login))?.status, 407, String(login));
  }
  assert.deepEqual([site.asked, plain.asked], [[], []]);
  pass.end();
  assert.equal((await connect(`localhost:${site.port}`, authorization(pass))).status, 407);
});

test("a visit reaches its own hosts: encrypted from end to end, or plainly where outbound allows it", async () => {
  const pass = admit();
  const { status, socket } = await connect(`localhost:${site.port}`, authorization(pass));
  assert.equal(status, 200);
  const secure = connectTls({ socket, servername: "localhost", ca: CERTIFICATE });
  await once(secure, "secureConnect");
  secure.write("GET /second HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  let said = "";
  for await (const chunk of secure) said += String(chunk);
  assert.match(said, /Second window/);
  const answer = await get(`${plain.origin}/second`, authorization(pass));
  assert.match(answer?.body ?? "", /Second window/);
  // Nothing of the door goes on to the portal.
  assert.ok(!JSON.stringify(plain.headers).includes("proxy"));
  pass.end();
});

test("other hosts, ports, schemes and things that are no host are refused", async () => {
  const pass = admit();
  const login = authorization(pass);
  const { port } = new URL(plain.origin);
  for (const authority of [`127.0.0.1:${site.port}`, `localhost:${port}`, "other.example:443"]) {
    assert.equal((await connect(authority, login)).status, 403, authority);
  }
  for (const authority of ["localhost", "user@localhost:443", "localhost:443/x", "localhost:99999", "[::1]:443"]) {
    // Some are refused by the parser, which says nothing.
    const said = await connect(authority, login).catch(() => null);
    assert.ok([undefined, 400, 403].includes(said?.status), authority);
  }
  for (const url of [
    `http://localhost:${site.port}/`,
    "http://other.example/",
    "/second",
    "ftp://127.0.0.1/",
    `${localhost}/`,
  ]) {
    assert.equal(await get(url, login), null, url);
  }
  const refused = pass.refusedHosts().filter((host) => host !== "[::1]");
  assert.deepEqual(
    refused.toSorted(),
    [`127.0.0.1:${site.port}`, `localhost:${port}`, `localhost:${site.port}`, "other.example"].toSorted(),
  );
  pass.end();
});

test("a host that the visit names is still refused when its address is not public", async () => {
  const outbound = outboundOf({
    resolveName: async (name) => (name === "inside.example" ? ["10.0.0.1"] : ["169.254.169.254"]),
  });
  const pass = admit({ outbound, mayVisit: () => true });
  const login = authorization(pass);
  for (const authority of [
    "inside.example:443",
    "metadata.example:443",
    "127.0.0.1:443",
    "169.254.169.254:443",
    `localhost:${site.port}`,
  ]) {
    assert.equal((await connect(authority, login)).status, 502, authority);
    assert.equal(pass.failureOf(new URL(`https://${authority}`).origin)?.kind, "refused_address", authority);
  }
  // Ports that outbound leaves closed.
  assert.equal((await connect("inside.example:25", login)).status, 502);
  assert.equal(await get("http://169.254.169.254/latest/meta-data", login), null);
  assert.equal(pass.failureOf("http://169.254.169.254")?.kind, "refused_address");
  pass.end();
});

test("more bytes than are allowed end all connections of the visit, and only those", async () => {
  const flood = await serve(
    createServer((socket) => {
      const more = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
      };
      socket.on("drain", more);
      more();
    }),
  );
  const origin = `https://127.0.0.1:${flood.port}`;
  const outbound = outboundOf({ allowedPrivateOrigins: [origin] });
  const [greedy, calm] = [admit({ outbound, mayVisit: () => true }), admit()];
  const { socket: other } = await connect(`localhost:${site.port}`, authorization(calm));
  const { socket } = await connect(new URL(origin).host, authorization(greedy));
  let came = 0;
  socket.on("data", (chunk: Buffer) => (came += chunk.length));
  await once(socket, "close");
  assert.ok(greedy.isOver());
  assert.ok(came <= 10_000_000, `${came}`);
  assert.equal(other.destroyed, false);
  assert.equal((await connect(new URL(origin).host, authorization(greedy))).status, 503);
  greedy.allow(1_000_000);
  assert.equal((await connect(new URL(origin).host, authorization(greedy))).status, 200);
  for (const pass of [greedy, calm]) pass.end();
});

test("the end of a visit ends its connections, also those on their way", async () => {
  const outbound = outboundOf({ resolveName: () => new Promise(() => {}) });
  const pass = admit();
  const waiting = admit({ outbound, mayVisit: () => true });
  const { socket } = await connect(`localhost:${site.port}`, authorization(pass));
  const late = connect("silent.example:443", authorization(waiting)).catch(() => null);
  const closed = once(socket, "close");
  setTimeout(() => {
    pass.end();
    waiting.end();
  }, 50);
  await closed;
  assert.ok([null, 502].includes((await late)?.status ?? null));
});

test("what is no request to a proxy ends the connection", async () => {
  for (const text of [
    "\x16\x03\x01\x02",
    "GET / HTTP/1.1\r\n\r\n",
    `GET ${plain.origin}/ HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n`,
  ]) {
    const { hostname, port } = new URL(door.url);
    const socket = connectSocket({ host: hostname, port: Number(port) }).on("error", () => {});
    socket.write(text, "latin1");
    let said = "";
    for await (const chunk of socket) said += String(chunk);
    assert.doesNotMatch(said, /200/);
  }
  assert.equal(plain.asked.includes("GET /"), false);
});

/** A page that tries every way out of its browser reaches nothing but its own host: the processes of the browser are watched meanwhile. */
import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";
import { after } from "node:test";
import { browserTest as test, poolOf, TRUST, visit } from "../../test/browser-pool.ts";
import { page, redirect, startSite } from "../../test/browser-site.ts";
import { serve } from "../../test/outbound.ts";

const site = await startSite({ secure: true });
const other = await startSite();
const otherSecure = await startSite({ secure: true });
const pool = poolOf({ moreFlags: TRUST });

/** Any connection to it counts, whatever is said. */
const bare = await serve(createServer((socket) => socket.destroy()));
const udp = createSocket("udp4");
let datagrams = 0;
udp.on("message", () => (datagrams += 1));
await once(udp.bind(0, "127.0.0.1"), "listening");
const { port: udpPort } = udp.address();
after(() => udp.close());

/** Every way that a page has, each ending by itself; `done` says that all were tried. */
const tries = (): string => `<!doctype html><body><p>start</p>
<img src="${other.origin}/image"><link rel="dns-prefetch" href="//prefetch.example"><link rel="preconnect" href="http://127.0.0.1:${bare.port}">
<link rel="prefetch" href="${other.origin}/prefetched"><iframe src="${other.origin}/frame"></iframe>
<a id="ping" href="#x" ping="${other.origin}/ping">p</a><a id="file" href="file:///etc/passwd">f</a><a id="chrome" href="chrome://version">c</a>
<a id="saves" href="data:application/octet-stream;base64,AAAA" download="x.bin">s</a>
<script>
const said = [];
const settle = (name, promise) => promise.then(() => said.push(name + " REACHED"), () => said.push(name + " refused"));
const answered = (url) => fetch(url, { mode: "no-cors" });
const socket = (url) => new Promise((resolve, reject) => {
  const open = new WebSocket(url);
  open.onopen = resolve;
  open.onerror = reject;
});
const peer = async () => {
  const connection = new RTCPeerConnection({ iceServers: [
    { urls: ["stun:127.0.0.1:${udpPort}", "stun:stun.example:3478"] },
    { urls: ["turn:127.0.0.1:${udpPort}", "turn:127.0.0.1:${bare.port}?transport=tcp"], username: "u", credential: "c" },
  ] });
  connection.createDataChannel("x");
  await connection.setLocalDescription(await connection.createOffer());
  await new Promise((resolve) => setTimeout(resolve, 1500));
  if (/candidate/.test(connection.localDescription.sdp.replace(/a=end-of-candidates/g, ""))) return;
  throw new Error("no candidate");
};
const quic = async () => { await new WebTransport("https://127.0.0.1:${udpPort}/").ready; };
const worker = () => new Promise((resolve, reject) => {
  const code = "fetch('${other.origin}/worker', {mode: 'no-cors'}).then(() => postMessage(1), () => postMessage(0))";
  const made = new Worker(URL.createObjectURL(new Blob([code])));
  made.onmessage = ({ data }) => (data ? resolve() : reject(new Error()));
});
Promise.all([
  settle("fetch", answered("${other.origin}/fetch")),
  settle("https", answered("${otherSecure.origin}/fetch")),
  settle("metadata", answered("http://169.254.169.254/latest/meta-data")),
  settle("localhost", answered("http://localhost:${bare.port}/")),
  settle("ipv6", answered("http://[::1]:${bare.port}/")),
  settle("name", answered("https://tracker.example/")),
  settle("same host, other port", answered("https://127.0.0.1:${bare.port}/")),
  settle("same host, plain", answered(location.origin.replace("https:", "http:") + "/plain")),
  settle("ws", socket("ws://127.0.0.1:${bare.port}/")),
  settle("wss", socket("wss://127.0.0.1:${otherSecure.port}/")),
  settle("ftp", answered("ftp://127.0.0.1:${bare.port}/")),
  settle("file", answered("file:///etc/passwd")),
  settle("peer", peer()),
  settle("quic", quic()),
  settle("worker", worker()),
  settle("service worker", navigator.serviceWorker.register("/worker.js").then((made) => { if (!made) throw new Error(); })),
  settle("beacon", new Promise((resolve, reject) => { navigator.sendBeacon("${other.origin}/beacon"); setTimeout(reject, 100); })),
  settle("own", answered("/own")),
]).then(() => {
  for (const id of ["ping", "saves"]) document.getElementById(id).click();
  for (const url of ["file:///etc/passwd", "chrome://version", "${other.origin}/window", "about:blank"]) window.open(url);
  document.body.insertAdjacentHTML("beforeend", "<pre id=done>" + said.join("\\n") + "</pre>");
});
</script>`;

test("nothing of a page leaves but through the door, and only to its own host", async () => {
  site.more["/tries"] = (_request, response) =>
    void response.writeHead(200, { "content-type": "text/html" }).end(tries());
  site.more["/own"] = page("own");
  site.more["/worker.js"] = (_request, response) =>
    void response.writeHead(200, { "content-type": "text/javascript" }).end(`fetch("${other.origin}/sw")`);
  const tab = await visit(pool.openTab, site);
  const watching = watchSockets();
  const shown = await tab.open(new URL("/tries", site.origin), { ready: "#done" });
  const said = /<pre id="done">([^]*)<\/pre>/.exec(shown.html)?.[1]?.split("\n") ?? [];
  assert.deepEqual(
    said.filter((line) => line.includes("REACHED")),
    ["own REACHED"],
    said.join("\n"),
  );
  assert.equal(said.length, 18);
  const { browsers, remotes } = await watching.end();
  assert.deepEqual([other.asked, otherSecure.asked], [[], []]);
  assert.ok(site.asked.includes("GET /own"));
  assert.equal(bare.sockets.length, 0);
  assert.equal(datagrams, 0);
  if (process.platform === "linux") {
    assert.ok(browsers > 2, `${browsers} processes were watched`);
    // One place: the door.
    assert.equal(remotes.length, 1, remotes.join("\n"));
    assert.ok(remotes[0]?.startsWith("tcp 127.0.0.1:"), remotes.join("\n"));
    for (const { port } of [site, other, otherSecure, bare]) assert.notEqual(remotes[0], `tcp 127.0.0.1:${port}`);
  }
  await tab.close();
});

test("addresses inside the browser and the machine are not opened, and neither is a page that leads there", async () => {
  const tab = await visit(pool.openTab, site, {
    mayVisit: ({ protocol, origin }) => origin === site.origin || protocol === "file:",
  });
  for (const url of [
    "file:///etc/passwd",
    "chrome://version",
    "data:text/html,<p>x",
    "view-source:https://127.0.0.1/",
    "about:blank",
  ]) {
    await assert.rejects(tab.open(new URL(url)), /led to|no page|cannot be visited/, url);
  }
  for (const target of ["file:///etc/passwd", "chrome://version", "data:text/html,hello"]) {
    site.more["/leads"] = page(`<p>stays</p><script>location = ${JSON.stringify(target)}</script>`);
    assert.match((await tab.open(new URL("/leads", site.origin))).html, /stays/, target);
  }
  site.more["/sent"] = redirect("file:///etc/passwd");
  await assert.rejects(tab.open(new URL("/sent", site.origin)), /at \//);
  await tab.close();
});

test("a certificate that is not valid is no connection", async () => {
  const strict = poolOf();
  const tab = await visit(strict.openTab, site);
  await assert.rejects(
    tab.open(new URL("/second", site.origin)),
    /no valid certificate \(ERR_CERT_AUTHORITY_INVALID\), at \/second$/,
  );
  await tab.close();
});

test("the browser has nothing of the environment of the service", { skip: process.platform !== "linux" }, async () => {
  process.env["METERBOOK_ROOT_KEY"] = "a-secret-of-the-service";
  const strict = poolOf();
  const tab = await visit(strict.openTab, site);
  const own = childrenOf(process.pid);
  assert.ok(own.length > 2);
  for (const pid of own) assert.ok(!readOr(`/proc/${pid}/environ`).includes("a-secret-of-the-service"), `${pid}`);
  await tab.close();
});

const readOr = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/** All processes that descend from this one. */
function childrenOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const parent = /^PPid:\s*(\d+)/m.exec(readOr(`/proc/${name}/status`))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0;
    return parent === root || (parent > 1 && isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

/** Where the browser's processes have connections to, looked at again and again. */
function watchSockets(): { end: () => Promise<{ browsers: number; remotes: string[] }> } {
  const remotes = new Set<string>();
  let browsers = 0;
  if (process.platform !== "linux") return { end: async () => ({ browsers, remotes: [] }) };
  const look = (): void => {
    const pids = childrenOf(process.pid);
    browsers = Math.max(browsers, pids.length);
    const inodes = new Set(pids.flatMap(socketsOf));
    // Without UDP: Chromium connects such sockets to see whether there is a way, and sends nothing.
    for (const kind of ["tcp", "tcp6"]) {
      for (const line of readOr("/proc/net/" + kind)
        .split("\n")
        .slice(1)) {
        const [, , remote = "", , , , , , , inode = ""] = line.trim().split(/\s+/);
        if (inodes.has(inode) && !/^0+:0000$/.test(remote)) remotes.add(`${kind} ${placeOf(remote)}`);
      }
    }
  };
  const timer = setInterval(look, 20).unref();
  return {
    async end() {
      clearInterval(timer);
      look();
      return { browsers, remotes: [...remotes] };
    },
  };
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** From the kernel's hexadecimal form, for IPv4. */
function placeOf(remote: string): string {
  const [address = "", port = ""] = remote.split(":");
  if (address.length !== 8) return remote;
  const bytes =
    address
      .match(/../g)
      ?.map((byte) => Number.parseInt(byte, 16))
      .toReversed() ?? [];
  return `${bytes.join(".")}:${Number.parseInt(port, 16)}`;
}

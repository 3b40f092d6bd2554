/** The second wall of connectors in code, and that of readers of files: what the engine refuses to a limited process. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { spawnLimited } from "./limited-process.ts";

const LIMITS = { heapMegabytesMax: 128, dataBytesMax: 512 * 1024 * 1024, cpuSecondsMax: 60 };

test("a limited process can open no socket, read, write and start nothing, and has no environment", async () => {
  const folder = mkdtempSync(join(tmpdir(), "meterbook-code-"));
  const sockets: unknown[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(join(folder, "socket"));
  const script = join(folder, "escape.mjs");
  const open = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
  await once(open, "listening");
  const { port } = open.address() as AddressInfo; // it listens on a port, not on a pipe
  const origin = `http://127.0.0.1:${port}`;
  writeFileSync(
    script,
    `import net from "node:net"; import fs from "node:fs"; import cp from "node:child_process"; import dns from "node:dns/promises";
    import dgram from "node:dgram"; import { Worker } from "node:worker_threads"; import inspector from "node:inspector";
    const tries = {
      connect: () => new Promise((ok, no) => net.connect(${port}, "127.0.0.1", ok).on("error", no)),
      pipe: () => new Promise((ok, no) => net.connect(${JSON.stringify(join(folder, "socket"))}, ok).on("error", no)),
      listen: () => new Promise((ok, no) => { const s = net.createServer().on("error", no); s.listen(0, ok); }),
      datagram: () => new Promise((ok, no) => { const s = dgram.createSocket("udp4").on("error", no); s.send("x", 9, "127.0.0.1", (e) => e ? no(e) : ok()); }),
      fetch: () => fetch(${JSON.stringify(origin)}),
      name: () => dns.lookup("localhost"),
      read: () => fs.readFileSync("/etc/hostname"), list: () => fs.readdirSync("/"), write: () => fs.writeFileSync(${JSON.stringify(join(folder, "w"))}, ""),
      start: () => cp.execFileSync("/bin/true"), worker: () => new Worker("0", { eval: true }), debug: () => new inspector.Session().connect(),
      binding: () => process.binding("fs"), words: () => Object.keys(process.env).length === 0 ? Promise.reject() : 1,
    };
    const out = [];
    for (const [name, go] of Object.entries(tries)) await Promise.resolve().then(go).then(() => out.push(name), () => {});
    process.stdout.write(JSON.stringify(out));`,
  );
  const child = spawnLimited({ ...LIMITS, script, mayRead: [script], argument: "" });
  const said: Buffer[] = [];
  for await (const chunk of child.stdout) said.push(chunk as Buffer);
  server.close();
  open.close();
  rmSync(folder, { recursive: true });
  assert.deepEqual(JSON.parse(Buffer.concat(said).toString()), []);
  assert.deepEqual(sockets, []);
});

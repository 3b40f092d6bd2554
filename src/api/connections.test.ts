/** A stop lets an answer be read to its end, and does not wait for a reader that never reads. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { after, test } from "node:test";
import { sql } from "kysely";
import { newMember, openTestApp } from "../../test/app.ts";
import { countOwnMs } from "../../test/own-time.ts";
import { until } from "../../test/start.ts";

const opened = await openTestApp({ after });
const { app, server } = opened;
const member = await newMember(opened, { name: "Stop" });
const PROPERTIES = 350;
await sql`
  insert into properties (company_id, name, metadata)
  select ${member.company_id}, 'Property ' || n, jsonb_build_object('text', repeat('long ', 8000))
  from generate_series(1, ${PROPERTIES}::int) n`.execute(app.db);
let answersBegun = 0;
server.server.on("request", () => (answersBegun += 1));
await server.listen({ port: 0, host: "127.0.0.1" });
const { port } = server.server.address() as AddressInfo;
const { token } = (
  await server.inject({
    method: "POST",
    url: "/v1/auth/login",
    payload: { email: member.email, password: member.password },
  })
).json<{ token: string }>();

async function ask(path: string): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  after(() => socket.destroy());
  await once(socket, "connect");
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${token}\r\nconnection: close\r\n\r\n`);
  return socket;
}

test("a stop lets answers that wait be read to their end, and does not wait for a reader that never reads", async () => {
  // More than the kernel holds for a reader: a part of it waits in the process.
  const slow = await ask("/v1/properties?limit=250");
  await ask("/v1/properties");
  await until("both answers are on their way", async () => (answersBegun === 2 ? true : null));
  const began = performance.now();
  const ownMs = countOwnMs();
  const closed = server.close();
  let text = "";
  for await (const chunk of slow.setEncoding("utf8")) text += String(chunk);
  const readMs = performance.now() - began;
  await closed;
  const closedMs = performance.now() - began;
  const waitedMs = ownMs();
  assert.equal(text.split('"svc_object_type":"Property"').length - 1, 250);
  assert.ok(text.endsWith("0\r\n\r\n"), "the last chunk came");
  assert.ok(readMs < closedMs && closedMs > 4000 && waitedMs < 9000, `${readMs} ms, ${closedMs} ms, ${waitedMs} ms`);
});

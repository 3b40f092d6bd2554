/** A file that is too large is refused with an answer that its sender can read, also while it is still sending. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, test } from "node:test";
import { newMember, openTestApp, tokenOf } from "../../../test/app.ts";

const MEGABYTE = 1024 * 1024;
const running = await openTestApp({ after });
const address = new URL(await running.server.listen({ port: 0, host: "127.0.0.1" }));
const member = await newMember(running, { name: "Large files" });
const token = await tokenOf(running, member);

/** Sends a body of this many megabytes before it reads anything, as many clients do, and returns what is answered. */
async function sendAll(megabytes: number, framing: "length" | "chunked"): Promise<string> {
  const socket = connect(Number(address.port), address.hostname);
  await once(socket, "connect");
  const failed = new Promise<never>((_, reject) => socket.once("error", reject));
  const write = async (bytes: string | Buffer) => {
    if (!socket.write(bytes)) await Promise.race([once(socket, "drain"), failed]);
  };
  const length = framing === "length" ? `content-length: ${megabytes * MEGABYTE}` : "transfer-encoding: chunked";
  socket.pause();
  await write(
    `POST /v1/documents?name=large.pdf HTTP/1.1\r\nhost: ${address.host}\r\nauthorization: Bearer ${token}\r\ncontent-type: application/pdf\r\n${length}\r\n\r\n`,
  );
  const piece = Buffer.alloc(MEGABYTE, 1);
  for (let sent = 0; sent < megabytes; sent += 1) {
    if (framing === "chunked") await write(`${MEGABYTE.toString(16)}\r\n`);
    await write(piece);
    if (framing === "chunked") await write("\r\n");
  }
  if (framing === "chunked") await write("0\r\n\r\n");
  const answer = once(socket, "data");
  socket.resume();
  const [bytes] = (await Promise.race([answer, failed])) as [Buffer];
  socket.destroy();
  return bytes.toString("utf8");
}

for (const framing of ["length", "chunked"] as const) {
  test(`a client that sends everything before it reads gets the answer 413 (${framing})`, async () => {
    const answer = await sendAll(40, framing);
    assert.match(answer, /^HTTP\/1\.1 413 /);
    assert.match(answer, /The file is larger than 25 MB\./);
  });
}

for (const [method, url] of [
  ["POST", "/v1/imports?name=a.csv"],
  ["POST", "/v1/documents?name=a.pdf"],
  ["PUT", "/v1/portfolio/budget"],
  ["PUT", "/v1/company/logo"],
] as const) {
  test(`JSON in place of a file is refused above the size of other JSON bodies: ${method} ${url}`, async () => {
    const body = JSON.stringify("x".repeat(MEGABYTE));
    const answer = await fetch(new URL(url, address), {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body,
    });
    assert.equal(answer.status, 413);
    assert.match(await answer.text(), /payload-too-large/);
  });
}

test("a file may be larger than other bodies", async () => {
  for (const [url, type] of [
    ["/v1/imports?name=a.csv", "text/csv"],
    ["/v1/documents?name=a.pdf", "application/pdf"],
  ] as const) {
    const answer = await fetch(new URL(url, address), {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": type },
      body: Buffer.alloc(24 * MEGABYTE, "a"),
    });
    assert.equal(answer.status, 201, await answer.text());
  }
});

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

/** A service over real HTTP with lists larger than the buffers of a connection, and readers that read nothing of them. */
import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { sql } from "kysely";
import { newMember, openTestApp, tokenOf } from "./app.ts";
import type { Ending } from "./database.ts";

export const PROPERTIES = 350;

export async function serveLongAnswers(ending: Ending, settings: Record<string, string> = {}) {
  const opened = await openTestApp(ending, settings);
  const { app, server } = opened;
  const member = await newMember(opened, { name: "Long" });
  await sql`
    insert into properties (company_id, name, metadata)
    select ${member.company_id}, 'Property ' || n, jsonb_build_object('text', repeat('long ', 8000))
    from generate_series(1, ${PROPERTIES}::int) n`.execute(app.db);
  await server.listen({ port: 0, host: "127.0.0.1" });
  // A server that listens on a port has an address.
  const { port } = server.server.address() as AddressInfo;
  const token = await tokenOf(opened, member);

  const sockets: Socket[] = [];
  // Here, not with each of them: what is given over within a test comes at the end of that test.
  ending.after(async () => {
    for (const socket of sockets) socket.destroy();
  });
  /** Sends a request on its own connection, and reads nothing of the answer. */
  async function askUnread(path: string, { of = token, header = "" } = {}): Promise<Socket> {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("error", () => {});
    sockets.push(socket);
    await once(socket, "connect");
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${of}\r\n${header}\r\n`);
    return socket;
  }

  return { ...opened, member, port, token, askUnread };
}

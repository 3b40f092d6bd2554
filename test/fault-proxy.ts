/** A network between the service and PostgreSQL that fails on demand: resets, drops data in one or both directions, or is closed. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import pg from "pg";

/**
 * `reset`: connections are reset, and each new one too. `half-open`: what the server says is swallowed. `black-hole`: what both
 * say is. `stop`: connections end, and new ones are refused. After a fault in which bytes were swallowed a connection stays dead.
 */
export const FAULTS = ["reset", "half-open", "black-hole", "stop"] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultProxy {
  /** Address of the database through the proxy. */
  url: string;
  begin(fault: Fault): Promise<void>;
  end(): Promise<void>;
  close(): Promise<void>;
}

export async function startFaultProxy(databaseUrl: string): Promise<FaultProxy> {
  const { host, port, user = "", database = "", password } = new pg.Client({ connectionString: databaseUrl });
  const upstream = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  let fault: Fault | null = null;
  const pairs = new Set<{ client: Socket; server: Socket }>();
  const listener = createServer((client) => {
    client.on("error", () => {});
    if (fault === "reset") {
      client.resetAndDestroy();
      return;
    }
    const server = connect(upstream);
    server.on("error", () => client.destroy());
    const pair = { client, server };
    pairs.add(pair);
    let isDead = false;
    const pass = (from: Socket, to: Socket, isSwallowed: () => boolean) => {
      from.on("data", (bytes) => {
        isDead ||= isSwallowed();
        if (isDead) return;
        if (!to.write(bytes)) {
          from.pause();
          to.once("drain", () => from.resume());
        }
      });
      from.on("close", () => {
        // The other side does not learn of an end that was swallowed.
        if (from === client || !isDead) to.destroy();
        pairs.delete(pair);
      });
    };
    pass(client, server, () => fault === "black-hole");
    pass(server, client, () => fault === "half-open" || fault === "black-hole");
  });
  const listen = async (at: number): Promise<number> => {
    listener.listen(at, "127.0.0.1");
    await once(listener, "listening");
    return (listener.address() as AddressInfo).port;
  };
  const endAll = (end: (socket: Socket) => void) => {
    for (const { client } of pairs) end(client);
  };
  const shut = async () => {
    const closed = once(listener, "close");
    listener.close();
    endAll((socket) => socket.destroy());
    await closed;
  };
  const own = await listen(0);
  const login = [user, password ?? ""].map(encodeURIComponent).join(":");
  return {
    url: `postgres://${login}@127.0.0.1:${own}/${database}`,
    async begin(next) {
      fault = next;
      if (next === "reset") endAll((socket) => socket.resetAndDestroy());
      if (next === "stop") await shut();
    },
    async end() {
      if (fault === "stop") await listen(own);
      fault = null;
    },
    async close() {
      if (listener.listening) await shut();
    },
  };
}

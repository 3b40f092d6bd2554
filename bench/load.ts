/** A load generator with little overhead: raw sockets that send one request after the other and count bytes. */
import { connect } from "node:net";

export interface Load {
  port: number;
  path: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
}

/** One complete answer, to check its content. */
export async function fetchOnce({
  port,
  path,
  headers,
}: Load): Promise<{ status: number; bytes: number; text: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const text = await response.text();
  return { status: response.status, bytes: Buffer.byteLength(text), text };
}

/** Requests answered per second. All answers have the same length, which the head of the first one gives. */
export async function requestsPerSecond(load: Load): Promise<number> {
  const request = Buffer.from(
    [
      `GET ${load.path} HTTP/1.1`,
      "host: localhost",
      ...Object.entries(load.headers).map(([k, v]) => `${k}: ${v}`),
      "",
      "",
    ].join("\r\n"),
  );
  const answered = Array.from({ length: load.connections }, () => 0);
  const began = performance.now();
  const endsAt = began + load.seconds * 1000;
  await Promise.all(
    answered.map(
      (_, index) =>
        new Promise<void>((done, fail) => {
          const socket = connect(load.port, "127.0.0.1");
          socket.setNoDelay(true);
          let missing = 0;
          let head = "";
          socket.once("error", fail);
          socket.on("connect", () => socket.write(request));
          socket.on("data", (chunk: Buffer) => {
            let rest = chunk.length;
            if (missing === 0) {
              const text = head + chunk.toString("latin1");
              const end = text.indexOf("\r\n\r\n");
              if (end < 0) return void (head = text);
              head = "";
              if (!text.startsWith("HTTP/1.1 200")) return fail(new Error(text.slice(0, 300)));
              missing = Number(/content-length: (\d+)/i.exec(text)?.[1]);
              rest = text.length - end - 4;
            }
            missing -= rest;
            if (missing > 0) return;
            answered[index] = (answered[index] ?? 0) + 1;
            if (performance.now() < endsAt) socket.write(request);
            else {
              socket.destroy();
              done();
            }
          });
        }),
    ),
  );
  const seconds = (performance.now() - began) / 1000;
  return answered.reduce((sum, count) => sum + count, 0) / seconds;
}

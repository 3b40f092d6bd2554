/** Requests as bytes on a connection: what no HTTP library would send, and what came back as bytes. */
import { connect } from "node:net";
import type { Answered } from "./fault-of.ts";
import type { Random } from "./random.ts";
import type { HttpRequest } from "./request.ts";

/** One request spoiled below HTTP. `isCut`: it ends too early, so that an answer may never come. */
export interface RawRequest {
  bytes: Buffer;
  what: string;
  isCut: boolean;
}

type Spoil = (head: string[], body: Buffer, random: Random) => Omit<RawRequest, "what">;

const whole = (head: string[], body: Buffer): Omit<RawRequest, "what"> => ({
  bytes: Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), body]),
  isCut: false,
});

const SPOILS: Record<string, Spoil> = {
  "as it is": (head, body) => whole(head, body),
  "body cut off": (head, body) => {
    const { bytes } = whole(
      [...head.filter((line) => !line.startsWith("content-length")), `content-length: ${body.length + 100}`],
      body,
    );
    return { bytes, isCut: true };
  },
  "head cut off": (head, body, random) => {
    const { bytes } = whole(head, body);
    return { bytes: bytes.subarray(0, random.below(head.join("\r\n").length)), isCut: true };
  },
  "invalid chunks": (head, _, random) => {
    const lines = [...head.filter((line) => !line.startsWith("content-length")), "transfer-encoding: chunked"];
    return {
      ...whole(
        lines,
        Buffer.from(random.pick(["zz\r\nabc\r\n", "-1\r\n", "5\r\nab\r\n0\r\n\r\n", "ffffffffffffffff\r\n"])),
      ),
      isCut: true,
    };
  },
  "two lengths": (head, body) => whole([...head, "content-length: 3", "content-length: 4"], body),
  "length and chunks": (head) =>
    whole([...head, "content-length: 5", "transfer-encoding: chunked"], Buffer.from("0\r\n\r\n")),
  "an invalid length": (head, body, random) =>
    whole(
      [
        ...head.filter((line) => !line.startsWith("content-length")),
        `content-length: ${random.pick(["-1", "1e3", "abc", "9".repeat(30), "0x10"])}`,
      ],
      body,
    ),
  "a header without a name": (head, body, random) =>
    whole([...head, random.pick([": x", "no colon", "x y: z", "x\0: y", " folded: x"])], body),
  "a header of 20 KB": (head, body) => whole([...head, `x-long: ${"x".repeat(20_000)}`], body),
  "a thousand headers": (head, body) =>
    whole([...head, ...Array.from({ length: 3000 }, (_, index) => `x-${index}: 1`)], body),
  "an invalid first line": ([, ...rest], body, random) =>
    whole(
      [
        random.pick([
          "GET",
          "GET /v1/me",
          "GET /v1/me HTTP/9.9",
          "\u00ff\u00fe",
          "GET  /v1/me  HTTP/1.1",
          "gEt /v1/me HTTP/1.1",
          "{}",
          "GET /v1/me\0 HTTP/1.1",
        ]),
        ...rest,
      ],
      body,
    ),
  "an unknown method": ([line = "", ...rest], body, random) =>
    whole(
      [
        line.replace(/^\w+/, random.pick(["TRACE", "CONNECT", "PROPFIND", "FOO", "PURGE", "QUERY", "G\u00e9T"])),
        ...rest,
      ],
      body,
    ),
  "an address with another host": ([line = "", ...rest], body, random) =>
    whole(
      [
        line.replace(" /", ` ${random.pick(["http://other.example.com/", "//other.example.com/", "*", "ftp://x/"])}`),
        ...rest,
      ],
      body,
    ),
  "no host": (head, body) =>
    whole(
      head.filter((line) => !line.startsWith("host")),
      body,
    ),
  "an upgrade": (head, body) => whole([...head, "connection: upgrade", "upgrade: websocket"], body),
  "an expectation": (head, body) => whole([...head, "expect: 200-maybe"], body),
};

const NAMES = Object.keys(SPOILS);

export function rawOf({ method, url, headers, body }: HttpRequest, random: Random): RawRequest {
  const bytes = Buffer.from(body ?? "");
  const head = [
    `${method} ${url} HTTP/1.1`,
    "host: 127.0.0.1",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : [`content-length: ${bytes.length}`]),
    "connection: close",
  ];
  const what = random.pick(NAMES);
  return { what, ...(SPOILS[what]?.(head, bytes, random) ?? whole(head, bytes)) };
}

/** Sends the bytes and reads until the other side ends; null when nothing came. */
export async function sendRaw(port: number, { bytes, isCut }: Omit<RawRequest, "what">): Promise<RawAnswer | null> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => void chunks.push(chunk));
  // A server may close on bad bytes before all of them are written.
  socket.on("error", () => socket.destroy());
  const closed = new Promise((resolve) => void socket.once("close", resolve));
  socket.on("end", () => socket.end());
  // A client that closes its side before the answer does not want one: that is how a request is cut off.
  if (isCut) socket.end(bytes);
  else socket.write(bytes);
  await closed;
  return readAnswer(Buffer.concat(chunks).toString("latin1"));
}

interface RawAnswer extends Answered {
  /** Status line and headers as they came. */
  head: string;
}

function readAnswer(text: string): RawAnswer | null {
  // An interim answer comes before the one that counts.
  const final = text.replace(/^HTTP\/1\.1 1\d\d [^\r\n]*\r\n\r\n/, "");
  const end = final.indexOf("\r\n\r\n");
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(final)?.[1]);
  if (end < 0 || Number.isNaN(status)) return null;
  const header = (name: string) => new RegExp(`\r\n${name}: ([^\r\n]*)`, "i").exec(final.slice(0, end))?.[1];
  const rest = final.slice(end + 4);
  const isChunked = header("transfer-encoding") === "chunked";
  return {
    head: final.slice(0, end),
    status,
    contentType: header("content-type") ?? "",
    requestId: header("x-request-id"),
    isReplay: header("idempotency-replayed") === "true",
    body: Buffer.from(isChunked ? unchunk(rest) : rest, "latin1").toString(),
  };
}

function unchunk(text: string): string {
  const [size = "0"] = text.split("\r\n", 1);
  const bytes = parseInt(size, 16);
  if (!(bytes > 0)) return "";
  const start = size.length + 2;
  return text.slice(start, start + bytes) + unchunk(text.slice(start + bytes + 2));
}

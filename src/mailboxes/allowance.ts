/** A connection to a mail server that ends when more comes over it than was asked for: in bytes, or in untagged responses. */
import { Duplex } from "node:stream";

type TimedSocket = Duplex & { setTimeout(ms: number): unknown };

export interface Allowance {
  /** Passes on what comes and goes over the socket, and counts it. */
  watch(socket: TimedSocket): TimedSocket;
  /** So many bytes may come from now on; nothing of an earlier allowance is left. */
  allow(bytes: number): void;
  isOver(): boolean;
}

/** How an untagged response begins (RFC 9051, 2.2.2), after the end of the line before. */
const UNTAGGED = Buffer.from("\n* ");
/**
 * The most untagged responses within one allowance: reading one takes far longer than its few bytes suggest. Base64 never looks
 * like the beginning of one.
 */
const UNTAGGED_MAX = 2000;

export function allowanceOf(bytes: number): Allowance {
  let left = bytes;
  let untagged = 0;
  let isOver = false;
  /** The last two bytes before a chunk: a line may begin with them. */
  let before = Buffer.alloc(0);
  const count = (chunk: Buffer): void => {
    left -= chunk.byteLength;
    if (Buffer.concat([before, chunk.subarray(0, 2)]).includes(UNTAGGED)) untagged += 1;
    for (let at = chunk.indexOf(UNTAGGED); at !== -1; at = chunk.indexOf(UNTAGGED, at + 1)) untagged += 1;
    before = Buffer.concat([before, chunk.subarray(-2)]).subarray(-2);
    if (left < 0 || untagged > UNTAGGED_MAX) isOver = true;
  };
  return {
    watch: (socket) => passedOn(socket, count, () => isOver),
    allow(more) {
      left = more;
      untagged = 0;
    },
    isOver: () => isOver,
  };
}

function passedOn(socket: TimedSocket, count: (chunk: Buffer) => void, isOver: () => boolean): TimedSocket {
  const stream = new Duplex({
    allowHalfOpen: false,
    read: () => void socket.resume(),
    write: (chunk: Buffer, _encoding, done) => void socket.write(chunk, () => done()),
    destroy(error, done) {
      socket.destroy();
      done(error);
    },
  });
  socket.on("data", (chunk: Buffer) => {
    count(chunk);
    if (isOver()) stream.destroy(new Error("more came than was asked for"));
    else if (!stream.push(chunk)) socket.pause();
  });
  socket.on("end", () => void stream.push(null));
  socket.on("error", (error) => void stream.destroy(error));
  socket.on("close", () => void stream.destroy());
  socket.on("timeout", () => void stream.emit("timeout"));
  return Object.assign(stream, { setTimeout: (ms: number) => socket.setTimeout(ms) });
}

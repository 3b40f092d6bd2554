/** Counts what a server sends over a connection, and ends it when that is more than was asked for. */
/** A socket, for this. */
interface Counted {
  bytesRead: number;
  destroy(): unknown;
}

export interface Meter {
  /** So many more bytes may come. */
  allow(bytes: number): void;
  isOver(): boolean;
  stop(): void;
}

/** Often enough that little more than the limit comes; what is read at once is bounded by the reader. */
const LOOK_MS = 100;

export function meterOf(socket: Counted, bytes: number): Meter {
  let limit = bytes;
  let isOver = false;
  const timer = setInterval(() => {
    if (socket.bytesRead <= limit) return;
    isOver = true;
    clearInterval(timer);
    socket.destroy();
  }, LOOK_MS);
  timer.unref();
  return {
    // What came so far was asked for: nothing of an earlier allowance is left for later.
    allow: (more) => void (limit = socket.bytesRead + more),
    isOver: () => isOver,
    stop: () => clearInterval(timer),
  };
}

/** Keeps a stream of events open. A browser connects again after a cut, but never after an answer other than 200, as of a service that restarts. */

interface EventStream {
  readonly readyState: number;
  addEventListener(type: "open" | "error", listener: () => void): void;
  close(): void;
}

/** `EventSource.CLOSED`: the browser does not connect again. */
const CLOSED = 2;

interface Kept {
  open: () => EventStream;
  /** Until it is opened again after it was closed. */
  againMs: number;
  /** Not said of the first time: what happened during the break may have been missed. */
  onBack: () => void;
  onOpen: () => void;
  onBreak: () => void;
}

/** Returns what ends it. */
export function keepOpen({ open, againMs, onBack, onOpen, onBreak }: Kept): () => void {
  let wasBroken = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stream = connect();
  function connect(): EventStream {
    const opened = open();
    opened.addEventListener("open", () => {
      onOpen();
      if (wasBroken) onBack();
      wasBroken = false;
    });
    opened.addEventListener("error", () => {
      wasBroken = true;
      onBreak();
      if (opened.readyState !== CLOSED) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        stream = connect();
      }, againMs);
    });
    return opened;
  }
  return () => {
    clearTimeout(timer);
    stream.close();
  };
}

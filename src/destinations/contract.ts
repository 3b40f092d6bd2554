/** What every place for delivered files promises: a file is there whole under its name or not at all, and a refusal says why. */
import type { Readable } from "node:stream";
import type { RunDetail } from "../records/data-delivery.ts";

export interface FileToSend {
  /** Of letters, digits, `-`, `_` and `.`. */
  name: string;
  bytes: number;
  /** Gives the bytes anew at each call. */
  open(): Promise<Readable>;
}

/** A way to one destination, for one run: connects with its first file. */
export interface DestinationDoor {
  /** What people call it: in sentences. */
  place: string;
  /** A file that was there under the name is replaced. @throws DestinationError; or the reason of `signal` */
  send(file: FileToSend, signal: AbortSignal): Promise<void>;
  /** Writes a small file and takes it away again. @throws as `send` does */
  test(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Why a destination did not take a file. The message is for our log: it holds nothing the other side chose. */
export class DestinationError extends Error {
  override name = "DestinationError";
  readonly detail: RunDetail;
  /** What was shown instead of what was awaited: a host key. */
  readonly seen: string | null;
  constructor(detail: RunDetail, message: string, options: { seen?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.detail = detail;
    this.seen = options.seen ?? null;
  }
}

/** Always the same name: where we may write and not delete, one is left and not one a test. */
export const TEST_FILE = "meterbook-test.txt";
export const TEST_TEXT = "Meterbook can write here. This file may be deleted.\n";

/**
 * The interface of all destinations of delivered files, and what they share: a file exists completely under its name or not at
 * all, and a failure has a reason.
 */
import type { Readable } from "node:stream";
import { OutboundError, type OutboundErrorKind } from "../outbound/outbound.ts";
import type { RunDetail } from "../records/data-delivery.ts";

export interface FileToSend {
  /** Consists of letters, digits, `-`, `_` and `.`. */
  name: string;
  bytes: number;
  /** Returns the bytes again at each call. */
  open(): Promise<Readable>;
}

/** A connection to one destination for one run; connects with its first file. */
export interface DestinationConnection {
  /** The name of the destination in sentences. */
  place: string;
  /** An existing file of that name is replaced. @throws DestinationError; or the reason of `signal` */
  send(file: FileToSend, signal: AbortSignal): Promise<void>;
  /** Writes a small file and deletes it. @throws like `send` */
  test(signal: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * Why the files of a run could not be made or were not accepted. The message is for our log and contains nothing from the other
 * side.
 */
export class DestinationError extends Error {
  override name = "DestinationError";
  readonly detail: RunDetail;
  /** Private, so that the log has no address of a person. */
  readonly #seen: string | null;
  constructor(detail: RunDetail, message: string, options: { seen?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.detail = detail;
    this.#seen = options.seen ?? null;
  }

  /** What it is about: the host key that was shown, a refused address, a property. */
  get seen(): string | null {
    return this.#seen;
  }
}

const UNREACHED: Record<OutboundErrorKind, RunDetail> = {
  refused_address: "refused_address",
  bad_url: "refused_address",
  timeout: "unreachable",
  unreachable: "unreachable",
  too_large: "busy",
};

/** The result of a request through outbound; `name` is the destination in the message. @throws DestinationError when it failed */
export async function reached<T>(name: string, request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new DestinationError(UNREACHED[error.kind], `${name} could not be reached (${error.reason})`);
  }
}

/** Waits for the deletion of the test file; a destination where we may only write is acceptable. */
export async function deletedIfAllowed(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof DestinationError) || error.detail !== "not_allowed") throw error;
  }
}

/** Always the same name: where we may write but not delete, one file remains, not one per test. */
export const TEST_FILE = "meterbook-test.txt";
export const TEST_TEXT = "Meterbook can write here. This file may be deleted.\n";

/** A file to send and an expected failure, for tests of destinations. */
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import type { RunDetail } from "../records/data-delivery.ts";
import { DestinationError, type FileToSend } from "./contract.ts";

/** In chunks of uneven size. */
export const fileOf = (name: string, bytes: Buffer): FileToSend => ({
  name,
  bytes: bytes.length,
  open: async () => Readable.from([bytes.subarray(0, 70_001), bytes.subarray(70_001)]),
});

export const failsAs = (detail: RunDetail) => (error: unknown) => {
  assert.ok(error instanceof DestinationError, String(error));
  assert.equal(error.detail, detail, error.message);
  return true;
};

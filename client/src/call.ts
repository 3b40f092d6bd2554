/** The parts of one call of the service, and the options that every call accepts. */

/** A file that can be sent more than once. A stream cannot: after a failure its data would be lost. */
export type FileBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string;

export interface CallOptions {
  /** Ends the call, its waits and its retries; the call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** For one attempt, from the first byte sent to the last one read; of an answer that is returned unread, until its headers are there. */
  timeoutMs?: number | undefined;
}

export interface PostOptions extends CallOptions {
  /** Two calls with the same key within a day have one effect. Absent: each call makes its own key, for its own retries. */
  idempotencyKey?: string | undefined;
}

export interface Call extends PostOptions {
  verb: string;
  /** From the root of the service: `/v1/properties`. */
  path: string;
  query?: Record<string, unknown>;
  body?: unknown;
  /** The body, when it is a file instead of JSON. */
  file?: FileBody | undefined;
  /** Needs no token. */
  open?: boolean | undefined;
  /** A POST without an Idempotency-Key that does no harm when it is sent twice. */
  isRepeatable?: boolean | undefined;
  accept?: string;
}

const JSON_TYPES = "application/json, application/problem+json";

/** The address of a call. @throws TypeError for a path that would lead somewhere else */
export function addressOf(root: string, { path, query = {} }: Call): string {
  if (/\/\.{1,2}(\/|$)/.test(path)) throw new TypeError("A part of the path is . or .., which leads somewhere else.");
  const url = new URL(root + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, textOf(value));
  }
  return url.href;
}

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** The parts that are the same for every attempt, except for the token. */
export function messageOf(call: Call): { method: string; headers: Record<string, string>; body?: FileBody } {
  const { verb, body, file, accept = JSON_TYPES } = call;
  const key = verb === "POST" && call.open !== true ? (call.idempotencyKey ?? newKey()) : undefined;
  return {
    method: verb,
    headers: {
      accept,
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      // The service detects the file type itself.
      ...(file === undefined ? {} : { "content-type": "application/octet-stream" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file === undefined ? {} : { body: file }),
  };
}

/** 128 random bits. Not `randomUUID`, which browsers have on https alone. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The log: JSON lines from which the values of live secrets are taken out, whatever field or text they hide in. */
import { pino, type DestinationStream, type Logger } from "pino";
import { createHiddenValues } from "./vault/hidden-values.ts";

export type Log = Logger;

/** Fields that never carry anything worth reading, at the first levels where libraries put them. */
const HIDDEN_FIELDS = ["password", "token", "secret", "authorization", "cookie", "online_access_password"];

/** Shorter values would blank out ordinary words without protecting anything. */
const SHORTEST_SECRET = 4;

const hidden = createHiddenValues(SHORTEST_SECRET);

/** The characters that JSON escapes, and a few control characters that it does not. */
const CHANGED_BY_JSON = /["\\\p{Cc}\p{Cs}]/u;
/** The characters that a URL or a form escapes. */
const CHANGED_BY_URL = /[^\w.~!*'()-]/;

/** The forms in which a secret can stand in a line. Only those that differ are made, because each stays in memory until it is collected. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const forms = [secret, bytes.toString("base64"), bytes.toString("base64url")];
  bytes.fill(0);
  if (CHANGED_BY_JSON.test(secret)) {
    const escaped = JSON.stringify(secret).slice(1, -1);
    // JSON in a text of a JSON line is escaped twice.
    forms.push(escaped, JSON.stringify(escaped).slice(1, -1));
  }
  if (CHANGED_BY_URL.test(secret)) forms.push(encodeURIComponent(secret));
  if (/[^\w.*-]/.test(secret)) forms.push(new URLSearchParams({ s: secret }).toString().slice(2));
  return forms;
}

/** Keeps a secret's value out of every log line until the returned function is called. The value itself is not kept. */
export function hideFromLog(secret: string): () => void {
  if (secret.length < SHORTEST_SECRET) return () => {};
  return endAll([...new Set(spellings(secret))].map((form) => hidden.add(form)));
}

/** A separate function: a closure made in `hideFromLog` would keep the values in memory. */
const endAll = (ends: (() => void)[]) => () => {
  for (const end of ends) end();
};

/** How long secrets stay hidden after their use, whose errors may be logged late. */
const HIDDEN_AFTER_MS = 60_000;

/** Hides secrets while they are used: until a while after the returned function is called. */
export function hideWhileUsed(secrets: readonly string[]): () => void {
  const end = endAll(secrets.map((secret) => hideFromLog(secret)));
  return () => void setTimeout(end, HIDDEN_AFTER_MS).unref();
}

/** Bearer tokens, URL userinfo and the token forms of this service, wherever they stand in a line. */
const SECRET_SHAPES = [
  /\bBearer\s+[\w.~+/=-]{8,}/gi,
  /\bwhsec_[\w+/=-]{8,}/g,
  /\bmbk_[0-9A-Za-z]{36}/g,
  /(?<=:\/\/)[^\s/@"\\:]*:[^\s/@"\\]+(?=@)/g,
];

/** Words of three parts or more, as a JSON Web Token is. */
const DOTTED = /(?<![\w-])[\w-]{11,}(?:\.[\w-]{8,}){2,}/g;
/** Every JSON Web Token begins with an object, which in base64 begins with these letters. */
const hideTokens = (line: string): string => line.replace(DOTTED, (word) => (word.includes("eyJ") ? "[hidden]" : word));

/** The line without live secrets and without anything of a secret's shape. */
export function scrub(line: string): string {
  let clean = hidden.replaceIn(hideTokens(line), "[hidden]");
  for (const shape of SECRET_SHAPES) clean = clean.replace(shape, "[hidden]");
  return clean;
}

/** Makes the log. `write` gets whole lines, scrubbed; by default they go to standard output. */
export function createLog(options: { level: string; write?: (line: string) => void }): Log {
  const write = options.write ?? ((line: string) => void process.stdout.write(line));
  const stream: DestinationStream = { write: (line) => write(scrub(line)) };
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: HIDDEN_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: "[hidden]" },
    },
    stream,
  );
}

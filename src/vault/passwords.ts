/** Hashes and compares passwords with argon2id, in the same time whether or not the user exists. */
import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from "node:crypto";
import { promisify } from "node:util";
import { Problem } from "../errors.ts";
import { cutEnd } from "../domain/text.ts";

/** What hashing one password takes. A stored text states its own. */
export interface PasswordCost {
  memoryKib: number;
  passes: number;
}

/** OWASP Password Storage Cheat Sheet: argon2id; 64 MiB and 3 passes are above its minimum, at about 0.2 s of one core. */
export const PASSWORD_COST: PasswordCost = { memoryKib: 64 * 1024, passes: 3 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;

/** Each run takes memory and a thread of the pool that files and DNS use too. */
const RUNNING_MAX = 2;
/** For each kind of caller. */
const WAITING_MAX = 20;

/**
 * `known`: signed in already, or from an address from which this user signed in before. Guessing callers are strangers, from
 * any number of addresses.
 */
export type CallerKind = "known" | "stranger";

const STORED_FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify<"argon2id", Argon2Parameters, Buffer>(argon2);

let running = 0;
const waiting: Record<CallerKind, (() => void)[]> = { known: [], stranger: [] };

/**
 * Runs at most two at once; a free slot goes to known callers first. @throws Problem too-many-requests when too many of a kind
 * wait.
 */
async function withSlot<T>(caller: CallerKind, work: () => Promise<T>): Promise<T> {
  if (running >= RUNNING_MAX) {
    const queue = waiting[caller];
    if (queue.length >= WAITING_MAX) {
      throw new Problem("too-many-requests", "Too many logins at once.", { retryAfterSeconds: 5 });
    }
    // A free slot is passed on directly, so that no new caller takes it first.
    await new Promise<void>((resolve) => void queue.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.known.shift() ?? waiting.stranger.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

const bare = (bytes: Buffer) => cutEnd(bytes.toString("base64"), /=/);

/** The text to store: `$argon2id$v=19$m=65536,t=3,p=1$<salt>$<tag>`. Counts as a known caller: setting a password takes a sign-in, or a link that was found before. */
export function hashPassword(password: string, { memoryKib, passes } = PASSWORD_COST): Promise<string> {
  return withSlot("known", async () => {
    const nonce = randomBytes(SALT_BYTES);
    const tag = await tagOf(password, { nonce, memory: memoryKib, passes, tagLength: TAG_BYTES });
    return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${bare(nonce)}$${bare(tag)}`;
  });
}

/** Compares a password with the stored text; without one (unknown user) it takes the same time and returns false. */
export function isPassword(
  password: string,
  stored: string | null,
  caller: CallerKind,
  cost = PASSWORD_COST,
): Promise<boolean> {
  return withSlot(caller, async () => {
    const [, memory, passes, salt, tag] = STORED_FORM.exec(stored ?? "") ?? [];
    const right = Buffer.from(tag ?? "", "base64");
    const given = await tagOf(password, {
      nonce: salt === undefined ? randomBytes(SALT_BYTES) : Buffer.from(salt, "base64"),
      memory: Number(memory ?? cost.memoryKib),
      passes: Number(passes ?? cost.passes),
      tagLength: right.length > 0 ? right.length : TAG_BYTES,
    });
    return right.length > 0 && timingSafeEqual(given, right);
  });
}

/** Another keyboard may produce the same letters in another Unicode form. */
const tagOf = (password: string, cost: Pick<Argon2Parameters, "nonce" | "memory" | "passes" | "tagLength">) =>
  derive("argon2id", { message: Buffer.from(password.normalize("NFKC")), parallelism: 1, ...cost });

/** Signed links: what a link names cannot be changed by whoever holds it, and a link of one kind is none of another. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { App } from "./app.ts";
import { ensureServiceSecret } from "./root-keys.ts";
import type { Db } from "./store/db.ts";
import { findCurrentFormLink, findFormLink, insertFormLink } from "./store/form-links.ts";
import type { Vault } from "./vault/vault.ts";

/** What a link is for; goes into the signature. */
export type LinkPurpose = "file" | "form" | "form_page" | "receipt";

/** Values a link carries: numbers, or texts of letters, digits, `_` and `-`. They can be read by anybody. */
type LinkValue = number | string;

export interface LinkSigner {
  /** The text to put in a URL. `expiresAtMs` in epoch milliseconds; null: it never expires by itself. */
  sign(purpose: LinkPurpose, values: LinkValue[], expiresAtMs: number | null): string;
  /** What the text names; null when it was not signed here for this purpose. */
  open(purpose: LinkPurpose, text: string): { values: string[]; expired: boolean } | null;
  /** A link to the file of a document: at least 7 days from now, the same text within an hour. */
  signFileLink(of: { company_id: number; document_id: number }): string;
}

const HOUR_MS = 3600 * 1000;
/** Specification, section 8. */
const FILE_LINK_MS = 7 * 24 * HOUR_MS;
const VALUE_FORM = /^[\w-]+$/;
const NEVER = "n";

/** The signer of this service; its key is made once and kept sealed. `now` in epoch milliseconds. */
export async function loadLinkSigner(db: Db, vault: Vault, now: () => number): Promise<LinkSigner> {
  const { secret } = await ensureServiceSecret(db, vault, "links", () => ({
    secret: randomBytes(32).toString("base64"),
    public: null,
  }));
  return createLinkSigner(Buffer.from(secret, "base64"), now);
}

/** The signer with a given key of 32 bytes. */
export function createLinkSigner(key: Buffer, now: () => number): LinkSigner {
  const mac = (purpose: LinkPurpose, payload: string) =>
    createHmac("sha256", key).update(`meterbook.link.v1\n${purpose}\n${payload}`).digest();

  const sign: LinkSigner["sign"] = (purpose, values, expiresAtMs) => {
    const texts = values.map(String);
    if (!texts.every((text) => VALUE_FORM.test(text))) throw new TypeError("A link carries only plain words.");
    const payload = [...texts, expiresAtMs === null ? NEVER : expiresAtMs.toString(36)].join(".");
    return `${payload}.${mac(purpose, payload).toString("base64url")}`;
  };
  return {
    sign,
    open(purpose, text) {
      const end = text.lastIndexOf(".");
      const payload = text.slice(0, Math.max(end, 0));
      const given = Buffer.from(text.slice(end + 1), "base64url");
      const right = mac(purpose, payload);
      // Only the one spelling that was given out is good: base64url readers ignore odd letters and spare bits.
      if (given.length !== right.length || given.toString("base64url") !== text.slice(end + 1)) return null;
      if (!timingSafeEqual(given, right)) return null;
      const values = payload.split(".");
      const expiry = values.pop() ?? NEVER;
      return { values, expired: expiry !== NEVER && parseInt(expiry, 36) <= now() };
    },
    signFileLink: ({ company_id, document_id }) =>
      sign("file", [company_id, document_id], Math.ceil(now() / HOUR_MS) * HOUR_MS + FILE_LINK_MS),
  };
}

type Parts = Pick<App, "db" | "links" | "now">;

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** The token of a company's form link: made once, then always the same until it is renewed or revoked. */
export async function ensureFormToken({ db, links, now }: Parts, companyId: number): Promise<string> {
  const tokenOf = (createdAt: string) => links.sign("form", [companyId, Date.parse(createdAt)], null);
  const created_at = new Date(now()).toISOString();
  const known = await findCurrentFormLink(db, companyId, created_at);
  if (known !== undefined) return tokenOf(known.created_at);
  const token = tokenOf(created_at);
  await db
    .transaction()
    .execute((trx) => insertFormLink(trx, { company_id: companyId, key_sha256: hashOf(token), created_at }));
  return token;
}

/** The form link behind a token; undefined when it was not made here, has expired or was revoked. */
export async function findFormLinkOfToken({ db, links, now }: Parts, token: string) {
  const opened = links.open("form", token);
  if (opened === null || opened.expired) return undefined;
  return findFormLink(db, Number(opened.values[0]), hashOf(token), new Date(now()).toISOString());
}

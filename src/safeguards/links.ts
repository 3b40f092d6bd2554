/**
 * Signed links to files, forms, receipts, reviews, reports and the end of mails, and the tokens of form links: a holder cannot change
 * what a link refers to, nor use a link of one kind as another.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual, type KeyObject } from "node:crypto";
import { ensureServiceKey } from "./root-keys.ts";
import type { Db, Trx } from "../store/db.ts";
import {
  findCurrentFormLink,
  findFormLink,
  findNewestFormLink,
  insertFormLink,
  revokeFormLinks,
} from "../store/authorizations/form-links.ts";
import { lockFormLinks } from "../store/locks.ts";
import type { Vault } from "../vault/vault.ts";
import { HOUR_MS, instantOf } from "../domain/instant.ts";

/** What a link is for; part of the signature. */
export type LinkPurpose =
  | "file"
  | "delivery_file"
  | "form"
  | "form_page"
  | "receipt"
  | "review"
  | "report"
  | "mail_stop";

/** Values a link carries: numbers, or texts of letters, digits, `_` and `-`. They are readable, not encrypted. */
type LinkValue = number | string;

export interface LinkSigner {
  /** The text to put in a URL. `expiresAtMs` in epoch milliseconds; null: it does not expire. */
  sign(purpose: LinkPurpose, values: LinkValue[], expiresAtMs: number | null): string;
  /** The values of a signed text; null when this service did not sign it for this purpose. */
  open(purpose: LinkPurpose, text: string): { values: string[]; expired: boolean } | null;
  /** A link to the file of a document: at least 7 days from now, the same text within an hour. */
  signFileLink(of: { company_id: number; document_id: number }): string;
  /** A link to a file that was made for a delivery, with the same expiry. */
  signDeliveryFileLink(of: { company_id: number; data_delivery_file_id: number }): string;
}

/** Specification, section 8. */
const FILE_LINK_MS = 7 * 24 * HOUR_MS;
/** When a file link made now expires: the same value for an hour, so that answers stay the same. */
const fileLinkExpiry = (nowMs: number): number => Math.ceil(nowMs / HOUR_MS) * HOUR_MS + FILE_LINK_MS;
/** The most links to cache, some 200 bytes each. */
const REMEMBERED_MAX = 20_000;
const VALUE_FORM = /^[\w-]+$/;
const NEVER = "n";

/** The signer of this service; its key is made once and kept sealed. `now` in epoch milliseconds. */
export async function loadLinkSigner(db: Db, vault: Vault, now: () => number): Promise<LinkSigner> {
  return createLinkSigner(await ensureServiceKey(db, vault, "links"), now);
}

/** The signer with a given key. */
export function createLinkSigner(key: KeyObject, now: () => number): LinkSigner {
  const mac = (purpose: LinkPurpose, payload: string): string =>
    createHmac("sha256", key).update(`meterbook.link.v1\n${purpose}\n${payload}`).digest("base64url");

  const sign: LinkSigner["sign"] = (purpose, values, expiresAtMs) => {
    let payload = "";
    for (const value of values) {
      if (!VALUE_FORM.test(String(value))) throw new TypeError("A link value may hold only letters, digits, _ and -.");
      payload += `${value}.`;
    }
    payload += expiresAtMs === null ? NEVER : expiresAtMs.toString(36);
    return `${payload}.${mac(purpose, payload)}`;
  };
  // Bills are read often, and their links stay the same for an hour.
  let remembered = { expiresAtMs: 0, texts: new Map<number, { company_id: number; text: string }>() };
  return {
    sign,
    open(purpose, text) {
      const end = text.lastIndexOf(".");
      const payload = text.slice(0, Math.max(end, 0));
      // Compared as text, because several base64url spellings decode to the same bytes and only the issued one is valid.
      const given = Buffer.from(text.slice(end + 1));
      const right = Buffer.from(mac(purpose, payload));
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      const values = payload.split(".");
      const expiry = values.pop() ?? NEVER;
      return { values, expired: expiry !== NEVER && parseInt(expiry, 36) <= now() };
    },
    signFileLink({ company_id, document_id }) {
      const expiresAtMs = fileLinkExpiry(now());
      if (expiresAtMs !== remembered.expiresAtMs || remembered.texts.size >= REMEMBERED_MAX)
        remembered = { expiresAtMs, texts: new Map() };
      const known = remembered.texts.get(document_id);
      if (known !== undefined && known.company_id === company_id) return known.text;
      const text = sign("file", [company_id, document_id], expiresAtMs);
      remembered.texts.set(document_id, { company_id, text });
      return text;
    },
    signDeliveryFileLink: ({ company_id, data_delivery_file_id }) =>
      sign("delivery_file", [company_id, data_delivery_file_id], fileLinkExpiry(now())),
  };
}

interface Parts {
  db: Db;
  links: LinkSigner;
  now: () => number;
}

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** The signed token of a form link, which is identified by its creation time in milliseconds. */
const signFormToken = ({ links }: Pick<Parts, "links">, companyId: number, createdAt: string): string =>
  links.sign("form", [companyId, Date.parse(createdAt)], null);

/** The token of a form link for one person, which is identified by its nonce. */
export const signPersonalToken = ({ links }: Pick<Parts, "links">, companyId: number, nonce: string): string =>
  links.sign("form", [companyId, nonce], null);

/** A new identity of a form link for one person: its nonce, and the hash of its token. */
export function makePersonalToken(app: Pick<Parts, "links">, companyId: number): { nonce: string; key_sha256: Buffer } {
  const nonce = randomBytes(12).toString("base64url");
  return { nonce, key_sha256: hashOf(signPersonalToken(app, companyId, nonce)) };
}

/** The token of a company's form link: created once, then the same until it is renewed or revoked. */
export async function ensureFormToken(app: Parts, companyId: number): Promise<string> {
  const now = instantOf(app.now());
  const known = await findCurrentFormLink(app.db, companyId, now);
  if (known !== undefined) return signFormToken(app, companyId, known.created_at);
  return app.db.transaction().execute(async (trx) => {
    await lockFormLinks(trx, companyId);
    const first = await findCurrentFormLink(trx, companyId, now);
    return first === undefined ? makeFormToken(trx, app, companyId) : signFormToken(app, companyId, first.created_at);
  });
}

/** Creates a new form link and revokes the old ones. */
export async function renewFormToken(
  trx: Trx,
  app: Parts,
  companyId: number,
): Promise<{ token: string; revoked: number[] }> {
  const revoked = await revokeFormTokens(trx, app, companyId);
  return { token: await makeFormToken(trx, app, companyId), revoked };
}

/** Revokes all form links of the company and returns their ids. */
export async function revokeFormTokens(trx: Trx, { now }: Parts, companyId: number): Promise<number[]> {
  await lockFormLinks(trx, companyId);
  return revokeFormLinks(trx, companyId, instantOf(now()));
}

async function makeFormToken(trx: Trx, app: Parts, companyId: number): Promise<string> {
  const newest = await findNewestFormLink(trx, companyId);
  const created = Math.max(app.now(), newest === undefined ? 0 : Date.parse(newest.created_at) + 1);
  const created_at = instantOf(created);
  const token = signFormToken(app, companyId, created_at);
  await insertFormLink(trx, { company_id: companyId, key_sha256: hashOf(token), created_at });
  return token;
}

/** A form link with its company; `isOpen` is false once it is revoked or expired. */
export type FormLink = NonNullable<Awaited<ReturnType<typeof findFormLink>>> & { isOpen: boolean };

/** The form link of a token; undefined when this service did not issue the token. */
export async function findFormLinkOfToken({ db, links, now }: Parts, token: string): Promise<FormLink | undefined> {
  const opened = links.open("form", token);
  if (opened === null) return undefined;
  const link = await findFormLink(db, Number(opened.values[0]), hashOf(token));
  if (link === undefined) return undefined;
  const { revoked_at, expires_at } = link;
  const isOpen = revoked_at === null && (expires_at === null || Date.parse(expires_at) > now());
  return { ...link, isOpen: isOpen && !opened.expired };
}

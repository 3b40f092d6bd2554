/** The hash chain of the audit log: the hashes of rows and heads. Keyed, so that only the service can create a chain. */
import { createHmac, timingSafeEqual, type KeyObject } from "node:crypto";
import type { Json } from "../records/scalars.ts";

/** All values of a row. Any change, insertion or removal of a row makes its hash or its neighbor's hash wrong. */
export interface AuditRow {
  company_id: number;
  position: number;
  id: number;
  occurred_at: string;
  actor: string;
  action: string;
  record_type: string | null;
  record_id: number | null;
  request_id: string | null;
  address: string | null;
  detail: Json;
  /** True for a row written before the hashes were keyed; its hash was added later. */
  before_keying: boolean;
}

/** The end and the beginning of a company's chain. */
export interface AuditHead {
  company_id: number;
  position: number;
  hash: Buffer;
  /** The last row that was removed for its age; 0 when none was. The stored rows begin after it. */
  anchor_position: number;
  anchor_hash: Buffer;
  /** The row up to which the head cannot be trusted, because it was changed from outside the service. */
  broken_position: number | null;
}

const mac = (key: KeyObject, purpose: string, values: Json[]): Buffer =>
  createHmac("sha256", key)
    .update(`meterbook.audit.v1\n${purpose}\n${JSON.stringify(values)}`)
    .digest();

/** The hash of a row after the row with the hash `previous`; empty before the first. */
export const hashOfRow = (key: KeyObject, previous: Buffer, row: AuditRow): Buffer =>
  mac(key, "row", [
    previous.toString("hex"),
    row.company_id,
    row.position,
    row.id,
    row.occurred_at,
    row.actor,
    row.action,
    row.record_type,
    row.record_id,
    row.request_id,
    row.address,
    sorted(row.detail),
    row.before_keying,
  ]);

/** Shows that the service wrote the head. A keyed hash: nothing in it is encrypted. */
export const sealOfHead = (key: KeyObject, head: AuditHead): Buffer =>
  mac(key, "head", [
    head.company_id,
    head.position,
    head.hash.toString("hex"),
    head.anchor_position,
    head.anchor_hash.toString("hex"),
    head.broken_position,
  ]);

/** The database stores the keys of an object in its own order. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

/** Compares hashes in a time that does not depend on them. */
export const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

/** A head as written to the log: the number of rows, and the hash of the last one. */
export interface HeadNote {
  company_id: number;
  position: number;
  hash: Buffer;
}

const NOTE = /\bmbaudit1\.(\d{1,16})\.(\d{1,16})\.([0-9a-f]{64})\.([0-9a-f]{64})\b/;

export const writeHeadNote = (key: KeyObject, { company_id, position, hash }: HeadNote): string => {
  const text = `mbaudit1.${company_id}.${position}.${hash.toString("hex")}`;
  return `${text}.${mac(key, "note", [text]).toString("hex")}`;
};

/** The note in a log line; null when there is none that this service wrote. */
export function readHeadNote(key: KeyObject, line: string): HeadNote | null {
  const [, company = "", position = "", hash = "", seal = ""] = NOTE.exec(line) ?? [];
  if (seal === "") return null;
  const text = `mbaudit1.${company}.${position}.${hash}`;
  if (!isSame(mac(key, "note", [text]), Buffer.from(seal, "hex"))) return null;
  return { company_id: Number(company), position: Number(position), hash: Buffer.from(hash, "hex") };
}

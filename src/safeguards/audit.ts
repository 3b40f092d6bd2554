/** The audit log: rows are written to one chain of keyed hashes per company, verified and pruned by age, and the head of each chain is written to the log. */
import type { KeyObject } from "node:crypto";
import type { Log } from "../log.ts";
import { ensureServiceKey } from "./root-keys.ts";
import {
  deleteAuditUpTo,
  findAuditHead,
  findAuditHash,
  insertAuditRow,
  lastAuditPosition,
  lastOldAuditPosition,
  listAuditChain,
  listAuditHeads,
  listCompaniesWithOldAudit,
  listCompaniesWithoutHashes,
  lockAuditHead,
  setAuditHash,
  takeHeadsToLog,
  updateAuditHead,
  type AuditEntry,
  type AuditHeadRow,
} from "../store/events/audit.ts";
import { atOneMoment, type Db, type Sql, type Trx } from "../store/db.ts";
import { hashOfRow, isSame, readHeadNote, sealOfHead, writeHeadNote, type HeadNote } from "../vault/audit-chain.ts";
import type { Vault } from "../vault/vault.ts";
import { instantOf } from "../domain/instant.ts";

/** What is wrong with a chain, and at which row. */
export type AuditFault = "altered" | "missing" | "cut_off" | "added" | "head_altered";

export interface AuditVerdict {
  company_id: number;
  /** The number of stored rows, and how many of them were written before chains were keyed. */
  rows: number;
  before_keying: number;
  /** The first stored row and the last written one; rows before the first were pruned because of their age. */
  first_position: number;
  last_position: number;
  /** The first fault; null when every row is as written. */
  fault: { kind: AuditFault; position: number; sentence: string } | null;
}

interface Logged {
  db: Db;
  log: Log;
}

export interface AuditLog {
  /** Adds a row. Commit it before the data it is about leaves the service. */
  write(trx: Trx, entry: AuditEntry): Promise<void>;
  /** Verifies the chain of one company, also against the heads that earlier log lines contain. */
  verify(db: Sql, head: AuditHeadRow, notes: HeadNote[]): Promise<AuditVerdict>;
  /** The chain head noted in a log line; null when the line has no note written by this service. */
  readNote(line: string): HeadNote | null;
  /** Adds hashes to rows written before chains were keyed; runs once, at startup. Returns the number of companies. */
  hashOldRows(db: Db): Promise<number>;
  /** Removes rows older than an instant; the chain then starts after the last of them. A broken chain is not pruned, and each process logs it once for each cutoff: once a day. */
  prune(app: Logged, before: string): Promise<void>;
  /** Writes changed chain heads to the log, each at most once an hour. */
  logHeads(app: Logged & { now: () => number }): Promise<void>;
}

const BATCH = 1000;
const LOG_EVERY_MS = 3_600_000;
const EMPTY = Buffer.alloc(0);

export async function loadAuditLog(db: Db, vault: Vault): Promise<AuditLog> {
  return createAuditLog(await ensureServiceKey(db, vault, "audit"));
}

function createAuditLog(key: KeyObject): AuditLog {
  const putHead = (trx: Trx, head: Omit<AuditHeadRow, "seal">) =>
    updateAuditHead(trx, { ...head, seal: sealOfHead(key, head) });

  /** Companies whose chain was found broken, with the cutoff that was used: each chain is verified once per cutoff, not at every sweep. */
  const foundBroken = new Map<number, string>();

  /** The rows of a chain to remove, from after `from` to `last`, and the chain's fault if there is one. */
  const readOld = async (trx: Trx, companyId: number, before: string) => {
    const last = await lastOldAuditPosition(trx, companyId, before);
    const head = (await findAuditHead(trx, companyId)) ?? noHead(companyId);
    const from = head.anchor_position;
    return { from, last, fault: last > from ? (await verifyChain(trx, key, head, [])).fault : null };
  };

  /** Removes rows in batches, because writers wait during each one; after a batch the chain starts after its last row. */
  const cut = async (db: Db, companyId: number, from: number, last: number) => {
    for (let anchor = from; anchor < last;) {
      const to = Math.min(anchor + BATCH, last);
      const isCut = await db.transaction().execute(async (trx) => {
        const { next_id: _, ...head } = await lockAuditHead(trx, companyId);
        const anchor_hash = await findAuditHash(trx, companyId, to);
        // Another process pruned it first, or the head changed since it was read: the next sweep tries again.
        const isAsSeen = head.anchor_position === anchor && isSame(head.seal, sealOfHead(key, head));
        if (!isAsSeen || head.broken_position !== null || anchor_hash === undefined) return false;
        await deleteAuditUpTo(trx, companyId, to);
        await putHead(trx, { ...head, anchor_position: to, anchor_hash });
        return true;
      });
      if (!isCut) return;
      anchor = to;
    }
  };

  return {
    async write(trx, entry) {
      const { next_id: id, ...locked } = await lockAuditHead(trx, entry.company_id);
      const head = await trustedHead(trx, key, locked);
      const position = head.position + 1;
      const row = { ...entry, detail: entry.detail ?? {}, id, position };
      const hash = hashOfRow(key, head.hash, { ...row, before_keying: false });
      await insertAuditRow(trx, { ...row, hash });
      await putHead(trx, { ...head, position, hash });
    },
    verify: (db, head, notes) => verifyChain(db, key, head, notes),
    readNote: (line) => readHeadNote(key, line),
    async hashOldRows(db) {
      const companies = await listCompaniesWithoutHashes(db);
      for (const companyId of companies) {
        await db.transaction().execute(async (trx) => {
          const { next_id: _, ...head } = await lockAuditHead(trx, companyId);
          let { position, hash } = head;
          for (const row of await listAuditChain(trx, companyId, position, Number.MAX_SAFE_INTEGER)) {
            hash = hashOfRow(key, hash, row);
            position = row.position;
            await setAuditHash(trx, companyId, position, hash);
          }
          await putHead(trx, { ...head, position, hash });
        });
      }
      return companies.length;
    },
    async prune({ db, log }, before) {
      for (const companyId of await listCompaniesWithOldAudit(db, before)) {
        if (foundBroken.get(companyId) === before) continue;
        // Verifying a long chain takes long, so it reads a snapshot: no writer waits, and rows written meanwhile are not included.
        const old = await atOneMoment(db, (trx) => readOld(trx, companyId, before));
        if (old.fault === null) await cut(db, companyId, old.from, old.last);
        else {
          // A tampered chain is not pruned, so that a later verification still finds the fault.
          foundBroken.set(companyId, before);
          log.error(
            { company_id: companyId, fault: old.fault },
            "the audit log was changed: its old rows are not removed",
          );
        }
      }
    },
    async logHeads({ db, now, log }) {
      const at = now();
      const [time, before] = [instantOf(at), instantOf(at - LOG_EVERY_MS)];
      for (const { company_id, position, hash } of await takeHeadsToLog(db, time, before, BATCH)) {
        const audit_head = writeHeadNote(key, { company_id, position, hash });
        log.info({ company_id, audit_head }, "head of the audit log");
      }
    },
  };
}

/** When the head was changed from outside the service, the chain continues, but its head records from which row on it is broken. */
async function trustedHead(trx: Trx, key: KeyObject, head: AuditHeadRow): Promise<Omit<AuditHeadRow, "seal">> {
  const isNew = head.position === 0 && head.seal.length === 0;
  const last = isNew ? await lastAuditPosition(trx, head.company_id) : head.position;
  if (isNew ? last === 0 : isSame(head.seal, sealOfHead(key, head))) return head;
  // After the highest existing row, so that no row is overwritten.
  const position = Math.max(last, await lastAuditPosition(trx, head.company_id));
  return { ...head, position, broken_position: head.broken_position ?? position };
}

async function verifyChain(db: Sql, key: KeyObject, head: AuditHeadRow, notes: HeadNote[]): Promise<AuditVerdict> {
  const { company_id, anchor_position } = head;
  const verdict = {
    company_id,
    rows: 0,
    before_keying: 0,
    first_position: anchor_position + 1,
    last_position: head.position,
  };
  const faults: { kind: AuditFault; position: number }[] = [];
  const isEmpty = head.position === 0 && head.seal.length === 0;
  if (!isEmpty && !isSame(head.seal, sealOfHead(key, head))) {
    // The anchor in this head cannot be trusted either.
    faults.push({ kind: "head_altered", position: head.position });
  } else if (head.broken_position !== null) faults.push({ kind: "head_altered", position: head.broken_position });
  let [position, hash] = [anchor_position, head.anchor_hash];
  for (let after = -1; ;) {
    const rows = await listAuditChain(db, company_id, after, BATCH);
    for (const row of rows) {
      verdict.rows += 1;
      if (row.before_keying) verdict.before_keying += 1;
      if (row.position > head.position || row.position <= anchor_position)
        faults.push({ kind: "added", position: row.position });
      else if (row.position !== position + 1) faults.push({ kind: "missing", position: position + 1 });
      else if (!isSame(row.hash, hashOfRow(key, hash, row))) faults.push({ kind: "altered", position: row.position });
      for (const note of notes) {
        if (note.position === row.position && !isSame(note.hash, row.hash))
          faults.push({ kind: "altered", position: row.position });
      }
      ({ position, hash } = row);
      after = row.position;
    }
    if (rows.length < BATCH) break;
  }
  if (position < head.position) faults.push({ kind: "cut_off", position: position + 1 });
  else if (position === head.position && !isSame(hash, head.hash)) faults.push({ kind: "altered", position });
  for (const note of notes) if (note.position > position) faults.push({ kind: "cut_off", position: position + 1 });
  const [first] = faults.toSorted((a, b) => a.position - b.position);
  const fault = first === undefined ? null : { ...first, sentence: SENTENCES[first.kind](first.position) };
  return { ...verdict, fault };
}

const SENTENCES: Record<AuditFault, (position: number) => string> = {
  altered: (position) => `Row ${position} was changed after it was written.`,
  missing: (position) => `Row ${position} is missing.`,
  cut_off: (position) => `The rows from ${position} on are missing.`,
  added: (position) => `Row ${position} was not written by the service.`,
  head_altered: (position) => `The head of the chain was not written by the service, at row ${position} or before.`,
};

/** Verifies every chain, or that of one company. Also covers companies that appear in a note but have no rows. */
export async function* verifyAudit(
  db: Sql,
  audit: AuditLog,
  { company, notes }: { company: number | null; notes: HeadNote[] },
): AsyncGenerator<AuditVerdict> {
  const seen = new Set<number>();
  for (let afterId = 0; ;) {
    const heads = await listAuditHeads(db, afterId, BATCH);
    for (const head of heads) {
      seen.add(head.company_id);
      if (company !== null && company !== head.company_id) continue;
      yield await audit.verify(db, head, ofCompany(notes, head.company_id));
    }
    if (heads.length < BATCH) break;
    afterId = heads.at(-1)?.company_id ?? 0;
  }
  for (const company_id of new Set(notes.map((note) => note.company_id))) {
    if (seen.has(company_id) || (company !== null && company !== company_id)) continue;
    yield await audit.verify(db, noHead(company_id), ofCompany(notes, company_id));
  }
}

const noHead = (company_id: number): AuditHeadRow => {
  const none = { position: 0, hash: EMPTY, anchor_position: 0, anchor_hash: EMPTY, broken_position: null };
  return { company_id, ...none, seal: EMPTY };
};

const ofCompany = (notes: HeadNote[], companyId: number) => notes.filter(({ company_id }) => company_id === companyId);

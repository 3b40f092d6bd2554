/** Sealed secrets of records and of the service, and wrapped keys of companies: bytes that only the vault can open. */
import { sql } from "kysely";
import type { Db, Sql } from "./db.ts";

/** The record and field of a sealed secret. */
export interface SecretPlace {
  recordType: string;
  recordId: number;
  field: string;
}

export function insertCompanyKey(db: Sql, key: { company_id: number; root_key_id: string; wrapped: Buffer }) {
  return db.insertInto("company_keys").values(key).execute();
}

export async function findCompanyKey(db: Sql, companyId: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("company_keys")
    .select("wrapped")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return row?.wrapped;
}

/** A batch of company keys that are still wrapped by an older root key. */
export function listCompanyKeysNotUnder(db: Sql, rootKeyId: string, limit: number) {
  return db
    .selectFrom("company_keys")
    .select(["company_id", "root_key_id", "wrapped"])
    .where("root_key_id", "<>", rootKeyId)
    .orderBy("company_id")
    .limit(limit)
    .execute();
}

export function updateCompanyKey(db: Sql, key: { company_id: number; root_key_id: string; wrapped: Buffer }) {
  return db
    .updateTable("company_keys")
    .set((eb) => ({ root_key_id: key.root_key_id, wrapped: key.wrapped, updated_at: eb.fn<string>("now") }))
    .where("company_id", "=", key.company_id)
    .execute();
}

export function putSecret(db: Sql, companyId: number, place: SecretPlace, sealed: Buffer) {
  return db
    .insertInto("secrets")
    .values({
      company_id: companyId,
      record_type: place.recordType,
      record_id: place.recordId,
      field: place.field,
      sealed,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "record_type", "record_id", "field"])
        .doUpdateSet((eb) => ({ sealed, updated_at: eb.fn<string>("now") })),
    )
    .execute();
}

export async function findSecret(db: Sql, companyId: number, place: SecretPlace): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("secrets")
    .select("sealed")
    .where("company_id", "=", companyId)
    .where("record_type", "=", place.recordType)
    .where("record_id", "=", place.recordId)
    .where("field", "=", place.field)
    .executeTakeFirst();
  return row?.sealed;
}

/** One field of many records of one company, by record id. */
export async function listSecrets(
  db: Sql,
  companyId: number,
  recordType: string,
  field: string,
  recordIds: number[],
): Promise<Map<number, Buffer>> {
  if (recordIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("secrets")
    .select(["record_id", "sealed"])
    .where("company_id", "=", companyId)
    .where("record_type", "=", recordType)
    .where("field", "=", field)
    .where("record_id", "in", recordIds)
    .execute();
  return new Map(rows.map(({ record_id, sealed }) => [record_id, sealed]));
}

/** Deletes all secrets of a record. Copies of the rows stay in backups and in freed pages until those are overwritten. */
export function deleteSecrets(db: Sql, companyId: number, recordType: string, recordId: number) {
  return db
    .deleteFrom("secrets")
    .where("company_id", "=", companyId)
    .where("record_type", "=", recordType)
    .where("record_id", "=", recordId)
    .execute();
}

/** Deletes one secret of a record. */
export function deleteSecret(db: Sql, companyId: number, place: SecretPlace) {
  return db
    .deleteFrom("secrets")
    .where("company_id", "=", companyId)
    .where("record_type", "=", place.recordType)
    .where("record_id", "=", place.recordId)
    .where("field", "=", place.field)
    .execute();
}

export function findServiceSecret(db: Sql, name: string) {
  return db
    .selectFrom("service_secrets")
    .select(["root_key_id", "sealed", "public"])
    .where("name", "=", name)
    .executeTakeFirst();
}

/** When two processes start at once, the first value is kept and both read it back. */
export async function insertServiceSecret(
  db: Sql,
  secret: { name: string; root_key_id: string; sealed: Buffer; public: object | null },
): Promise<void> {
  await db
    .insertInto("service_secrets")
    .values({ ...secret, public: secret.public === null ? null : JSON.stringify(secret.public) })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}

export function listServiceSecrets(db: Sql) {
  return db.selectFrom("service_secrets").select(["name", "root_key_id", "sealed", "public"]).orderBy("name").execute();
}

export function setServiceSecretPublic(db: Sql, name: string, value: object) {
  return db
    .updateTable("service_secrets")
    .set({ public: JSON.stringify(value) })
    .where("name", "=", name)
    .execute();
}

/** Rewrites the table, so that no earlier value is left in its files. Other transactions wait meanwhile. */
export async function rewriteSecrets(db: Db): Promise<void> {
  await sql`vacuum (full, analyze) secrets`.execute(db);
}

export function updateServiceSecret(db: Sql, secret: { name: string; root_key_id: string; sealed: Buffer }) {
  return db
    .updateTable("service_secrets")
    .set({ root_key_id: secret.root_key_id, sealed: secret.sealed })
    .where("name", "=", secret.name)
    .execute();
}

/** The shareable form links of companies: one of the company itself, and one per person. No link is stored: a hash finds it, and its nonce, or the time at which the company's own was made, lets the service sign it again. A revoked one opens nothing. */
import { sql } from "kysely";
import { LINK_AUTHORIZATIONS_MAX } from "../../records/form-link.ts";
import type { Db, Sql, Trx } from "../db.ts";
import { inWindow, readRows, versionOf, type ListWindow } from "../list-window.ts";

const columns = ["id", "company_id", "created_at"] as const;

export function insertFormLink(trx: Trx, link: { company_id: number; key_sha256: Buffer; created_at: string }) {
  return trx.insertInto("form_links").values(link).returning(columns).executeTakeFirstOrThrow();
}

/** The newest valid link of the company itself. */
export function findCurrentFormLink(db: Sql, companyId: number, now: string) {
  return db
    .selectFrom("form_links")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("reference", "is", null)
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The newest link of the company itself, valid or not: a link created in the same millisecond would be identical. */
export function findNewestFormLink(db: Sql, companyId: number) {
  return db
    .selectFrom("form_links")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("reference", "is", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** A link, valid or not, with its company. `company_has_admin`: the company has an administrator of the service. */
export function findFormLink(db: Sql, companyId: number, keySha256: Buffer) {
  return db
    .selectFrom("form_links as link")
    .innerJoin("companies as company", "company.id", "link.company_id")
    .select((eb) => [
      "link.id",
      "link.company_id",
      "link.revoked_at",
      "link.expires_at",
      "link.reference",
      "link.property_id",
      "link.utility_key",
      "link.language",
      "link.opened_at",
      "company.name as company_name",
      eb
        .exists(
          eb
            .selectFrom("users")
            .select("users.id")
            .whereRef("users.company_id", "=", "link.company_id")
            .where("users.role", "=", "admin")
            .where("users.active", "=", true),
        )
        .$castTo<boolean>()
        .as("company_has_admin"),
    ])
    .where("link.company_id", "=", companyId)
    .where("link.key_sha256", "=", keySha256)
    .executeTakeFirst();
}

/** Revokes all valid links of the company itself. Returns their ids. */
export async function revokeFormLinks(trx: Trx, companyId: number, now: string): Promise<number[]> {
  const rows = await trx
    .updateTable("form_links")
    .set({ revoked_at: now })
    .where("company_id", "=", companyId)
    .where("reference", "is", null)
    .where("revoked_at", "is", null)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id).sort((one, other) => one - other);
}

/** A link for one person. */
export interface PersonalLink {
  company_id: number;
  reference: string;
  nonce: string;
  key_sha256: Buffer;
  property_id: number | null;
  utility_key: string | null;
  language: string | null;
  expires_at: string | null;
  note: string | null;
  email: string | null;
  mail_state: string | null;
  created_by: number;
}

/** Returns their ids, in the order given. */
export async function insertPersonalLinks(trx: Trx, links: PersonalLink[]): Promise<number[]> {
  const rows = await trx.insertInto("form_links").values(links).returning(["id", "nonce"]).execute();
  const ids = new Map(rows.map(({ id, nonce }) => [nonce, id]));
  return links.flatMap(({ nonce }) => ids.get(nonce) ?? []);
}

/** Those that were not ended. */
export async function countPersonalLinks(db: Sql, companyId: number): Promise<number> {
  const { count } = await db
    .selectFrom("form_links")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("company_id", "=", companyId)
    .where("reference", "is not", null)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

export interface PersonalLinkRow {
  id: number;
  company_id: number;
  reference: string;
  nonce: string;
  property_id: number | null;
  utility: string | null;
  language: string | null;
  note: string | null;
  email: string | null;
  mail_state: string | null;
  mailed_at: string | null;
  state: string;
  expires_at: string | null;
  opened_at: string | null;
  submitted_at: string | null;
  ended_at: string | null;
  authorization_ids: number[];
  created_at: string;
  updated_at: string;
}

export interface FormLinkFilter {
  state?: string | undefined;
  reference?: string | undefined;
}

/** A link changes with its authorizations, and when its time is over. */
const personalLinks = (companyId: number, now: string) =>
  sql<PersonalLinkRow>`(
    select link.id, link.company_id, link.reference, link.nonce, link.property_id, link.utility_key as utility, link.language,
      link.note, link.email, link.mail_state, link.mailed_at, link.expires_at, link.opened_at, link.submitted_at, link.revoked_at as ended_at, link.created_at,
      case
        when link.revoked_at is not null then 'ended'
        when made.is_broken then 'broken'
        when link.submitted_at is not null then 'done'
        when link.expires_at <= ${now}::timestamptz then 'expired'
        when link.opened_at is not null then 'opened'
        else 'sent' end as state,
      coalesce(made.ids[1:${LINK_AUTHORIZATIONS_MAX}], '{}') as authorization_ids,
      greatest(link.updated_at, made.updated_at,
        case when link.expires_at <= ${now}::timestamptz then link.expires_at end) as updated_at
    from form_links link
    left join lateral (
      select array_agg(a.id order by a.id) as ids, max(a.updated_at) as updated_at,
        bool_or(a.revoked_at is null and a.action_required_by = 'customer') as is_broken
      from authorizations a where a.company_id = link.company_id and a.form_link_id = link.id) made on true
    where link.company_id = ${companyId} and link.reference is not null)`;

const filtered = (db: Sql, companyId: number, now: string, { state, reference }: FormLinkFilter) =>
  db
    .selectFrom(personalLinks(companyId, now).as("form_link"))
    .selectAll()
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? ""))
    .$if(reference !== undefined, (query) => query.where("reference", "=", reference ?? ""));

export const listPersonalLinks = (
  db: Db,
  of: { company_id: number; now: string },
  filter: FormLinkFilter,
  window: ListWindow,
): Promise<PersonalLinkRow[]> =>
  readRows(db, inWindow(filtered(db, of.company_id, of.now, filter), "form_link", window));

export const versionOfPersonalLinks = (
  db: Db,
  of: { company_id: number; now: string },
  filter: FormLinkFilter,
): Promise<string> => versionOf(db, filtered(db, of.company_id, of.now, filter));

export function listPersonalLinksById(
  db: Sql,
  of: { company_id: number; now: string },
  ids: number[],
): Promise<PersonalLinkRow[]> {
  return filtered(db, of.company_id, of.now, {}).where("id", "in", ids).orderBy("id").execute();
}

/** Changes a link for one person. False when the company has no such link. */
export async function updatePersonalLink(
  trx: Trx,
  companyId: number,
  id: number,
  edit: {
    revoked_at?: string | null;
    nonce?: string;
    key_sha256?: Buffer;
    expires_at?: string | null;
    opened_at?: string | null;
    email?: string;
    mail_state?: string | null;
    mailed_at?: string | null;
  },
): Promise<boolean> {
  const row = await trx
    .updateTable("form_links")
    .set({ ...edit, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("reference", "is not", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes the first time that a link for one person was opened. False when it was noted before. */
export async function setLinkOpened(trx: Trx, companyId: number, id: number, now: string): Promise<boolean> {
  const row = await trx
    .updateTable("form_links")
    .set({ opened_at: now, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("reference", "is not", null)
    .where("opened_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that a form was sent through a link for one person. False for the link of the company. */
export async function setLinkSubmitted(trx: Trx, companyId: number, id: number, now: string): Promise<boolean> {
  const row = await trx
    .updateTable("form_links")
    .set((eb) => ({
      opened_at: eb.fn.coalesce("opened_at", sql<string>`${now}`),
      submitted_at: now,
      updated_at: sql`now()`,
    }))
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("reference", "is not", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Records what became of the mail with a link, unless the link has another address by now. False then. */
export async function setLinkMailed(
  trx: Trx,
  { company_id, id, nonce }: Pick<PersonalLinkRow, "company_id" | "id" | "nonce">,
  mail: { mail_state: "sent" | "failed"; mailed_at: string | null },
): Promise<boolean> {
  const row = await trx
    .updateTable("form_links")
    .set({ ...mail, updated_at: sql`now()` })
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .where("nonce", "=", nonce)
    .where("mail_state", "=", "waiting")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Invitations of a company, and the link of each as a hash. */
import { sql } from "kysely";
import type { CompanyRole, MailLanguage } from "../../records/codes.ts";
import type { Db, Sql, Trx } from "../db.ts";
import { inWindow, readRows, type ListWindow } from "../list-window.ts";

const columns = [
  "invitations.id",
  "invitations.company_id",
  "email",
  "invitations.name",
  "company_role",
  "invited_by",
  "expires_at",
  "mailed_at",
  "accepted_at",
  "withdrawn_at",
  "user_id",
  "invitations.created_at",
  "invitations.updated_at",
] as const;

export type InvitationRow = Awaited<ReturnType<typeof insertInvitation>>;

/** @throws a unique violation on `invitation_open_unique` when the address is invited already */
export function insertInvitation(
  trx: Trx,
  {
    at,
    ...invitation
  }: {
    company_id: number;
    email: string;
    name: string | null;
    company_role: CompanyRole;
    invited_by: number;
    token_sha256: Buffer;
    expires_at: string;
    language: MailLanguage;
    at: string;
  },
) {
  return trx
    .insertInto("invitations")
    .values({ ...invitation, created_at: at, updated_at: at })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export const listInvitations = (db: Db, companyId: number, window: ListWindow): Promise<InvitationRow[]> =>
  readRows(
    db,
    inWindow(
      db.selectFrom("invitations").select(columns).where("invitations.company_id", "=", companyId),
      "invitations",
      window,
    ),
  );

export function findInvitationForUpdate(trx: Trx, companyId: number, id: number): Promise<InvitationRow | undefined> {
  return trx
    .selectFrom("invitations")
    .select(columns)
    .where("invitations.company_id", "=", companyId)
    .where("invitations.id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** What its mail needs, locked until the transaction ends. */
export function findInvitationToMail(trx: Trx, companyId: number, id: number) {
  return trx
    .selectFrom("invitations")
    .innerJoin("companies", "companies.id", "invitations.company_id")
    .select([...columns, "invitations.language", "companies.name as company_name"])
    .where("invitations.company_id", "=", companyId)
    .where("invitations.id", "=", id)
    .forNoKeyUpdate("invitations")
    .executeTakeFirst();
}

/** Records that the mail with this link was taken, unless the invitation has another link by now. */
export async function noteMailed(
  db: Sql,
  companyId: number,
  id: number,
  { mail_token_sha256, at }: { mail_token_sha256: Buffer; at: string },
): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ mailed_at: at, updated_at: at })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("mail_token_sha256", "=", mail_token_sha256)
    .execute();
}

/** Either link opens it: the one that the owner was shown, or the mailed one. */
const isLink = (tokenSha256: Buffer) => sql<boolean>`${tokenSha256} in (token_sha256, mail_token_sha256)`;

/** The invitation whose link works. Not bound to a company, because the invited person belongs to no company yet. */
export function findOpenInvitation(db: Sql, tokenSha256: Buffer, now: string) {
  return db
    .selectFrom("invitations")
    .innerJoin("companies", "companies.id", "invitations.company_id")
    .select([...columns, "companies.name as company_name"])
    .where(isLink(tokenSha256))
    .where("accepted_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Uses the link up. Undefined when another request was quicker, or it ended in the meantime. */
export function takeInvitation(trx: Trx, tokenSha256: Buffer, now: string): Promise<InvitationRow | undefined> {
  return trx
    .updateTable("invitations")
    .set({ accepted_at: now, updated_at: now })
    .where(isLink(tokenSha256))
    .where("accepted_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where("expires_at", ">", now)
    .returning(columns)
    .executeTakeFirst();
}

/** Withdraws the open invitations that a user made or renewed, in id order. */
export async function withdrawInvitationsBy(trx: Trx, companyId: number, userId: number, now: string): Promise<void> {
  await trx
    .updateTable("invitations")
    .set({ withdrawn_at: now, updated_at: now })
    .where("company_id", "=", companyId)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("invitations")
        .select("id")
        .where("company_id", "=", companyId)
        .where("invited_by", "=", userId)
        .where("accepted_at", "is", null)
        .where("withdrawn_at", "is", null)
        .orderBy("id")
        .forNoKeyUpdate(),
    )
    .execute();
}

interface InvitationChange {
  invited_by?: number;
  user_id?: number;
  withdrawn_at?: string;
  token_sha256?: Buffer;
  mail_token_sha256?: Buffer | null;
  expires_at?: string;
  mailed_at?: string | null;
}

export function updateInvitation(
  trx: Trx,
  { company_id, id }: Pick<InvitationRow, "company_id" | "id">,
  change: InvitationChange,
  now: string,
): Promise<InvitationRow> {
  return trx
    .updateTable("invitations")
    .set({ ...change, updated_at: now })
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Invitations of a company, and the link of each as a hash. */
import type { CompanyRole } from "../../records/codes.ts";
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

/** The invitation whose link works. Not bound to a company, because whoever holds the link belongs to none yet. */
export function findOpenInvitation(db: Sql, tokenSha256: Buffer, now: string) {
  return db
    .selectFrom("invitations")
    .innerJoin("companies", "companies.id", "invitations.company_id")
    .select([...columns, "companies.name as company_name"])
    .where("token_sha256", "=", tokenSha256)
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
    .where("token_sha256", "=", tokenSha256)
    .where("accepted_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where("expires_at", ">", now)
    .returning(columns)
    .executeTakeFirst();
}

interface InvitationChange {
  user_id?: number;
  withdrawn_at?: string;
  token_sha256?: Buffer;
  expires_at?: string;
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

/** Whose turn it is to be sent a code by mail, for each mail user and utility: one sign-in at a time, over all companies. */
import { sql } from "kysely";
import type { Sql } from "../db.ts";

interface Owner {
  company_id: number;
  authorization_id: number;
}

/** Takes the turn, or keeps one's own, until the instant. False while another authorization has it. */
export async function claimCodeTurn(
  db: Sql,
  place: string,
  { company_id, authorization_id }: Owner,
  { now, until }: { now: string; until: string },
): Promise<boolean> {
  // One statement: of two at once, the later one sees the row of the first.
  const { rows } = await sql`
    insert into code_turns as turn (place, company_id, authorization_id, until)
    values (${place}, ${company_id}, ${authorization_id}, ${until})
    on conflict (place) do update set company_id = excluded.company_id, authorization_id = excluded.authorization_id, until = excluded.until
      where turn.until <= ${now} or (turn.company_id = excluded.company_id and turn.authorization_id = excluded.authorization_id)
    returning place`.execute(db);
  return rows.length > 0;
}

/** Ends the turns of an authorization. */
export async function endCodeTurns(db: Sql, { company_id, authorization_id }: Owner, now: string): Promise<void> {
  await db
    .updateTable("code_turns")
    .set({ until: now })
    .where("company_id", "=", company_id)
    .where("authorization_id", "=", authorization_id)
    .where("until", ">", now)
    .execute();
}

/** A mail by its number in the folder of a mailbox. */
export interface MailNumber {
  mailbox_id: number;
  uid_validity: number;
  uid: number;
}

/** Keeps which mail was used, so that its code is used once. */
export async function noteUsedMail(
  db: Sql,
  place: string,
  { mailbox_id, uid_validity, uid }: MailNumber,
): Promise<void> {
  await db
    .updateTable("code_turns")
    .set({ used_mailbox_id: mailbox_id, used_uid_validity: uid_validity, used_uid: uid })
    .where("place", "=", place)
    .execute();
}

/** The number of the last mail in this folder whose code was used; 0: none. */
export async function lastUsedUid(
  db: Sql,
  place: string,
  { mailbox_id, uid_validity }: Omit<MailNumber, "uid">,
): Promise<number> {
  const row = await db
    .selectFrom("code_turns")
    .select("used_uid")
    .where("place", "=", place)
    .where("used_mailbox_id", "=", mailbox_id)
    .where("used_uid_validity", "=", uid_validity)
    .executeTakeFirst();
  return row?.used_uid ?? 0;
}

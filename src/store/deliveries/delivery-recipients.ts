/** The people who get deliveries by mail: who has stopped the mails, and which mails were handed over. */
import { sql } from "kysely";
import type { Sql, Trx } from "../db.ts";
import { lockCompany } from "../records/companies.ts";
import { DAY_MS, instantOf } from "../../domain/instant.ts";

export type RecipientRow = Awaited<ReturnType<typeof listRecipients>>[number];

/** True when the person stopped the mails of this delivery, or those of the whole company. */
const isStopped = sql<boolean>`(recipient.stopped_at is not null or exists (
  select from data_delivery_recipients other
  where other.company_id = recipient.company_id and other.address = recipient.address and other.stops_all))`;

const recipients = (db: Sql, companyId: number) =>
  db
    .selectFrom("data_delivery_recipients as recipient")
    .select(["recipient.id", "recipient.company_id", "recipient.data_delivery_id", "recipient.address"])
    .select(["recipient.stopped_at", "recipient.stops_all", "recipient.refused_at", "recipient.last_mailed_at"])
    .select(isStopped.as("is_stopped"))
    .where("recipient.company_id", "=", companyId);

/** Everybody who is or was a recipient of one of these deliveries. */
export function listRecipients(db: Sql, companyId: number, deliveryIds: number[]) {
  return recipients(db, companyId)
    .where("recipient.data_delivery_id", "=", sql<number>`any(${deliveryIds}::bigint[])`)
    .orderBy("recipient.id")
    .execute();
}

export function findRecipient(db: Sql, companyId: number, id: number) {
  return recipients(db, companyId).where("recipient.id", "=", id).executeTakeFirst();
}

/** Adds the addresses that the delivery did not have. What a person has stopped stays so when the address comes back. */
export async function ensureRecipients(
  trx: Sql,
  companyId: number,
  deliveryId: number,
  addresses: readonly string[],
): Promise<void> {
  await trx
    .insertInto("data_delivery_recipients")
    .values(
      addresses.map((address) => ({
        company_id: companyId,
        data_delivery_id: deliveryId,
        address: address.toLowerCase(),
      })),
    )
    .onConflict((conflict) => conflict.constraint("data_delivery_recipient_unique").doNothing())
    .execute();
}

/** What a recipient chooses: no mails of the delivery, none of the company, or all again. */
export const MAIL_CHOICES = ["stop", "stop_all", "resume"] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** Also changes the change time of every delivery to the address, because their answers show it. `resume` undoes both kinds of stop. */
export async function setMailChoice(
  trx: Trx,
  { company_id, id, address }: Pick<RecipientRow, "company_id" | "id" | "address">,
  choice: MailChoice,
  at: string,
): Promise<void> {
  const ofAddress = () =>
    trx.updateTable("data_delivery_recipients").where("company_id", "=", company_id).where("address", "=", address);
  // A link of any mail undoes the stop of all, wherever it was made.
  if (choice === "resume") await ofAddress().set({ stops_all: false }).where("stops_all", "=", true).execute();
  await ofAddress()
    .set(
      choice === "resume"
        ? { stopped_at: null }
        : {
            stopped_at: sql<string>`coalesce(stopped_at, ${at}::timestamptz)`,
            ...(choice === "stop_all" ? { stops_all: true } : {}),
          },
    )
    .where("id", "=", id)
    .execute();
  await sql`
    update data_deliveries set updated_at = now() where company_id = ${company_id} and id in (
      select data_delivery_id from data_delivery_recipients
      where company_id = ${company_id} and address = ${address})`.execute(trx);
}

/** The most that a company may hand over within a day; 0: no limit. */
export interface MailLimits {
  mails: number;
  /** Different addresses. */
  recipients: number;
}

/**
 * Begins a mail to a recipient: of a run, or a test. It counts for the limits from now on, once, however often it is tried. Other
 * mails of the company wait, so that two at once are both counted.
 */
export async function beginDeliveryMail(
  trx: Trx,
  { company_id, id, address }: Pick<RecipientRow, "company_id" | "id" | "address">,
  runId: number | null,
  { limits, nowMs }: { limits: MailLimits; nowMs: number },
): Promise<{ id: number } | "sent" | "limit"> {
  await lockCompany(trx, company_id);
  const known =
    runId === null
      ? undefined
      : await trx
          .selectFrom("data_delivery_mails")
          .select(["id", "sent_at"])
          .where("company_id", "=", company_id)
          .where("data_delivery_run_id", "=", runId)
          .where("data_delivery_recipient_id", "=", id)
          .executeTakeFirst();
  if (known !== undefined) return known.sent_at === null ? { id: known.id } : "sent";
  const since = instantOf(nowMs - DAY_MS);
  const { rows } = await sql<{ mails: number; others: number }>`
    select count(*)::int as mails, count(distinct recipient.address) filter (where recipient.address <> ${address})::int as others
    from data_delivery_mails mail join data_delivery_recipients recipient
      on recipient.company_id = mail.company_id and recipient.id = mail.data_delivery_recipient_id
    where mail.company_id = ${company_id} and mail.begun_at > ${since}`.execute(trx);
  const { mails = 0, others = 0 } = rows[0] ?? {};
  const isOver = (count: number, limit: number) => limit > 0 && count >= limit;
  if (isOver(mails, limits.mails) || isOver(others, limits.recipients)) return "limit";
  return trx
    .insertInto("data_delivery_mails")
    .values({
      company_id,
      data_delivery_recipient_id: id,
      data_delivery_run_id: runId,
      begun_at: instantOf(nowMs),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** The mail server has taken it. */
export async function setMailSent(
  trx: Trx,
  { company_id, id }: Pick<RecipientRow, "company_id" | "id">,
  mailId: number,
  at: string,
): Promise<void> {
  await trx
    .updateTable("data_delivery_mails")
    .set({ sent_at: at })
    .where("company_id", "=", company_id)
    .where("id", "=", mailId)
    .execute();
  await updateRecipient(trx, company_id, id, { last_mailed_at: at, refused_at: null });
}

export const setRecipientRefused = (
  db: Sql,
  { company_id, id }: Pick<RecipientRow, "company_id" | "id">,
  at: string,
): Promise<void> => updateRecipient(db, company_id, id, { refused_at: at });

async function updateRecipient(
  db: Sql,
  companyId: number,
  id: number,
  values: { refused_at: string | null; last_mailed_at?: string },
): Promise<void> {
  await db
    .updateTable("data_delivery_recipients")
    .set(values)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

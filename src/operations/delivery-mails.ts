/**
 * Hands the files of a run to the mail server: one mail to each person, none to those who have stopped them, and what was taken
 * is not sent again by a later try. A process that is killed between the server's answer and its record sends that one mail once
 * more, with the same Message-ID.
 */
import type { Readable } from "node:stream";
import type { App } from "../app.ts";
import { DestinationError } from "../destinations/contract.ts";
import { dayIn } from "../domain/data-delivery/period.ts";
import { knownPeriod } from "../domain/bills/line-periods.ts";
import { FORMATS } from "../formats/write-table.ts";
import { deliveryMail, periodWords, testDeliveryMail } from "../mail/delivery-texts.ts";
import { MailError, type MailFault, type Mailer } from "../mail/send.ts";
import type { Mail } from "../mail/texts.ts";
import type { RunDetail } from "../records/data-delivery.ts";
import type { Destination } from "../records/delivery-destination.ts";
import type { DataDeliveryRow } from "../store/deliveries/data-deliveries.ts";
import { listFilesOfRun, setFileSent, type DeliveryFileRow } from "../store/deliveries/data-delivery-files.ts";
import { findRun, type RunRow } from "../store/deliveries/data-delivery-runs.ts";
import {
  beginDeliveryMail,
  ensureRecipients,
  findRecipient,
  listRecipients,
  setMailSent,
  setRecipientRefused,
  type RecipientRow,
} from "../store/deliveries/delivery-recipients.ts";
import { findCompany } from "../store/records/companies.ts";
import { instantOf } from "../domain/instant.ts";

/** Attached up to this size together; mail servers take some 25 MB, and attachments grow by a third on the way. */
export const ATTACHED_BYTES_MAX = 10_000_000;
export const ATTACHED_FILES_MAX = 20;
/** As many as a delivery keeps. */
export const MAILED_FILES_MAX = 200;

export type EmailDestination = Extract<Destination, { kind: "email" }>;

/** The name of the destination in sentences. */
export const MAIL_PLACE = "The mail server";

type Mailing = Pick<App, "db" | "mailer" | "config" | "links" | "files" | "publicUrl" | "now">;

/** The mail for a recipient; it has a link of this person's own. */
type Write = (stopLink: string) => Mail;

/** Sends the files of a run. @throws DestinationError when not every person has the mail; or the reason of `signal` */
export async function mailRun(
  app: Mailing,
  { delivery, destination, run }: { delivery: DataDeliveryRow; destination: EmailDestination; run: RunRow },
  signal: AbortSignal,
): Promise<void> {
  const { company_id, name, time_zone } = delivery;
  const files = await listFilesOfRun(app.db, company_id, run.id);
  if (files.length === 0) return;
  if (files.length > MAILED_FILES_MAX) throw new DestinationError("too_many_files", `${files.length} files for a mail`);
  const company = await requireCompany(app, company_id);
  const { language, message } = destination;
  const isAttached = areAttached(destination, files);
  const period = periodWords(language, { months: knownPeriod(run), day: dayIn(run.due_at, time_zone) });
  const answers = files.flatMap(({ answer }) => answer ?? []);
  const linkOf = ({ id }: DeliveryFileRow) =>
    `${app.publicUrl}/files/deliveries/${app.links.signDeliveryFileLink({ company_id, data_delivery_file_id: id })}`;
  const listed = files.map((file) => ({ name: file.name, bytes: file.bytes, link: isAttached ? null : linkOf(file) }));
  const attached = files.map((file) => ({
    name: file.name,
    mediaType: FORMATS_OF[file.format] ?? "application/octet-stream",
    open: () => openFile(app, company.uuid, file),
  }));
  const write: Write = (stop_link) => ({
    ...deliveryMail(language, { company: company.name, name, period, message, answers, files: listed, stop_link }),
    files: isAttached ? attached : [],
  });
  const isStopped = async () => (await findRun(app.db, company_id, run.id))?.state !== "running";
  await mailEach(app, { delivery, destination, runId: run.id, write, isStopped }, signal);
  for (const { id } of files) await setFileSent(app.db, company_id, id, instantOf(app.now()));
}

/** Sends a test mail to each person. @throws as `mailRun` */
export async function mailTest(
  app: Mailing,
  { delivery, destination }: { delivery: DataDeliveryRow; destination: EmailDestination },
  signal: AbortSignal,
): Promise<void> {
  const company = await requireCompany(app, delivery.company_id);
  const write: Write = (stop_link) =>
    testDeliveryMail(destination.language, { company: company.name, name: delivery.name, stop_link });
  await mailEach(app, { delivery, destination, runId: null, write, isStopped: async () => false }, signal);
}

async function requireCompany({ db }: Pick<App, "db">, id: number) {
  const company = await findCompany(db, id);
  if (company === undefined) throw new Error(`no company ${id}`);
  return company;
}

const areAttached = ({ links_only }: EmailDestination, files: readonly DeliveryFileRow[]): boolean =>
  !links_only &&
  files.length <= ATTACHED_FILES_MAX &&
  files.reduce((all, { bytes }) => all + bytes, 0) <= ATTACHED_BYTES_MAX;

/** By the format of a file. */
const FORMATS_OF: Record<string, string> = {
  ...Object.fromEntries(Object.entries(FORMATS).map(([format, { mediaType }]) => [format, mediaType])),
  xml: "application/xml",
};

async function openFile({ files }: Pick<App, "files">, companyUuid: string, file: DeliveryFileRow): Promise<Readable> {
  const source = await files.stream(companyUuid, file.sha256);
  if (source === null) throw new Error(`the file ${file.id} of a delivery is lost`);
  return source;
}

/** Which faults concern one person, so that the others get their mail all the same. */
const OF_ONE: ReadonlySet<MailFault> = new Set(["recipient", "busy"]);

const DETAILS: Record<MailFault, RunDetail> = {
  away: "unreachable",
  busy: "busy",
  setup: "mail_setup",
  recipient: "recipient_refused",
  refused: "mail_refused",
};

async function mailEach(
  app: Mailing,
  of: {
    delivery: DataDeliveryRow;
    destination: EmailDestination;
    /** Null: a test. */
    runId: number | null;
    write: Write;
    isStopped: () => Promise<boolean>;
  },
  signal: AbortSignal,
): Promise<void> {
  const { mailer } = app;
  if (mailer === null) throw new DestinationError("mail_off", "no mail server is set");
  const people = await peopleOf(app, of.delivery, of.destination);
  if (people.every(({ is_stopped }) => is_stopped))
    throw new DestinationError("no_recipients", "everybody has stopped the mails");
  const refused: string[] = [];
  let later: "busy" | "mail_limit" | null = null;
  for (const person of people) {
    signal.throwIfAborted();
    // The delivery was deleted meanwhile: nothing more is sent.
    if (await of.isStopped()) return;
    try {
      if ((await mailOne(app, mailer, { ...of, person }, signal)) === "limit") later ??= "mail_limit";
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      if (!OF_ONE.has(error.fault)) throw new DestinationError(DETAILS[error.fault], error.message, { cause: error });
      if (error.fault === "busy") later = "busy";
      else refused.push(person.address);
    }
  }
  // What is tried again comes first: a refused address waits for a person.
  if (later !== null) throw new DestinationError(later, "not every mail was handed over");
  if (refused.length > 0)
    throw new DestinationError("recipient_refused", `${refused.length} addresses were refused`, {
      seen: refused.join(", "),
    });
}

/** The recipients of the destination, in its order. */
async function peopleOf(
  { db }: Pick<App, "db">,
  { company_id, id }: DataDeliveryRow,
  { to }: EmailDestination,
): Promise<RecipientRow[]> {
  await ensureRecipients(db, company_id, id, to);
  const known = new Map((await listRecipients(db, company_id, [id])).map((person) => [person.address, person]));
  return to.flatMap((address) => known.get(address.toLowerCase()) ?? []);
}

/** @throws MailError */
async function mailOne(
  app: Mailing,
  mailer: Mailer,
  of: { person: RecipientRow; destination: EmailDestination; runId: number | null; write: Write },
  signal: AbortSignal,
): Promise<"done" | "limit"> {
  const { db, config, publicUrl } = app;
  const { person, runId } = of;
  const { company_id, id } = person;
  // Asked again: the mails before this one took a while.
  if ((await findRecipient(db, company_id, id))?.is_stopped !== false) return "done";
  const limits = { mails: config.mailsPerDay, recipients: config.mailRecipientsPerDay };
  const begun = await db
    .transaction()
    .execute((trx) => beginDeliveryMail(trx, person, runId, { limits, nowMs: app.now() }));
  if (begun === "limit") return "limit";
  if (begun === "sent") return "done";
  const stopLink = `${publicUrl}/mail/${app.links.sign("mail_stop", [company_id, id], null)}`;
  const part = runId === null ? `test-${begun.id}` : `run-${runId}-${id}`;
  const message_id = `<${part}@${new URL(publicUrl).hostname}>`;
  try {
    await mailer.send(addressOf(of.destination, person), { ...of.write(stopLink), message_id }, signal);
  } catch (error) {
    if (error instanceof MailError && error.fault === "recipient")
      await setRecipientRefused(db, person, instantOf(app.now()));
    throw error;
  }
  await db.transaction().execute((trx) => setMailSent(trx, person, begun.id, instantOf(app.now())));
  return "done";
}

/** As it was typed: the part before the @ may tell capitals apart. */
const addressOf = ({ to }: EmailDestination, { address }: RecipientRow): string =>
  to.find((typed) => typed.toLowerCase() === address) ?? address;

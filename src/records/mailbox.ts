/** Mailbox: where bills arrive by mail; as shown, as submitted, and what became of each of its mails. */
import { z } from "zod";
import { ACTORS } from "./codes.ts";
import { DayInput, text } from "./inputs.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp, TIMES, Timestamp } from "./wire.ts";

/** tls: from the beginning. starttls: a plain connection that goes over to TLS before anything is said. */
export const MAILBOX_SECURITIES = ["tls", "starttls"] as const;
export type MailboxSecurity = (typeof MAILBOX_SECURITIES)[number];

export const MAILBOX_AFTER = ["leave", "mark_seen", "move"] as const;
export type MailboxAfter = (typeof MAILBOX_AFTER)[number];

export const MAILBOX_STATES = ["active", "paused", "login_refused", "unreachable", "blocked"] as const;
export type MailboxState = (typeof MAILBOX_STATES)[number];

/** Why a mailbox cannot be read; `domain/mailboxes/outcome` decides what follows. */
export const MAILBOX_DETAILS = [
  "login_refused",
  "unreachable",
  "not_secure",
  "refused_address",
  "no_such_folder",
  "cannot_move",
  "cannot_mark",
  "odd_answer",
  "quota_exceeded",
  "fault",
] as const;
export type MailboxDetail = (typeof MAILBOX_DETAILS)[number];

export const MAIL_STATES = ["reading", "taken", "no_bill", "sender_not_listed", "refused", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

const host = { description: "Name or address of the IMAP server.", example: "imap.example.com" };
const port = { description: "993 with `tls`, 143 with `starttls`, or from 1024.", example: 993 };
const security = {
  description:
    "tls: encrypted from the beginning. starttls: encrypted before the login is sent. There is no unencrypted way.",
  example: "tls",
};
const username = { description: "The login, mostly the address of the mailbox.", example: "bills@example.com" };
const folder = { description: "The folder of the mailbox that is read.", example: "INBOX" };
const senders = {
  description:
    "Only mails from these addresses, or from any address of these domains; empty: from everybody. A sender can be forged: this keeps out what is not a bill, not an attacker.",
  example: ["northgate-electric.example", "billing@water.example"],
};
const account = { description: "The account of all its bills. Null: found by the printed number.", example: null };
const property = { description: "The property of new meters. Null: by the printed service address.", example: null };
const since = "Only mails that arrived on this day or later, by the server's date. Null: all mails of the folder.";
const after = {
  description:
    "What becomes of a mail that was handled. leave: nothing. mark_seen: it is marked as read. move: it is moved to the folder `move_to`. Mails without a bill are left alone.",
  example: "mark_seen",
};
const moveTo = { description: "With `move`: an existing folder.", example: "Bills/Done" };
const active = { description: "False: it is paused.", example: true };
const readsBills = { description: "Files of its mails become documents.", example: true };
const readsCodes = {
  description:
    "Codes that utilities send by mail during a sign-in may be read from it, for authorizations that name it and, when it is the `code_mailbox_id` of the company, for those that users submit without a mailbox. Only an owner sets it to true.",
  example: false,
};

export const Mailbox = z
  .object({
    id: Id.meta({ example: 5 }),
    svc_object_type: z.literal("Mailbox"),
    host: z.string().meta(host),
    port: z.number().int().meta(port),
    security: z.enum(MAILBOX_SECURITIES).meta(security),
    username: z.string().meta(username),
    folder: z.string().meta(folder),
    senders: z.array(z.string()).meta(senders),
    utility_account_id: Id.nullable().meta(account),
    property_id: Id.nullable().meta(property),
    since: DayTimestamp.nullable().meta({ description: since, example: "2026-01-01T00:00:00.000Z" }),
    after_reading: z.enum(MAILBOX_AFTER).meta(after),
    move_to: z
      .string()
      .nullable()
      .meta({ ...moveTo, example: null }),
    active: z.boolean().meta(active),
    reads_bills: z.boolean().meta(readsBills),
    reads_codes: z.boolean().meta(readsCodes),
    archived: z.boolean().meta({ description: "It was deleted.", example: false }),
    state: z.enum(MAILBOX_STATES).meta({
      description:
        "active: it is looked at regularly. paused: `active` is false. login_refused: the server did not accept the login, which is not tried again before it is changed. unreachable: the server did not answer, and is tried again. blocked: something else must be corrected; `errors` says what.",
      example: "active",
    }),
    status_detail: z
      .enum(MAILBOX_DETAILS)
      .nullable()
      .meta({ description: "Why it cannot be read; null: it can.", example: null }),
    action_required_by: z.enum(ACTORS).meta({ description: "Who must act.", example: "none" }),
    errors: z.string().nullable().meta({ description: "The same as a sentence.", example: null }),
    last_checked_at: Timestamp.nullable().meta({ description: "When it was last looked at." }),
    next_check_at: Timestamp.nullable().meta({ description: "When it is looked at next; null: not by itself." }),
    mails_read: z.number().int().meta({ description: "Mails that were handled.", example: 41 }),
    documents_made: z.number().int().meta({
      description: "Documents that came from it, without files that were there already.",
      example: 38,
    }),
    ...TIMES,
  })
  .meta({ id: "Mailbox", description: "A mailbox whose bill files become documents, or from which codes are read." });

const hostInput = z
  .string()
  .min(1)
  .max(253)
  .regex(/^[\w.:-]+$/, "This must be the name or address of a host.")
  .meta(host);
const portInput = z
  .number()
  .int()
  .refine(
    (value) => value === 143 || value === 993 || (value >= 1024 && value <= 65_535),
    "This must be 143, 993, or from 1024 to 65535.",
  )
  .meta({ ...port, minimum: 143, maximum: 65_535 });
const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]+$/u, "This may not contain control characters.");
const sendersInput = z
  .array(
    text(320)
      .toLowerCase()
      .regex(
        /^([^\s@,;<>]{1,64}@)?[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,10}$/,
        "This must be an address such as bills@example.com, or a domain such as example.com.",
      ),
  )
  .max(50)
  .meta(senders);
/** INBOX is one name however it is written (RFC 3501, 5.1); other names are the server's. */
const folderInput = line(500).overwrite((name) => (name.toUpperCase() === "INBOX" ? "INBOX" : name));
const accountInput = Id.nullable().meta(account);
const propertyInput = Id.nullable().meta(property);
const password = line(1000).meta({ description: "Kept sealed and never shown.", example: "correct horse battery" });

const FIELDS = {
  security: z.enum(MAILBOX_SECURITIES).optional().meta(security),
  port: portInput.optional(),
  folder: folderInput.optional().meta(folder),
  senders: sendersInput.optional(),
  utility_account_id: accountInput.optional(),
  property_id: propertyInput.optional(),
  after_reading: z.enum(MAILBOX_AFTER).optional().meta(after),
  move_to: folderInput
    .nullable()
    .optional()
    .meta({ ...moveTo, example: null }),
  active: z.boolean().optional().meta(active),
  reads_bills: z.boolean().optional().meta(readsBills),
  reads_codes: z.boolean().optional().meta(readsCodes),
};

export const MailboxInput = z
  .strictObject({
    host: hostInput,
    username: line(320).meta(username),
    password,
    ...FIELDS,
    since: DayInput.nullable()
      .optional()
      .meta({ description: `${since} Left out: from today on.`, example: "2026-01-01" }),
  })
  .meta({
    id: "NewMailbox",
    description: "A mailbox to read.",
    example: { host: "imap.example.com", username: "bills@example.com", password: "correct horse battery" },
  });
export type MailboxInput = z.infer<typeof MailboxInput>;

export const MailboxEdit = z
  .strictObject({
    host: hostInput.optional(),
    username: line(320).optional().meta(username),
    password: password.optional(),
    ...FIELDS,
    since: DayInput.nullable().optional().meta({ description: since, example: "2026-01-01" }),
  })
  .meta({ id: "MailboxEdit", description: "The fields to change.", example: { password: "a new password" } });
export type MailboxEdit = z.infer<typeof MailboxEdit>;

export const MailFile = z
  .object({
    name: z.string().meta({ description: "Its name in the mail.", example: "invoice-2026-03.pdf" }),
    document_id: Id.nullable().meta({ description: "The document it became; null: it was not taken.", example: 812 }),
    reason: z.string().nullable().meta({
      description: "Why it was not taken, or that it was known already.",
      example: null,
    }),
  })
  .meta({ id: "MailFile", description: "A file of a mail, and what became of it." });
export type MailFile = z.infer<typeof MailFile>;

export const MailboxMail = z
  .object({
    id: Id.meta({ example: 77 }),
    svc_object_type: z.literal("MailboxMail"),
    mailbox_id: Id.meta({ example: 5 }),
    received_at: Timestamp.nullable().meta({ description: "When the server received it." }),
    sender: z.string().nullable().meta({
      description: "The address in its From. Null for a mail without a file, of which it is not kept.",
      example: "billing@northgate-electric.example",
    }),
    subject: z.string().nullable().meta({
      description: "The first 200 characters of its subject. Null for a mail without a file.",
      example: "Your bill for March",
    }),
    bytes: z.number().int().nullable().meta({ description: "Its size, by the server.", example: 184_220 }),
    state: z.enum(MAIL_STATES).meta({
      description:
        "reading: it is being read. taken: at least one file became a document. no_bill: it has no file that could be a bill. sender_not_listed: it is not from one of the `senders`. refused: it has files, and none could be taken. failed: it could not be read; `note` says why.",
      example: "taken",
    }),
    note: z.string().nullable().meta({ description: "What became of it, as a sentence.", example: null }),
    files: z.array(MailFile).meta({ description: "Its files, 50 at most." }),
    ...TIMES,
  })
  .meta({ id: "MailboxMail", description: "A mail of a mailbox, and what became of it." });

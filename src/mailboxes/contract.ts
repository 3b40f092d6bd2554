/** What a mailbox gives the service: mails by their number, their envelope and structure, and single files and texts of them; a failure has a reason. */
import type { MailPart } from "../domain/mailboxes/mail-files.ts";
import type { MailboxAfter, MailboxDetail, MailboxSecurity } from "../records/mailbox.ts";
import type { Day } from "../records/scalars.ts";

export interface MailboxPlace {
  host: string;
  port: number;
  security: MailboxSecurity;
  username: string;
  folder: string;
  after_reading: MailboxAfter;
  move_to: string | null;
}

/** A mail without its content. */
export interface DescribedMail {
  received_at: string | null;
  /** Addresses of its From. */
  from: string[];
  subject: string | null;
  bytes: number | null;
  structure: MailPart | null;
}

/** An open folder, for one look. Each function @throws MailboxError; or the reason of the signal. */
export interface MailboxSession {
  /** The server's number for this numbering of the mails: with another one, all numbers are new. */
  uidValidity: number;
  /** The first numbers of mails after `uid` that arrived on the day or later, in order: all, or more than `most`. */
  listAfter(uid: number, since: Day | null, most: number): Promise<number[]>;
  /** Null for a mail that is gone, or whose description cannot be read. */
  describe(uid: number): Promise<DescribedMail | null>;
  /** When the server received a mail and how large it is, without what its sender wrote; null for a mail that is gone. */
  glance(uid: number): Promise<Pick<DescribedMail, "received_at" | "bytes"> | null>;
  /** The content of one part, decoded; null when it is larger than `bytesMax` or gone. */
  download(uid: number, part: string, bytesMax: number): Promise<Buffer | null>;
  /** A text of a mail, decoded; null when it is larger than `bytesMax` or gone. The mail stays unread. */
  readText(uid: number, part: string, bytesMax: number): Promise<string | null>;
  /** Marks mails as read, or moves them; those that are gone are skipped. */
  putAway(uids: number[]): Promise<void>;
  close(): void;
}

/** Why a mailbox cannot be read. The message is for our log and contains nothing from the server. */
export class MailboxError extends Error {
  override name = "MailboxError";
  readonly detail: MailboxDetail;
  constructor(detail: MailboxDetail, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.detail = detail;
  }
}

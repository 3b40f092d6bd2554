/** Sends a mail by the operator's SMTP server: encrypted, through `outbound`, and with errors that name neither receiver nor text. */
import type { Readable } from "node:stream";
import { OutboundError, type Outbound } from "../outbound/outbound.ts";
import type { Mail } from "./texts.ts";

/** Where mails are handed over. */
interface MailServer {
  host: string;
  port: number;
  security: "tls" | "starttls" | "plain";
  login: { user: string; password: string } | null;
}

export interface MailerOptions {
  outbound: Pick<Outbound, "connect">;
  server: MailServer;
  /** The address of the sender. */
  from: string;
  /** The host name of the service, with which it greets the server. */
  name: string;
  /** How long the server may be silent. */
  silenceMs?: number;
}

export interface Mailer {
  /** Resolves when the server has taken the mail. @throws MailError; or the reason of `signal` */
  send(to: string, mail: Mail, signal: AbortSignal): Promise<void>;
}

/**
 * Why a mail was not taken. away: the server cannot be reached, or the connection broke off. busy: it asks to try again later.
 * setup: it refuses the service itself, its login or its sender, or is not encrypted. recipient: it refuses the address for good.
 * refused: it refuses this mail, for its size or what it says.
 */
export type MailFault = "away" | "busy" | "setup" | "recipient" | "refused";

/** The mail was not taken. The message has the status that the server answered and none of its words, because these often repeat the receiver. */
export class MailError extends Error {
  override name = "MailError";
  readonly fault: MailFault;
  constructor(fault: MailFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

export function createMailer({ outbound, server, from, name, silenceMs = SILENCE_MS }: MailerOptions): Mailer {
  const { host, port, security, login } = server;
  return {
    async send(to, mail, signal) {
      // Loaded with the first mail: most services send none, and it would take a twentieth of their start.
      const { createTransport } = await import("nodemailer");
      const socket = await outbound
        .connect({ host, port }, { timeoutMs: CONNECT_MS, signal })
        .catch((error: unknown) => {
          if (error instanceof OutboundError)
            throw new MailError("away", `The mail server cannot be reached (${error.reason}).`);
          throw error;
        });
      const abort = (): void => void socket.destroy();
      signal.addEventListener("abort", abort, { once: true });
      const transport = createTransport({
        connection: socket,
        host: host.replace(/^\[|\]$/g, ""),
        port,
        name,
        secure: security === "tls",
        // Without it the connection ends before the login is sent.
        requireTLS: security === "starttls",
        ignoreTLS: security === "plain",
        tls: { minVersion: "TLSv1.2" },
        ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
        logger: false,
        greetingTimeout: silenceMs,
        socketTimeout: silenceMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const files = openedFiles(mail);
      try {
        await transport.sendMail({
          from: { name: "Meterbook", address: from },
          to: { name: "", address: to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          attachments: await files.open(),
          headers: headersOf(mail),
          ...(mail.message_id === undefined ? {} : { messageId: mail.message_id }),
        });
      } catch (error) {
        signal.throwIfAborted();
        // The file store failed, not the server.
        files.throwIfBroken();
        throw new MailError(faultOf(error), `The mail server did not take the mail (${reasonOf(error)}).`);
      } finally {
        files.close();
        signal.removeEventListener("abort", abort);
        transport.close();
        socket.destroy();
      }
    },
  };
}

/** No program answers a mail that says so (RFC 3834), and a mail program offers to stop mails that say how (RFC 8058). */
const headersOf = ({ stop_link }: Mail): Record<string, string> => ({
  "Auto-Submitted": "auto-generated",
  ...(stop_link === undefined
    ? {}
    : { "List-Unsubscribe": `<${stop_link}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
});

/** The files of a mail, opened when it is sent, and closed whatever happens to it. */
function openedFiles({ files = [] }: Mail) {
  const streams: Readable[] = [];
  let broken: Error | null = null;
  return {
    async open() {
      const opened = [];
      for (const { name, mediaType, open } of files) {
        const content = await open().catch((error: Error) => {
          broken = error;
          throw error;
        });
        content.once("error", (error) => (broken ??= error));
        streams.push(content);
        opened.push({ filename: name, contentType: mediaType, content });
      }
      return opened;
    },
    throwIfBroken(): void {
      if (broken !== null) throw broken;
    },
    close(): void {
      for (const stream of streams) stream.destroy();
    },
  };
}

/** What the library says of an error: a code, the status of the server, and the command that it answered. */
interface SendingError {
  code?: unknown;
  responseCode?: unknown;
  command?: unknown;
}

const SETUP_CODES: ReadonlySet<unknown> = new Set(["EAUTH", "ENOAUTH", "EOAUTH2", "ETLS", "EREQUIRETLS"]);

function faultOf(error: unknown): MailFault {
  const { code, responseCode, command } = error as SendingError;
  const status = typeof responseCode === "number" ? responseCode : 0;
  if (status >= 400 && status < 500) return "busy";
  if (SETUP_CODES.has(code)) return "setup";
  if (code !== "EENVELOPE" && code !== "EMESSAGE") return "away";
  if (command === "RCPT TO") return "recipient";
  // The size is announced with the sender, and refused with 552.
  return code === "EENVELOPE" && command === "MAIL FROM" && status !== 552 ? "setup" : "refused";
}

/** The code of the library and the status of the server, such as `EENVELOPE 550`. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as SendingError;
  return (
    [code, responseCode].filter((part) => typeof part === "string" || typeof part === "number").join(" ") || "unknown"
  );
}

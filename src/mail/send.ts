/** Sends a mail by the operator's SMTP server: encrypted, through `outbound`, and with errors that name neither receiver nor text. */
import { createTransport } from "nodemailer";
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

/** The mail was not taken. The message contains nothing that the server said, because that often repeats the receiver. */
export class MailError extends Error {
  override name = "MailError";
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

export function createMailer({ outbound, server, from, name, silenceMs = SILENCE_MS }: MailerOptions): Mailer {
  const { host, port, security, login } = server;
  return {
    async send(to, { subject, text, html }, signal) {
      const socket = await outbound
        .connect({ host, port }, { timeoutMs: CONNECT_MS, signal })
        .catch((error: unknown) => {
          if (error instanceof OutboundError)
            throw new MailError(`The mail server cannot be reached (${error.reason}).`);
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
      try {
        await transport.sendMail({
          from: { name: "Meterbook", address: from },
          to: { name: "", address: to },
          subject,
          text,
          html,
        });
      } catch (error) {
        signal.throwIfAborted();
        throw new MailError(`The mail server did not take the mail (${reasonOf(error)}).`);
      } finally {
        signal.removeEventListener("abort", abort);
        transport.close();
        socket.destroy();
      }
    },
  };
}

/** The code of the library and the status of the server, such as `EENVELOPE 550`. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return (
    [code, responseCode].filter((part) => typeof part === "string" || typeof part === "number").join(" ") || "unknown"
  );
}

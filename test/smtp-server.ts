/** An SMTP server on this machine that keeps what it is sent, and can be set to refuse. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import type { Ending } from "./database.ts";
import { CERTIFICATE, KEY } from "../sandbox/mail/imap-server.ts";

export const SMTP_LOGIN = { user: "meterbook@example.com", password: "correct horse: battery/smtp" };

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Whether it came over TLS. */
  isSecure: boolean;
  /** As it was sent: headers and both parts. */
  raw: string;
  /** The plain text, decoded. */
  text: string;
  /** Of the mail itself, by name in small letters, without line breaks. */
  headers: Record<string, string>;
  /** The attached files, decoded. */
  files: { name: string; bytes: Buffer }[];
}

export interface TestSmtpServer {
  port: number;
  mails: ReceivedMail[];
  /** While it is set, receivers are refused with this status. */
  refuses: number | null;
  /** Receivers that are always refused, with this status. */
  refused: Map<string, number>;
  /** While it is set, mails are refused with this status after they came. */
  refusesContent: number | null;
  /** A receiver whose mails are kept and not answered. */
  silentFor: string | null;
}

/** `tls`: from the beginning; `starttls`: on request; `plain`: never. */
export async function startSmtpServer(
  ending: Ending,
  security: "tls" | "starttls" | "plain" = "plain",
): Promise<TestSmtpServer> {
  const state: TestSmtpServer = {
    port: 0,
    mails: [],
    refuses: null,
    refused: new Map(),
    refusesContent: null,
    silentFor: null,
  };
  const server = new SMTPServer({
    secure: security === "tls",
    key: KEY,
    cert: CERTIFICATE,
    disabledCommands: security === "plain" ? ["STARTTLS"] : [],
    allowInsecureAuth: security === "plain",
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === SMTP_LOGIN.user && password === SMTP_LOGIN.password
        ? done(null, { user: username })
        : done(new Error("refused")),
    onRcptTo({ address }, _session, done) {
      const status = state.refuses ?? state.refused.get(address) ?? null;
      if (status === null) done();
      else done(Object.assign(new Error(`no mails for ${address}`), { responseCode: status }));
    },
    onData(stream, { envelope, secure: isSecure }, done) {
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      const to = envelope.rcptTo.map(({ address }) => address);
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", () => {
        if (state.refusesContent !== null) {
          done(Object.assign(new Error("not this mail"), { responseCode: state.refusesContent }));
          return;
        }
        const raw = Buffer.concat(pieces).toString();
        state.mails.push({
          from,
          to,
          isSecure,
          raw,
          text: plainTextOf(raw),
          headers: headersOf(raw),
          files: filesOf(raw),
        });
        if (state.silentFor === null || !to.includes(state.silentFor)) done();
      });
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  ending.after(() => new Promise<void>((resolve) => server.close(resolve)));
  // It listens on a port, not on a path.
  state.port = (server.server.address() as AddressInfo).port;
  return state;
}

/** The headers at the beginning of a mail or a part. */
function headersOf(part: string): Record<string, string> {
  const [head = ""] = part.trimStart().split(/\r?\n\r?\n/, 1);
  const lines = head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
}

function filesOf(raw: string): ReceivedMail["files"] {
  return raw.split(/^--.*$/m).flatMap((part) => {
    const name = /^attachment;.*filename="?([^";]+)/i.exec(headersOf(part)["content-disposition"] ?? "")?.[1];
    const body = part.trimStart().split(/\r?\n\r?\n/)[1] ?? "";
    return name === undefined ? [] : [{ name, bytes: Buffer.from(body, "base64") }];
  });
}

/** The part that is plain text, from quoted-printable or as it is. */
function plainTextOf(raw: string): string {
  const part = raw.split(/^--.*$/m).find((each) => /^content-type: text\/plain/im.test(each)) ?? "";
  const [head = "", ...body] = part.trim().split(/\r?\n\r?\n/);
  const joined = body.join("\n\n");
  if (/base64/i.test(head)) return Buffer.from(joined, "base64").toString();
  if (!/quoted-printable/i.test(head)) return joined;
  const bytes = joined.replace(/=\r?\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => `%${hex}`);
  return decodeURIComponent(bytes.replace(/%(?![0-9A-F]{2})/g, "%25"));
}

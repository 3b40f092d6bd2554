/** The settings of outgoing mail: the operator's SMTP server and the sender. Off until both are set. */
import { z } from "zod";
import { count, setting } from "./forms.ts";

/** The mail server that the operator named. */
export interface SmtpServer {
  host: string;
  port: number;
  /** tls: from the beginning. starttls: before anything is said. plain: on this machine only. */
  security: "tls" | "starttls" | "plain";
  /** Null: the server asks for no login. */
  login: { user: string; password: string } | null;
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Null for a text that is no such URL. */
function readServer(text: string): SmtpServer | null {
  // Of schemes that it does not know, the URL parser keeps the host as it was typed.
  const url = URL.parse(text.replace(/^smtps?:/, "http:"));
  const scheme = /^(smtps?):\/\//.exec(text)?.[1];
  if (url === null || scheme === undefined || url.hostname === "") return null;
  if (!["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "") return null;
  const login = readLogin(url);
  if (login === undefined) return null;
  const { hostname: host } = url;
  const secured = LOOPBACK.has(host) ? "plain" : "starttls";
  const port = url.port === "" ? (scheme === "smtps" ? 465 : 587) : Number(url.port);
  return { host, port, security: scheme === "smtps" ? "tls" : secured, login };
}

/** Undefined when it cannot be read; user and password are written percent-encoded. */
function readLogin({ username, password }: URL): SmtpServer["login"] | undefined {
  if (username === "" && password === "") return null;
  try {
    const login = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
    return login.user === "" || login.password === "" ? undefined : login;
  } catch {
    return undefined;
  }
}

const smtpServer = z
  .string()
  .max(1000)
  .transform((text, context): SmtpServer => {
    const server = readServer(text);
    if (server !== null) return server;
    context.addIssue("not a mail server");
    return z.NEVER;
  });

export const MAIL_SETTINGS = {
  smtpServer: setting({
    name: "METERBOOK_SMTP_URL",
    schema: smtpServer,
    fallback: null,
    form: "a URL such as smtps://user:password@mail.example.com:465 or smtp://user:password@mail.example.com:587, user and password percent-encoded",
    sentence:
      "Mail server for invitations, forgotten passwords, form links, receipts and deliveries; goes with METERBOOK_MAIL_FROM. smtps is encrypted from the beginning, smtp by STARTTLS, except on this machine. Absent: no mail is sent.",
    secret: true,
  }),
  mailFrom: setting({
    name: "METERBOOK_MAIL_FROM",
    schema: z.email().max(320),
    fallback: null,
    form: "an e-mail address",
    sentence: "Sender of these mails.",
    shared: true,
  }),
  mailsPerDay: count(
    "METERBOOK_MAILS_PER_DAY",
    { min: 0, max: 1_000_000, fallback: "200", zero: "for no limit", shared: true },
    "Mails of deliveries that a company may send within any 24 hours, one for each person and delivery.",
  ),
  mailRecipientsPerDay: count(
    "METERBOOK_MAIL_RECIPIENTS_PER_DAY",
    { min: 0, max: 1_000_000, fallback: "50", zero: "for no limit", shared: true },
    "Different addresses to which a company may send them within any 24 hours.",
  ),
};

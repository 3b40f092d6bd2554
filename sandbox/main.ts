/**
 * Runs the sandbox by hand: `node sandbox/main.ts --port 8090`. Its bills go up to today, or to `--newest-month`; with `--imap-port`
 * the mails of its portals come into a mailbox. Ctrl-C ends it.
 */
import { parseArgs } from "node:util";
import { MAILBOX_LOGIN, startMailbox } from "./mail/mailbox.ts";
import { startSandbox } from "./server.ts";
import { LATEST_LAST_DAY, USUAL_LAST_DAY, endOfMonth, lastDayOn } from "./world/last-day.ts";

const USAGE = `Runs the fictional utilities of the sandbox as websites of this machine, until Ctrl-C.

Options:
  --port <number>         of the websites; 8090 by default
  --host <address>        127.0.0.1 by default
  --newest-month <month>  up to which bills have come, such as 2027-01; by default up to today
  --imap-port <number>    also starts the mailbox that their codes are mailed to
  --help                  print this
`;

/** For an invalid command line. */
function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

const OPTIONS = {
  port: { type: "string", default: "8090" },
  host: { type: "string", default: "127.0.0.1" },
  "newest-month": { type: "string" },
  "imap-port": { type: "string" },
  help: { type: "boolean", default: false },
} as const;

function readOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function readPort(option: string, text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  return refuse(`${option} must be a number from 0 to 65535, not ${text}`);
}

const values = readOptions();
if (values.help) {
  console.log(USAGE.trimEnd());
  process.exit(0);
}
const port = readPort("--port", values.port);
const imapPort = values["imap-port"] === undefined ? null : readPort("--imap-port", values["imap-port"]);

const month = values["newest-month"];
const lastDay = month === undefined ? lastDayOn(new Date().toISOString().slice(0, 10)) : endOfMonth(month);
if (lastDay === undefined) {
  const [first, last] = [USUAL_LAST_DAY, LATEST_LAST_DAY].map((day) => day.slice(0, 7));
  refuse(`--newest-month must be a month from ${first} to ${last}, such as 2027-01, not ${month}`);
}

/** A port may be taken. */
const inWords = (error: NodeJS.ErrnoException): never => {
  if (error.code === "EADDRINUSE" || error.code === "EACCES") refuse(`${error.message}: choose another port.`);
  throw error;
};

const mailbox = imapPort === null ? null : await startMailbox(imapPort).catch(inWords);
const sandbox = await startSandbox({
  port,
  host: values.host,
  lastDay,
  log: (line) => console.log(line),
  sendMail: mailbox?.deliver,
}).catch(inWords);
console.log(`Sandbox utilities: ${sandbox.url}`);
if (mailbox !== null) {
  const { username, password } = MAILBOX_LOGIN;
  console.log(`Mailbox of their codes: localhost:${mailbox.port}, IMAP over TLS, ${username}, password ${password}`);
  console.log(
    `A service reads it with NODE_EXTRA_CA_CERTS=${mailbox.certificateFile} METERBOOK_ALLOW_LOCAL_WEBHOOKS=true`,
  );
}
const close = (): Promise<unknown> => Promise.all([sandbox.close(), mailbox?.close()]);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void close());

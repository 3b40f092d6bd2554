/** An IMAP folder: read over TLS only, through `outbound`, with bounds on what a server may send; of a mail only its envelope, its structure, its files and a text that may have a code are fetched. */
import { ImapFlow, type FetchMessageObject } from "imapflow";
import type { Outbound } from "../outbound/outbound.ts";
import { OutboundError, type OutboundErrorKind } from "../outbound/outbound.ts";
import { secureSocket } from "../outbound/secure.ts";
import type { MailboxDetail } from "../records/mailbox.ts";
import { allowanceOf, type Allowance } from "./allowance.ts";
import { MailboxError, type DescribedMail, type MailboxPlace, type MailboxSession } from "./contract.ts";
import { addressesOf, partOf, subjectOf } from "./mail-structure.ts";
import { instantOf } from "../domain/instant.ts";

/** How long a server may take. */
export interface ImapPatience {
  connectMs?: number;
  silenceMs?: number;
}
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/** The longest line: the numbers of `LISTED_MAX` mails, each of up to ten digits and a space. */
const LINE_BYTES_MAX = 1024 * 1024;
const LISTED_MAX = 90_000;
/** Content comes in pieces; only texts of the structure, such as a subject, are literals of their own. */
const PIECE_BYTES = 256 * 1024;
const LITERAL_BYTES_MAX = 512 * 1024;
const TOKENS_MAX = 100_000;
/** What a server may send for a sign-in and the list of mails, and for the structure of one mail. */
const BASE_BYTES = 1.5 * 1024 * 1024;
const STRUCTURE_BYTES = 256 * 1024;
/** Base64 in lines, and what a server says around each piece. */
const SENT_PER_BYTE = 1.5;

const UNREACHED: Record<OutboundErrorKind, MailboxDetail> = {
  refused_address: "refused_address",
  bad_url: "refused_address",
  timeout: "unreachable",
  unreachable: "unreachable",
  too_large: "odd_answer",
};

/** Signs in and opens the folder. @throws MailboxError; or the reason of `signal` */
export async function openImap(
  outbound: Pick<Outbound, "connect">,
  place: MailboxPlace,
  password: string,
  signal: AbortSignal,
  { connectMs = CONNECT_MS, silenceMs = SILENCE_MS }: ImapPatience = {},
): Promise<MailboxSession> {
  const { host, port, security } = place;
  const socket = await outbound
    .connect({ host, port }, { timeoutMs: connectMs, signal, secure: security === "tls" })
    .catch((error: unknown) => {
      throw error instanceof OutboundError ? unreached(error) : error;
    });
  const allowance = allowanceOf(BASE_BYTES);
  const late = setTimeout(() => security === "starttls" && socket.destroy(), connectMs);
  const client = new ImapFlow({
    host,
    port,
    secure: security === "tls",
    // Without it the connection ends before the login is sent.
    doSTARTTLS: security === "starttls",
    auth: { user: place.username, pass: password },
    // Its log has names and answers of the server.
    logger: false,
    disableCompression: true,
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableBinary: true,
    disableIMAP4rev2: true,
    clientInfo: { name: "Meterbook" },
    connectionTimeout: connectMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    maxLineLength: LINE_BYTES_MAX,
    maxLiteralSize: LITERAL_BYTES_MAX,
    maxResponseSize: LINE_BYTES_MAX + LITERAL_BYTES_MAX,
    maxResponseTokens: TOKENS_MAX,
    transport: {
      connect(_options, onConnect) {
        process.nextTick(onConnect);
        // What comes before TLS is not counted, and must be over soon.
        return security === "tls" ? allowance.watch(socket) : socket;
      },
      // The socket that `connect` returned.
      upgrade(_plain, _options, onSecure) {
        clearTimeout(late);
        return allowance.watch(secureSocket(socket, host, onSecure));
      },
    },
  });
  // What was under way may be told only that the connection is gone.
  let broken: Error | null = null;
  client.on("error", (error) => (broken ??= error));
  const abort = (): void => client.close();
  signal.addEventListener("abort", abort, { once: true });
  const close = (): void => {
    signal.removeEventListener("abort", abort);
    clearTimeout(late);
    client.close();
    socket.destroy();
  };
  const asked = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (signal.aborted) throw signal.reason;
      throw allowance.isOver()
        ? new MailboxError("odd_answer", "the server sent too much")
        : failureOf(broken ?? error);
    });
  try {
    signal.throwIfAborted();
    await asked(client.connect());
    return { ...(await openFolder(client, place, asked, allowance)), close };
  } catch (error) {
    close();
    throw error;
  }
}

type Asked = <T>(work: Promise<T>) => Promise<T>;

async function openFolder(
  client: ImapFlow,
  { folder, after_reading, move_to }: MailboxPlace,
  asked: Asked,
  allowance: Allowance,
): Promise<Omit<MailboxSession, "close">> {
  if (move_to !== null) {
    // Without these, removing one mail removes all that others have marked as deleted.
    if (!client.capabilities.has("MOVE") && !client.capabilities.has("UIDPLUS"))
      throw new MailboxError("cannot_move", "the server knows neither MOVE nor UIDPLUS");
    await asked(refusedIs("no_such_folder", client.status(move_to, { messages: true })));
  }
  const open = client.mailboxOpen(folder, { readOnly: after_reading === "leave" });
  const opened = await asked(refusedIs("no_such_folder", open));
  const uidValidity = Number(opened.uidValidity);
  if (!Number.isSafeInteger(uidValidity) || uidValidity < 1)
    throw new MailboxError("odd_answer", "the folder has no UIDVALIDITY");
  return {
    uidValidity,
    async listAfter(uid, since, most) {
      const found = new Set<number>();
      for (const range of rangesAfter(uid, opened)) {
        allowance.allow(BASE_BYTES);
        const query = { uid: range, ...(since === null ? {} : { since: new Date(since) }) };
        const numbers = await asked(client.search(query, { uid: true }));
        if (numbers === false || numbers === undefined)
          throw new MailboxError("odd_answer", "the server does not search");
        // A few bytes can claim millions of mails: "1:16000000".
        if (numbers.length > LISTED_MAX) throw new MailboxError("odd_answer", "more mails than were asked for");
        // `n:*` always contains the last mail.
        for (const each of numbers) if (each > uid) found.add(each);
        if (found.size > most) break;
      }
      return [...found].toSorted((a, b) => a - b);
    },
    async describe(uid) {
      allowance.allow(STRUCTURE_BYTES);
      const query = { uid: true, envelope: true, bodyStructure: true, internalDate: true, size: true };
      const mail = await asked(client.fetchOne(String(uid), query, { uid: true }));
      return mail === false || mail.uid !== uid ? null : described(mail);
    },
    async glance(uid) {
      allowance.allow(STRUCTURE_BYTES);
      const mail = await asked(
        client.fetchOne(String(uid), { uid: true, internalDate: true, size: true }, { uid: true }),
      );
      return mail === false || mail.uid !== uid ? null : { received_at: receivedAt(mail), bytes: sizeOf(mail) };
    },
    download: (uid, part, bytesMax) => fetchPart(uid, part, bytesMax, false),
    async readText(uid, part, bytesMax) {
      return (await fetchPart(uid, part, bytesMax, true))?.toString("utf8") ?? null;
    },
    async putAway(uids) {
      if (uids.length === 0 || after_reading === "leave") return;
      allowance.allow(BASE_BYTES);
      const range = uids.join(",");
      if (move_to === null) {
        if (opened.readOnly === true || !(await asked(client.messageFlagsAdd(range, ["\\Seen"], { uid: true }))))
          throw new MailboxError("cannot_mark", "the server refused to mark mails");
      } else if ((await asked(client.messageMove(range, move_to, { uid: true }))) === false)
        throw new MailboxError("cannot_move", "the server refused to move mails");
    },
  };

  /** Fetched without marking the mail as read; `decodeText`: texts become UTF-8. */
  async function fetchPart(uid: number, part: string, bytesMax: number, decodeText: boolean): Promise<Buffer | null> {
    allowance.allow(bytesMax * SENT_PER_BYTE + BASE_BYTES);
    const options = { uid: true, maxBytes: bytesMax + 1, chunkSize: PIECE_BYTES, decodeText };
    const { content } = await asked(client.download(String(uid), part, options));
    if (content === undefined) return null;
    const pieces: Buffer[] = [];
    // Without an encoding, chunks are bytes.
    const read = async () => {
      for await (const piece of content) pieces.push(piece as Buffer);
    };
    await asked(read());
    const bytes = Buffer.concat(pieces);
    return bytes.byteLength > bytesMax ? null : bytes;
  }
}

/** What to search for mails after `uid`, one after the other: no answer lists more mails than may come in one. */
function* rangesAfter(uid: number, { exists, uidNext }: { exists: number; uidNext: number }): Generator<string> {
  // A server need not say which number comes next.
  if (exists <= LISTED_MAX || !Number.isSafeInteger(uidNext)) {
    yield `${uid + 1}:*`;
    return;
  }
  let from = uid + 1;
  for (; from + LISTED_MAX < uidNext; from += LISTED_MAX) yield `${from}:${from + LISTED_MAX - 1}`;
  // With those that arrive later.
  yield `${from}:*`;
}

/** The first year that has no four digits. */
const YEAR_10000 = Date.UTC(10_000, 0);

function receivedAt({ internalDate }: FetchMessageObject): string | null {
  const at = internalDate instanceof Date ? internalDate.getTime() : Number.NaN;
  return at >= 0 && at < YEAR_10000 ? instantOf(at) : null;
}

const sizeOf = ({ size }: FetchMessageObject): number | null =>
  size !== undefined && Number.isSafeInteger(size) ? size : null;

const described = (mail: FetchMessageObject): DescribedMail => ({
  received_at: receivedAt(mail),
  from: addressesOf(mail.envelope),
  subject: subjectOf(mail.envelope),
  bytes: sizeOf(mail),
  structure: mail.bodyStructure === undefined ? null : partOf(mail.bodyStructure),
});

/** A request that the server refuses has this reason; any other failure its own. */
const refusedIs = async <T>(detail: MailboxDetail, work: Promise<T>): Promise<Exclude<T, false>> => {
  const answer = await work.catch((error: unknown) => {
    const { responseStatus, code } = error as { responseStatus?: string; code?: string };
    if (responseStatus !== "NO" && code !== "NotFound") throw error;
    throw new MailboxError(detail, "the server refused", { cause: error });
  });
  if (answer === false) throw new MailboxError(detail, "the server refused");
  // False was thrown above.
  return answer as Exclude<T, false>;
};

/** A connection that is not secure is no more reached than one without an answer, but someone can mend it. */
const unreached = ({ kind, reason }: OutboundError): MailboxError =>
  new MailboxError(reason === "tls_failed" ? "not_secure" : UNREACHED[kind], `not reached (${reason})`);

/** Answers to a login that say nothing about the password (RFC 5530). */
const BUSY = new Set(["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG"]);
/** Errors of an answer that cannot be read. */
const ODD =
  /^(?:ParserError|LineTooLarge|LiteralTooLarge|ResponseTooLarge|TooMany|MAX_IMAP|UnexpectedTag|MissingTag|Invalid|ResponseProcessing|Download)/;
const NOT_SECURE =
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO|STARTTLS_|MissingServerExtension)/;

/** The meaning of an error of the library, without its words, which are the server's. */
function failureOf(error: unknown): Error {
  if (error instanceof MailboxError) return error;
  if (!(error instanceof Error)) return new MailboxError("unreachable", "the connection failed");
  // Set by the library where they apply.
  const known = error as Error & {
    code?: string;
    authenticationFailed?: boolean;
    serverResponseCode?: string;
    tlsFailed?: boolean;
  };
  const code = known.code ?? "";
  if (known.authenticationFailed === true)
    return BUSY.has(known.serverResponseCode ?? "")
      ? new MailboxError("unreachable", "the server does not take logins now")
      : new MailboxError("login_refused", "the server refused the login");
  if (known.tlsFailed === true || NOT_SECURE.test(code)) return new MailboxError("not_secure", `no TLS (${code})`);
  if (ODD.test(code)) return new MailboxError("odd_answer", `an answer that cannot be read (${code})`);
  return new MailboxError("unreachable", `the connection failed (${code})`);
}

/** An IMAP server on this machine alone, over TLS with a certificate of its own. For tests it can be set to refuse, to be silent, to lie and to break off. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createPlainServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import tls, { createServer, TLSSocket } from "node:tls";

/** Of the certificate: of the name localhost, and of nothing else. Made for trials and tests: it guards nothing. */
export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0SzeWEcRSFWImZx7
APOp+jNfd2c9hoR2JA7+2ZccBeOhRANCAASSH1I2hv5WXxH2kP9gV/bCAUPwnnxF
tn77cqMzm0YIJUCF5nbDsLX395Em5DvR0qFWN9WbkCp75r/ww/AGvQJe
-----END PRIVATE KEY-----`;
/** Trusted by a service whose NODE_EXTRA_CA_CERTS names it. */
export const CERTIFICATE_FILE = join(import.meta.dirname, "localhost.pem");
export const CERTIFICATE = readFileSync(CERTIFICATE_FILE, "utf8");

/** Has this process trust the certificate, as NODE_EXTRA_CA_CERTS does for a service. */
export const trustImapServer = (): void =>
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), CERTIFICATE]);

export const IMAP_LOGIN = { username: "bills@example.com", password: "correct horse battery imap" };

/** What goes wrong, for as long as it is set. */
export interface ImapFaults {
  /** A search finds so many mails, of which none is there. */
  claims?: number;
  /** The login is refused, with this code if one is given. */
  refusesLogin?: string | true;
  /** Says nothing from the beginning on. */
  isMute?: boolean;
  /** Commands with this word get no answer. */
  silentAt?: string;
  /** The connection is cut at commands with this word. */
  cutsAt?: string;
  /** Commands with this word are refused. */
  refuses?: string;
  /** Sends a line without end after the sign-in. */
  endlessLine?: boolean;
  /** Sends answers without end that nobody asked for. */
  endlessAnswers?: boolean;
  /** Says that files have this size, and that each piece of them is as long. */
  saysSize?: number;
  /** Its greeting and abilities: no STARTTLS. */
  noStartTls?: boolean;
  /** At the next command with this word: what happens meanwhile, before it is answered. */
  meanwhile?: { at: string; happens: () => Promise<void> };
  /** Abilities that it names. */
  abilities?: string;
}

/** A part of a mail: a file or text, parts, or another mail. */
export type TestPart =
  | { type: string; bytes: Buffer; name?: string; disposition?: string; id?: string; header?: string }
  | { multipart: string; parts: TestPart[] }
  | { mail: TestPart };

export interface TestMail {
  from?: string;
  subject?: string;
  at?: Date;
  content: TestPart;
  /** In place of its own BODYSTRUCTURE and ENVELOPE. */
  structure?: string;
  envelope?: string;
  /** The size that is said of its files. */
  saysSize?: number;
  /** Commands for it with this word get no answer, end the connection, bring thousands of lines first, or an answer letter by letter. */
  breaks?: { at: string; how: "silence" | "cut" | "lines" | "drip" };
}

interface StoredMail extends TestMail {
  uid: number;
  seen: boolean;
  /** Encoded content by part number. */
  parts: Map<string, Encoded>;
}

interface Encoded {
  header: string;
  text: string;
}

export interface ImapServer {
  port: number;
  faults: ImapFaults;
  uidValidity: number;
  folders: Map<string, StoredMail[]>;
  /** How often somebody signed in, and how often that was refused. */
  signIns: { accepted: number; refused: number };
  /** Every command so far, without the login. */
  commands: string[];
  add(mail: TestMail, folder?: string): number;
}

interface Ending {
  /** Runs the work when the server is no longer needed. */
  after(work: () => Promise<void>): void;
}

export interface ImapOptions {
  /** Plain until STARTTLS. */
  startTls?: boolean;
  /** 0 takes any free port. */
  port?: number;
  login?: typeof IMAP_LOGIN;
}

/** @throws when the port is taken */
export async function startImapServer(
  ending: Ending,
  { startTls = false, port = 0, login = IMAP_LOGIN }: ImapOptions = {},
): Promise<ImapServer> {
  const server: ImapServer = {
    port: 0,
    faults: {},
    uidValidity: 7,
    folders: new Map([["INBOX", []]]),
    signIns: { accepted: 0, refused: 0 },
    commands: [],
    add(mail, folder = "INBOX") {
      const mails = server.folders.get(folder);
      if (mails === undefined) throw new Error(`no folder ${folder}`);
      const uid = (mails.at(-1)?.uid ?? 0) + 1;
      const parts = new Map<string, Encoded>();
      encode(mail.content, "", parts);
      mails.push({ ...mail, uid, seen: false, parts });
      return uid;
    },
  };
  const sockets = new Set<Socket>();
  const onSocket = (socket: Socket): void => {
    sockets.add(socket.on("error", () => {}).on("close", () => sockets.delete(socket)));
    talk(server, socket, { offersTls: startTls, login });
  };
  const listener = startTls ? createPlainServer(onSocket) : createServer({ key: KEY, cert: CERTIFICATE }, onSocket);
  listener.on("tlsClientError", () => {});
  await once(listener.listen(port, "127.0.0.1"), "listening");
  // A listening server has an address.
  server.port = (listener.address() as AddressInfo).port;
  ending.after(async () => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  return server;
}

const quoted = (text: string | undefined): string =>
  text === undefined ? "NIL" : `"${text.replace(/["\\]/g, "\\$&")}"`;

/** Writes the encoded content of each leaf under its number. */
function encode(part: TestPart, number: string, parts: Map<string, Encoded>): void {
  if ("multipart" in part)
    return part.parts.forEach((inner, index) =>
      encode(inner, number === "" ? `${index + 1}` : `${number}.${index + 1}`, parts),
    );
  if ("mail" in part) return encode(part.mail, "multipart" in part.mail ? number || "1" : `${number || "1"}.1`, parts);
  const text = (part.bytes.toString("base64").match(/.{1,76}/g) ?? []).map((line) => `${line}\r\n`).join("");
  const name = part.name === undefined ? "" : `; name="${part.name}"`;
  parts.set(number || "1", {
    header: part.header ?? `Content-Type: ${part.type}${name}\r\nContent-Transfer-Encoding: base64\r\n\r\n`,
    text,
  });
}

const sentSize = (bytes: number): number => {
  const letters = Math.ceil(bytes / 3) * 4;
  return letters + Math.ceil(letters / 76) * 2;
};

function structureOf(part: TestPart, said: number | undefined): string {
  if ("multipart" in part)
    return `(${part.parts.map((inner) => structureOf(inner, said)).join("")} ${quoted(part.multipart.toUpperCase())} ("BOUNDARY" "b") NIL NIL NIL)`;
  if ("mail" in part)
    return `("MESSAGE" "RFC822" NIL NIL NIL "7BIT" 1000 (NIL "Fwd" NIL NIL NIL NIL NIL NIL NIL NIL) ${structureOf(part.mail, said)} 10 NIL NIL NIL NIL)`;
  const { type, bytes, name, disposition, id } = part;
  const [kind = "", subtype = ""] = type.toUpperCase().split("/");
  const named = name === undefined ? "NIL" : `("NAME" ${quoted(name)})`;
  const size = said ?? sentSize(bytes.byteLength);
  const lines = kind === "TEXT" ? " 1" : "";
  const file = name === undefined ? "NIL" : `("FILENAME" ${quoted(name)})`;
  const shown = disposition === undefined ? "NIL" : `(${quoted(disposition.toUpperCase())} ${file})`;
  return `("${kind}" "${subtype}" ${named} ${quoted(id)} NIL "BASE64" ${size}${lines} NIL ${shown} NIL NIL)`;
}

function envelopeOf({ from = "billing@utility.example", subject = "Your bill" }: TestMail): string {
  const [user = "", host = ""] = from.split("@");
  const address = `((NIL NIL ${quoted(user)} ${quoted(host)}))`;
  return `(NIL ${quoted(subject)} ${address} ${address} ${address} NIL NIL NIL NIL NIL)`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const imapDay = (at: Date): string => `${at.getUTCDate()}-${MONTHS[at.getUTCMonth()]}-${at.getUTCFullYear()}`;

/** One session, line by line. */
function talk(
  server: ImapServer,
  first: Socket,
  { offersTls, login: right }: { offersTls: boolean; login: typeof IMAP_LOGIN },
): void {
  const { faults } = server;
  let socket = first;
  let text = "";
  let isPlain = offersTls;
  let folder = "";
  /** The tag of a command that waits for one more line. */
  let pending: string | null = null;
  const send = (line: string): void => void (socket.destroyed || socket.write(`${line}\r\n`));
  const abilities = (): string => {
    if (faults.abilities !== undefined) return faults.abilities;
    if (isPlain) return `IMAP4rev1 LOGINDISABLED${faults.noStartTls === true ? "" : " STARTTLS"}`;
    return "IMAP4rev1 AUTH=PLAIN MOVE UIDPLUS";
  };
  const onData = (chunk: Buffer): void => {
    text += chunk.toString("latin1");
    for (let end = text.indexOf("\r\n"); end !== -1; end = text.indexOf("\r\n")) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      onLine(line);
    }
  };
  const signIn = (tag: string, user: string, password: string): void => {
    const isRight = user === right.username && password === right.password;
    if (!isRight || faults.refusesLogin !== undefined) {
      server.signIns.refused += 1;
      const code = typeof faults.refusesLogin === "string" ? faults.refusesLogin : "AUTHENTICATIONFAILED";
      return send(`${tag} NO [${code}] no`);
    }
    server.signIns.accepted += 1;
    send(`${tag} OK signed in`);
    const flood = (piece: string): void => {
      if (socket.destroyed) return;
      if (socket.write(piece)) setImmediate(flood, piece);
      else socket.once("drain", () => flood(piece));
    };
    if (faults.endlessLine === true) flood("* OK ".padEnd(65_536, "x"));
    if (faults.endlessAnswers === true) flood("* 1 FETCH (UID 1 FLAGS ())\r\n".repeat(2000));
  };
  const mails = (): StoredMail[] => server.folders.get(folder) ?? [];
  const onLine = (line: string): void => {
    if (pending !== null) {
      const [, user = "", password = ""] = Buffer.from(line, "base64").toString().split("\0");
      const tag = pending;
      pending = null;
      return signIn(tag, user, password);
    }
    const [tag = "", ...rest] = line.split(" ");
    const command = rest.join(" ");
    const upper = command.toUpperCase();
    if (!upper.startsWith("LOGIN")) server.commands.push(command);
    const { meanwhile } = faults;
    if (meanwhile !== undefined && upper.includes(meanwhile.at)) {
      delete faults.meanwhile;
      return void meanwhile.happens().then(() => onCommand(tag, command));
    }
    onCommand(tag, command);
  };
  const onCommand = (tag: string, command: string): void => {
    const upper = command.toUpperCase();
    if (faults.silentAt !== undefined && upper.includes(faults.silentAt)) return;
    if (faults.cutsAt !== undefined && upper.includes(faults.cutsAt)) return void socket.destroy();
    if (faults.refuses !== undefined && upper.includes(faults.refuses)) return send(`${tag} NO refused`);
    const ok = (): void => send(`${tag} OK done`);
    if (upper === "CAPABILITY") {
      send(`* CAPABILITY ${abilities()}`);
      return ok();
    }
    if (upper === "STARTTLS") {
      ok();
      socket.off("data", onData);
      isPlain = false;
      socket = new TLSSocket(first, { isServer: true, key: KEY, cert: CERTIFICATE });
      return void socket.on("error", () => {}).on("data", onData);
    }
    if (upper.startsWith("AUTHENTICATE PLAIN")) {
      pending = tag;
      return send("+ ");
    }
    const login = /^LOGIN "?([^" ]+)"? "([^"]*)"$/i.exec(command);
    if (login !== null) return signIn(tag, login[1] ?? "", login[2] ?? "");
    const status = /^STATUS "?([^"(]+?)"? \(/i.exec(command);
    if (status !== null) {
      const name = status[1] ?? "";
      if (!server.folders.has(name)) return send(`${tag} NO no such folder`);
      send(`* STATUS "${name}" (MESSAGES ${server.folders.get(name)?.length})`);
      return ok();
    }
    const list = /^(?:LIST|LSUB) "[^"]*" "?([^"]*)"?$/i.exec(command);
    if (list !== null) {
      if (server.folders.has(list[1] ?? "")) send(`* LIST () "/" "${list[1]}"`);
      return ok();
    }
    const select = /^(SELECT|EXAMINE) "?([^"]+?)"?$/i.exec(command);
    if (select !== null) {
      const name = select[2] ?? "";
      if (!server.folders.has(name)) return send(`${tag} NO no such folder`);
      folder = name;
      send(`* ${faults.claims ?? mails().length} EXISTS`);
      send("* FLAGS (\\Seen \\Deleted)");
      send("* OK [PERMANENTFLAGS (\\Seen \\Deleted)] ok");
      send(`* OK [UIDVALIDITY ${server.uidValidity}] ok`);
      send(`* OK [UIDNEXT ${(faults.claims ?? mails().at(-1)?.uid ?? 0) + 1}] ok`);
      return send(`${tag} OK [READ-${upper.startsWith("SELECT") ? "WRITE" : "ONLY"}] done`);
    }
    const search = /^UID SEARCH (.*)$/i.exec(command);
    if (search !== null) {
      if (faults.claims !== undefined) {
        send(`* ESEARCH (TAG "${tag}") UID ALL 1:${faults.claims}`);
        return ok();
      }
      const [, low = 1, end = "*"] = /UID (\d+):(\d+|\*)/i.exec(command) ?? [];
      const from = Number(low);
      const to = end === "*" ? Number.POSITIVE_INFINITY : Number(end);
      const since = /SINCE "?(\d+-\w+-\d+)"?/i.exec(command)?.[1];
      const last = mails().at(-1)?.uid;
      const fits = ({ uid, at = new Date() }: StoredMail): boolean =>
        ((uid >= from && uid <= to) || (end === "*" && uid === last)) &&
        (since === undefined || Date.parse(imapDay(at)) >= Date.parse(since));
      send(
        `* SEARCH ${mails()
          .filter(fits)
          .map(({ uid }) => uid)
          .join(" ")}`,
      );
      return ok();
    }
    const fetched = /^UID FETCH (\d+) (.*)$/i.exec(command);
    if (fetched !== null) {
      const index = mails().findIndex(({ uid }) => uid === Number(fetched[1]));
      const mail = mails()[index];
      const { at = "", how } = mail?.breaks ?? {};
      if (how !== undefined && upper.includes(at)) {
        if (how === "silence") return;
        if (how === "cut") return void socket.destroy();
        if (how === "drip") {
          const dripping = setInterval(() => socket.write("*"), 100);
          return void socket.on("close", () => clearInterval(dripping));
        }
        send("* 1 FETCH (UID 1 FLAGS ())\r\n".repeat(2500));
      }
      if (mail !== undefined) send(`* ${index + 1} FETCH (${answersOf(mail, fetched[2] ?? "", faults)})`);
      return ok();
    }
    const stored = /^UID STORE (\S+) \+FLAGS\S* \(\\Seen\)$/i.exec(command);
    if (stored !== null) {
      for (const mail of mails()) if (isIn(mail.uid, stored[1] ?? "")) mail.seen = true;
      return ok();
    }
    const moved = /^UID MOVE (\S+) "?([^"]+?)"?$/i.exec(command);
    if (moved !== null) {
      const going = mails().filter(({ uid }) => isIn(uid, moved[1] ?? ""));
      server.folders.set(
        folder,
        mails().filter((mail) => !going.includes(mail)),
      );
      server.folders.get(moved[2] ?? "")?.push(...going);
      return ok();
    }
    if (upper === "LOGOUT") send("* BYE bye");
    return ok();
  };
  socket.on("data", onData);
  if (faults.isMute !== true) send("* OK ready");
}

const isIn = (uid: number, range: string): boolean =>
  range.split(",").some((piece) => {
    const [low = "", high = low] = piece.split(":");
    return uid >= Number(low) && uid <= Number(high);
  });

/** The items of a FETCH, one after the other. */
function answersOf(mail: StoredMail, asked: string, { saysSize }: ImapFaults): string {
  const answers = [`UID ${mail.uid}`];
  const structure = mail.structure ?? structureOf(mail.content, mail.saysSize ?? saysSize);
  if (/\bENVELOPE\b/.test(asked)) answers.push(`ENVELOPE ${mail.envelope ?? envelopeOf(mail)}`);
  if (/\bBODYSTRUCTURE\b/.test(asked)) answers.push(`BODYSTRUCTURE ${structure}`);
  if (/\bINTERNALDATE\b/.test(asked)) {
    const at = mail.at ?? new Date();
    answers.push(`INTERNALDATE "${imapDay(at)} ${at.toISOString().slice(11, 19)} +0000"`);
  }
  if (/RFC822\.SIZE/.test(asked)) {
    const bytes = [...mail.parts.values()].reduce((sum, { header, text }) => sum + header.length + text.length, 1000);
    answers.push(`RFC822.SIZE ${saysSize ?? bytes}`);
  }
  for (const [, section = "", , from, length] of asked.matchAll(/BODY\.PEEK\[([^[\]]*)\](<(\d+)\.(\d+)>)?/g)) {
    const [, number = "1", suffix = ""] = /^([\d.]*?\d)?\.?(MIME|HEADER|TEXT)?$/.exec(section) ?? [];
    const part = mail.parts.get(number);
    const whole = (suffix === "MIME" || suffix === "HEADER" ? part?.header : part?.text) ?? "";
    const start = Number(from ?? 0);
    const piece = from === undefined ? whole : whole.slice(start, start + Number(length));
    const origin = from === undefined ? "" : `<${from}>`;
    answers.push(`BODY[${section}]${origin} {${piece.length}}\r\n${piece}`);
  }
  return answers.join(" ");
}

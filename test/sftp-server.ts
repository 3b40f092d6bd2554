/** An SFTP server on this machine with a real folder behind it, which can be set to refuse, to be full and to break off. */
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, open, readdir, readFile, rename, rm, stat, unlink, type FileHandle } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import ssh2, { type Connection, type SFTPWrapper } from "ssh2";
import type { Ending } from "./database.ts";

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

/** What goes wrong, for as long as it is set. */
export interface Faults {
  /** Writes are refused with this status: 3 is permission denied, 4 any failure, as of a full disk. */
  writeStatus?: number;
  /** Opening for writing is refused with this status. */
  openStatus?: number;
  /** The connection is cut when so many bytes were written in all. */
  cutAfterBytes?: number;
  /** The password is asked for as a question, and in no other way. */
  asksForPassword?: boolean;
  /** Any password is accepted. */
  takesAnyPassword?: boolean;
  /** Nothing is answered to a write any more. */
  silent?: boolean;
  /** After the sign-in a request for SFTP gets no answer, although the connection stays open. */
  opensNothing?: boolean;
  /** Each write is answered so many milliseconds later. */
  slowMs?: number;
  /** Opening a file waits for this. */
  waits?: PromiseWithResolvers<void>;
  /** Removing is refused with this status. */
  removeStatus?: number;
}

export interface SftpServer {
  port: number;
  /** Its folder, which clients see as `/incoming`. */
  folder: string;
  faults: Faults;
  /** How often somebody signed in, and how often that was refused. */
  signIns: { accepted: number; refused: number };
  names(): Promise<string[]>;
  text(name: string): Promise<string>;
  /** Shows another key from the next connection on. */
  changeHostKey(): void;
}

export const SFTP_LOGIN = { username: "meterbook", password: "correct horse battery sftp" };
/** Made by Node, because the library cannot always read the keys that it makes. */
const newKey = (): string =>
  generateKeyPairSync("ec", {
    namedCurve: "prime256v1",
    privateKeyEncoding: { type: "sec1", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  }).privateKey;

/** A key that the server accepts too. */
export const SFTP_KEY = newKey();

export async function startSftpServer(ending: Ending): Promise<SftpServer> {
  const folder = await mkdtemp(join(tmpdir(), "meterbook-sftp-"));
  const faults: Faults = {};
  const signIns = { accepted: 0, refused: 0 };
  const connections = new Set<Connection>();
  const serve = (connection: Connection) => {
    connections.add(connection);
    // As real servers do, because otherwise each answer waits for 40 ms. Missing in the types of the library.
    (connection as Connection & { setNoDelay(on: boolean): void }).setNoDelay(true);
    connection.on("close", () => connections.delete(connection));
    connection.on("error", () => {});
    acceptSignIns(connection, signIns, faults);
    connection.on("session", (accept) => {
      accept().on("sftp", (acceptSftp) => {
        if (faults.opensNothing !== true) serveFolder(acceptSftp(), folder, faults, () => connection.end());
      });
    });
  };
  let server = new ssh2.Server({ hostKeys: [newKey()] }, serve);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    for (const connection of connections) connection.end();
    server.close();
  };
  ending.after(async () => {
    stop();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    port,
    folder,
    faults,
    signIns,
    names: async () => (await readdir(folder)).sort(),
    text: (name) => readFile(join(folder, name), "utf8"),
    changeHostKey() {
      stop();
      server = new ssh2.Server({ hostKeys: [newKey()] }, serve);
      server.listen(port, "127.0.0.1");
    },
  };
}

function acceptSignIns(connection: Connection, signIns: SftpServer["signIns"], faults: Faults): void {
  const allowed = ssh2.utils.parseKey(SFTP_KEY);
  if (allowed instanceof Error) throw allowed;
  connection.on("authentication", (context) => {
    if (faults.asksForPassword === true) {
      if (context.method !== "keyboard-interactive") return context.reject(["keyboard-interactive"]);
      return context.prompt([{ prompt: "Password: ", echo: false }], (answers) =>
        answers[0] === SFTP_LOGIN.password ? context.accept() : context.reject(["keyboard-interactive"]),
      );
    }
    const isKnown =
      context.username === SFTP_LOGIN.username &&
      (context.method === "password"
        ? faults.takesAnyPassword === true || context.password === SFTP_LOGIN.password
        : context.method === "publickey" &&
          context.key.data.equals(allowed.getPublicSSH()) &&
          (context.signature === undefined ||
            (context.blob !== undefined && allowed.verify(context.blob, context.signature, context.hashAlgo))));
    if (isKnown) {
      if (context.method === "password" || (context.method === "publickey" && context.signature !== undefined))
        signIns.accepted += 1;
      return context.accept();
    }
    // Every client first asks which methods are offered.
    if (context.method !== "none") signIns.refused += 1;
    return context.reject(["password", "publickey"]);
  });
}

/** Version 3 of the protocol, as servers without extensions speak it: a rename does not replace. */
function serveFolder(sftp: SFTPWrapper, folder: string, faults: Faults, cut: () => void): void {
  const handles = new Map<number, FileHandle>();
  let last = 0;
  let written = 0;
  const pathOf = (path: string) => {
    const inside = posix.relative("/incoming", posix.resolve("/", path));
    return inside.startsWith("..") ? null : join(folder, inside);
  };
  const answer = (id: number, work: Promise<unknown>) =>
    void work.then(
      () => sftp.status(id, STATUS_CODE.OK),
      (error: NodeJS.ErrnoException) => sftp.status(id, statusOf(error)),
    );
  const within = async <T>(path: string, work: (path: string) => Promise<T>): Promise<T> => {
    const place = pathOf(path);
    if (place === null) throw Object.assign(new Error("outside"), { code: "ENOENT" });
    return work(place);
  };

  let isClosed = false;
  sftp.on("close", () => {
    isClosed = true;
    for (const file of handles.values()) void file.close();
    handles.clear();
  });
  sftp.on("OPEN", (id, path, flags) => {
    if (faults.openStatus !== undefined) return sftp.status(id, faults.openStatus);
    const mode = (flags & OPEN_MODE.WRITE) === 0 ? "r" : "w";
    const keep = (file: FileHandle): void => {
      // The connection was cut while the file was opened.
      if (isClosed) return void file.close();
      handles.set((last += 1), file);
      const handle = Buffer.alloc(4);
      handle.writeUInt32BE(last);
      sftp.handle(id, handle);
    };
    const waited = faults.waits?.promise ?? Promise.resolve();
    void waited
      .then(() => within(path, (place) => open(place, mode)))
      .then(keep, (error: NodeJS.ErrnoException) => sftp.status(id, statusOf(error)));
  });
  sftp.on("WRITE", (id, handle, position, data) => {
    if (faults.writeStatus !== undefined) return sftp.status(id, faults.writeStatus);
    if (faults.silent === true) return;
    written += data.length;
    if (faults.cutAfterBytes !== undefined && written > faults.cutAfterBytes) return cut();
    const file = handles.get(handle.readUInt32BE());
    if (file === undefined) return sftp.status(id, STATUS_CODE.FAILURE);
    return answer(
      id,
      delay(faults.slowMs ?? 0).then(() => file.write(data, 0, data.length, position)),
    );
  });
  sftp.on("CLOSE", (id, handle) => {
    const file = handles.get(handle.readUInt32BE());
    handles.delete(handle.readUInt32BE());
    answer(id, file?.close() ?? Promise.resolve());
  });
  sftp.on("STAT", (id, path) => {
    void within(path, (place) => stat(place)).then(
      ({ size, mode, uid, gid, atimeMs, mtimeMs }) =>
        sftp.attrs(id, { size, mode, uid, gid, atime: atimeMs / 1000, mtime: mtimeMs / 1000 }),
      (error: NodeJS.ErrnoException) => sftp.status(id, statusOf(error)),
    );
  });
  sftp.on("REMOVE", (id, path) => {
    if (faults.removeStatus !== undefined) return sftp.status(id, faults.removeStatus);
    return answer(id, within(path, unlink));
  });
  sftp.on("RENAME", (id, from, to) => {
    answer(
      id,
      within(from, (source) =>
        within(to, async (target) => {
          if (await stat(target).catch(() => null)) throw new Error("it is there already");
          await rename(source, target);
        }),
      ),
    );
  });
}

const STATUS = new Map<string | undefined, number>([
  ["ENOENT", STATUS_CODE.NO_SUCH_FILE],
  ["ENOTDIR", STATUS_CODE.NO_SUCH_FILE],
  ["EACCES", STATUS_CODE.PERMISSION_DENIED],
]);

const statusOf = ({ code }: NodeJS.ErrnoException): number => STATUS.get(code) ?? STATUS_CODE.FAILURE;

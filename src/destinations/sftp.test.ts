import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { local, outboundOf } from "../../test/outbound.ts";
import { SFTP_KEY, SFTP_LOGIN, startSftpServer } from "../../test/sftp-server.ts";
import type { DestinationError } from "./contract.ts";
import { failsAs, fileOf } from "./destinations.fixtures.ts";
import { openFolder, type Patience } from "./sftp.ts";
import type { SftpLogin, SftpPlace } from "./sftp-session.ts";

const NEVER = new AbortController().signal;
const server = await startSftpServer({ after });

const doors: { close(): void }[] = [];
after(() => doors.forEach((door) => door.close()));

/** A connection to the server, and the keys that it learned. */
function open(given: Partial<SftpPlace> & { login?: SftpLogin } = {}, outbound = local, patience?: Patience) {
  const { login = { password: SFTP_LOGIN.password }, ...place } = given;
  const learnt: string[] = [];
  const door = openFolder(
    outbound,
    {
      kind: "sftp",
      host: "127.0.0.1",
      port: server.port,
      path: "/incoming",
      username: SFTP_LOGIN.username,
      host_key_sha256: null,
      ...place,
    },
    login,
    async (key) => void learnt.push(key),
    patience,
  );
  doors.push(door);
  return { door, learnt };
}

describe("a folder behind SFTP", () => {
  test("gets a complete file under its name, and no other file", async () => {
    const { door } = open();
    const bytes = randomBytes(3_000_000);
    await door.send(fileOf("bills.csv", bytes), NEVER);
    assert.ok(bytes.equals(await readFile(join(server.folder, "bills.csv"))));
    await door.send(fileOf("empty.csv", Buffer.alloc(0)), NEVER);
    assert.deepEqual(await server.names(), ["bills.csv", "empty.csv"]);
  });

  test("gets a file again, replacing the existing one", async () => {
    const { door } = open();
    for (const text of ["first, and longer", "second"]) await door.send(fileOf("again.csv", Buffer.from(text)), NEVER);
    assert.equal(await server.text("again.csv"), "second");
  });

  test("accepts a private key instead of a password", async () => {
    const { door } = open({ login: { private_key: SFTP_KEY } });
    await door.send(fileOf("by-key.csv", Buffer.from("x")), NEVER);
    assert.equal(await server.text("by-key.csv"), "x");
  });

  test("that asks for the password as a question is answered", async () => {
    server.faults.asksForPassword = true;
    await open().door.test(NEVER);
    await assert.rejects(open({ login: { password: "wrong" } }).door.test(NEVER), failsAs("wrong_credentials"));
    delete server.faults.asksForPassword;
  });

  test("refuses a wrong password after a single try", async () => {
    const before = server.signIns.refused;
    const { door, learnt } = open({ login: { password: "wrong" } });
    await assert.rejects(door.send(fileOf("no.csv", Buffer.from("x")), NEVER), failsAs("wrong_credentials"));
    assert.equal(server.signIns.refused, before + 1);
    assert.deepEqual(learnt, [], "the key of a server that refuses us is not stored");
  });

  test("shows its key, which is stored once and required from then on", async () => {
    const first = open();
    await first.door.test(NEVER);
    const [hostKey = ""] = first.learnt;
    assert.match(hostKey, /^SHA256:[A-Za-z0-9+/]{43}$/);
    const known = open({ host_key_sha256: hostKey });
    await known.door.test(NEVER);
    assert.deepEqual(known.learnt, []);
    const before = { ...server.signIns };
    const other = open({ host_key_sha256: `SHA256:${"A".repeat(43)}` });
    await assert.rejects(other.door.test(NEVER), (error) => {
      failsAs("host_key_changed")(error);
      assert.equal((error as DestinationError).seen, hostKey);
      return true;
    });
    assert.deepEqual(server.signIns, before, "no password was shown to it");
  });

  test("that does not exist or is not writable is reported as such", async () => {
    await assert.rejects(
      open({ path: "/incoming/none" }).door.send(fileOf("a.csv", Buffer.from("x")), NEVER),
      failsAs("no_such_place"),
    );
    server.faults.openStatus = 3;
    await assert.rejects(open().door.send(fileOf("a.csv", Buffer.from("x")), NEVER), failsAs("not_allowed"));
    delete server.faults.openStatus;
  });

  test("that is full keeps no partial file under its name", async () => {
    server.faults.writeStatus = 4;
    const { door } = open();
    await assert.rejects(door.send(fileOf("full.csv", randomBytes(500_000)), NEVER), failsAs("refused"));
    delete server.faults.writeStatus;
    assert.deepEqual(
      (await server.names()).filter((name) => name.includes("full")),
      [],
      "nor a partial file that takes space",
    );
  });

  test("that breaks off in the middle of a file gets it whole the next time", async () => {
    const bytes = randomBytes(2_000_000);
    server.faults.cutAfterBytes = 700_000;
    await assert.rejects(open().door.send(fileOf("cut.csv", bytes), NEVER), failsAs("unreachable"));
    assert.equal((await server.names()).includes("cut.csv"), false);
    delete server.faults.cutAfterBytes;
    await open().door.send(fileOf("cut.csv", bytes), NEVER);
    assert.ok(bytes.equals(await readFile(join(server.folder, "cut.csv"))));
    assert.deepEqual(
      (await server.names()).filter((name) => name.includes("cut")),
      ["cut.csv"],
    );
  });

  test("that falls silent is abandoned when the caller aborts", async () => {
    server.faults.silent = true;
    const giving = new AbortController();
    const sent = open().door.send(fileOf("silent.csv", randomBytes(100_000)), giving.signal);
    const reason = new Error("enough");
    setTimeout(() => giving.abort(reason), 200);
    await assert.rejects(sent, reason);
    delete server.faults.silent;
  });

  test("that accepts the login and then opens nothing is abandoned after a while", async () => {
    server.faults.opensNothing = true;
    const { door } = open({}, local, { silenceMs: 200 });
    await assert.rejects(door.send(fileOf("nothing.csv", Buffer.from("x")), NEVER), failsAs("unreachable"));
    delete server.faults.opensNothing;
  });

  test("that accepts a file very slowly is abandoned after a while", async () => {
    server.faults.slowMs = 500;
    const { door } = open({}, local, { fileMs: 200, bytesPerMs: 10_000 });
    await assert.rejects(door.send(fileOf("slow.csv", randomBytes(4_000_000)), NEVER), failsAs("unreachable"));
    delete server.faults.slowMs;
  });

  test("where we may write but not delete gets every file with a new name", async () => {
    server.faults.removeStatus = 3;
    await open().door.send(fileOf("only-new.csv", Buffer.from("x")), NEVER);
    delete server.faults.removeStatus;
    assert.equal(await server.text("only-new.csv"), "x");
  });

  test("is written and cleaned by a test", async () => {
    const before = await server.names();
    await open().door.test(NEVER);
    assert.deepEqual(await server.names(), before);
  });

  test("of this machine is out of reach unless that is allowed, and one without a listener is reported as such", async () => {
    const { accepted } = server.signIns;
    await assert.rejects(open({}, outboundOf()).door.test(NEVER), failsAs("refused_address"));
    await assert.rejects(open({ host: "0x7f.1" }, outboundOf()).door.test(NEVER), failsAs("refused_address"));
    assert.equal(server.signIns.accepted, accepted);
    await assert.rejects(open({ port: 1 }).door.test(NEVER), failsAs("refused_address"));
    await assert.rejects(open({ host: "nobody.invalid" }).door.test(NEVER), failsAs("unreachable"));
  });

  test("never has a password in its errors", async () => {
    await assert.rejects(open({ login: { password: "hunter2-hunter2" } }).door.test(NEVER), (error: Error) => {
      assert.equal(JSON.stringify([error.message, String(error.cause)]).includes("hunter2"), false);
      return true;
    });
  });
});

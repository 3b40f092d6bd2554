/** A file and its records are stored together, and no other write waits while bytes are stored. */
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { sql } from "kysely";
import { newMember, sharedApp } from "../../test/app.ts";
import { csv, row, upload } from "../../test/imports.ts";
import { untilLocked } from "../../test/lock-waits.ts";
import { freeFiles } from "../jobs/free-files.ts";
import { keepFile } from "./keep-file.ts";
import { sha256Of } from "../files/file-store.ts";
import { withCompanyFiles } from "../store/locks.ts";

const running = await sharedApp();
const { app } = running;

/** A company with a file to store, and how often its bytes were read. */
async function newFile(text: string) {
  const member = await newMember(running, { name: "Files" });
  const bytes = Buffer.from(text);
  const company = { id: member.company_id, uuid: member.company_uuid };
  const sha256 = sha256Of(bytes);
  const size = () => app.files.size(company.uuid, sha256);
  return { member, company, bytes, content: { sha256, bytes: bytes.byteLength }, size };
}

test("a file that is removed before its records are written is stored again, and no lock is held meanwhile", async () => {
  const { company, bytes, content, size } = await newFile("freed");
  let opened = 0;
  const open = () => {
    opened += 1;
    return Readable.from(
      (async function* () {
        // Waits for the lock of the files of the company.
        await withCompanyFiles(app.db, company.id, () => Promise.resolve());
        yield bytes;
      })(),
    );
  };
  await app.files.put(company.uuid, bytes);
  const { kept } = await withCompanyFiles(app.db, company.id, async () => {
    const keeping = keepFile(app, company, { ...content, open }, () => Promise.resolve("written"));
    await untilLocked(app.db, "the file to be about to be kept");
    await app.files.remove(company.uuid, content.sha256);
    return { kept: keeping };
  });
  assert.equal(await kept, "written");
  assert.deepEqual([opened, await size()], [1, bytes.byteLength]);
});

test("a file whose records are refused is removed, unless other records have the same content", async () => {
  const { member, company, bytes, content, size } = await newFile(csv(row(1)));
  const refused = () =>
    keepFile(app, company, { ...content, open: () => Readable.from([bytes]) }, () =>
      Promise.reject(new Error("refused")),
    );
  await assert.rejects(refused(), /refused/);
  assert.equal(await size(), null);
  assert.equal((await upload(member, bytes)).statusCode, 201);
  await assert.rejects(refused(), /refused/);
  assert.equal(await size(), bytes.byteLength);
});

test("each file is removed in its own transaction, so that an upload waits for one removal at most", async () => {
  const { company } = await newFile("many");
  const transactions: string[] = [];
  const count = await freeFiles(app, company.id, 3, async (trx, limit) => {
    const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(trx);
    transactions.push(rows[0]?.xid ?? "");
    return Array.from({ length: limit }, () => 0);
  });
  assert.deepEqual([count, new Set(transactions).size], [3, 3]);
});

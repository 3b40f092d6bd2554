/** The file of a bill opens by its link for seven days, whole or in part, and by nothing else. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { after, describe, test } from "node:test";
import { AwsClient } from "aws4fetch";
import { startFauxqs } from "fauxqs";
import { newMember, openTestApp } from "../../../test/app.ts";
import { insertFetched } from "../../../test/fetched.ts";
import { FILE_BYTES, insertRecords } from "../../../test/records.ts";

const HOUR_MS = 3600 * 1000;
const SIZE = FILE_BYTES.byteLength;
const TAG = `"${createHash("sha256").update(FILE_BYTES).digest("hex")}"`;

const fake = await startFauxqs({ port: 0, logger: false });
let isFakeUp = true;
const stopFake = async () => {
  if (isFakeUp) await fake.stop();
  isFakeUp = false;
};
after(stopFake);
const BUCKET = {
  METERBOOK_S3_ENDPOINT: `http://127.0.0.1:${fake.port}`,
  METERBOOK_S3_BUCKET: "bills",
  METERBOOK_S3_ACCESS_KEY_ID: "test",
  METERBOOK_S3_SECRET_ACCESS_KEY: "test-secret",
  METERBOOK_S3_PREFIX: "meterbook",
};
const aws = new AwsClient({ accessKeyId: "test", secretAccessKey: "test-secret", service: "s3" });
await aws.fetch(`${BUCKET.METERBOOK_S3_ENDPOINT}/${BUCKET.METERBOOK_S3_BUCKET}`, { method: "PUT" });

/** A service with one bill, its files in the folder or in a bucket. */
async function openWithBill(settings: Record<string, string>) {
  const running = await openTestApp({ after }, settings);
  const member = await newMember(running, { name: "Files" });
  const ids = await insertRecords(running.app, { id: member.company_id, uuid: member.company_uuid });
  const linkOf = async () => {
    const bill = await member.send("GET", `/v1/utility_bills/${ids.bill_id}`);
    const { source } = bill.json<{ source: { format: string; expiring_link: string; expiresIn: string } }>();
    assert.deepEqual([source.format, source.expiresIn], ["pdf", "7d"]);
    return new URL(source.expiring_link).pathname;
  };
  const open = async (headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET", query = "") =>
    running.server.inject({ method, url: `${await linkOf()}${query}`, headers });
  /** One more document of the account, with its link. */
  const addFile = async (name: string, bytes: Buffer) => {
    const { app } = running;
    const { company_id, company_uuid } = member;
    const { utility_account_id, authorization_id } = ids;
    const account = { company_id, company_uuid, utility_account_id, authorization_id };
    const document_id = await insertFetched(app, account, { name, bytes });
    return { document_id, link: `/files/${app.links.signFileLink({ company_id, document_id })}` };
  };
  return { ...running, member, ids, linkOf, open, addFile };
}

const inFolder = await openWithBill({});
const inBucket = await openWithBill(BUCKET);

for (const [where, { open, app, server, addFile, logLines }] of Object.entries({
  "the folder": inFolder,
  "a bucket": inBucket,
})) {
  describe(`the file of a bill, kept in ${where}`, () => {
    test("opens by its link without a token, byte for byte, and is shown as what it is", async () => {
      const { statusCode, rawPayload, headers } = await open();
      assert.equal(statusCode, 200);
      assert.deepEqual(rawPayload, FILE_BYTES);
      assert.equal(headers["content-type"], "application/pdf");
      assert.equal(headers["content-length"], String(SIZE));
      assert.equal(headers["content-disposition"], `inline; filename="bill.pdf"; filename*=UTF-8''bill.pdf`);
      assert.equal(headers["accept-ranges"], "bytes");
      assert.equal(headers["etag"], TAG);
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.equal(headers["cache-control"], "private, no-cache");
      assert.equal(headers["referrer-policy"], "no-referrer");
    });

    const PARTS: [range: string, first: number, last: number][] = [
      ["bytes=0-3", 0, 3],
      ["bytes=5-", 5, SIZE - 1],
      ["bytes=-4", SIZE - 4, SIZE - 1],
      ["bytes=2-9999", 2, SIZE - 1],
      ["bytes=-9999", 0, SIZE - 1],
    ];
    for (const [range, first, last] of PARTS) {
      test(`is given in part for ${range}`, async () => {
        const { statusCode, rawPayload, headers } = await open({ range });
        assert.equal(statusCode, 206);
        assert.deepEqual(rawPayload, FILE_BYTES.subarray(first, last + 1));
        assert.equal(headers["content-range"], `bytes ${first}-${last}/${SIZE}`);
        assert.equal(headers["content-length"], String(last - first + 1));
        assert.equal(headers["etag"], TAG);
      });
    }

    test("has no part past its end", async () => {
      for (const range of [`bytes=${SIZE}-`, "bytes=-0", "bytes=999999-1000000"]) {
        const { statusCode, headers, body } = await open({ range });
        assert.equal(statusCode, 416, range);
        assert.equal(headers["content-range"], `bytes */${SIZE}`);
        assert.match(String(headers["content-type"]), /problem\+json/);
        assert.match(body, /range-not-satisfiable/);
      }
    });

    test("is given whole where a range means nothing, or several are asked for", async () => {
      for (const range of ["bytes=0-1,3-4", "bytes=9-2", "pages=1-2", "bytes=x-"]) {
        const { statusCode, rawPayload, headers } = await open({ range });
        assert.equal(statusCode, 200, range);
        assert.deepEqual(rawPayload, FILE_BYTES);
        assert.equal(headers["content-range"], undefined);
      }
    });

    test("is given in part under If-Range only while it is the very same file", async () => {
      const range = "bytes=0-3";
      assert.equal((await open({ range, "if-range": TAG })).statusCode, 206);
      for (const other of ['"another"', `W/${TAG}`, "Sat, 21 Nov 2026 10:00:00 GMT"])
        assert.equal((await open({ range, "if-range": other })).statusCode, 200, other);
    });

    test("is not sent again to a client that has it", async () => {
      for (const known of [TAG, `W/${TAG}`, `"x", ${TAG}`, "*"]) {
        const answer = await open({ "if-none-match": known, range: "bytes=0-3" });
        assert.deepEqual([answer.statusCode, answer.body, answer.headers["etag"]], [304, "", TAG], known);
      }
      assert.equal((await open({ "if-none-match": '"another"' })).statusCode, 200);
    });

    test("by HEAD has everything except the bytes", async () => {
      const { statusCode, body, headers } = await open({ range: "bytes=0-3" }, "HEAD");
      assert.deepEqual([statusCode, body], [200, ""]);
      assert.equal(headers["content-length"], String(SIZE));
      assert.equal(headers["content-type"], "application/pdf");
      assert.equal(headers["accept-ranges"], "bytes");
      assert.equal(headers["etag"], TAG);
      assert.equal((await open({ "if-none-match": TAG }, "HEAD")).statusCode, 304);
    });

    test("is saved rather than shown when the link says so", async () => {
      const { headers } = await open({}, "GET", "?download=1");
      assert.match(String(headers["content-disposition"]), /^attachment; filename="bill\.pdf"/);
    });

    test("may be abandoned midway: the next request is served, and no error is logged", async () => {
      const bytes = randomBytes(8_000_000);
      const { link } = await addFile("large.pdf", bytes);
      const address = await server.listen({ host: "127.0.0.1", port: 0 });
      for (let time = 0; time < 3; time += 1) {
        const leaving = new AbortController();
        const answer = await fetch(`${address}${link}`, { signal: leaving.signal });
        const reader = answer.body?.getReader();
        assert.ok((await reader?.read())?.value);
        leaving.abort();
        await assert.rejects(async () => {
          while ((await reader?.read())?.done === false);
        });
      }
      const whole = await fetch(`${address}${link}`);
      assert.ok(bytes.equals(Buffer.from(await whole.arrayBuffer())));
      assert.deepEqual(
        logLines.filter((line) => /"level":"(error|fatal)"|request failed/.test(line)),
        [],
      );
    });

    test("that is lost is reported as gone, and logged for the operator", async () => {
      const { files } = app;
      const sha256 = createHash("sha256").update(FILE_BYTES).digest();
      const { uuid } = await app.db
        .selectFrom("companies")
        .select("uuid")
        .where("name", "=", "Files")
        .executeTakeFirstOrThrow();
      await files.remove(uuid, sha256);
      for (const method of ["GET", "HEAD"] as const) assert.equal((await open({}, method)).statusCode, 404);
      await files.put(uuid, FILE_BYTES);
      assert.equal((await open()).statusCode, 200);
    });
  });
}

describe("the link to a file", () => {
  const { app, server, member, ids, linkOf, open, addFile, passMs } = inFolder;

  test("does not open when it was changed or made for something else", async () => {
    const link = await linkOf();
    const [start = "", ...rest] = link.split(".");
    const changed = [`${start}9`, ...rest].join(".");
    const form = app.links.sign("form", [member.company_id, ids.document_id], null);
    for (const tried of [changed, `${link}x`, link.slice(0, -1), `/files/${form}`, "/files/nonsense"])
      assert.equal((await server.inject(tried)).statusCode, 403, tried);
  });

  test("is the same text within an hour, so that the tag of a bill holds", async () => {
    const url = `/v1/utility_bills/${ids.bill_id}`;
    // From the middle of an hour of the service, so that a full hour does not fall between.
    passMs(HOUR_MS - (app.now() % HOUR_MS) + HOUR_MS / 2);
    const { headers } = await member.send("GET", url);
    passMs(HOUR_MS / 4);
    const again = await member.send("GET", url, undefined, { "if-none-match": String(headers["etag"]) });
    assert.equal(again.statusCode, 304);
  });

  const NAMED: [format: string, name: string, type: string, disposition: string][] = [
    ["html", "a\u202eb.html", "text/html", `attachment; filename="ab.html"; filename*=UTF-8''ab.html`],
    ["csv", "März.csv", "text/csv", `attachment; filename="Marz.csv"; filename*=UTF-8''M%C3%A4rz.csv`],
    ["other", "x.svg", "application/octet-stream", `attachment; filename="x.svg"; filename*=UTF-8''x.svg`],
  ];
  for (const [format, name, type, disposition] of NAMED) {
    test(`of a ${format} file offers it for saving under its true name, and lets it do nothing`, async () => {
      await app.db.updateTable("files").set({ format }).execute();
      await app.db.updateTable("documents").set({ name }).execute();
      const { headers } = await open();
      assert.equal(headers["content-disposition"], disposition);
      assert.equal(headers["content-type"], type);
      assert.match(String(headers["content-security-policy"]), /^sandbox; default-src 'none'/);
      assert.equal(headers["x-content-type-options"], "nosniff");
      await app.db.updateTable("files").set({ format: "pdf" }).execute();
    });
  }

  test("works for 7 days and no more than an hour longer", async () => {
    const link = await linkOf();
    passMs(7 * 24 * HOUR_MS);
    assert.equal((await server.inject(link)).statusCode, 200);
    passMs(HOUR_MS);
    const late = await server.inject(link);
    assert.equal(late.statusCode, 403);
    assert.match(late.body, /expired/);
  });

  test("dies with the document", async () => {
    const { document_id, link } = await addFile("other.pdf", FILE_BYTES);
    assert.equal((await server.inject(link)).statusCode, 200);
    await app.db.deleteFrom("documents").where("id", "=", document_id).execute();
    assert.equal((await server.inject(link)).statusCode, 404);
  });

  test("dies with its company", async () => {
    const other = await newMember(inFolder, { name: "Leaving" });
    const company = { id: other.company_id, uuid: other.company_uuid };
    const { document_id } = await insertRecords(app, company);
    const link = `/files/${app.links.signFileLink({ company_id: company.id, document_id })}`;
    assert.equal((await server.inject(link)).statusCode, 200);
    await app.db.deleteFrom("companies").where("id", "=", company.id).execute();
    assert.equal((await server.inject(link)).statusCode, 404);
  });
});

test("a file that its store breaks off midway is cut off, and the error is in the log", async () => {
  let bytesLeft = Infinity;
  const front = createServer((client) => {
    const bucket = connect(fake.port, "127.0.0.1");
    client.on("error", () => bucket.destroy()).pipe(bucket);
    bucket.on("error", () => {}).on("end", () => client.end());
    bucket.on("data", (bytes) => {
      bytesLeft -= bytes.length;
      client.write(bytes);
      if (bytesLeft < 0) client.destroy();
    });
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  const { port } = front.address() as AddressInfo;
  const { addFile, server, logLines } = await openWithBill({
    ...BUCKET,
    METERBOOK_S3_ENDPOINT: `http://127.0.0.1:${port}`,
  });
  const { link } = await addFile("large.pdf", randomBytes(1_000_000));
  const address = await server.listen({ host: "127.0.0.1", port: 0 });
  bytesLeft = 500_000;
  const answer = await fetch(`${address}${link}`);
  assert.equal(answer.status, 200, "the first part was sent already");
  await assert.rejects(answer.arrayBuffer());
  front.close();
  assert.match(logLines.join(""), /large\.pdf.*a file was cut off by an error/s);
});

describe("while the bucket is away", () => {
  const { linkOf, server, logLines } = inBucket;

  test("a file is said to be unavailable for now, the service not to be ready, and the rest is answered", async () => {
    const link = await linkOf();
    await stopFake();
    const answer = await server.inject(link);
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.headers["retry-after"], "5");
    assert.match(String(answer.headers["content-type"]), /problem\+json/);
    assert.equal((await server.inject({ method: "HEAD", url: link })).statusCode, 503);
    const ready = await server.inject("/readyz");
    assert.equal(ready.statusCode, 503);
    assert.deepEqual(ready.json<{ parts: object }>().parts, {
      database: "ok",
      migrations: "ok",
      root_key: "ok",
      files: "failed",
    });
    assert.ok(await linkOf());
    assert.ok(logLines.some((line) => line.includes("cannot be reached")));
    assert.ok(!logLines.some((line) => line.includes("test-secret")));
  });
});

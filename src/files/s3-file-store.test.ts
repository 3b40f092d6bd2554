/**
 * An S3 store stores files like a folder; unavailability, slowness and refusals are reported as such, and temporary failures
 * are retried.
 */
import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { after, describe, test } from "node:test";
import { AwsClient } from "aws4fetch";
import { startFauxqs } from "fauxqs";
import { describeFileStore } from "../../test/file-store.ts";
import { serve } from "../../test/outbound.ts";
import { scrub } from "../log.ts";
import { FileStoreError, sha256Of } from "./file-store.ts";
import { openS3Store, type S3StoreOptions } from "./s3-file-store.ts";
import { openS3KeyStore } from "./s3-key-store.ts";
import { isStorageFull } from "../store/storage-full.ts";

/** A store whose connections close with the test file. */
function storeOf(options: S3StoreOptions) {
  const files = openS3Store(options);
  after(() => files.close());
  return files;
}

async function createBucket({ endpoint, bucket, ...keys }: S3StoreOptions): Promise<void> {
  const { status } = await new AwsClient({ ...keys, service: "s3", retries: 3 }).fetch(`${endpoint}/${bucket}`, {
    method: "PUT",
  });
  assert.ok(status === 200 || status === 409, `the bucket could not be made: ${status}`);
}

const isAway = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof FileStoreError, String(error));
  assert.match(error.message, pattern);
  return true;
};

const fake = await startFauxqs({ port: 0, logger: false });
after(() => fake.stop());
const local: S3StoreOptions = {
  endpoint: `http://127.0.0.1:${fake.port}`,
  region: "us-east-1",
  bucket: "bills",
  accessKeyId: "test",
  secretAccessKey: "test-secret",
  prefix: null,
};
await createBucket(local);
/** The largest size it accepts. */
const IN_HERE = { isApart: false, largeMib: 10 };
describeFileStore("an S3 store of this process", storeOf(local), IN_HERE);
describeFileStore("a shared bucket", storeOf({ ...local, prefix: "meterbook/files" }), IN_HERE);

const { METERBOOK_TEST_S3_ENDPOINT: endpoint, ...given } = process.env;
if (endpoint === undefined) {
  test("files in a given S3 store", { skip: "METERBOOK_TEST_S3_ENDPOINT names none" }, () => {});
} else {
  const real: S3StoreOptions = {
    endpoint,
    region: given["METERBOOK_TEST_S3_REGION"] ?? "us-east-1",
    bucket: given["METERBOOK_TEST_S3_BUCKET"] ?? "meterbook-test",
    accessKeyId: given["METERBOOK_TEST_S3_ACCESS_KEY_ID"] ?? "",
    secretAccessKey: given["METERBOOK_TEST_S3_SECRET_ACCESS_KEY"] ?? "",
    prefix: "meterbook",
  };
  await createBucket(real);
  describeFileStore(`the S3 store at ${new URL(endpoint).host}`, storeOf(real), { isApart: true });

  test("a given S3 store refuses a wrong secret and a key it does not know", async () => {
    for (const wrong of [{ secretAccessKey: randomUUID() }, { accessKeyId: "nobody" }]) {
      const files = storeOf({ ...real, ...wrong });
      await assert.rejects(files.put(randomUUID(), Buffer.from("x")), isAway(/answered 403 \w+$/));
      await assert.rejects(files.check(), isAway(/answered 403 \w+$/));
      await assert.rejects(files.size(randomUUID(), Buffer.alloc(32)), isAway(/answered 403$/));
    }
  });

  test("a given S3 store refuses bytes that are not those that were signed", async () => {
    const { endpoint: at, bucket, accessKeyId, secretAccessKey, region } = real;
    const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });
    const answer = await client.fetch(`${at}/${bucket}/tampered`, {
      method: "PUT",
      body: "other bytes",
      headers: { "x-amz-content-sha256": sha256Of(Buffer.from("these bytes")).toString("hex") },
    });
    assert.equal(answer.status, 400);
  });

  test("a given S3 store without the bucket says so", async () => {
    const files = storeOf({ ...real, bucket: `none-${randomUUID()}` });
    await assert.rejects(files.checkWriting(), isAway(/answered 404 NoSuchBucket/));
    await assert.rejects(files.check(), isAway(/answered 404 NoSuchBucket/));
  });
}

/** A store on a server with arbitrary behavior. */
async function storeAt(listener: RequestListener, options: Partial<S3StoreOptions> = {}) {
  const { origin, sockets } = await serve(createServer(listener));
  return { files: storeOf({ ...local, endpoint: origin, ...options }), sockets };
}

describe("an S3 store in trouble", () => {
  const sha256 = Buffer.alloc(32, 5);

  test("is retried when it is overloaded, and gets all bytes again", async () => {
    const sizes: number[] = [];
    const { files } = await storeAt((request, response) => {
      let size = 0;
      request.on("data", (chunk: Buffer) => (size += chunk.byteLength));
      request.on("end", () => {
        sizes.push(size);
        response.writeHead(sizes.length < 3 ? 503 : 200).end();
      });
    });
    await files.put("company", randomBytes(200_000));
    assert.deepEqual(sizes, [200_000, 200_000, 200_000]);
  });

  test("is tried at most three times, and only once by a check", async () => {
    let asked = 0;
    const { files } = await storeAt((_request, response) => {
      asked += 1;
      response.writeHead(500).end("<Error><Code>InternalError</Code></Error>");
    });
    await assert.rejects(files.get("company", sha256), isAway(/answered 500 InternalError$/));
    assert.equal(asked, 3);
    await assert.rejects(files.check(), isAway(/answered 500/));
    assert.equal(asked, 4);
  });

  test("is full when it says that it has no room, by its status or in words", async () => {
    for (const [status, word] of [
      [507, "Anything"],
      [400, "XMinioStorageFull"],
    ] as const) {
      const { files } = await storeAt((request, response) => {
        request.resume();
        request.on("end", () => response.writeHead(status).end(`<Error><Code>${word}</Code></Error>`));
      });
      await assert.rejects(files.put("company", randomBytes(10)), isStorageFull);
    }
  });

  test("is not retried when it refuses", async () => {
    let asked = 0;
    const { files } = await storeAt((_request, response) => {
      asked += 1;
      response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
    });
    await assert.rejects(files.stream("company", sha256), isAway(/answered 403 AccessDenied$/));
    assert.equal(asked, 1);
  });

  test("is unavailable without a listener", async () => {
    const gone = await startFauxqs({ port: 0, logger: false });
    const options = { ...local, endpoint: `http://127.0.0.1:${gone.port}` };
    await createBucket(options);
    const files = storeOf(options);
    const kept = await files.put("company", Buffer.from("a bill"));
    await gone.stop();
    await assert.rejects(files.put("company", Buffer.from("another")), isAway(/cannot be reached/));
    await assert.rejects(files.get("company", kept), isAway(/cannot be reached/));
    await assert.rejects(files.stream("company", kept), isAway(/cannot be reached/));
    await assert.rejects(files.size("company", kept), isAway(/cannot be reached/));
  });

  test("is unavailable when it does not answer", async () => {
    const { files, sockets } = await storeAt(() => {}, { silenceMs: 200 });
    await assert.rejects(files.get("company", sha256), isAway(/cannot be reached \(UND_ERR_HEADERS_TIMEOUT\)/));
    assert.equal(sockets.length, 3);
  });

  test("that does not answer times out after seconds while a lock is held", { timeout: 8000 }, async () => {
    const { files } = await storeAt(() => {});
    const keys = openS3KeyStore({ ...local, endpoint: (await serve(createServer(() => {}))).origin });
    after(() => keys.close());
    await Promise.all([
      assert.rejects(files.size("company", sha256, { underLock: true }), isAway(/no answer in time/)),
      assert.rejects(files.remove("company", sha256), isAway(/no answer in time/)),
      assert.rejects(keys.destroy(randomUUID()), isAway(/no answer in time/)),
    ]);
  });

  test("is unavailable when it breaks off in the middle of a file", async () => {
    const { files } = await storeAt((_request, response) => {
      response.writeHead(200, { "content-length": 1000 }).write("half of it");
      setImmediate(() => response.destroy());
    });
    await assert.rejects(files.get("company", sha256), isAway(/broke off/));
  });

  test("that answers a range with the whole file is not accepted", async () => {
    const { files } = await storeAt((_request, response) => void response.end("all of it"));
    await assert.rejects(files.stream("company", sha256, { first: 1, last: 2 }), isAway(/no parts/));
  });

  test("gets signed requests, and its secret never appears in a request or a log", async () => {
    const seen: string[] = [];
    const { files } = await storeAt((request, response) => {
      seen.push(JSON.stringify(request.headers), request.url ?? "");
      response.writeHead(200).end();
    });
    await files.put("company", Buffer.from("x"));
    assert.match(seen.join(), /AWS4-HMAC-SHA256 Credential=test\//);
    assert.doesNotMatch(seen.join(), /test-secret/);
    assert.equal(scrub("opened with test-secret"), "opened with [hidden]");
  });
});

import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, open as openFile, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { after, describe, test } from "node:test";
import { AwsClient } from "aws4fetch";
import { startFauxqs } from "fauxqs";
import { local, outboundOf, serve } from "../../test/outbound.ts";
import type { RunDetail } from "../records/data-delivery.ts";
import type { Destination } from "../records/delivery-destination.ts";
import { failsAs, fileOf } from "./destinations.fixtures.ts";
import { openBucket } from "./s3.ts";

type Bucket = Extract<Destination, { kind: "s3" }>;
const NEVER = new AbortController().signal;
const SECRET = "test-secret-of-a-bucket";

const fake = await startFauxqs({ port: 0, logger: false });
after(() => fake.stop());
const endpoint = `http://127.0.0.1:${fake.port}`;
const bucket: Bucket = {
  kind: "s3",
  endpoint,
  region: "us-east-1",
  bucket: "deliveries",
  prefix: null,
  access_key_id: "test",
};
const client = new AwsClient({ accessKeyId: "test", secretAccessKey: SECRET, service: "s3", region: "us-east-1" });
await client.fetch(`${endpoint}/deliveries`, { method: "PUT" });

const kept = async (key: string): Promise<Buffer | null> => {
  const answer = await client.fetch(`${endpoint}/deliveries/${key}`);
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : null;
};

describe("a bucket", () => {
  test("gets a file under its prefix and name, replacing an existing one", async () => {
    for (const prefix of [null, "meterbook/out"]) {
      const door = openBucket(local, { ...bucket, prefix }, SECRET);
      for (const bytes of [randomBytes(90_000), randomBytes(100), Buffer.alloc(0)]) {
        await door.send(fileOf("bills-2026-10.csv", bytes), NEVER);
        assert.ok(
          bytes.equals((await kept(`${prefix === null ? "" : `${prefix}/`}bills-2026-10.csv`)) ?? Buffer.from("?")),
        );
      }
    }
  });

  test("gets a large file in parts, with at most one part in memory", async () => {
    const seen: { method: string; bytes: number }[] = [];
    const counting: Pick<typeof local, "fetch"> = {
      fetch(url, request) {
        seen.push({
          method: `${request.method} ${new URL(url).search.replace(/uploadId=[^&]+/, "uploadId")}`,
          bytes: request.body?.length ?? 0,
        });
        return local.fetch(url, request);
      },
    };
    const bytes = randomBytes(5 * 1024 * 1024 * 2 + 12_345);
    const door = openBucket(counting, bucket, SECRET, { partBytes: 5 * 1024 * 1024 });
    await door.send(fileOf("large.csv", bytes), NEVER);
    const got = (await kept("large.csv")) ?? Buffer.alloc(0);
    assert.equal(createHash("sha256").update(got).digest("hex"), createHash("sha256").update(bytes).digest("hex"));
    assert.deepEqual(
      seen.map(({ method }) => method),
      [
        "POST ?uploads=",
        "PUT ?partNumber=1&uploadId",
        "PUT ?partNumber=2&uploadId",
        "PUT ?partNumber=3&uploadId",
        "POST ?uploadId",
      ],
    );
    assert.ok(seen.every((request) => request.bytes <= 5 * 1024 * 1024));
  });

  test("that does not exist is reported as such", async () => {
    const door = openBucket(local, { ...bucket, bucket: "no-such-bucket" }, SECRET);
    await assert.rejects(door.send(fileOf("a.csv", Buffer.from("x")), NEVER), failsAs("no_such_place"));
    await assert.rejects(door.test(NEVER), failsAs("no_such_place"));
  });

  test("is written and cleaned by a test", async () => {
    await openBucket(local, bucket, SECRET).test(NEVER);
    assert.equal(await kept("meterbook-test.txt"), null);
  });

  test("of this machine is out of reach unless that is allowed, as are private networks", async () => {
    const shut = outboundOf();
    await assert.rejects(openBucket(shut, bucket, SECRET).test(NEVER), failsAs("refused_address"));
    for (const host of ["169.254.169.254", "10.0.0.1", "0x7f.1"])
      await assert.rejects(
        openBucket(shut, { ...bucket, endpoint: `http://${host}` }, SECRET).test(NEVER),
        failsAs("refused_address"),
      );
  });
});

/** A bucket on a server with arbitrary behavior. */
async function bucketAt(listener: RequestListener) {
  const { origin } = await serve(createServer(listener));
  return openBucket(local, { ...bucket, endpoint: origin }, SECRET, { partBytes: 1000 });
}

const saying =
  (status: number, code: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status).end(`<Error><Code>${code}</Code><Message>something</Message></Error>`);

describe("a bucket in trouble", () => {
  test("gives a failure by who must act", async () => {
    const cases: [number, string, RunDetail][] = [
      [403, "InvalidAccessKeyId", "wrong_credentials"],
      [403, "SignatureDoesNotMatch", "wrong_credentials"],
      [403, "AccessDenied", "not_allowed"],
      [404, "NoSuchBucket", "no_such_place"],
      [301, "PermanentRedirect", "no_such_place"],
      [400, "AuthorizationHeaderMalformed", "no_such_place"],
      [503, "SlowDown", "busy"],
      [500, "InternalError", "busy"],
      [507, "InsufficientStorage", "refused"],
      [200, "InternalError", "busy"],
    ];
    for (const [status, code, detail] of cases) {
      const door = await bucketAt(saying(status, code));
      await assert.rejects(door.send(fileOf("a.csv", Buffer.from("x")), NEVER), failsAs(detail), `${status} ${code}`);
    }
  });

  test("loses the parts of an incomplete file", async () => {
    const asked: string[] = [];
    const door = await bucketAt((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      request.resume().on("end", () => {
        if (request.method === "POST" && request.url?.endsWith("?uploads=") === true)
          return void response.end("<R><UploadId>u1</UploadId></R>");
        if (request.url?.includes("partNumber=2") === true) return void response.writeHead(503).end();
        return void response.writeHead(200, { etag: '"e"' }).end();
      });
    });
    await assert.rejects(door.send(fileOf("a.csv", randomBytes(5000)), NEVER), failsAs("busy"));
    assert.equal(asked.at(-1), "DELETE /deliveries/a.csv?uploadId=u1");
  });

  test("that refuses to begin leaves no file of ours open", async () => {
    const folder = await mkdtemp(join(tmpdir(), "meterbook-s3-"));
    after(() => rm(folder, { recursive: true }));
    const path = join(folder, "a.csv");
    await writeFile(path, randomBytes(5000));
    const opened: Readable[] = [];
    const open = async () => {
      const stream = (await openFile(path)).createReadStream();
      opened.push(stream);
      return stream;
    };
    const door = await bucketAt(saying(503, "SlowDown"));
    await assert.rejects(door.send({ name: "a.csv", bytes: 5000, open }, NEVER), failsAs("busy"));
    assert.deepEqual(
      opened.filter((stream) => !stream.destroyed),
      [],
    );
  });

  test("that breaks off before it confirms the joined file has not delivered it", async () => {
    for (const said of ["", "  ", "<CompleteMultipartUploadResult><Location>x</Loc"]) {
      const door = await bucketAt((request, response) => {
        request.resume().on("end", () => {
          if (request.method === "POST" && request.url?.endsWith("?uploads=") === true)
            return void response.end("<R><UploadId>u1</UploadId></R>");
          if (request.method !== "POST") return void response.writeHead(200, { etag: '"e"' }).end();
          // The status comes first and the result later, as from stores that take long to join the parts.
          return void response.writeHead(200).write(said === "" ? "\n" : said, () => response.destroy());
        });
      });
      await assert.rejects(door.send(fileOf("a.csv", randomBytes(5000)), NEVER), failsAs("busy"), `said ${said}`);
    }
  });

  test("does not get a file of which our own store has only a part", async () => {
    let asked = 0;
    const door = await bucketAt((_request, response) => void response.writeHead(200, { n: (asked += 1) }).end());
    const half = { ...fileOf("a.csv", Buffer.from("half")), bytes: 8 };
    await assert.rejects(door.send(half, NEVER), /4 of 8 bytes/);
    assert.equal(asked, 0);
  });

  test("that is missing or breaks off is unreachable", async () => {
    const door = await bucketAt((request) => void request.socket.destroy());
    await assert.rejects(door.test(NEVER), failsAs("unreachable"));
    const gone = openBucket(local, { ...bucket, endpoint: "http://127.0.0.1:9" }, SECRET);
    await assert.rejects(gone.test(NEVER), failsAs("refused_address"), "a system port");
  });

  test("gets signed requests that never contain its secret", async () => {
    const seen: string[] = [];
    const door = await bucketAt((request, response) => {
      seen.push(JSON.stringify(request.headers), request.url ?? "");
      response.writeHead(200).end();
    });
    await door.test(NEVER);
    assert.match(seen.join(), /AWS4-HMAC-SHA256 Credential=test\//);
    assert.doesNotMatch(seen.join(), new RegExp(SECRET));
  });

  test("that allows writing but not deleting is accepted", async () => {
    const door = await bucketAt((request, response) => {
      if (request.method === "DELETE") return saying(403, "AccessDenied")(request, response);
      return void response.writeHead(200).end();
    });
    await door.test(NEVER);
  });
});

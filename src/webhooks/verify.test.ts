import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { sharedMaterial } from "../../test/shared.ts";
import * as fc from "fast-check";
import { eventData } from "./payload.ts";
import { envelope, newWebhookSecret, standardHeaders } from "./signature.ts";
import { verifyEnvelope } from "./verify.ts";
import { verifyStandard } from "../../test/standard-webhooks.ts";

const { path: vectors, skip } = sharedMaterial("data/vectors/standard_webhooks_vectors.json");
const secret = newWebhookSecret();
const data = eventData("bill.created", [1, 2, 3]);
const body = envelope({ data, nonce: "1700000000000", secret, payloadFormat: "both" });

test("a body of the service is accepted, also with other white space", () => {
  assert.equal(verifyEnvelope(body, secret), true);
  assert.equal(verifyEnvelope(JSON.stringify(JSON.parse(body), null, 2), secret), true);
});

test("the receiver of the guide gives the signed data of a genuine and fresh notification, and nothing else", async () => {
  const guide = readFileSync(join(import.meta.dirname, "../../docs/receive-webhooks.md"), "utf8");
  const [, code = ""] = /```js\n(import [\s\S]*?)```/.exec(guide) ?? [];
  const file = join(mkdtempSync(join(tmpdir(), "meterbook-guide-")), "guide.mjs");
  after(() => rmSync(dirname(file), { recursive: true }));
  // The package can be imported by its name only from there.
  writeFileSync(file, code.replace('"hash-wasm"', JSON.stringify(import.meta.resolve("hash-wasm"))));
  type Reader = (body: string, secret: string, now: number) => Promise<unknown>;
  const { readNotification: read } = (await import(pathToFileURL(file).href)) as { readNotification: Reader };
  const now = 1_700_000_000_000;
  assert.deepEqual(await read(body, secret, now), data);
  const forged = JSON.stringify({ ...JSON.parse(body), utility_bill_ids: [9] });
  assert.deepEqual(await read(forged, secret, now), data, "not the fields next to the data");
  assert.equal(await read(body.replaceAll("[1,2,3]", "[9]"), secret, now), null);
  assert.equal(await read(body, newWebhookSecret(), now), null);
  for (const minutes of [-6, 6]) assert.equal(await read(body, secret, now + minutes * 60_000), null);
});

test("another secret is not", () => {
  assert.equal(verifyEnvelope(body, newWebhookSecret()), false);
});

test("a change of any letter of the signed part is detected", () => {
  const envelopeBody = envelope({ data, nonce: "1700000000000", secret, payloadFormat: "envelope" });
  fc.assert(
    fc.property(fc.nat({ max: envelopeBody.length - 1 }), fc.string({ minLength: 1, maxLength: 1 }), (at, letter) => {
      const changed = envelopeBody.slice(0, at) + letter + envelopeBody.slice(at + 1);
      fc.pre(changed !== envelopeBody);
      assert.equal(verifyEnvelope(changed, secret), false);
    }),
    { numRuns: 500 },
  );
});

test("a body that is not an envelope is refused without an exception", () => {
  const signed = JSON.parse(body);
  const bodies = ["", "nonsense", "null", "7", "[]", "{}", '"text"'];
  for (const field of ["data", "nonce", "svc_webhook_signature"])
    bodies.push(JSON.stringify({ ...signed, [field]: undefined }));
  bodies.push(
    JSON.stringify({ ...signed, svc_webhook_signature: 7 }),
    JSON.stringify({ ...signed, svc_webhook_signature: "" }),
  );
  for (const one of bodies) assert.equal(verifyEnvelope(one, secret), false, one);
});

interface VerifyCase {
  name: string;
  secret?: string;
  omit_header?: string;
  signature_header: string | null;
  now_offset_seconds: number;
  valid: boolean;
}

test("Standard Webhooks verification agrees with its own libraries", { skip }, () => {
  const file = JSON.parse(readFileSync(vectors, "utf8"));
  const [signed] = file.sign;
  const cases: VerifyCase[] = file.verify_with_sign_case_0;
  assert.equal(cases.length, 13);
  for (const one of cases) {
    const headers: Record<string, string | undefined> = {
      "webhook-id": signed.id,
      "webhook-timestamp": String(signed.timestamp),
      "webhook-signature": one.signature_header ?? undefined,
    };
    if (one.omit_header) delete headers[one.omit_header];
    const nowS = signed.timestamp + one.now_offset_seconds;
    const verdict = verifyStandard({ headers, body: signed.payload, secret: one.secret ?? signed.secret, nowS });
    assert.equal(verdict, one.valid, one.name);
  }
  for (const timestamp of file.reject_to_sign_timestamps) {
    const headers = { "webhook-id": "m", "webhook-timestamp": timestamp, "webhook-signature": "v1,x" };
    assert.equal(verifyStandard({ headers, body: "", secret, nowS: 0 }), false, timestamp);
  }
});

test("during a rotation a receiver with either secret accepts, one with neither does not", () => {
  const old = newWebhookSecret();
  const headers = standardHeaders({ messageId: "m", timestamp: 1000, body, secrets: [secret, old] });
  for (const one of [secret, old]) assert.equal(verifyStandard({ headers, body, secret: one, nowS: 1100 }), true);
  assert.equal(verifyStandard({ headers, body, secret: newWebhookSecret(), nowS: 1100 }), false);
  assert.equal(verifyStandard({ headers, body: `${body} `, secret, nowS: 1100 }), false);
});

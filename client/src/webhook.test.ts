import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { sharedMaterial } from "../../test/shared.ts";
import * as fc from "fast-check";
import { blake3 } from "hash-wasm";
import { verifyWebhook, WebhookRefused, type RefusalReason, type WebhookEvent, type WebhookParts } from "./webhook.ts";

interface EnvelopeVector {
  name: string;
  secret: string;
  nonce: string;
  data: string;
  svc_webhook_signature: string;
}
interface StandardVector {
  name: string;
  secret: string;
  body: string;
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
}
// The file has this form; the tests below fail where it has not.
const vectors = JSON.parse(readFileSync(join(import.meta.dirname, "../test-vectors/webhooks.json"), "utf8")) as {
  envelope: EnvelopeVector[];
  standard: StandardVector[];
};

const bodyOf = ({ data, nonce, svc_webhook_signature }: EnvelopeVector) =>
  `{"event_type":"unsigned","data":${data},"nonce":"${nonce}","svc_webhook_signature":"${svc_webhook_signature}"}`;
const headersOf = (vector: StandardVector) => ({
  "webhook-id": vector["webhook-id"],
  "webhook-timestamp": vector["webhook-timestamp"],
  "webhook-signature": vector["webhook-signature"],
});

/** The refusal, or null for none. */
function refusal(parts: WebhookParts): RefusalReason | null {
  try {
    verifyWebhook(parts);
    return null;
  } catch (error) {
    assert.ok(error instanceof WebhookRefused, String(error));
    return error.reason;
  }
}

const [envelope] = vectors.envelope;
const [standard] = vectors.standard;
assert.ok(envelope !== undefined && standard !== undefined);
const now = Number(envelope.nonce);
const good = { body: bodyOf(envelope), secret: envelope.secret, now };
const event: WebhookEvent = { event_type: "bill.created", utility_bill_ids: [1, 2, 3] };

test("the vectors are what another BLAKE3 and another HMAC say", async () => {
  assert.ok(vectors.envelope.length >= 8 && vectors.standard.length >= 4);
  for (const { secret, nonce, data, svc_webhook_signature } of vectors.envelope)
    assert.equal(await blake3(`${secret}.${nonce}.${data}`), svc_webhook_signature);
  for (const { secret, body, ...headers } of vectors.standard) {
    const mac = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"));
    mac.update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
    assert.equal(`v1,${mac.digest("base64")}`, headers["webhook-signature"]);
  }
});

describe("the signature in the body", () => {
  test("is good over the data as they were received, text or bytes", () => {
    for (const vector of vectors.envelope) {
      const parts = { secret: vector.secret, now: Number(vector.nonce) };
      const expected = JSON.parse(vector.data);
      assert.deepEqual(verifyWebhook({ ...parts, body: bodyOf(vector) }), expected, vector.name);
      assert.deepEqual(verifyWebhook({ ...parts, body: Buffer.from(bodyOf(vector)) }), expected, vector.name);
    }
  });

  test("is good for a parsed or rewritten body too, as the service signs what JSON.stringify writes", () => {
    const parsed = JSON.parse(good.body);
    for (const body of [parsed, JSON.stringify(parsed, null, 2)])
      assert.deepEqual(verifyWebhook({ ...good, body }), event);
    assert.deepEqual(verifyWebhook({ ...good, body: { ...parsed, nonce: now } }), event);
  });

  test("returns the signed data, whatever else the body contains", () => {
    const twice = good.body.replace('"event_type":"unsigned"', '"data":{"event_type":"forged"},"utility_bill_ids":[9]');
    assert.deepEqual(verifyWebhook({ ...good, body: twice }), event);
    const last = good.body.replace(/\}$/, ',"data":{"event_type":"forged"}}');
    assert.equal(refusal({ ...good, body: last }), "wrong-signature");
  });

  test("is refused after any change", () => {
    const body = good.body.replace('"event_type":"unsigned",', "");
    fc.assert(
      fc.property(fc.nat({ max: body.length - 1 }), fc.string({ minLength: 1, maxLength: 1 }), (at, letter) => {
        const changed = body.slice(0, at) + letter + body.slice(at + 1);
        fc.pre(changed !== body);
        assert.notEqual(refusal({ ...good, body: changed }), null, changed);
      }),
      { numRuns: 1000 },
    );
  });

  test("is good with any of several secrets, and with no other", () => {
    assert.deepEqual(verifyWebhook({ ...good, secret: ["whsec_b3RoZXI=", envelope.secret] }), event);
    assert.equal(refusal({ ...good, secret: "whsec_b3RoZXI=" }), "wrong-signature");
  });

  test("is never good with a secret that is missing: a forgotten setting is no secret that can be guessed", async () => {
    const { data, nonce } = envelope;
    const forged = { ...envelope, svc_webhook_signature: await blake3(`undefined.${nonce}.${data}`) };
    // As a program without types would give them.
    const missing = [undefined, null, "", [], [undefined], [envelope.secret, ""]] as unknown as string[];
    for (const secret of missing)
      assert.throws(() => verifyWebhook({ ...good, secret, body: bodyOf(forged) }), TypeError, JSON.stringify(secret));
  });
});

describe("the signature in the headers", () => {
  test("is good over the whole body, under any writing of the header names", () => {
    for (const vector of vectors.standard) {
      const { secret, body } = vector;
      const parts = { secret, body, now: Number(vector["webhook-timestamp"]) * 1000 };
      const expected = JSON.parse(body).data ?? JSON.parse(body);
      const plain = headersOf(vector);
      const upper = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name.toUpperCase(), [value]]));
      for (const headers of [plain, upper, new Headers(plain)])
        assert.deepEqual(verifyWebhook({ ...parts, headers }), expected, vector.name);
      assert.deepEqual(verifyWebhook({ ...parts, headers: plain, body: Buffer.from(body) }), expected, vector.name);
    }
  });

  test("is refused after a change of the body, of a header, or for another secret", () => {
    const { secret, body } = standard;
    const parts = { secret, body, headers: headersOf(standard), now: Number(standard["webhook-timestamp"]) * 1000 };
    const changes: Partial<WebhookParts>[] = [
      { body: body.replace("[1,", "[4,") },
      { body: `${body} ` },
      { headers: { ...parts.headers, "webhook-id": "msg_9" } },
      { headers: { ...parts.headers, "webhook-timestamp": "1700000001" } },
      { headers: { ...parts.headers, "webhook-signature": "v1,AAAA v1a,AAAA" } },
      { secret: "whsec_b3RoZXI=" },
      { secret: "no base64 at all" },
    ];
    assert.equal(refusal(parts), null);
    for (const change of changes)
      assert.equal(refusal({ ...parts, ...change }), "wrong-signature", JSON.stringify(change));
  });

  test("is good beside others, as while a secret is being changed", () => {
    const signature = `v1,AAAA ${standard["webhook-signature"]}`;
    const headers = { ...headersOf(standard), "webhook-signature": signature };
    const { secret, body } = standard;
    assert.deepEqual(verifyWebhook({ secret, body, headers, now }), event);
  });

  test("is enough where the hash in the body was made with a newer secret, and the other way round", () => {
    const [old, fresh] = ["whsec_b2xkIHNlY3JldA==", envelope.secret];
    const mac = createHmac("sha256", "old secret").update(`m.1700000000.${good.body}`).digest("base64");
    const headers = { "webhook-id": "m", "webhook-timestamp": "1700000000", "webhook-signature": `v1,${mac}` };
    for (const secret of [old, fresh]) assert.deepEqual(verifyWebhook({ ...good, secret, headers }), event);
  });
});

const shared = sharedMaterial("data/vectors");
const withShared = { skip: shared.skip };
const readShared = (name: string) => JSON.parse(readFileSync(join(shared.path, name), "utf8"));

test("every vector of the specification's own signature is accepted", withShared, () => {
  const { cases } = readShared("svc_webhook_signature_vectors.json");
  assert.equal(cases.length, 12);
  for (const { name, secret, nonce, data_json, svc_webhook_signature } of cases) {
    const body = `{"data":${data_json},"nonce":"${nonce}","svc_webhook_signature":"${svc_webhook_signature}"}`;
    assert.deepEqual(verifyWebhook({ secret, body, now: Number(nonce) }), JSON.parse(data_json), name);
  }
});

test("Standard Webhooks verification says what its own libraries say", withShared, () => {
  const { sign, verify_with_sign_case_0: cases } = readShared("standard_webhooks_vectors.json");
  const [signed] = sign;
  assert.equal(cases.length, 13);
  for (const { name, secret = signed.secret, omit_header, signature_header, now_offset_seconds, valid } of cases) {
    const headers: Record<string, string> = {
      "webhook-id": signed.id,
      "webhook-timestamp": String(signed.timestamp),
      "webhook-signature": signature_header ?? "",
    };
    delete headers[omit_header];
    const at = (signed.timestamp + now_offset_seconds) * 1000;
    assert.equal(refusal({ secret, body: signed.payload, headers, now: at }) === null, valid, name);
  }
});

test("what was signed too long ago, or too far ahead, is refused", () => {
  const ages: [number, RefusalReason | null][] = [
    [300_000, null],
    [300_001, "stale"],
    [-300_000, null],
    [-300_001, "stale"],
  ];
  for (const [age, reason] of ages) {
    assert.equal(refusal({ ...good, now: now + age }), reason);
    const signed: WebhookParts = { secret: standard.secret, body: standard.body, headers: headersOf(standard) };
    assert.equal(refusal({ ...signed, now: now + age }), reason);
  }
  assert.equal(refusal({ ...good, now: now + 1000, toleranceMs: 999 }), "stale");
  assert.equal(refusal({ ...good, now: undefined }), "stale", "the clock is the real one by default");
});

test("a webhook without a signature, or with a foreign one, is refused without an exception", () => {
  const parts = { secret: envelope.secret, now };
  for (const body of ["", "nonsense", "null", "7", '"text"', Buffer.from([0xff])])
    assert.equal(refusal({ ...parts, body }), "malformed", String(body));
  const signed = JSON.parse(good.body);
  const unsigned = [{}, [], { ...signed, data: undefined }, { ...signed, nonce: "1e3" }, { ...signed, nonce: {} }];
  for (const body of [...unsigned, { ...signed, svc_webhook_signature: 7 }, "{}", "[]"])
    assert.equal(refusal({ ...parts, body }), "unsigned", JSON.stringify(body));
  const { svc_webhook_signature: signature } = envelope;
  for (const wrong of ["", `${signature}0`, signature.slice(0, -1), signature.toUpperCase()])
    assert.equal(refusal({ ...parts, body: { ...signed, svc_webhook_signature: wrong } }), "wrong-signature", wrong);
  assert.equal(refusal({ ...parts, body: standard.body, headers: { "webhook-id": "a" } }), "unsigned");
  const parsed = JSON.parse(standard.body);
  assert.equal(refusal({ ...parts, body: parsed, headers: headersOf(standard) }), "unsigned");
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sharedMaterial } from "../../test/shared.ts";
import { blake3 as nobleBlake3 } from "@noble/hashes/blake3.js";
import * as fc from "fast-check";
import { createBLAKE3 } from "hash-wasm";
import { EVENT_TYPES, PAYLOAD_FORMATS } from "../records/codes.ts";
import { eventData } from "./payload.ts";
import { dataText, envelope, newWebhookSecret, signData, signStandard, standardHeaders } from "./signature.ts";
import { verifyEnvelope } from "./verify.ts";

const { path: vectors, skip } = sharedMaterial("data/vectors");
const withVectors = { skip };
const readVectors = (name: string) => JSON.parse(readFileSync(join(vectors, name), "utf8"));
const noble = (text: string) => Buffer.from(nobleBlake3(new TextEncoder().encode(text))).toString("hex");

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const nonce = "1700000000000";
const data = eventData("bill.created", [3, 1, 2]);

test(
  "the library agrees with the vectors of the authors of BLAKE3, and with an independent library",
  withVectors,
  async () => {
    const file: {
      key: string;
      context_string: string;
      cases: { input_len: number; hash: string; keyed_hash: string; derive_key: string }[];
    } = readVectors("blake3_test_vectors.json");
    const plain = await createBLAKE3();
    const keyed = await createBLAKE3(256, file.key);
    const key = Buffer.from(file.key);
    assert.equal(file.cases.length, 35);
    for (const { input_len, hash, keyed_hash, derive_key } of file.cases) {
      const input = Buffer.from(Array.from({ length: input_len }, (_, at) => at % 251));
      const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
      assert.equal(plain.init().update(input).digest("hex"), hash.slice(0, 64), `${input_len} bytes`);
      assert.equal(keyed.init().update(input).digest("hex"), keyed_hash.slice(0, 64), `${input_len} bytes, keyed`);
      assert.equal(hex(nobleBlake3(input)), hash.slice(0, 64));
      assert.equal(hex(nobleBlake3(input, { key })), keyed_hash.slice(0, 64));
      assert.equal(hex(nobleBlake3(input, { context: Buffer.from(file.context_string) })), derive_key.slice(0, 64));
    }
  },
);

interface Case {
  name: string;
  secret: string;
  nonce: string;
  data_json: string;
  svc_webhook_signature: string;
}

test("the signature equals that of the published cases", withVectors, () => {
  const { cases }: { cases: Case[] } = readVectors("svc_webhook_signature_vectors.json");
  assert.equal(cases.length, 12);
  for (const one of cases) {
    const signature = signData({ secret: one.secret, nonce: one.nonce, dataText: one.data_json });
    assert.equal(signature, one.svc_webhook_signature, one.name);
  }
});

/** Calculated with b3sum and two libraries. */
const OWN_CASES: [string, string][] = [
  [
    '{"event_type":"bill.created","utility_bill_ids":[1,2,3]}',
    "c266fc2c5b34b614cdade4f29076ac2e3a5777a48496decdf402a08271291c66",
  ],
  [
    '{"event_type":"bill.created","utility_bill_ids":[9007199254740991]}',
    "1860ff7134f9e83af8ea69014e4f84e7bbbbd4d3672fa7e27f1b852d9ba83ea9",
  ],
];
test("the signature of an event is the hexadecimal BLAKE3 of secret, nonce and data, joined with dots", () => {
  for (const [text, signature] of OWN_CASES) assert.equal(signData({ secret, nonce, dataText: text }), signature);
  assert.equal(dataText(data), OWN_CASES[0]?.[0]);
});

test("any text is signed like by an independent library, over repeated calls", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 3000 }), (text) => {
      assert.equal(signData({ secret, nonce, dataText: text }), noble(`${secret}.${nonce}.${text}`));
    }),
  );
});

const events = fc
  .tuple(
    fc.constantFrom(...EVENT_TYPES),
    fc.array(
      fc.maxSafeNat().filter((id) => id > 0),
      { maxLength: 500 },
    ),
  )
  .map(([type, ids]) => eventData(type, ids));

test("the body contains exactly the signed text, and parses back to the data", () => {
  fc.assert(
    fc.property(events, fc.constantFrom("both", "envelope"), (event, payloadFormat) => {
      const body = envelope({ data: event, nonce, secret, payloadFormat });
      assert.ok(body.includes(`"data":${dataText(event)},"nonce":"${nonce}"`));
      const parsed = JSON.parse(body);
      assert.deepEqual(parsed.data, event);
      assert.equal(parsed.svc_webhook_signature, noble(`${secret}.${nonce}.${dataText(event)}`));
      assert.equal(JSON.stringify(parsed), body);
      assert.ok(verifyEnvelope(body, secret));
    }),
  );
});

test("each payload format has its members, in this order", () => {
  const bodies = PAYLOAD_FORMATS.map((payloadFormat) => envelope({ data, nonce, secret, payloadFormat }));
  assert.deepEqual(
    bodies.map((body) => Object.keys(JSON.parse(body))),
    [
      ["event_type", "utility_bill_ids", "data", "nonce", "svc_webhook_signature"],
      ["data", "nonce", "svc_webhook_signature"],
      ["event_type", "utility_bill_ids"],
    ],
  );
});

test("data that other languages may write differently is refused", () => {
  const wrong = [
    { event_type: "bill.cr\u00e9ated" },
    { utility_bill_ids: [1.5] },
    { utility_bill_ids: [2 ** 53] },
    { amount: 12.5 },
  ];
  // Such data needs a cast that bypasses the types.
  for (const one of wrong) assert.throws(() => dataText(one as never), TypeError);
});

test("keys are sorted, whatever their original order", () => {
  const shuffled = { utility_bill_ids: [1], event_type: "bill.created" } as const;
  assert.equal(
    dataText({ ...shuffled, utility_bill_ids: [1] }),
    '{"event_type":"bill.created","utility_bill_ids":[1]}',
  );
});

test("a secret with a dot and a nonce that is not a number are refused, without repeating the secret", () => {
  const wrong = { data, nonce, payloadFormat: "both" } as const;
  for (const bad of ["whsec_a.bcdefghijklmnopqrstuvwxyz0123456789", "whsec_", "", `${secret}\n`]) {
    assert.throws(
      () => envelope({ ...wrong, secret: bad }),
      (error) => error instanceof TypeError && (bad === "" || !error.message.includes(bad)),
    );
  }
  for (const bad of ["", "1.7", "-1", "now", "17000000000000000"]) {
    assert.throws(() => envelope({ ...wrong, secret, nonce: bad }), TypeError);
  }
});

interface SignCase {
  name: string;
  secret?: string;
  id: string;
  timestamp: number;
  payload: string;
  signature: string;
}

test("Standard Webhooks headers agree with its own libraries", withVectors, () => {
  const { sign }: { sign: SignCase[] } = readVectors("standard_webhooks_vectors.json");
  const symmetric = sign.filter((one) => one.secret !== undefined);
  assert.equal(symmetric.length, 2);
  for (const { secret: theirs = "", id, timestamp, payload, signature } of symmetric) {
    const headers = standardHeaders({ messageId: id, timestamp, body: payload, secrets: [theirs] });
    assert.deepEqual(headers, {
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signature,
    });
  }
});

test("a Standard Webhooks signature is the published one", () => {
  const content = 'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}';
  assert.equal(signStandard(secret, content), "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  assert.equal(signStandard(secret.slice("whsec_".length), content), "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

test("during a rotation both secrets sign, the new one first", () => {
  const old = newWebhookSecret();
  const of = (...secrets: string[]) =>
    standardHeaders({ messageId: "m", timestamp: 1, body: "{}", secrets })["webhook-signature"];
  assert.equal(of(secret, old), `${of(secret)} ${of(old)}`);
});

test("an empty secret and an invalid timestamp are refused", () => {
  for (const empty of ["", "whsec_"]) assert.throws(() => signStandard(empty, "x"), TypeError);
  for (const timestamp of [161426533.5, -161426533, Number.NaN]) {
    assert.throws(() => standardHeaders({ messageId: "m", timestamp, body: "", secrets: [secret] }), RangeError);
  }
});

test("new secrets have the right form, no dot, 32 bytes, and are never equal", () => {
  const secrets = Array.from({ length: 500 }, newWebhookSecret);
  for (const one of secrets) {
    assert.match(one, /^whsec_[A-Za-z0-9+/=_-]{32,88}$/);
    assert.equal(Buffer.from(one.slice(6), "base64").length, 32);
  }
  assert.equal(new Set(secrets).size, 500);
});

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { inspect } from "node:util";
import * as fc from "fast-check";
import { anyText } from "../../test/any-text.ts";
import { parseRootKey, RootKeyError } from "./root-key.ts";
import { SealError } from "./seal.ts";
import { createVault } from "./vault.ts";

const rootKey = (seed: string) => parseRootKey(createHash("sha256").update(seed).digest("base64"), "test key");
const vault = createVault({ current: rootKey("old"), previous: [] });
const wrapped = vault.newCompanyKey(1);
const company = vault.forCompany(1, wrapped);
const place = { recordType: "authorization", recordId: 5, field: "password" };

test("any text is restored unchanged: empty, long, with accents, zeros and emoji", () => {
  const texts = fc.oneof(anyText(), fc.string({ unit: "grapheme" }), fc.constant(""));
  fc.assert(fc.property(texts, (text) => assert.equal(company.open(place, company.seal(place, text)).reveal(), text)));
  for (const text of ["", "\u0000", "\uFEFFbom", "пароль", "密码", "👩‍🔧", "é", "e\u0301", "x".repeat(100_000)]) {
    assert.equal(company.open(place, company.seal(place, text)).reveal(), text);
  }
});

test("half a surrogate pair is refused rather than changed", () => {
  assert.throws(() => company.seal(place, "a\ud800"), RangeError);
});

test("an opened secret prints nothing of itself", () => {
  const opened = company.open(place, company.seal(place, "hunter2 hunter2"));
  assert.ok(!(inspect({ opened }) + JSON.stringify({ opened })).includes("hunter2"));
});

test("the vault and its keys print nothing of themselves", () => {
  const bytes = createHash("sha256").update("old").digest();
  const print = inspect({ vault, company, root: rootKey("old") }, { depth: null, showHidden: true });
  assert.ok(!print.includes(bytes.toString("hex")) && !print.includes(bytes.toString("base64")));
});

test("a field swapped with another of the same record stays closed", () => {
  const username = company.seal({ ...place, field: "username" }, "me@example.com");
  assert.throws(() => company.open(place, username), SealError);
});

test("a record of another company stays closed, under its own key and under ours", () => {
  const other = vault.forCompany(2, vault.newCompanyKey(2));
  const sealed = company.seal(place, "hunter2");
  assert.throws(() => other.open(place, sealed), SealError);
  assert.throws(() => company.open(place, other.seal(place, "hunter2")), SealError);
});

test("the key of one company is not accepted for another", () => {
  assert.throws(() => vault.forCompany(2, wrapped), SealError);
  assert.throws(() => vault.rewrapCompanyKey(2, wrapped), SealError);
});

test("a company's key does not open as a service secret or canary, nor the reverse", () => {
  assert.throws(() => vault.openService({ recordType: "company", recordId: 1, field: "key" }, wrapped), SealError);
  assert.throws(() => vault.forCompany(1, vault.canary()), SealError);
  assert.throws(() => vault.checkCanary(wrapped), RootKeyError);
});

test("company 0 is the service and cannot be used as a company", () => {
  for (const id of [0, -1, 1.5, Number.NaN, 2 ** 53]) assert.throws(() => vault.newCompanyKey(id), RangeError);
});

test("without the company's key none of its secrets open", () => {
  const sealed = company.seal(place, "hunter2");
  const renewed = vault.forCompany(1, vault.newCompanyKey(1));
  assert.throws(() => renewed.open(place, sealed), SealError);
});

test("a wrong root key is reported as such, with both fingerprints and what to do", () => {
  const stranger = createVault({ current: rootKey("stranger"), previous: [] });
  const refusal = (error: unknown) => {
    assert.ok(error instanceof RootKeyError);
    assert.ok(error.message.includes(vault.rootKeyId) && error.message.includes(stranger.rootKeyId));
    assert.match(error.message, /METERBOOK_ROOT_KEY/);
    return true;
  };
  assert.throws(() => stranger.checkCanary(vault.canary()), refusal);
  assert.throws(() => stranger.forCompany(1, wrapped), refusal);
  assert.throws(() => stranger.rewrapCompanyKey(1, wrapped), refusal);
});

test("the right root key passes the canary; a damaged canary is refused", () => {
  const canary = vault.canary();
  vault.checkCanary(canary);
  for (const bytes of [Buffer.alloc(0), canary.subarray(1), Buffer.concat([canary.subarray(0, -1), Buffer.of(0, 0)])]) {
    assert.throws(() => vault.checkCanary(bytes), RootKeyError);
  }
});

test("rotation: with two root keys everything opens, after the rewrap the old one is not needed, and data is unchanged", () => {
  const sealed = company.seal(place, "hunter2");
  const signing = { recordType: "service", recordId: 0, field: "jwt" };
  const service = vault.sealService(signing, "private key");

  const both = createVault({ current: rootKey("new"), previous: [rootKey("old")] });
  both.checkCanary(vault.canary());
  assert.equal(both.forCompany(1, wrapped).open(place, sealed).reveal(), "hunter2");
  const rewrapped = both.rewrapCompanyKey(1, wrapped);
  const serviceAgain = both.rewrapService(signing, service);

  const after = createVault({ current: rootKey("new"), previous: [] });
  assert.equal(after.forCompany(1, rewrapped).open(place, sealed).reveal(), "hunter2");
  assert.equal(after.openService(signing, serviceAgain).reveal(), "private key");
  assert.throws(() => vault.forCompany(1, rewrapped), RootKeyError);
  assert.throws(() => after.forCompany(1, wrapped), RootKeyError);
});

test("a rotation that is killed and run again harms nothing", () => {
  const both = createVault({ current: rootKey("new"), previous: [rootKey("old")] });
  const sealed = company.seal(place, "hunter2");
  const twice = both.rewrapCompanyKey(1, both.rewrapCompanyKey(1, wrapped));
  assert.equal(both.forCompany(1, twice).open(place, sealed).reveal(), "hunter2");
});

test("secrets of the service open only at their place", () => {
  const signing = { recordType: "service", recordId: 0, field: "jwt" };
  const sealed = vault.sealService(signing, "private key");
  assert.equal(vault.openService(signing, sealed).reveal(), "private key");
  assert.throws(() => vault.openService({ ...signing, field: "link" }, sealed), SealError);
});

import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { keepBills } from "./keep-bills.ts";

test("every bill has a file of its own in the folder, also where ids differ in signs alone or name other folders", () => {
  const folder = mkdtempSync(join(tmpdir(), "keep-bills-"));
  const kept = keepBills(folder);
  const account = { external_id: "1", acct_num: "../../1", service_address: null };
  const ids = ["a/1", "a.1", `../../${"x".repeat(80)}1`, `../../${"x".repeat(80)}2`];
  for (const external_id of ids) {
    const document = { external_id, date: "2026-10-04", source: null, name: "Bill" };
    kept.add(account, document, { bytes: Buffer.from(external_id), media_type: null, name: "Bill" });
  }
  const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  assert.deepEqual(written.toSorted(), ids.toSorted());
  assert.equal(kept.count(), ids.length);
  rmSync(folder, { recursive: true });
});

/** Metadata by PATCH: merged on every record that has any, sent as JSON or as a merge patch. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { z } from "zod";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertRecords } from "../../../test/records.ts";
import type { UtilityBill } from "../../records/bill.ts";

type Bill = z.infer<typeof UtilityBill>;
const running = await sharedApp();

async function newCompany(name: string) {
  const member = await newMember(running, { name });
  return { member, ids: await insertRecords(running.app, { id: member.company_id, uuid: member.company_uuid }) };
}

const { member, ids } = await newCompany("Metadata");

describe("a PATCH that merges metadata", () => {
  const urls = () => [
    `/v1/properties/${ids.property_id}`,
    `/v1/meters/${ids.meter_id}`,
    `/v1/utility_accounts/${ids.utility_account_id}`,
  ];

  test("says in plain words what it takes", async () => {
    for (const url of [...urls(), `/v1/utility_bills/${ids.bill_id}`])
      for (const metadata of [null, "x", []]) {
        const answer = await member.send("PATCH", url, { metadata });
        assert.equal(answer.statusCode, 422, answer.body);
        const [error] = answer.json<{ errors: { pointer: string; detail: string }[] }>().errors;
        assert.equal(error?.pointer, "/metadata");
        assert.match(error.detail, /^This must be an object, whose keys are merged .* {"key": null} removes a key/);
      }
  });

  test("may be sent as a merge patch, which other bodies are not", async () => {
    const type = { "content-type": "application/merge-patch+json; charset=utf-8" };
    for (const url of urls()) {
      const before = (await member.send("GET", url)).json<{ metadata: object }>().metadata;
      const added = await member.send("PATCH", url, { metadata: { floor: { of: 2 } } }, type);
      assert.equal(added.statusCode, 200, added.body);
      const gone = await member.send("PATCH", url, { metadata: { floor: { of: null, at: 1 } } }, type);
      assert.deepEqual(gone.json<{ metadata: object }>().metadata, { ...before, floor: { at: 1 } });
      await member.send("PATCH", url, { metadata: { floor: null } }, type);
    }
    for (const [method, url] of [
      ["PUT", `/v1/meters/${ids.meter_id}`],
      ["POST", "/v1/properties"],
    ] as const)
      assert.equal((await member.send(method, url, { name: "x" }, type)).statusCode, 415, method);
  });

  test("of a bill makes an edited one with what is there and what is given", async () => {
    const own = await newCompany("Metadata of a bill");
    const type = { "content-type": "application/merge-patch+json" };
    const patch = async (id: number, metadata: object, headers = {}) =>
      (await own.member.send("PATCH", `/v1/utility_bills/${id}`, { metadata }, headers)).json<Bill>();
    const first = await patch(own.ids.bill_id, { floor: 2, room: 7 }, type);
    const second = await patch(first.id, { floor: null, unit: "B" });
    const { floor: _, ...rest } = first.metadata;
    assert.deepEqual(second.metadata, { ...rest, unit: "B" });
    assert.equal((await patch(second.id, { room: 7 })).id, second.id, "what is there already changes nothing");
  });
});

/** Demo data goes whole, and nothing else does. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { newMember, openTestApp, type Member } from "../../test/app.ts";
import { openRows } from "../../test/isolation/rows.ts";
import { CREDENTIAL, insertRecords } from "../../test/records.ts";
import { pageOf, textAt } from "../parsers/parsers.fixtures.ts";
import { runDeleteDemoData } from "./delete-demo-data.ts";

interface Shown {
  present: boolean;
  deleting: boolean;
  authorizations: number;
  accounts: number;
  bills: number;
}

const running = await openTestApp({ after }, { METERBOOK_SANDBOX_PORT: "8090" });
const { app } = running;
const rows = await openRows(app.db);
const member = await newMember(running, { name: "Trying" });
const stranger = await newMember(running, { name: "Other" });
const mixed = await newMember(running, { name: "Mixed" });
const recordsOf = (of: Member) => insertRecords(app, { id: of.company_id, uuid: of.company_uuid });

const read = async (of: Member) => (await of.send("GET", "/v1/demo_data")).json<Shown>();
const run = () => runDeleteDemoData(app, { company_id: member.company_id });

/** All records of both companies are at the same utility. */
const nameUtility = (key: string) => app.db.updateTable("utility_companies").set({ key }).execute();

test("a company without any has nothing to delete", async () => {
  const { property_id } = await recordsOf(member);
  const { present, deleting } = await read(member);
  assert.deepEqual([present, deleting], [false, false]);
  const answer = await member.send("DELETE", "/v1/demo_data");
  assert.deepEqual([answer.statusCode, answer.json<Shown>().deleting], [202, false]);
  await run();
  assert.equal((await member.send("GET", `/v1/properties/${property_id}`)).statusCode, 200);
});

test("all of it is deleted by one call: logins, bills, files and the properties that only it has", async () => {
  await recordsOf(stranger);
  // It has the file of the bill, too.
  await app.db.deleteFrom("imports").where("company_id", "=", member.company_id).execute();
  await nameUtility("northgate-electric");
  const online_access_url = "http://127.0.0.1:8090/clearwater-gas-water/";
  await member.send("POST", "/v1/authorizations", { ...CREDENTIAL, online_access_url });
  const kept = await member.send("POST", "/v1/authorizations", CREDENTIAL);
  const own = await member.send("POST", "/v1/properties", { name: "Without a meter" });
  const { authorizations, accounts, bills } = await read(member);
  assert.deepEqual([authorizations, accounts, bills], [2, 1, 1]);
  const before = await rows.hashesOf(stranger.company_id);
  const [file] = await app.db
    .selectFrom("files")
    .select("sha256")
    .where("company_id", "=", member.company_id)
    .execute();

  const answer = await member.send("DELETE", "/v1/demo_data");
  assert.deepEqual([answer.statusCode, answer.json<Shown>().deleting], [202, true]);
  assert.equal((await read(member)).deleting, true);
  for (let time = 0; time < 2; time += 1) await run();

  const { present } = await read(member);
  assert.equal(present, false);
  for (const path of ["utility_accounts", "meters", "utility_bills", "documents", "findings"])
    assert.deepEqual((await member.send("GET", `/v1/${path}`)).json<unknown>(), [], path);
  const ids = async (path: string) => (await member.send("GET", path)).json<{ id: number }[]>().map(({ id }) => id);
  assert.deepEqual(await ids("/v1/properties"), [own.json<{ id: number }>().id]);
  const left = (await member.send("GET", "/v1/authorizations")).json<{ authorizations: { id: number }[] }>();
  assert.deepEqual(
    left.authorizations.map(({ id }) => id),
    [kept.json<{ id: number }>().id],
  );
  assert.ok(file !== undefined);
  assert.equal(await app.files.size(member.company_uuid, file.sha256), null);
  assert.deepEqual(await rows.hashesOf(stranger.company_id), before, "nothing of another company");
});

test("a property that an uploaded file names stays", async () => {
  await nameUtility("sample-power");
  const { property_id } = await recordsOf(mixed);
  await nameUtility("northgate-electric");
  const uploaded = await mixed.send(
    "POST",
    `/v1/documents?name=note.pdf&property_id=${property_id}`,
    pageOf(textAt("Another file", 100, 700)),
    { "content-type": "application/pdf" },
  );
  assert.equal(uploaded.statusCode, 201, uploaded.body);
  await runDeleteDemoData(app, { company_id: mixed.company_id });
  assert.equal((await mixed.send("GET", `/v1/properties/${property_id}`)).statusCode, 200);
  assert.equal((await mixed.send("GET", "/v1/meters")).body, "[]");
});

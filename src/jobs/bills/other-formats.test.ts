/** Files in other formats than PDF become bills as PDFs do: feeds, EDI files, web pages, and archives of any of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import { newMember, sharedApp, type Member } from "../../../test/app.ts";
import { zipOf } from "../../parsers/archive/zip.fixtures.ts";
import { DAY, makeCharge, makeEspiBill, makeUsage } from "../../formats/espi/espi.fixtures.ts";
import { espiFeed } from "../../formats/espi/feed.ts";
import type { UtilityBill } from "../../records/bill.ts";
import type { ReadDocument } from "../../records/document.ts";
import { runParse } from "./parse.ts";

type Document = z.infer<typeof ReadDocument>;
type Bill = z.infer<typeof UtilityBill>;
const running = await sharedApp();

async function upload(member: Member, file: string | Buffer, type: string, query = ""): Promise<Document> {
  const answer = await member.send("POST", `/v1/documents?name=file${query}`, Buffer.from(file), {
    "content-type": type,
  });
  assert.ok([200, 201].includes(answer.statusCode), answer.body);
  return answer.json<Document>();
}

const documentOf = async (member: Member, id: number) =>
  (await member.send("GET", `/v1/documents/${id}`)).json<Document>();

/** What the jobs of the waiting documents do. */
async function readAll(member: Member): Promise<Document[]> {
  for (;;) {
    const waiting = (await member.send("GET", "/v1/documents?state=waiting")).json<Document[]>();
    if (waiting.length === 0) break;
    for (const { id } of waiting)
      await runParse(running.app, { company_id: member.company_id, document_id: id }, new AbortController().signal);
  }
  return (await member.send("GET", "/v1/documents")).json<Document[]>();
}

const bills = async (member: Member) => (await member.send("GET", "/v1/utility_bills")).json<Bill[]>();

const APRIL = { start_date: "2026-04-02T00:00:00.000Z", end_date: "2026-05-01T00:00:00.000Z" };
/** Two bills of one account. */
const feedText = [
  ...espiFeed(DAY, [
    makeEspiBill(),
    makeEspiBill({
      id: 9002,
      invoice_date: "2026-05-05T00:00:00.000Z",
      charges: [makeCharge({ id: 511, ...APRIL })],
      usages: [makeUsage({ id: 611, ...APRIL })],
    }),
  ]),
].join("");

test("a Green Button feed gives a bill for each of its billing periods, once however often it is sent", async () => {
  const member = await newMember(running, { name: "Feed" });
  const query = "&utility_company=Northgate%20Electric";
  const { id } = await upload(member, feedText, "application/atom+xml", query);
  const documents = await readAll(member);
  assert.deepEqual(
    documents.map(({ state, format, part }) => [state, format, part]),
    [
      ["accepted", "xml", 1],
      ["accepted", "xml", 2],
    ],
    JSON.stringify(documents.map(({ findings }) => findings)),
  );
  // No digit of such a file can be misread.
  assert.ok(documents.every(({ findings }) => findings.every(({ name }) => name !== "first_of_account")));
  assert.deepEqual(
    (await bills(member))
      .map(({ amount_due, source, origin, read_by }) => [amount_due, source?.format, origin, read_by])
      .toSorted(),
    [
      [81.27, "xml", "upload", "data_file"],
      [93.77, "xml", "upload", "data_file"],
    ],
  );
  assert.equal((await upload(member, feedText, "text/xml", query)).id, id);
  await readAll(member);
  assert.equal((await bills(member)).length, 2);
});

test("a feed that names no account waits until its account is named", async () => {
  const member = await newMember(running, { name: "Feed without account" });
  await upload(member, feedText, "text/xml", "&utility_company=Northgate%20Electric");
  const [first] = await readAll(member);
  assert.ok(first?.utility_account_id);
  const anonymous = feedText.replace(/<CustomerAccount.*?<\/CustomerAccount>/, "").replaceAll("2026-04-0", "2026-04-1");
  const { id } = await upload(member, anonymous, "text/xml");
  await readAll(member);
  const waiting = await documentOf(member, id);
  assert.equal(waiting.state, "review");
  const unknown = waiting.findings.find(({ name }) => name === "account_unknown");
  assert.match(unknown?.detail ?? "", /does not say to which account/);
  assert.equal(waiting.reading?.acct_num, null);
  const named = await member.send("PATCH", `/v1/documents/${id}`, { utility_account_id: first.utility_account_id });
  assert.equal(named.statusCode, 202, named.body);
  await readAll(member);
  assert.notEqual((await documentOf(member, id)).state, "review");
});

test("a finding in a file without pages names its line", async () => {
  const member = await newMember(running, { name: "Feed that does not add up" });
  const wrong = feedText.replace(/<billLastPeriod>\d+/, "<billLastPeriod>1").replaceAll("<uom>72<", "<uom>119<");
  const { id } = await upload(member, wrong, "text/xml", "&utility_company=Northgate%20Electric");
  await readAll(member);
  const { state, findings } = await documentOf(member, id);
  assert.equal(state, "review");
  assert.deepEqual(
    findings.map(({ name, place }) => [name, place]),
    [
      ["charges_do_not_add_up", undefined],
      ["unit_does_not_fit", { row: 9 }],
    ],
  );
});

test("an archive gives a document for each of its files, each with its own state or refusal", async () => {
  const member = await newMember(running, { name: "Archive" });
  const secret = { name: "b/secret.pdf", content: "%PDF-1.7", encrypted: true };
  const archive = zipOf([
    { name: "a/feed.xml", content: feedText },
    { name: "a/again.xml", content: feedText },
    secret,
    { name: "leaflet.xml", content: "<a/>" },
  ]);
  const query = "&utility_company=Northgate%20Electric";
  const { id, ...sent } = await upload(member, archive, "application/zip", query);
  assert.equal(sent.state, "waiting");
  await readAll(member);
  const receipt = await documentOf(member, id);
  assert.deepEqual([receipt.state, receipt.format, receipt.findings, receipt.reading], ["unpacked", "zip", [], null]);
  const feed = receipt.entries[0]?.document_id;
  assert.deepEqual(
    receipt.entries.map(({ name, document_id, state, finding }) => [name, document_id === feed, state, finding?.name]),
    [
      ["a/feed.xml", true, "accepted", undefined],
      ["a/again.xml", true, "accepted", undefined],
      ["b/secret.pdf", false, null, "entry_encrypted"],
      ["leaflet.xml", false, "review", undefined],
    ],
  );
  assert.equal((await bills(member)).length, 2);
  assert.equal((await upload(member, archive, "application/zip")).id, id);
  assert.equal((await bills(member)).length, 2);
  assert.equal((await member.send("POST", `/v1/documents/${id}/reject`, { reason: "No bill." })).statusCode, 409);

  const refused = await upload(member, zipOf([secret]), "application/zip");
  await readAll(member);
  const whole = await documentOf(member, refused.id);
  assert.deepEqual([whole.state, whole.findings[0]?.name], ["review", "entry_encrypted"]);
  assert.match(whole.findings[0]?.detail ?? "", /^b\/secret\.pdf: /);
});

test("an archive that is sent again with a utility names it for its files", async () => {
  const member = await newMember(running, { name: "Archive without utility" });
  const archive = zipOf([{ name: "feed.xml", content: feedText }]);
  const { id } = await upload(member, archive, "application/zip");
  await readAll(member);
  assert.equal((await documentOf(member, id)).entries[0]?.state, "review");
  await upload(member, archive, "application/zip", "&utility_company=Northgate%20Electric");
  await readAll(member);
  assert.equal((await documentOf(member, id)).entries[0]?.state, "accepted");
});

test("a table says where it is to be sent, with the profile that reads it", async () => {
  const member = await newMember(running, { name: "Tables" });
  const header = running.app.imports.templateColumns.join(",");
  await upload(member, `${header}\n${header.replaceAll(/[^,]/g, "")}\n`, "text/csv");
  await upload(member, "a,b\n1,2\n", "text/csv");
  const documents = await readAll(member);
  assert.deepEqual(
    documents.map(({ state, format, findings }) => [state, format, findings.map(({ name }) => name)]).toSorted(),
    [
      ["review", "csv", ["table_not_read"]],
      ["review", "csv", ["table_of_bills"]],
    ],
  );
  const known = documents.flatMap(({ findings }) => findings).find(({ name }) => name === "table_of_bills");
  assert.match(known?.detail ?? "", /POST \/v1\/imports\?profile=meterbook/);
});

test("EDI files and web pages become bills or say why not", async () => {
  const member = await newMember(running, { name: "EDI and web pages" });
  await upload(member, "<!DOCTYPE html><html><form>Please sign in</form></html>", "text/html");
  const isa =
    "ISA*00*          *00*          *01*1              *01*2              *260406*0732*U*00401*000000015*0*P*>~";
  await upload(
    member,
    `${isa}GS*FA*1*2*20260406*0732*1*X*004010~ST*997*1~AK1*IN*1~SE*3*1~GE*1*1~IEA*1*000000015~`,
    "application/edi-x12",
  );
  const documents = await readAll(member);
  assert.deepEqual(
    documents.map(({ state, format, findings }) => [state, format, findings.map(({ name }) => name)]).toSorted(),
    [
      ["review", "html", ["no_bill_on_web_page"]],
      ["review", "x12", ["x12_not_a_bill"]],
    ],
  );
});

/** A file is read once for all its bills; a corrected bill is saved whatever it corrects, and no upload passes a quota unseen. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import { newMember, type Member, type TestApp } from "../../../test/app.ts";
import { lakesideBill, lakesideMonth, pdfOfTexts, sharedLakesideApp } from "../../../test/lakeside.ts";
import type { UtilityBill } from "../../records/bill.ts";
import type { ReadDocument } from "../../records/document.ts";
import { giveUpParse, runParse } from "./parse.ts";

type Document = z.infer<typeof ReadDocument>;
type Bill = z.infer<typeof UtilityBill>;

const running = await sharedLakesideApp();
/** Bills of a file in these tests, and with the setting as many as the attack had: the time is printed. */
const BILLS = Number(process.env["METERBOOK_TEST_BILLS_IN_A_FILE"] ?? 6);

async function upload(member: Member, file: Buffer): Promise<Document> {
  const answer = await member.send("POST", "/v1/documents?name=bill.pdf", file, { "content-type": "application/pdf" });
  assert.ok([200, 201].includes(answer.statusCode), answer.body);
  return answer.json<Document>();
}

const listDocuments = async (member: Member) =>
  (await member.send("GET", "/v1/documents?limit=1000")).json<Document[]>();
const listBills = async (member: Member) => (await member.send("GET", "/v1/utility_bills?limit=1000")).json<Bill[]>();

const parse = ({ app }: Pick<TestApp, "app">, { company_id }: Member, document_id: number) =>
  runParse(app, { company_id, document_id }, new AbortController().signal);

test("a file with many bills is read once for all of them", async (t) => {
  const member = await newMember(running, { name: "Many bills" });
  const file = pdfOfTexts(Array.from({ length: BILLS }, (_, at) => lakesideMonth(at + 1)));
  const { id } = await upload(member, file);
  let times = 0;
  const { app } = running;
  const counted: TestApp["app"] = {
    ...app,
    parsers: {
      ...app.parsers,
      readText: (bytes, signal) => {
        times += 1;
        return app.parsers.readText(bytes, signal);
      },
    },
  };
  const began = performance.now();
  await parse({ app: counted }, member, id);
  const documents = await listDocuments(member);
  assert.deepEqual([documents.length, new Set(documents.map(({ state }) => state))], [BILLS, new Set(["accepted"])]);
  assert.equal((await listBills(member)).length, BILLS);
  for (const document of documents) await parse({ app: counted }, member, document.id);
  assert.equal(times, 1);
  t.diagnostic(`${BILLS} bills of a file: ${Math.round(performance.now() - began)} ms`);
});

test("the bills of a file that still wait after a crash are read by the same job, each to its own end", async () => {
  const member = await newMember(running, { name: "Cut short" });
  const { id } = await upload(member, pdfOfTexts([1, 2, 3].map((month) => lakesideMonth(month))));
  const { db } = running.app;
  await parse(running, member, id);
  const [first, second, third] = await listDocuments(member);
  assert.ok(first && second && third);
  const wait = (ids: number[]) =>
    db.updateTable("documents").set({ state: "waiting", utility_bill_id: null }).where("id", "in", ids).execute();
  await wait([second.id, third.id]);
  await parse(running, member, id);
  assert.deepEqual(
    (await listDocuments(member)).map(({ state, utility_bill_id }) => [state, utility_bill_id]),
    [
      ["accepted", first.utility_bill_id],
      ["known", second.utility_bill_id],
      ["known", third.utility_bill_id],
    ],
  );
  await wait([second.id]);
  await giveUpParse(running.app, { company_id: member.company_id, document_id: id });
  assert.deepEqual(
    (await listDocuments(member)).map(({ state, findings }) => [state, findings.map(({ name }) => name)]),
    [
      ["accepted", ["first_of_account"]],
      ["review", ["reading_failed"]],
      ["known", ["bill_known"]],
    ],
  );
});

test("a document whose bill is saved is again what it was when the last try to read it again has failed, with a warning", async () => {
  const member = await newMember(running, { name: "Read in vain" });
  const first = await upload(member, pdfOfTexts([lakesideMonth(1)]));
  const copy = await upload(member, pdfOfTexts([lakesideMonth(1), "Thank you"]));
  for (const { id } of [first, copy]) await parse(running, member, id);
  for (const { id } of [first, copy]) {
    assert.equal((await member.send("POST", `/v1/documents/${id}/reread`)).statusCode, 202);
    await giveUpParse(running.app, { company_id: member.company_id, document_id: id });
  }
  assert.deepEqual(
    (await listDocuments(member)).map(({ state, findings }) => [state, findings.map(({ name }) => name)]),
    [
      ["accepted", ["first_of_account", "reading_failed"]],
      ["known", ["bill_known", "reading_failed"]],
    ],
  );
});

test("an uploaded correction, of nothing but the due date or the reads of the meter, replaces its bill when it is accepted, and the same bill in another file is none", async () => {
  const member = await newMember(running, { name: "Corrections" });
  const send = async (changes: Record<string, string>) => {
    const { id } = await upload(member, pdfOfTexts([lakesideBill(changes)]));
    await parse(running, member, id);
    return (await member.send("GET", `/v1/documents/${id}`)).json<Document>();
  };
  /** What a forged bill would do, which confirms itself by the bill that it replaces. */
  const sendCorrection = async (changes: Record<string, string>, replaced: Document) => {
    const { id, findings } = await send(changes);
    assert.deepEqual(
      findings.filter(({ severity }) => severity === "error").map(({ name, detail }) => [name, detail.split(",")[0]]),
      [["replaces_bill", `The account has bill ${replaced.utility_bill_id} for the same days`]],
    );
    const accepted = await member.send("POST", `/v1/documents/${id}/accept`, { findings: ["replaces_bill"] });
    return accepted.json<Document>();
  };
  const due = (day: string) => ({ "Please pay    ": `Due                   ${day}\nPlease pay    ` });
  const first = await send(due("04/02/2026"));
  assert.deepEqual([first.state, first.reading?.due_date], ["accepted", "2026-04-02"]);
  const later = await sendCorrection(due("04/09/2026"), first);
  assert.deepEqual([later.state, later.reading?.due_date], ["accepted", "2026-04-09"]);
  const read = await sendCorrection({ ...due("04/09/2026"), "02200": "12200", "02475": "12475" }, later);
  assert.equal(read.state, "accepted");
  const same = await send({ ...due("04/09/2026"), "02200": "12200", "02475": "12475", "the north shore": "the shore" });
  assert.deepEqual([same.state, same.utility_bill_id], ["known", read.utility_bill_id]);
  assert.deepEqual(
    (await listBills(member)).map(({ id, archived, archive_reason, original_utility_bill_id }) => [
      [id, archived, archive_reason].join(" "),
      original_utility_bill_id,
    ]),
    [
      [`${first.utility_bill_id} true rebilled`, null],
      [`${later.utility_bill_id} true rebilled`, first.utility_bill_id],
      [`${read.utility_bill_id} false `, first.utility_bill_id],
    ],
  );
});

test("a bill that was saved when fewer values belonged to its content is known by the statement of its document", async () => {
  const member = await newMember(running, { name: "Before" });
  const { id } = await upload(member, pdfOfTexts([lakesideBill()]));
  await parse(running, member, id);
  const { db } = running.app;
  await db
    .updateTable("utility_bills")
    .set({ content_sha256: Buffer.alloc(32, 7) })
    .where("document_id", "=", id)
    .execute();
  await db.updateTable("documents").set({ state: "waiting", utility_bill_id: null }).where("id", "=", id).execute();
  await parse(running, member, id);
  const [document] = await listDocuments(member);
  assert.deepEqual([document?.state, (await listBills(member)).length], ["known", 1]);
});

test("a bill whose account number or date was not found waits with all that was read, ready to be completed", async () => {
  const member = await newMember(running, { name: "Incomplete" });
  const unknown = { "Lakeside Power": "Harbour Power ", "Account     4711-08": "" };
  const { id } = await upload(member, pdfOfTexts([lakesideBill({ ...unknown, "Bill date   03/14/2026": "" })]));
  await parse(running, member, id);
  const { state, reading, findings } = (await member.send("GET", `/v1/documents/${id}`)).json<Document>();
  assert.equal(state, "review");
  assert.ok(findings.some(({ name }) => name === "field_missing"));
  assert.deepEqual([reading?.acct_num, reading?.invoice_date, reading?.amount_due], [null, null, 58.5]);
  assert.deepEqual(
    reading?.meters.map(({ meter_num, usages, charges }) => [meter_num, usages[0]?.amount, charges.length]),
    [["L-77", 550, 3]],
  );
  const names = findings.filter(({ severity }) => severity === "error").map(({ name }) => name);
  const early = await member.send("POST", `/v1/documents/${id}/accept`, { findings: names });
  assert.equal(early.statusCode, 409, early.body);

  const completed = { ...reading, acct_num: "4711-08", invoice_date: "2026-03-14", utility_company: "Harbour Power" };
  const entered = await member.send("POST", "/v1/utility_bills", { ...completed, document_id: id });
  assert.equal(entered.statusCode, 201, entered.body);
  assert.equal(entered.json<Bill>().amount_due, 58.5);
});

test("of two uploaded bills that are read at the same time, one passes the quota of one bill", async () => {
  const { app } = running;
  const limited = { app: { ...app, config: { ...app.config, quotaBills: 1 } } };
  const member = await newMember(running, { name: "One bill" });
  const ids: number[] = [];
  // Of accounts and meters of their own, so that neither waits for the other.
  for (const number of [11, 12, 13, 14]) {
    const text = lakesideMonth(3, `47${number}-08`).replaceAll("L-77", `L-${number}`);
    ids.push((await upload(member, pdfOfTexts([text]))).id);
  }
  await Promise.all(ids.map((id) => parse(limited, member, id)));
  const documents = await listDocuments(member);
  assert.deepEqual(documents.map(({ state }) => state).toSorted(), ["accepted", "review", "review", "review"]);
  const waiting = documents.find(({ state }) => state === "review");
  assert.deepEqual(
    waiting?.findings.map(({ name }) => name),
    ["first_of_account", "quota_exceeded"],
  );
  assert.equal((await listBills(member)).length, 1);
});

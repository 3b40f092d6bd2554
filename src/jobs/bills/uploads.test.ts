/** Bill files that users upload become bills of the account that they print, once however often they are sent. */
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { z } from "zod";
import { newMember, openTestApp, sharedApp, type Member, type TestApp } from "../../../test/app.ts";
import { HEADER, importWhole } from "../../../test/imports.ts";
import { createDocuments } from "../../../sandbox/web/documents.ts";
import { truthOf } from "../../../sandbox/world/truth.ts";
import { createWorld } from "../../../sandbox/world/world.ts";
import type { UtilityBill } from "../../records/bill.ts";
import type { ReadDocument } from "../../records/document.ts";
import { readersOf } from "../../operations/bills/save-reading.ts";
import { isJobThere } from "../../store/jobs.ts";
import { BUILT_IN_UTILITIES } from "../../utilities/utilities.ts";
import { runParse } from "./parse.ts";
import { runSweep } from "../sweep.ts";

type Document = z.infer<typeof ReadDocument>;
type Bill = z.infer<typeof UtilityBill>;
/** An operator's folder takes the place of the built-in utility, and has no templates: its bills are read without one. */
const folder = mkdtempSync(join(tmpdir(), "no-templates-"));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "northgate-electric"));
copyFileSync(
  join(BUILT_IN_UTILITIES, "northgate-electric/utility.yaml"),
  join(folder, "northgate-electric/utility.yaml"),
);
const running = await sharedApp();
const withoutTemplates = await openTestApp({ after }, { METERBOOK_UTILITIES_DIR: folder });

/** The two newest good bills of a household, as the utility's website gives them. */
async function drawBills() {
  const [account] = createWorld().accountsOf("northgate-electric", "demo_residential") ?? [];
  assert.ok(account);
  const good = account.bills.filter(({ document }) => document === "good");
  const fetch = async (bill: (typeof good)[number] | undefined) => {
    assert.ok(bill);
    return Buffer.from(await createDocuments().fetch("northgate-electric", account, bill));
  };
  const truth = truthOf([account]).accounts[0]?.bills.at(-1);
  const [older, bytes] = [await fetch(good.at(-2)), await fetch(good.at(-1))];
  return { bytes, older, acct_num: account.number, amount_due: truth?.amount_due };
}
const { bytes, older, acct_num, amount_due } = await drawBills();

async function upload(member: Member, query = "", file: Buffer = bytes) {
  const answer = await member.send("POST", `/v1/documents?name=bill.pdf${query}`, file, {
    "content-type": "application/pdf",
  });
  assert.ok([200, 201].includes(answer.statusCode), answer.body);
  return { status: answer.statusCode, document: answer.json<Document>() };
}

/** What the job of a document does. */
async function read(member: Member, id: number, { app }: Pick<TestApp, "app"> = running): Promise<Document> {
  await runParse(app, { company_id: member.company_id, document_id: id }, new AbortController().signal);
  return (await member.send("GET", `/v1/documents/${id}`)).json<Document>();
}

test("an uploaded bill creates the account, meters and properties that it prints, and is one bill however often it is sent", async () => {
  const member = await newMember(running, { name: "Uploads" });
  const first = await upload(member);
  assert.deepEqual([first.status, first.document.state, first.document.utility_account_id], [201, "waiting", null]);
  const document = await read(member, first.document.id);
  assert.deepEqual(
    [document.state, document.findings.filter(({ severity }) => severity === "error")],
    ["accepted", []],
  );
  const bill = (await member.send("GET", `/v1/utility_bills/${document.utility_bill_id}`)).json<Bill>();
  assert.deepEqual([bill.origin, bill.amount_due, bill.source?.format], ["upload", amount_due, "pdf"]);
  const [account] = (await member.send("GET", "/v1/utility_accounts")).json<
    { id: number; acct_num: string; utility_company_name: string }[]
  >();
  assert.deepEqual([account?.acct_num, account?.utility_company_name], [acct_num, "Northgate Electric"]);
  assert.equal(document.utility_account_id, account?.id);

  const again = await upload(member);
  assert.deepEqual([again.status, again.document.id], [200, document.id]);
  assert.equal((await member.send("GET", "/v1/utility_bills")).json<Bill[]>().length, 1);
});

const accept = (member: Member, id: number, findings: string[]) =>
  member.send("POST", `/v1/documents/${id}/accept`, { findings });
const errorsOf = ({ findings }: Document): string[] =>
  findings.filter(({ severity }) => severity === "error").map(({ name }) => name);

test("of an account read without a template a user accepts the first bill, which confirms those that wait and those to come", async () => {
  const member = await newMember(withoutTemplates, { name: "Unknown account" });
  const { app } = withoutTemplates;
  const { document } = await upload(member);
  const waiting = await read(member, document.id, withoutTemplates);
  assert.deepEqual([waiting.state, errorsOf(waiting)], ["review", ["not_confirmed", "account_unknown"]]);
  assert.equal(waiting.reading?.acct_num, acct_num);
  const refused = await accept(member, document.id, ["account_unknown", "not_confirmed"]);
  assert.equal(refused.statusCode, 409);
  assert.match(refused.json<{ detail: string }>().detail, /PATCH/);
  const foreign = await member.send("PATCH", `/v1/documents/${document.id}`, { utility_account_id: 999_999 });
  assert.equal(foreign.statusCode, 422, foreign.body);

  const other = await upload(member, "&utility_company=Northgate%20Electric", older);
  const first = await read(member, other.document.id, withoutTemplates);
  assert.deepEqual([first.state, errorsOf(first)], ["review", ["not_confirmed"]]);
  const { detail } = first.findings.find(({ name }) => name === "not_confirmed") ?? { detail: "" };
  assert.match(detail, /the meter number NE\d+; the days 2026-\d\d-\d\d to 2026/);
  assert.deepEqual((await member.send("GET", "/v1/utility_accounts")).json(), [], "a misread number makes no account");
  assert.equal((await accept(member, other.document.id, [])).statusCode, 422);
  const accepted = await accept(member, other.document.id, ["not_confirmed"]);
  assert.equal(accepted.statusCode, 200, accepted.body);
  const { utility_account_id } = accepted.json<Document>();

  assert.ok(await isJobThere(app.db, "parse", { company_id: member.company_id, document_id: document.id }));
  const next = await read(member, document.id, withoutTemplates);
  assert.deepEqual([next.state, errorsOf(next)], ["accepted", []], JSON.stringify(next.findings));
  const bills = (await member.send("GET", "/v1/utility_bills")).json<Bill[]>();
  assert.deepEqual(new Set(bills.map((bill) => bill.utility_account_id)), new Set([utility_account_id]));
  assert.equal(bills.length, 2);
});

test("the history of an account that is imported confirms a bill of it that waits", async () => {
  const member = await newMember(withoutTemplates, { name: "History" });
  const { app } = withoutTemplates;
  const { document } = await upload(member);
  const waiting = await read(member, document.id, withoutTemplates);
  const meter = waiting.reading?.meters[0];
  const start = meter?.charges[0]?.start_date ?? assert.fail();
  const monthBefore = new Date(Date.parse(start) - 30 * 86_400_000).toISOString().slice(0, 10);
  const last = new Date(Date.parse(start) - 86_400_000).toISOString().slice(0, 10);
  const cells = ["Northgate Electric", acct_num, "Home", meter?.meter_num, "Electric", monthBefore, last];
  await importWhole(app, member, `${HEADER}\r\n${cells.join(",")},100,kWh,20.00,1.50,21.50\r\n`);
  assert.ok(await isJobThere(app.db, "parse", { company_id: member.company_id, document_id: document.id }));
  const next = await read(member, document.id, withoutTemplates);
  assert.deepEqual([next.state, errorsOf(next)], ["accepted", []], JSON.stringify(next.findings));
});

test("a bill that a template reads counts for the only account with its number, also where that has another name", async () => {
  const member = await newMember(running, { name: "Another name" });
  const typed = await upload(member, "&utility_company=City%20of%20the%20North", older);
  const { utility_account_id } = await read(member, typed.document.id);
  const { document } = await upload(member);
  const accepted = await read(member, document.id);
  assert.deepEqual([accepted.state, accepted.utility_account_id], ["accepted", utility_account_id]);
  const warned = accepted.findings.find(({ name }) => name === "account_of_another_name");
  assert.match(warned?.detail ?? "", /"Northgate Electric".+"City of the North"/);
  await running.app.db
    .updateTable("documents")
    .set({ state: "waiting", utility_bill_id: null })
    .where("id", "=", document.id)
    .execute();
  const again = await read(member, document.id);
  assert.deepEqual(
    again.findings.filter(({ name }) => name === "account_of_another_name"),
    [warned],
    "also when it is read again",
  );
  assert.equal((await member.send("GET", "/v1/utility_accounts")).json<unknown[]>().length, 1);
});

test("what is no bill waits in review with the reason, and its address is in the answer", async () => {
  const member = await newMember(running, { name: "No bill" });
  const { document } = await upload(member, "", Buffer.from("%PDF-1.7 cut off"));
  const { state, findings } = await read(member, document.id);
  assert.equal(state, "review");
  assert.equal(findings.length, 1);
  const empty = await member.send("POST", "/v1/documents?name=a.pdf", Buffer.alloc(0), {
    "content-type": "application/pdf",
  });
  assert.equal(empty.statusCode, 422, empty.body);
});

test("a document in review is read again when templates come or change, once for each change", async () => {
  const member = await newMember(withoutTemplates, { name: "Read again" });
  const { app } = withoutTemplates;
  const { document } = await upload(member);
  assert.equal((await read(member, document.id, withoutTemplates)).state, "review");
  const stateOf = async () => (await member.send("GET", `/v1/documents/${document.id}`)).json<Document>().state;
  await runSweep(app);
  assert.equal(await stateOf(), "review", "it was read with the templates of today");

  const other = await upload(member, "&utility_company=Northgate%20Electric", older);
  await read(member, other.document.id, withoutTemplates);
  await accept(member, other.document.id, ["not_confirmed"]);
  await app.db
    .updateTable("documents")
    .set({ state: "review", read_with: "before" })
    .where("id", "=", document.id)
    .execute();
  await runSweep(app);
  assert.equal(await stateOf(), "waiting");
  assert.ok(await isJobThere(app.db, "parse", { company_id: member.company_id, document_id: document.id }));
  assert.equal((await read(member, document.id, withoutTemplates)).state, "accepted", "its account is known now");
});

test("a file that broke the limit of memory is read again for another edition of the readers, and not for another template", async () => {
  const member = await newMember(withoutTemplates, { name: "Bomb" });
  const { app } = withoutTemplates;
  const { document } = await upload(member, "", Buffer.from("%PDF-1.7 a bomb"));
  await read(member, document.id, withoutTemplates);
  const edition = readersOf(app).split(" ")[0];
  const bomb = [{ name: "reading_needed_too_much_memory", severity: "error", detail: "It broke the limit." }];
  const sweepAfter = async (read_with: string) => {
    const findings = JSON.stringify(bomb);
    await app.db.updateTable("documents").set({ findings, read_with }).where("id", "=", document.id).execute();
    await runSweep(app);
    return (await member.send("GET", `/v1/documents/${document.id}`)).json<Document>().state;
  };
  assert.equal(await sweepAfter(`${edition} other templates`), "review");
  assert.equal(await sweepAfter("0 other readers"), "waiting");
});

test("the same file sent again with a utility no longer lacks its account", async () => {
  const member = await newMember(withoutTemplates, { name: "Sent again" });
  const { document } = await upload(member);
  assert.equal((await read(member, document.id, withoutTemplates)).state, "review");
  const again = await upload(member, "&utility_company=Northgate%20Electric");
  assert.deepEqual([again.status, again.document.id, again.document.state], [200, document.id, "waiting"]);
  const first = await read(member, document.id, withoutTemplates);
  assert.deepEqual([first.state, errorsOf(first)], ["review", ["not_confirmed"]], "its account can be made now");
  assert.equal((await accept(member, document.id, ["not_confirmed"])).statusCode, 200);
});

test("a voided bill does not come back alone, but can be accepted anew", async () => {
  const member = await newMember(running, { name: "Voided" });
  const { document } = await upload(member);
  const first = await read(member, document.id);
  assert.equal((await member.send("POST", `/v1/utility_bills/${first.utility_bill_id}/void`)).statusCode, 200);
  assert.equal((await member.send("POST", `/v1/documents/${document.id}/reread`)).statusCode, 202);
  assert.equal((await accept(member, document.id, [])).statusCode, 409, "it waits to be read");
  assert.equal((await read(member, document.id)).state, "known");
  const accepted = await accept(member, document.id, []);
  assert.equal(accepted.statusCode, 200, accepted.body);
  const second = accepted.json<Document>();
  assert.notEqual(second.utility_bill_id, first.utility_bill_id);
  const bill = (await member.send("GET", `/v1/utility_bills/${second.utility_bill_id}`)).json<Bill>();
  assert.deepEqual([bill.archived, bill.origin], [false, "upload"]);
  assert.equal((await accept(member, document.id, [])).statusCode, 409);
});

test("an uploaded bill beyond the quota waits in review, and a misread one creates no account", async () => {
  const { app } = running;
  const limited = { app: { ...app, config: { ...app.config, quotaBills: 1 } } };
  const member = await newMember(running, { name: "One bill" });
  const [one, two] = [await upload(member), await upload(member, "", older)];
  assert.equal((await read(member, one.document.id, limited)).state, "accepted");
  const { state, findings } = await read(member, two.document.id, limited);
  assert.equal(state, "review");
  assert.ok(findings.some(({ name }) => name === "quota_exceeded"));

  const other = await newMember(running, { name: "Misread" });
  const broken = await upload(other, "&utility_company=Northgate%20Electric", Buffer.from("%PDF-1.7 cut off"));
  assert.equal((await read(other, broken.document.id)).state, "review");
  assert.deepEqual((await other.send("GET", "/v1/utility_accounts")).json(), []);
});

/** Stored files are read again with the templates of today: what differs is edited, what a person corrected or decided stays. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, test } from "node:test";
import type { z } from "zod";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import { runCommand } from "../../../test/command.ts";
import { lakesideBill, lakesideFolder, lakesideMonth, LAKESIDE_TEMPLATE, pdfOfTexts } from "../../../test/lakeside.ts";
import type { UtilityBill } from "../../records/bill.ts";
import type { ReadDocument } from "../../records/document.ts";
import { runParse } from "./parse.ts";
import { rereadCompany, type RereadDocument, type RereadOptions } from "./reread.ts";

type Document = z.infer<typeof ReadDocument>;
type Bill = z.infer<typeof UtilityBill>;

/** The template of yesterday takes the tax for another charge. */
const YESTERDAY = LAKESIDE_TEMPLATE.replace("type: tax_cost", "type: other_applied_cost");
const { dir, template } = lakesideFolder({ after }, YESTERDAY);
const running = await openTestApp({ after }, { METERBOOK_UTILITIES_DIR: dir });
const { app } = running;

/** The folder is looked at again after a while of the service's clock. */
function useTemplate(text: string): void {
  writeFileSync(template, text);
  running.passMs(60_000);
}

async function parse(member: Member, id: number): Promise<Document> {
  await runParse(app, { company_id: member.company_id, document_id: id }, new AbortController().signal);
  return show(member, id);
}
const show = async (member: Member, id: number) => (await member.send("GET", `/v1/documents/${id}`)).json<Document>();

async function upload(member: Member, ...texts: string[]): Promise<Document> {
  const answer = await member.send("POST", "/v1/documents?name=bill.pdf", pdfOfTexts(texts), {
    "content-type": "application/pdf",
  });
  return parse(member, answer.json<Document>().id);
}

const billOf = async (member: Member, id: number | null) =>
  (await member.send("GET", `/v1/utility_bills/${id}`)).json<Bill>();

async function reread(member: Member, options: Partial<RereadOptions> = {}) {
  const documents: RereadDocument[] = [];
  await rereadCompany(app, member.company_id, {
    isDry: false,
    isAgain: false,
    signal: new AbortController().signal,
    onFile: () => {},
    onDocument: (document) => void documents.push(document),
    ...options,
  });
  return documents;
}

test("a dry run says what would differ and changes nothing; then only what differs is edited, once", async () => {
  useTemplate(YESTERDAY);
  const member = await newMember(running, { name: "Read again" });
  const first = await upload(member, lakesideMonth(1), lakesideMonth(2));
  assert.equal(first.state, "accepted");
  useTemplate(LAKESIDE_TEMPLATE);
  const would = await reread(member, { isDry: true });
  assert.deepEqual(
    would.map(({ outcome, changes, utility_bill_id }) => [outcome, changes, utility_bill_id]),
    Array.from({ length: 2 }, () => [
      "edited",
      [{ field: "meters.0.charges.2.utility_charge_type", before: "other_applied_cost", after: "tax_cost" }],
      null,
    ]),
  );
  const { expiring_link: _link, ...shown } = await show(member, first.id);
  const { expiring_link: _firstLink, ...asFirst } = first;
  assert.deepEqual(shown, asFirst);

  const [edited] = await reread(member);
  assert.equal(edited?.outcome, "edited");
  const [before, now] = [await billOf(member, first.utility_bill_id), await billOf(member, edited.utility_bill_id)];
  assert.deepEqual([before.archived, before.archive_reason, now.archived], [true, "edited", false]);
  assert.deepEqual([now.original_utility_bill_id, now.origin], [before.id, "upload"]);
  assert.equal(now.charges[2]?.utility_charge_type, "tax_cost");
  const { state, utility_bill_id } = await show(member, first.id);
  assert.deepEqual([state, utility_bill_id], ["accepted", now.id]);

  assert.deepEqual(await reread(member), [], "they were read with the templates of today");
  assert.deepEqual(
    (await reread(member, { isAgain: true })).map(({ outcome }) => outcome),
    ["same", "same"],
  );
  // What was read earlier is right after all.
  useTemplate(YESTERDAY);
  assert.deepEqual(
    (await reread(member)).map(({ outcome }) => outcome),
    ["edited", "edited"],
  );
  assert.equal(
    (await member.send("GET", "/v1/utility_bills?limit=100")).json<Bill[]>().filter((one) => !one.archived).length,
    2,
  );
});

test("nothing is read again with the readers and templates it was read with: not after acceptance, and not after a run", async () => {
  useTemplate(YESTERDAY);
  const member = await newMember(running, { name: "Once" });
  const states = [
    await upload(member, lakesideMonth(1)),
    // The same bill in another file.
    await upload(member, lakesideMonth(1), "Thank you"),
    await upload(member, "A letter"),
  ].map(({ state }) => state);
  assert.deepEqual(states, ["accepted", "known", "review"]);
  const rejected = await upload(member, "Another letter");
  const answer = await member.send("POST", `/v1/documents/${rejected.id}/reject`, { reason: "No bill." });
  assert.equal(answer.statusCode, 200, answer.body);
  const filesRead = async () => {
    let read = 0;
    await reread(member, { onFile: ({ filesDone }) => void (read = filesDone) });
    return read;
  };
  assert.equal(await filesRead(), 0);
  useTemplate(LAKESIDE_TEMPLATE);
  assert.equal(await filesRead(), 3, "all but the rejected one");
  assert.equal(await filesRead(), 0);
});

test("a bill that a user corrected, accepted, voided, or that is not read any more, stays, and the document says why", async () => {
  useTemplate(YESTERDAY);
  const member = await newMember(running, { name: "Stays" });
  const corrected = await upload(member, lakesideMonth(1));
  const patched = await member.send("PATCH", `/v1/utility_bills/${corrected.utility_bill_id}`, {
    account_holder_name: "Sample Household",
  });
  assert.equal(patched.statusCode, 200, patched.body);
  const wrong = await upload(
    member,
    lakesideMonth(2).replace(
      "Energy                           550 kWh    0.0800        44.00",
      "Energy                           550 kWh    0.0800        43.00",
    ),
  );
  assert.equal(wrong.state, "review");
  const names = wrong.findings.filter(({ severity }) => severity === "error").map(({ name }) => name);
  const accepted = await member.send("POST", `/v1/documents/${wrong.id}/accept`, { findings: names });
  assert.equal(accepted.statusCode, 200, accepted.body);
  const voided = await upload(member, lakesideMonth(3));
  assert.equal((await member.send("POST", `/v1/utility_bills/${voided.utility_bill_id}/void`)).statusCode, 200);
  // The link of a file is another one after an hour.
  const live = async () =>
    (await member.send("GET", "/v1/utility_bills?limit=100"))
      .json<Bill[]>()
      .flatMap(({ source: _source, ...bill }) => (bill.archived ? [] : [bill]));
  const before = await live();

  useTemplate(LAKESIDE_TEMPLATE);
  const all = await reread(member);
  assert.deepEqual(
    all.map(({ outcome, why }) => [outcome, why?.replace(/\d+/, "N")]),
    [
      ["kept", "A user corrected bill N."],
      ["kept", `It is not read without errors now: ${names.join(", ")}.`],
      ["kept", "Its bill no longer counts."],
    ],
  );
  assert.deepEqual(await live(), before);
  const { state, findings } = await show(member, corrected.id);
  assert.deepEqual(
    [state, findings.map(({ name, severity }) => [name, severity])],
    [
      "accepted",
      [
        ["first_of_account", "warning"],
        ["read_otherwise", "warning"],
      ],
    ],
  );
  assert.match(
    findings[1]?.detail ?? "",
    /^The file is read otherwise now \(meters\.0\.charges\.2\.utility_charge_type\), and its bill stays\. A user corrected bill \d+\.$/,
  );
});

test("an accepted document is read again on request as well: its bill is edited when its values differ", async () => {
  useTemplate(YESTERDAY);
  const member = await newMember(running, { name: "On request" });
  const first = await upload(member, lakesideBill());
  const again = async () => {
    const answer = await member.send("POST", `/v1/documents/${first.id}/reread`);
    assert.equal(answer.statusCode, 202, answer.body);
    assert.deepEqual(
      [answer.json<Document>().state, answer.json<Document>().utility_bill_id !== null],
      ["waiting", true],
    );
    return parse(member, first.id);
  };
  const same = await again();
  assert.deepEqual([same.state, same.utility_bill_id], ["accepted", first.utility_bill_id]);
  useTemplate(LAKESIDE_TEMPLATE);
  const edited = await again();
  assert.equal(edited.state, "accepted");
  assert.notEqual(edited.utility_bill_id, first.utility_bill_id);
  assert.equal((await billOf(member, edited.utility_bill_id)).charges[2]?.utility_charge_type, "tax_cost");
  // Other days: the bill keeps its history, and there is still one.
  useTemplate(LAKESIDE_TEMPLATE.replace("period_end: inclusive", "period_end: exclusive").replace(/\n *days: .*/, ""));
  const moved = await again();
  assert.equal((await billOf(member, moved.utility_bill_id)).usages[0]?.end_date, "2026-03-11T00:00:00.000Z");
  const bills = (await member.send("GET", "/v1/utility_bills?limit=100")).json<Bill[]>();
  assert.deepEqual(
    bills.map(({ archived }) => archived),
    [true, true, false],
  );
});

test("a dry run says the same of documents in review as the run after it", async () => {
  useTemplate(LAKESIDE_TEMPLATE);
  const member = await newMember(running, { name: "In review" });
  await upload(member, lakesideMonth(1));
  const otherAccount = await upload(member, lakesideMonth(2, "4711-03"));
  const correction = await upload(member, lakesideMonth(1).replace("Balance brought forward", "Due 04/04/2016\n\n$&"));
  const noTemplate = await upload(member, lakesideMonth(5, "9000-01").replaceAll("Lakeside Power", "Harbour Power "));
  useTemplate(LAKESIDE_TEMPLATE.replace(", negate: true", ""));
  const misread = [await upload(member, lakesideMonth(3, "4711-03")), await upload(member, lakesideMonth(4))];
  const errors = (document: Document) =>
    document.findings.filter(({ severity }) => severity === "error").map(({ name }) => name);
  assert.deepEqual([otherAccount, correction, noTemplate].map(errors), [
    ["meter_of_other_account"],
    ["replaces_bill"],
    ["not_confirmed", "account_unknown"],
  ]);
  assert.deepEqual(
    misread.map(({ state }) => state),
    ["review", "review"],
  );

  useTemplate(LAKESIDE_TEMPLATE);
  const resultOf = ({ outcome, changes, why }: RereadDocument) => ({ outcome, changes, why });
  const would = (await reread(member, { isDry: true, isAgain: true })).map(resultOf);
  assert.deepEqual(
    would.map(({ outcome }) => outcome),
    ["same", "same", "same", "same", "review", "accepted"],
  );
  assert.deepEqual(would[4]?.changes.at(-1)?.after, "first_of_account, meter_of_other_account");
  assert.deepEqual((await reread(member, { isAgain: true })).map(resultOf), would);
});

test("a run that is cancelled goes on where it ended, and the command prints what differs", async () => {
  useTemplate(YESTERDAY);
  const member = await newMember(running, { name: "Cancelled" });
  for (const month of [1, 2, 3]) await upload(member, lakesideMonth(month));
  useTemplate(LAKESIDE_TEMPLATE);
  const stop = new AbortController();
  const done: RereadDocument[] = [];
  const onDocument = (document: RereadDocument) => {
    done.push(document);
    stop.abort(new Error("cancelled"));
  };
  await assert.rejects(reread(member, { signal: stop.signal, onDocument }), /cancelled/);
  assert.equal(done.length, 1);

  const run = (...args: string[]) =>
    runCommand("reread", ["--company", String(member.company_id), ...args], {
      DATABASE_URL: app.databaseUrl,
      METERBOOK_DATA_DIR: app.config.dataDir,
      METERBOOK_UTILITIES_DIR: dir,
    });
  const dry = await run("--dry-run");
  assert.equal(dry.code, 0, dry.error);
  assert.match(
    dry.out,
    /^Document \d+, bill\.pdf: would be edited\.\n {2}meters\.0\.charges\.2\.utility_charge_type: "other_applied_cost" -> "tax_cost"\n/,
  );
  assert.match(
    dry.out,
    /Cancelled \(nothing was changed\): 2 edited, 0 out of review, 0 kept although read otherwise, 0 in review with other findings, 0 not read, 0 the same\.\n$/,
  );
  const { out } = await run("--json");
  const lines = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { outcome?: string; edited?: number });
  assert.deepEqual([lines.map(({ outcome }) => outcome), lines.at(-1)?.edited], [["edited", "edited", undefined], 2]);
  assert.equal((await run("--since", "yesterday")).code, 2);
});

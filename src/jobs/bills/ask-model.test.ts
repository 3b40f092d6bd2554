/** A bill that no reader could read is shown to the operator's language model, and becomes a bill only when every check says so. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import type { z } from "zod";
import { newMember, openTestApp, type Member } from "../../../test/app.ts";
import {
  answersWith,
  fails,
  pointerIn,
  says,
  startLanguageModel,
  type PointTo,
  type Reply,
} from "../../../test/language-model.ts";
import { untilLocked } from "../../../test/lock-waits.ts";
import type { BillAnswer } from "../../parsers/model/answer.ts";
import { LIES, pdfOfText, rightAnswer, UNREAD_BILL } from "../../../test/model-answers.ts";
import type { App } from "../../app.ts";
import type { UtilityBill } from "../../records/bill.ts";
import type { ReadDocument } from "../../records/document.ts";
import type { BillLineage } from "../../records/lineage.ts";
import { lockDocumentRow } from "../../store/bills/document-decisions.ts";
import { findDocument } from "../../store/bills/documents.ts";
import { runAskModel } from "./ask-model.ts";
import { runParse } from "./parse.ts";

type Document = z.infer<typeof ReadDocument>;

const model = await startLanguageModel({ after });
const KEY = "sk-a-key-of-the-model";
const opened = await openTestApp(
  { after },
  {
    METERBOOK_MODEL_URL: model.url,
    METERBOOK_MODEL_NAME: "tiny:1b",
    METERBOOK_MODEL_KEY: KEY,
    METERBOOK_MODEL_INPUT_PRICE: "0.50",
    METERBOOK_MODEL_OUTPUT_PRICE: "2",
    METERBOOK_MODEL_TIMEOUT_SECONDS: "1",
    METERBOOK_MODEL_QUESTIONS_PER_DAY: "30",
  },
);
const { app } = opened;
const signal = new AbortController().signal;

async function upload(member: Member, bytes = pdfOfText(UNREAD_BILL)): Promise<number> {
  const path = "/v1/documents?name=bill.pdf&utility_company=Hillview%20Energy%20Works";
  const answer = await member.send("POST", path, bytes, { "content-type": "application/pdf" });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json<Document>().id;
}

const show = async (member: Member, id: number): Promise<Document> =>
  (await member.send("GET", `/v1/documents/${id}`)).json<Document>();

const payloadOf = ({ company_id }: Member, document_id: number) => ({ company_id, document_id });

/** What the two jobs of a document do. */
async function read(member: Member, id: number, reply: Reply): Promise<Document> {
  model.reply = reply;
  await runParse(app, payloadOf(member, id), signal);
  // As the worker does when it claims it.
  await app.db.deleteFrom("jobs").where("kind", "=", "ask-model").execute();
  await runAskModel(app, payloadOf(member, id), signal);
  return show(member, id);
}

const namesOf = ({ findings }: Document): string[] => findings.map(({ name }) => name);
const waitingJobs = async (kind: string) =>
  app.db.selectFrom("jobs").select(["payload", "run_at"]).where("kind", "=", kind).execute();

test("an uploaded bill that neither reader takes becomes a bill read by the model, with the places of its values", async () => {
  const member = await newMember(opened, { name: "Model reads" });
  const id = await upload(member);
  model.reply = answersWith(rightAnswer);
  await runParse(app, payloadOf(member, id), signal);
  const before = await show(member, id);
  assert.equal(before.state, "review");
  assert.ok((await waitingJobs("ask-model")).some(({ payload }) => JSON.stringify(payload).includes(`${id}`)));
  await runAskModel(app, payloadOf(member, id), signal);
  const document = await show(member, id);
  // The due date is printed once.
  assert.deepEqual([document.state, namesOf(document)], ["accepted", ["read_by_model", "not_confirmed"]]);
  const bill = (await member.send("GET", `/v1/utility_bills/${document.utility_bill_id}`)).json<
    z.infer<typeof UtilityBill>
  >();
  assert.deepEqual([bill.read_by, bill.template], ["model", { id: "model:tiny:1b", version: 1 }]);
  assert.deepEqual([bill.amount_due, bill.previous_balance, bill.total_charges], [58.5, 120, 58.5]);
  const lineage = (await member.send("GET", `/v1/utility_bills/${bill.id}/lineage`)).json<
    z.infer<typeof BillLineage>
  >();
  assert.equal(lineage.read_by, "model");
  assert.ok(
    lineage.lines.length === 4 && lineage.lines.every(({ place, source }) => place !== null && source === "file"),
  );
});

test("the model is sent the words, the schema and the key, and what it cost is kept and logged", async () => {
  const member = await newMember(opened, { name: "Model costs" });
  const document = await read(member, await upload(member), answersWith(rightAnswer));
  const { body, headers } = model.asked.at(-1) ?? assert.fail();
  assert.deepEqual([body.model, body.temperature, headers.authorization], ["tiny:1b", 0, `Bearer ${KEY}`]);
  assert.match(body.messages.at(-1)?.content ?? "", /\d+:Account \d+:number \| \d+:7714-2093/);
  assert.deepEqual(document.model_question && { ...document.model_question, asked_at: "" }, {
    model: "tiny:1b",
    asked_at: "",
    input_tokens: 1200,
    output_tokens: 400,
    cost: 0.0014,
  });
  assert.ok(opened.logLines.some((line) => line.includes("the language model answered") && line.includes("0.001400")));
  assert.ok(!opened.logLines.some((line) => line.includes(KEY)));
});

test("the same question is asked once, and the stored answer counts when the document is read again", async () => {
  const member = await newMember(opened, { name: "Model once" });
  const asked = model.asked.length;
  const wrong = (to: PointTo): BillAnswer => ({ ...rightAnswer(to), amount_due: to("120.00") });
  const id = await upload(member);
  const document = await read(member, id, answersWith(wrong));
  assert.deepEqual([document.state, model.asked.length], ["review", asked + 1]);
  assert.equal((await member.send("POST", `/v1/documents/${id}/reread`)).statusCode, 202);
  const again = await read(member, id, answersWith(rightAnswer));
  assert.deepEqual([again.state, model.asked.length], ["review", asked + 1]);
  assert.equal(namesOf(again).filter((name) => name === "model_not_accepted").length, 1);
});

test("a bill that a reader takes, and a file that is no bill, are not shown to the model", async () => {
  const member = await newMember(opened, { name: "Model not asked" });
  const asked = model.asked.length;
  const leaflet = await read(member, await upload(member, pdfOfText("Save energy\nClose the windows")), fails(500));
  const damaged = await read(member, await upload(member, Buffer.from("%PDF-1.7\nnothing")), fails(500));
  assert.deepEqual([leaflet.state, damaged.state, model.asked.length], ["review", "review", asked]);
});

for (const [name, { lie, finding }] of Object.entries(LIES)) {
  test(`a model that lies does not make a bill: ${name}`, async () => {
    const member = await newMember(opened, { name: "Liar" });
    const document = await read(member, await upload(member), answersWith(lie));
    assert.equal(document.state, "review");
    const refusal = document.findings.find(({ name: of }) => of === "model_not_accepted");
    assert.ok(refusal?.detail.includes(finding), refusal?.detail ?? namesOf(document).join(", "));
  });
}

const FAILURES: Record<string, { reply: Reply; finding: string; again: boolean }> = {
  "is away": { reply: (_, response) => void response.destroy(), finding: "model_not_reached", again: true },
  hangs: { reply: () => undefined, finding: "model_not_reached", again: true },
  "has too many questions": { reply: fails(429), finding: "model_not_reached", again: true },
  fails: { reply: fails(500), finding: "model_not_reached", again: true },
  "refuses the key": { reply: fails(401), finding: "model_refused", again: false },
  "does not know the model": { reply: fails(404), finding: "model_refused", again: false },
  "answers HTML": {
    reply: (_, response) => void response.end("<html>Sign in</html>"),
    finding: "model_answer_unusable",
    again: false,
  },
  "answers nonsense": { reply: says(() => "Here is your bill!"), finding: "model_answer_unusable", again: false },
  "answers a number that is no word": {
    reply: says(() => JSON.stringify({ is_bill: true })),
    finding: "model_answer_unusable",
    again: false,
  },
  "streams without end": {
    reply(_, response) {
      const more = () => {
        while (response.writable && response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    },
    finding: "model_answer_unusable",
    again: false,
  },
  "refuses to answer": {
    reply: (_, response) =>
      void response.end(JSON.stringify({ choices: [{ message: { content: null, refusal: "I cannot" } }] })),
    finding: "model_answer_unusable",
    again: false,
  },
};

for (const [name, { reply, finding, again }] of Object.entries(FAILURES)) {
  test(`the findings of the readers stay when the model ${name}`, async () => {
    const member = await newMember(opened, { name: "Failure" });
    const id = await upload(member);
    const document = await read(member, id, reply);
    assert.equal(document.state, "review");
    assert.ok(namesOf(document).includes("charges_not_found"));
    assert.deepEqual(
      namesOf(document).filter((of) => of.startsWith("model_")),
      [finding],
    );
    const waiting = (await waitingJobs("ask-model")).filter(({ run_at }) => new Date(run_at).getTime() > app.now());
    assert.equal(waiting.length, again ? 1 : 0);
    if (!again) return;
    model.reply = answersWith(rightAnswer);
    await runAskModel(app, payloadOf(member, id), signal);
    assert.equal((await show(member, id)).state, "accepted");
  });
}

test("an answer beside an empty refusal is an answer", async () => {
  const member = await newMember(opened, { name: "Empty refusal" });
  const id = await upload(member);
  await read(member, id, ({ text }, response) => {
    const content = JSON.stringify(rightAnswer(pointerIn(text)));
    response.end(JSON.stringify({ choices: [{ message: { content, refusal: "" } }] }));
  });
  assert.equal((await show(member, id)).state, "accepted");
});

const limitedTo = (modelQuestionsPerDay: number): App => ({ ...app, config: { ...app.config, modelQuestionsPerDay } });

test("a company does not ask more on a day than the operator allows, and goes on tomorrow", async () => {
  const limited = limitedTo(0);
  const member = await newMember(opened, { name: "Limited" });
  const asked = model.asked.length;
  const id = await upload(member);
  await runParse(limited, payloadOf(member, id), signal);
  await app.db.deleteFrom("jobs").execute();
  // Beyond the limit the file is not even opened.
  const { company_uuid, sha256 } = (await findDocument(app.db, member.company_id, id)) ?? assert.fail();
  await app.files.remove(company_uuid, sha256);
  const now = app.now();
  await runAskModel(limited, payloadOf(member, id), signal);
  const document = await show(member, id);
  assert.ok(namesOf(document).includes("model_limit_reached"));
  assert.equal(model.asked.length, asked);
  const jobs = await app.db.selectFrom("jobs").select(["kind", "run_at"]).execute();
  assert.deepEqual(
    jobs.map(({ kind, run_at }) => [kind, new Date(run_at).getTime()]),
    [["ask-model", new Date(now).setUTCHours(24, 0, 0, 0)]],
  );
});

test("asking again about one document counts as often as it is asked", async () => {
  const limited = limitedTo(2);
  const member = await newMember(opened, { name: "Persistent" });
  const id = await upload(member);
  model.reply = fails(500);
  await runParse(limited, payloadOf(member, id), signal);
  const asked = model.asked.length;
  for (let time = 0; time < 4; time += 1) await runAskModel(limited, payloadOf(member, id), signal);
  assert.equal(model.asked.length, asked + 2);
  assert.ok(namesOf(await show(member, id)).includes("model_limit_reached"));
});

test("after the last try the document says that the model is not asked again, until somebody has it read again", async () => {
  const member = await newMember(opened, { name: "Away for long" });
  const id = await upload(member);
  const said = ({ findings }: Document) => findings.find(({ name }) => name === "model_not_reached")?.detail ?? "";
  assert.match(said(await read(member, id, fails(500))), /It is asked again later\.$/);
  await sql`update model_questions set tries = 11 where document_id = ${id}`.execute(app.db);
  await app.db.deleteFrom("jobs").where("kind", "=", "ask-model").execute();
  await runAskModel(app, payloadOf(member, id), signal);
  assert.match(said(await show(member, id)), /not asked again by itself\. To ask it again, read the document again\.$/);
  assert.deepEqual(await waitingJobs("ask-model"), []);

  assert.equal((await member.send("POST", `/v1/documents/${id}/reread`)).statusCode, 202);
  assert.match(said(await read(member, id, fails(500))), /It is asked again later\.$/);
  const minutes =
    ((await waitingJobs("ask-model")).map(({ run_at }) => new Date(run_at).getTime() - app.now())[0] ?? 0) / 60_000;
  assert.ok(minutes > 0 && minutes <= 1, `again after ${minutes} minutes`);
});

test("what asking says does not undo what a reader found meanwhile", async () => {
  const member = await newMember(opened, { name: "Meanwhile" });
  const id = await upload(member);
  model.reply = fails(401);
  await runParse(app, payloadOf(member, id), signal);
  const late = { name: "late_finding", severity: "warning", detail: "Found meanwhile." };
  let asking: Promise<void> | undefined;
  await app.db.transaction().execute(async (trx) => {
    await lockDocumentRow(trx, member.company_id, id);
    asking = runAskModel(app, payloadOf(member, id), signal);
    await untilLocked(app.db, "asking to wait for the document");
    await sql`update documents set findings = findings || ${JSON.stringify([late])}::jsonb where id = ${id}`.execute(
      trx,
    );
  });
  await asking;
  const names = namesOf(await show(member, id));
  assert.deepEqual(
    ["late_finding", "model_refused"].filter((name) => names.includes(name)),
    ["late_finding", "model_refused"],
  );
});

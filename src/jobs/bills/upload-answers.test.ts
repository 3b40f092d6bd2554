/** What is wrong with an uploaded file is said in a sentence of its own, at the address of its document, which the upload answers. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import Pdf from "pdfkit";
import type { z } from "zod";
import { newMember, type Member } from "../../../test/app.ts";
import { lakesideBill, lakesideMonth, pdfOfTexts, sharedLakesideApp } from "../../../test/lakeside.ts";
import { pagesOf } from "../../parsers/parsers.fixtures.ts";
import type { ReadDocument } from "../../records/document.ts";
import { runParse } from "./parse.ts";

type Document = z.infer<typeof ReadDocument>;

const running = await sharedLakesideApp();

/** Uploads a file, and reads its document at the address that the answer gives. */
async function send(member: Member, file: Buffer, query = ""): Promise<Document> {
  const answer = await member.send("POST", `/v1/documents?name=bill.pdf${query}`, file, {
    "content-type": "application/octet-stream",
  });
  assert.equal(answer.statusCode, 201, answer.body);
  const { id, state } = answer.json<Document>();
  assert.deepEqual([answer.headers.location, state], [`/v1/documents/${id}`, "waiting"]);
  await runParse(running.app, { company_id: member.company_id, document_id: id }, new AbortController().signal);
  return (await member.send("GET", String(answer.headers.location))).json<Document>();
}

async function encrypted(): Promise<Buffer> {
  const document = new Pdf({ userPassword: "opens it" });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = once(document, "end");
  document.text("Lakeside Power").end();
  await ended;
  return Buffer.concat(chunks);
}

const good = pdfOfTexts([lakesideMonth(1)]);

const UNREADABLE: { what: string; file: Buffer | (() => Promise<Buffer>); name: string; says: RegExp }[] = [
  { what: "an encrypted file", file: encrypted, name: "file_encrypted", says: /opens only with a password/ },
  { what: "half a file", file: good.subarray(0, 900), name: "file_cut_off", says: /end of the file is missing/ },
  { what: "1,000 pages", file: pagesOf(1000), name: "too_many_pages", says: /has 1000 pages, at most \d+ are read/ },
  { what: "another type", file: Buffer.from("PK\x03\x04 no archive either"), name: "", says: /\.$/ },
  {
    what: "no bill",
    file: pdfOfTexts(["Dear neighbour\nThe picnic is on Sunday."]),
    name: "no_template",
    says: /No bill was recognised/,
  },
];

test("an encrypted, cut off, long or foreign file and one that is no bill are told apart", async () => {
  const member = await newMember(running, { name: "Unreadable" });
  const sentences = new Set<string>();
  for (const { what, file, name, says } of UNREADABLE) {
    const { state, findings } = await send(member, Buffer.isBuffer(file) ? file : await file());
    const [finding, ...others] = findings.filter(({ severity }) => severity === "error");
    assert.deepEqual([state, others], ["review", []], what);
    if (name !== "") assert.equal(finding?.name, name, what);
    assert.match(finding?.detail ?? "", says, what);
    sentences.add(finding?.detail ?? "");
  }
  assert.equal(sentences.size, UNREADABLE.length);
});

test("a bill that is there already, one of another account, and one of no account say so", async () => {
  const member = await newMember(running, { name: "Theirs" });
  const first = await send(member, good);
  assert.equal(first.state, "accepted");
  const again = await member.send("POST", "/v1/documents?name=bill.pdf", good, { "content-type": "application/pdf" });
  assert.deepEqual([again.statusCode, again.headers.location], [200, `/v1/documents/${first.id}`]);

  const copy = await send(member, pdfOfTexts([lakesideMonth(1), " "]));
  assert.deepEqual([copy.state, copy.utility_bill_id], ["known", first.utility_bill_id]);
  assert.deepEqual(
    copy.findings.map(({ name, severity, detail }) => [name, severity, detail]),
    [
      [
        "bill_known",
        "warning",
        `Bill ${first.utility_bill_id} has the same values: it was saved before, and this file changes nothing.`,
      ],
    ],
  );

  const query = `&utility_account_id=${first.utility_account_id}`;
  const other = await send(member, pdfOfTexts([lakesideMonth(2, "5122-00")]), query);
  assert.deepEqual([other.state, other.findings.map(({ name }) => name)], ["review", ["account_number_differs"]]);

  // A digit of the account number was misread: no account is made of it.
  const misread = await send(member, pdfOfTexts([lakesideMonth(2, "4711-03")]));
  assert.deepEqual(
    [misread.state, misread.findings.map(({ name }) => name)],
    ["review", ["first_of_account", "meter_of_other_account"]],
  );
  assert.match(misread.findings[1]?.detail ?? "", /account 4711-03, .* meter L-77 is billed under account 4711-08/);
  const accounts = async () => (await member.send("GET", "/v1/utility_accounts")).json<unknown[]>().length;
  assert.equal(await accounts(), 1);
  const path = `/v1/documents/${misread.id}/accept`;
  assert.equal((await member.send("POST", path, { findings: ["meter_of_other_account"] })).statusCode, 200);
  assert.equal(await accounts(), 2, "the utility has given it another number");

  // An account of another company is like none, and nothing of it is told.
  const stranger = await newMember(running, { name: "Stranger" });
  const refused = await stranger.send("POST", `/v1/documents?name=bill.pdf${query}`, good, {
    "content-type": "application/pdf",
  });
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /No account of your company has this id\./);
  const unknown = pdfOfTexts([lakesideBill({ "Lakeside Power": "Harbour Power " })]);
  const { state, findings } = await send(stranger, unknown);
  const errors = findings.filter(({ severity }) => severity === "error");
  assert.deepEqual([state, errors.map(({ name }) => name)], ["review", ["not_confirmed", "account_unknown"]]);
  assert.match(errors[1]?.detail ?? "", /^Your company has no account, or several, with the printed number 4711-08\./);
});

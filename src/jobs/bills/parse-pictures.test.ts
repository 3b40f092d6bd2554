import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedApp } from "../../../test/app.ts";
import { insertFetched, newFetchedAccount } from "../../../test/fetched.ts";
import { pageOf, pagesOf } from "../../parsers/parsers.fixtures.ts";
import type { Finding } from "../../records/statement.ts";
import { findDocument } from "../../store/bills/documents.ts";
import { runParse, runParsePictures } from "./parse.ts";

const opened = await sharedApp();
const { app } = opened;
const signal = new AbortController().signal;

test("a file without text waits for its own kind of job, which says what it found", async () => {
  const { account } = await newFetchedAccount(opened, "Scans");
  const { company_id } = account;
  const bytes = pageOf("0 0 100 100 re f");
  const payload = { company_id, document_id: await insertFetched(app, account, { name: "scan.pdf", bytes }) };
  const outcome = async () => {
    const document = await findDocument(app.db, company_id, payload.document_id);
    // The column has the findings as written.
    const findings = document?.findings as unknown as Finding[] | undefined;
    return [document?.state, findings?.map(({ name }) => name)];
  };
  await runParse(app, payload, signal);
  assert.deepEqual(await outcome(), ["waiting", []]);
  const [job] = await app.jobs.claim({ "parse-pictures": 1 });
  assert.deepEqual(job?.payload, payload);
  await runParsePictures(app, payload, signal);
  assert.deepEqual(await outcome(), ["review", ["no_text"]]);
});

test("a file of many pages gives way to others after each turn, and comes to its end", async () => {
  const { account } = await newFetchedAccount(opened, "Many scans");
  const { company_id } = account;
  const bytes = pagesOf(4);
  const payload = { company_id, document_id: await insertFetched(app, account, { name: "scans.pdf", bytes }) };
  const stateOf = async () => (await findDocument(app.db, company_id, payload.document_id))?.state;
  await runParse(app, payload, signal);
  let turns = 0;
  for (; (await stateOf()) === "waiting"; turns += 1) {
    const [job] = await app.jobs.claim({ "parse-pictures": 1 });
    assert.ok(job);
    assert.deepEqual(job.payload, payload);
    await runParsePictures(app, payload, signal, job, 0);
    await app.jobs.complete(job);
  }
  assert.deepEqual([turns, await stateOf()], [4, "review"]);
  assert.deepEqual(await app.jobs.claim({ "parse-pictures": 1 }), []);
});

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { parse } from "csv-parse/sync";
import { unzipSync } from "fflate";
import { readXlsx } from "hucre/xlsx";
import { startSandbox } from "../server.ts";
import { createVisitor, hiddenField, links } from "../visitor.ts";
import type { Seen, Visitor } from "../visitor.ts";
import { createDocuments } from "../web/documents.ts";
import type { Account } from "../world/model.ts";
import { createWorld } from "../world/world.ts";

const PREFIX = "/prairie-energy";
const sandbox = await startSandbox({ port: 0 });
after(() => sandbox.close());

async function signIn(visitor: Visitor, email: string, pin = "sandbox"): Promise<Seen> {
  const login = await visitor.follow(await visitor.get(`${PREFIX}/`));
  return visitor.post(`${PREFIX}/login`, { token: hiddenField(login.text, "token"), email, pin });
}

const accountsOf = (username: string): Account[] => createWorld().accountsOf("prairie-energy", username) ?? [];

/** The exports of the first account, and what they must hold. */
async function open(visitor: Visitor, username: string) {
  const page = await visitor.follow(await signIn(visitor, username));
  const lists = links(page.text, /\/accounts\/\d+$/);
  const [account] = accountsOf(username);
  assert.ok(account);
  return { lists, account, exports: (lists[0] ?? "").replace("/accounts/", "/exports/") };
}

test("each bill is an archive with one PDF", async () => {
  const visitor = createVisitor(sandbox.url);
  const { lists, account } = await open(visitor, "demo_commercial");
  assert.equal(lists.length, 2);
  const zips = links((await visitor.get(lists[0] ?? "")).text, /\.zip$/);
  assert.equal(zips.length, 14);
  const seen = await visitor.get(zips[0] ?? "");
  assert.equal(seen.headers.get("content-type"), "application/zip");
  const [[name, bytes] = ["", new Uint8Array()], ...others] = Object.entries(unzipSync(seen.bytes));
  const newest = account.bills.at(-1);
  assert.ok(newest);
  assert.deepEqual(others, []);
  assert.equal(name, `PrairieEnergy_${newest.billDay}_${newest.billNumber}.pdf`);
  assert.deepEqual(new Uint8Array(bytes), await createDocuments().fetch("prairie-energy", account, newest));
  assert.deepEqual((await visitor.get(zips[0] ?? "")).bytes, seen.bytes, "the same bytes each time");
});

test("all bills of a period are one archive, both its days included", async () => {
  const visitor = createVisitor(sandbox.url);
  const { account, exports } = await open(visitor, "demo_commercial");
  const days = account.bills.map(({ billDay }) => billDay);
  const names = async (query: string) =>
    Object.keys(unzipSync((await visitor.get(`${exports}/bills.zip${query}`)).bytes)).map((name) => name.slice(14, 24));
  assert.deepEqual(await names(""), days);
  assert.deepEqual(await names(`?from=${days[3]}&to=${days[5]}`), days.slice(3, 6));
  assert.equal((await visitor.get(`${exports}/bills.zip?from=2020-01-01&to=2020-02-01`)).status, 404);
  assert.equal((await visitor.get(`${exports}/bills.zip?from=yesterday`)).status, 400);
});

test("the history is a table of both services, as CSV and as XLSX", async () => {
  const visitor = createVisitor(sandbox.url);
  const { account, exports } = await open(visitor, "demo_residential");
  const csv = await visitor.get(`${exports}/history.csv`);
  assert.match(csv.headers.get("content-type") ?? "", /^text\/csv/);
  const rows = parse<Record<string, string>>(csv.text, { columns: true });
  assert.equal(rows.length, 28);
  const cents = rows.reduce((sum, row) => sum + Math.round(Number(row["Charges"]) * 100), 0);
  assert.equal(
    cents,
    account.bills.reduce((sum, { currentCents }) => sum + currentCents, 0),
  );
  const { sheets } = await readXlsx((await visitor.get(`${exports}/history.xlsx`)).bytes);
  assert.deepEqual(sheets[0]?.rows[0], Object.keys(rows[0] ?? {}));
  assert.equal(sheets[0]?.rows.length, 29);
  assert.equal(Number(sheets[0]?.rows[28]?.[9]), Number(rows[27]?.["Charges"]));
});

test("every export comes in JSON as base64, too", async () => {
  const visitor = createVisitor(sandbox.url);
  const { account, exports } = await open(visitor, "demo_residential");
  for (const name of ["bills.zip", "history.csv", "history.xlsx"]) {
    const plain = await visitor.get(`${exports}/${name}`);
    const reply = JSON.parse((await visitor.get(`${exports.replace(PREFIX, `${PREFIX}/api`)}/${name}`)).text);
    assert.equal(reply.fileName, name);
    assert.equal(reply.contentType, plain.headers.get("content-type"));
    const bytes = new Uint8Array(Buffer.from(reply.content, "base64"));
    assert.equal(bytes.length, reply.bytes);
    // A workbook says when it was written.
    if (name !== "history.xlsx") assert.deepEqual(bytes, plain.bytes);
  }
  const bill = JSON.parse((await visitor.get(`${PREFIX}/api/bills/${account.bills[0]?.documentId}`)).text);
  assert.match(Buffer.from(bill.content, "base64").toString("latin1").slice(0, 5), /^%PDF-/);
  assert.equal(bill.contentType, "application/pdf");
});

test("a customer cannot export another's, and no one without a session", async () => {
  const visitor = createVisitor(sandbox.url);
  const { exports } = await open(visitor, "demo_commercial");
  const documentId = accountsOf("demo_commercial")[0]?.bills[0]?.documentId;
  await signIn(visitor, "demo_residential");
  const api = exports.replace(PREFIX, `${PREFIX}/api`);
  for (const path of [`${exports}/bills.zip`, `${PREFIX}/bills/${documentId}.zip`, `${api}/history.csv`])
    assert.equal((await visitor.get(path)).status, 404, path);
  await visitor.get(`${PREFIX}/logout`);
  assert.equal((await visitor.get(`${exports}/bills.zip`)).location, `${PREFIX}/login`);
  assert.equal((await visitor.get(`${api}/history.csv`)).status, 401);
});

test("each refusal has its page", async () => {
  for (const [email, pin] of [
    ["demo_residential", "wrong"],
    ["nobody", "sandbox"],
    ["demo_bad_login", "sandbox"],
  ] as const) {
    const wrong = await signIn(createVisitor(sandbox.url), email, pin);
    assert.equal(wrong.status, 401);
    assert.match(wrong.text, /role="alert">E-mail or password is wrong/);
  }
  assert.match((await signIn(createVisitor(sandbox.url), "demo_locked")).text, /Your login is locked/);
  assert.equal((await signIn(createVisitor(sandbox.url), "demo_site_down")).status, 503);
  const noToken = await createVisitor(sandbox.url).post(`${PREFIX}/login`, {
    email: "demo_residential",
    pin: "sandbox",
  });
  assert.equal(noToken.status, 403);
});

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { newMember, openTestApp } from "../../test/app.ts";
import { insertRecords } from "../../test/records.ts";
import { goodStatement } from "../domain/statement.fixtures.ts";
import type { Statement } from "../records/statement.ts";
import { WHOLE_LIST } from "../store/list-window.ts";
import { billsOf } from "../store/store.fixtures.ts";
import { findDocument, insertDocument } from "../store/documents.ts";
import { listMeters } from "../store/meters.ts";
import { listProperties } from "../store/properties.ts";
import { saveStatement } from "./save-statement.ts";

const opened = await openTestApp({ after });
const { app } = opened;

/** Three versions of one bill: as first sent, corrected, and corrected once more. */
const VERSIONS: Statement[] = [
  goodStatement(),
  {
    ...goodStatement(),
    invoice_date: "2026-04-20",
    invoice_number: "77120-A",
    corrected: true,
    account_holder_name: "Second",
  },
  {
    ...goodStatement(),
    invoice_date: "2026-05-04",
    invoice_number: "77120-B",
    corrected: true,
    account_holder_name: "Third",
  },
];

async function newAccount() {
  const { company_id, company_uuid } = await newMember(opened, { name: "Versions" });
  const { utility_account_id, authorization_id } = await insertRecords(app, { id: company_id, uuid: company_uuid });
  const fetched = async (name: string) => {
    const bytes = Buffer.from(name);
    const document = {
      company_id,
      utility_account_id,
      authorization_id,
      external_id: name,
      name,
      listed_date: "2026-04-06",
      file: { sha256: await app.files.put(company_uuid, bytes), bytes: bytes.byteLength, format: "pdf" },
    };
    return app.db.transaction().execute((trx) => insertDocument(trx, document));
  };
  const read = async (documentId: number | undefined, statement: Statement) => {
    const document = await findDocument(app.db, company_id, documentId ?? 0);
    assert.ok(document);
    await saveStatement(app, { document, statement, findings: [] });
    return (await findDocument(app.db, company_id, document.id))?.state;
  };
  const versions = async () => {
    const bills = await billsOf(app.db, company_id, { utility_account_id });
    const own = bills.filter(({ invoice_number }) => invoice_number?.startsWith("77120"));
    const first = own.find(({ invoice_number }) => invoice_number === "77120");
    return own
      .map((bill) => ({
        invoice_number: bill.invoice_number,
        archived: bill.archived,
        leadsToFirst: bill.original_utility_bill_id === (first?.id ?? null),
      }))
      .sort((a, b) => (a.invoice_number ?? "").localeCompare(b.invoice_number ?? ""));
  };
  return { company_id, fetched, read, versions };
}

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];
for (const order of ORDERS) {
  test(`versions read in the order ${order.join(", ")} leave the newest live and lead to the first`, async () => {
    const { fetched, read, versions } = await newAccount();
    const ids = [];
    for (const version of VERSIONS) ids.push(await fetched(`version ${version.invoice_number}`));
    for (const index of order) assert.equal(await read(ids[index], VERSIONS[index] ?? goodStatement()), "accepted");
    assert.deepEqual(await versions(), [
      { invoice_number: "77120", archived: true, leadsToFirst: false },
      { invoice_number: "77120-A", archived: true, leadsToFirst: true },
      { invoice_number: "77120-B", archived: false, leadsToFirst: true },
    ]);
  });
}

test("the same statement in another file is known and makes nothing", async () => {
  const { company_id, fetched, read, versions } = await newAccount();
  assert.equal(await read(await fetched("one"), goodStatement()), "accepted");
  const before = [
    await versions(),
    await listMeters(app.db, company_id, {}, WHOLE_LIST),
    await listProperties(app.db, company_id, {}, WHOLE_LIST),
  ];
  assert.equal(await read(await fetched("two"), goodStatement()), "known");
  assert.deepEqual(
    [
      await versions(),
      await listMeters(app.db, company_id, {}, WHOLE_LIST),
      await listProperties(app.db, company_id, {}, WHOLE_LIST),
    ],
    before,
  );
});

test("two workers that save the same document at once make one bill", async () => {
  const { fetched, read, versions } = await newAccount();
  const id = await fetched("raced");
  assert.deepEqual(await Promise.all([read(id, goodStatement()), read(id, goodStatement())]), ["accepted", "accepted"]);
  assert.equal((await versions()).length, 1);
});

test("meters of one address are of one property", async () => {
  const { company_id, fetched, read } = await newAccount();
  await read(await fetched("one"), goodStatement());
  const meters = (await listMeters(app.db, company_id, {}, WHOLE_LIST)).filter(({ service_address }) =>
    service_address?.startsWith("1200"),
  );
  assert.equal(meters.length, goodStatement().meters.length);
  assert.equal(new Set(meters.map(({ property_id }) => property_id)).size, 1);
});

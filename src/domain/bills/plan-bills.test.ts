import assert from "node:assert/strict";
import { test } from "node:test";
import { meterKey } from "./bill-identity.ts";
import { planBills, type IncomingBill, type Version } from "./plan-bills.ts";
import { meterKeysOf, planMeters, type BilledMeter } from "./plan-meters.ts";
import { goodStatement } from "./statement.fixtures.ts";

const CONTENT = Buffer.alloc(32, 1);
const OTHER_CONTENT = Buffer.alloc(32, 2);
const IDENTITY = "period 2026-03-01 2026-04-01 of M";

const incoming = (change: Partial<IncomingBill> = {}): IncomingBill => ({
  origin: "portal",
  document: { id: 20, format: "pdf" },
  statement: goodStatement(),
  identity: { identity_key: IDENTITY, content_sha256: CONTENT },
  ...change,
});

const version = (change: Partial<Version> = {}): Version => ({
  id: 7,
  origin: "portal",
  identity_key: IDENTITY,
  content_sha256: OTHER_CONTENT,
  archived: false,
  invoice_date: goodStatement().invoice_date,
  corrected: false,
  document_id: 10,
  original_utility_bill_id: null,
  ...change,
});

/** The saved meters of the statement, in Illinois, with the ids 1 and 2. */
const METERS = new Map<string, BilledMeter>(
  goodStatement().meters.map(({ energy_type, association_type, ...meter }, index) => [
    meterKey({ energy_type, association_type, ...meter }),
    {
      id: index + 1,
      energy_type,
      association_type,
      demand_measurement_unit: null,
      service_address: null,
      country: "US",
      state: "IL",
      zip_code: "60601",
    },
  ]),
);

function plan(bills: readonly IncomingBill[], versions: readonly Version[], meters = METERS) {
  let groups = 0;
  const { results, ...rest } = planBills(bills, { versions, meters }, () => `group ${(groups += 1)}`);
  const [first] = results;
  return { ...rest, first, inserted: first && "inserted" in first ? first.inserted : null };
}

test("a bill whose identity the account does not have is inserted, live, on its meters", () => {
  const { inserted, archives, relink } = plan([incoming()], []);
  assert.deepEqual([inserted?.archived, inserted?.document_id, inserted?.original_utility_bill_id], [false, 20, null]);
  assert.deepEqual([archives, relink], [[], []]);
  const ids = [...(inserted?.charges ?? []), ...(inserted?.usages ?? [])].map((line) => line.utility_meter_id);
  assert.deepEqual(new Set(ids), new Set([1, 2]));
});

test("a newer version archives the live one; an older one that comes late is archived itself", () => {
  assert.deepEqual(plan([incoming()], [version()]).archives, [{ id: 7, reason: "rebilled" }]);
  const late = plan([incoming({ document: { id: 5, format: "pdf" } })], [version()]);
  assert.deepEqual([late.archives, late.inserted?.archived, late.inserted?.archive_reason], [[], true, "rebilled"]);
  assert.deepEqual(late.relink, [IDENTITY]);
});

test("a file that is read again edits its own bill, and refers to the first reading", () => {
  const again = plan([incoming()], [version({ document_id: 20, original_utility_bill_id: 4 })]);
  assert.deepEqual(again.archives, [{ id: 7, reason: "edited" }]);
  assert.equal(again.inserted?.original_utility_bill_id, 4);
});

test("a bill of the same content is known: any version where a file is fetched again, only a live one where a user asks for it", () => {
  const same = version({ content_sha256: CONTENT });
  const voided = version({ content_sha256: CONTENT, archived: true });
  assert.deepEqual(plan([incoming({ known_by: "any_version" })], [same]).first, { known: 7 });
  assert.deepEqual(plan([incoming({ known_by: "any_version" })], [voided]).first, { known: 7 });
  assert.deepEqual(plan([incoming({ known_by: "any_version" })], [voided, { ...same, id: 8 }]).first, { known: 8 });
  assert.ok(plan([incoming({ known_by: "live_version" })], [voided]).inserted);
  assert.ok(plan([incoming()], [same]).inserted, "rows of a spreadsheet are compared before");
});

test("bills of another origin are other bills", () => {
  const { archives, inserted } = plan(
    [incoming({ known_by: "any_version" })],
    [version({ origin: "import", content_sha256: CONTENT })],
  );
  assert.deepEqual([archives, inserted?.archived], [[], false]);
});

test("a bill that a user enters again replaces the live one, whatever its date", () => {
  const bill = incoming({ origin: "keyed_in", document: { id: null, format: null } });
  const live = version({ origin: "keyed_in", invoice_date: "2027-01-01", document_id: null });
  assert.deepEqual(plan([bill], [live]).archives, [{ id: 7, reason: "edited" }]);
});

test("a bill whose days were read the other way gets its new identity only if it is live, unchanged, and the new one is free", () => {
  const was = { identity_key: "period as first read", content_sha256: OTHER_CONTENT };
  const before = version({ identity_key: was.identity_key, document_id: 20 });
  const renamed = plan([incoming({ was })], [before]);
  assert.deepEqual(renamed.renames, [{ origin: "portal", from: was.identity_key, to: IDENTITY }]);
  assert.deepEqual(renamed.archives, [{ id: 7, reason: "edited" }]);
  for (const versions of [
    [],
    [{ ...before, archived: true }],
    [{ ...before, content_sha256: CONTENT }],
    [before, version({ id: 9 })],
  ]) {
    const skipped = plan([incoming({ was })], versions);
    assert.deepEqual([skipped.first, skipped.renames, skipped.archives], [null, [], []]);
  }
});

test("a live bill with other days that an import replaces is archived beside the one of the same days", () => {
  const { archives } = plan([incoming({ redated: [12] })], [version()]);
  assert.deepEqual(
    archives.map(({ id }) => id),
    [7, 12],
  );
});

test("usage gets its supply and its CO2 from the saved meter, not from the bill", () => {
  const supply = new Map([...METERS].map(([key, meter]) => [key, { ...meter, association_type: "SUPPLY" as const }]));
  const [usage] = plan([incoming()], [], supply).inserted?.usages ?? [];
  assert.equal(usage?.supply, true);
  assert.match(usage?.co2_factor ?? "", /^eGRID.* RFCW$/);
});

test("a meter that does not exist is planned once, with the property of its address or the one that is named for it", () => {
  const bills = [incoming(), incoming({ document: { id: 21, format: "pdf" } })];
  const none = new Map<string, BilledMeter>();
  const { meters, properties } = planMeters(bills, none);
  assert.deepEqual(
    meters.map(({ meter_key }) => meter_key),
    meterKeysOf(bills),
  );
  const [address] = properties;
  assert.equal(properties.length, 1);
  assert.deepEqual(new Set(meters.map(({ address_key }) => address_key)), new Set([address?.key]));
  const named = planMeters([incoming({ property_ids: [44, null] })], none);
  assert.deepEqual(named.properties, []);
  assert.deepEqual(
    named.meters.map(({ property_id, address_key }) => [property_id, address_key]),
    [
      [44, null],
      [null, null],
    ],
  );
  assert.deepEqual(planMeters(bills, METERS).meters, []);
});

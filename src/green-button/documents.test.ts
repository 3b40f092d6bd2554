/** Which usage points belong to which account, and which entries of a feed become the document of a bill. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROWS_MAX } from "../connectors/list-limits.ts";
import { sharedMaterial } from "../../test/shared.ts";
import { readEspi } from "../parsers/espi/read-espi.ts";
import { readXml } from "../parsers/xml/read-xml.ts";
import { accountsOf } from "./accounts.ts";
import { readAtom, type AtomFeed } from "./atom.ts";
import { billFinder, cutBill } from "./documents.ts";

const never = new AbortController().signal;
const read = (text: string): Promise<AtomFeed> =>
  readAtom({ bytes: Buffer.from(text), mediaType: "application/atom+xml" }, "/feed", never);

const NOW = Date.UTC(2027, 0, 2);
const BASE = "https://data.example.com/espi/1_1/resource";
const point = (id: string) => `${BASE}/Subscription/9/UsagePoint/${id}`;

interface Entry {
  self: string;
  content: string;
  related?: string[];
  updated?: string;
  id?: string;
}

const entry = ({ self, content, related = [], updated = "2026-01-01T00:00:00Z", id = self }: Entry): string =>
  `<entry><id>urn:uuid:${id}</id><link rel="self" href="${self}"/><link rel="up" href="${self.slice(0, self.lastIndexOf("/"))}"/>${related
    .map((href) => `<link rel="related" href="${href}"/>`)
    .join("")}<updated>${updated}</updated><content>${content}</content></entry>`;

const feed = (...entries: Entry[]): string =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:e="http://naesb.org/espi">${entries.map(entry).join("\n")}</feed>`;

const usagePoint = (id: string): Entry => ({
  self: point(id),
  content: "<e:UsagePoint><e:ServiceCategory><e:kind>0</e:kind></e:ServiceCategory></e:UsagePoint>",
});

/** A month of 2026 in UTC; `cents` in the scale of the feed. */
function bill(pointId: string, id: string, { month = 2, amount = 1_234_000, stamp = 1, updated = "" } = {}): Entry {
  const start = Date.UTC(2026, month - 1, 1) / 1000;
  const duration = Date.UTC(2026, month, 1) / 1000 - start;
  return {
    self: `${point(pointId)}/UsageSummary/${id}`,
    id,
    ...(updated === "" ? {} : { updated }),
    content: `<e:UsageSummary><e:billingPeriod><e:duration>${duration}</e:duration><e:start>${start}</e:start></e:billingPeriod><e:billLastPeriod>${amount}</e:billLastPeriod><e:costAdditionalDetailLastPeriod><e:amount>${amount}</e:amount><e:note>Energy</e:note><e:measurement><e:uom>72</e:uom><e:value>5000</e:value></e:measurement><e:itemKind>3</e:itemKind></e:costAdditionalDetailLastPeriod><e:overallConsumptionLastPeriod><e:powerOfTenMultiplier>3</e:powerOfTenMultiplier><e:uom>72</e:uom><e:value>5</e:value></e:overallConsumptionLastPeriod><e:statusTimeStamp>${stamp}</e:statusTimeStamp></e:UsageSummary>`,
  };
}

const CUSTOMER = "http://naesb.org/espi/customer";
const account = (id: string, number: string, points: string[]): Entry[] => {
  const self = `${BASE}/RetailCustomer/9/Customer/1/CustomerAccount/${id}`;
  return [
    { self, content: `<CustomerAccount xmlns="${CUSTOMER}"><accountId>${number}</accountId></CustomerAccount>` },
    {
      self: `${self}/CustomerAgreement/1/ServiceLocation/1`,
      content: `<ServiceLocation xmlns="${CUSTOMER}"><mainAddress><streetDetail><number>12</number><name>Sample</name><type>Street</type></streetDetail></mainAddress><UsagePoints>${points.map((href) => `<UsagePoint>${href}</UsagePoint>`).join("")}</UsagePoints></ServiceLocation>`,
    },
  ];
};

const shown = (accounts: ReturnType<typeof accountsOf>) =>
  accounts.map(({ acct_num, points }) => [acct_num, points.map(({ self }) => self.split("/").at(-1))]);

test("an account has the usage points that its service location names, by address or by an id that is the only one", async () => {
  const usage = await read(feed(usagePoint("a"), usagePoint("b"), usagePoint("c")));
  const customer = await read(
    feed(
      ...account("1", "100-1", [point("a"), "https://other.example.com/espi/1_1/resource/UsagePoint/c"]),
      ...account("2", "100-2", [`${point("b")}/`]),
    ),
  );
  const accounts = accountsOf(usage, customer);
  assert.deepEqual(shown(accounts), [
    ["100-1", ["a", "c"]],
    ["100-2", ["b"]],
  ]);
  assert.equal(accounts[0]?.service_address, "12 Sample Street");
});

test("a usage point that no account names, or two, is an account of its own", async () => {
  const usage = await read(feed(usagePoint("a"), usagePoint("b"), usagePoint("c")));
  const customer = await read(
    feed(...account("1", "100-1", [point("a"), point("b")]), ...account("2", "100-2", [point("b")])),
  );
  assert.deepEqual(shown(accountsOf(usage, customer)), [
    ["100-1", ["a"]],
    ["b", ["b"]],
    ["c", ["c"]],
  ]);
});

test("an account number whose beginning is another's takes none of its usage points", async () => {
  const usage = await read(feed(usagePoint("a"), usagePoint("b")));
  const customer = await read(feed(...account("1", "100-1", [point("a")]), ...account("12", "100-2", [point("b")])));
  assert.deepEqual(shown(accountsOf(usage, customer)), [
    ["100-1", ["a"]],
    ["100-2", ["b"]],
  ]);
});

test("the only account has all usage points where it names none, and without accounts each usage point is one", async () => {
  const usage = await read(feed(usagePoint("a"), usagePoint("b")));
  assert.deepEqual(shown(accountsOf(usage, await read(feed(...account("1", "100-1", []))))), [["100-1", ["a", "b"]]]);
  assert.deepEqual(shown(accountsOf(usage, null)), [
    ["a", ["a"]],
    ["b", ["b"]],
  ]);
});

test("a feed of more accounts than a portal may list is refused", async () => {
  const many = Array.from({ length: ROWS_MAX + 1 }, (_, at) => account(String(at), `100-${at}`, []).slice(0, 1)).flat();
  const usage = await read(feed(usagePoint("a")));
  const customer = await read(feed(...many));
  assert.throws(() => accountsOf(usage, customer), { kind: "portal_changed" });
});

test("a thousand accounts take no more than a second", async () => {
  const ids = Array.from({ length: 1000 }, (_, at) => `p${at}`);
  const usage = await read(feed(...ids.map(usagePoint)));
  const customer = await read(feed(...ids.flatMap((id, at) => account(String(at), `100-${at}`, [point(id)]))));
  const from = performance.now();
  assert.deepEqual(
    shown(accountsOf(usage, customer)),
    ids.map((id, at) => [`100-${at}`, [id]]),
  );
  assert.ok(performance.now() - from < 1000);
});

test("the bills of thousands of usage points are found without comparing each with every summary", async () => {
  const ids = Array.from({ length: 2500 }, (_, at) => `p${at}`);
  const usage = await read(
    feed(...ids.flatMap((id) => [usagePoint(id), bill(id, `${id}-1`), bill(id, `${id}-2`, { month: 3 })])),
  );
  const accounts = accountsOf(usage, null);
  const from = performance.now();
  const billsOf = billFinder(usage);
  assert.equal(accounts.flatMap((each) => billsOf(each, NOW)).length, 2 * ids.length);
  const usedMs = performance.now() - from;
  assert.ok(usedMs < 5000, `${usedMs} ms`);
});

test("the document of a bill has its own account and summary, and nothing of another", async () => {
  const usage = await read(
    feed(usagePoint("a"), bill("a", "s1"), bill("a", "s2", { month: 3 }), usagePoint("b"), bill("b", "s3")),
  );
  const customer = await read(feed(...account("1", "100-1", [point("a")]), ...account("2", "100-2", [point("b")])));
  const [first] = accountsOf(usage, customer);
  assert.ok(first);
  const bills = billFinder(usage)(first, NOW);
  assert.deepEqual(
    bills.map(({ date }) => date),
    ["2026-02-28", "2026-03-31"],
  );
  const [own] = bills;
  assert.ok(own);
  const text = cutBill(usage, customer, { account: first, bill: own, moneyPlaces: 5 });
  for (const foreign of ["100-2", "UsagePoint/b", "s2", "s3"]) assert.ok(!text.includes(foreign), foreign);
  const [reading] = readEspi(readXml(Buffer.from(text)));
  assert.equal(reading?.statement?.acct_num, "100-1");
  assert.equal(reading?.statement?.amount_due, "12.34");
  assert.equal(reading?.statement?.meters[0]?.usages[0]?.amount, "5");
});

test("a corrected summary is another document, and one with another time of its making is the same", async () => {
  const idsOf = async (...bills: Entry[]) => {
    const usage = await read(feed(usagePoint("a"), ...bills));
    return accountsOf(usage, null).flatMap((each) =>
      billFinder(usage)(each, NOW).map(({ external_id }) => external_id),
    );
  };
  const [before] = await idsOf(bill("a", "s1"));
  assert.deepEqual(await idsOf(bill("a", "s1", { stamp: 2 })), [before]);
  const [after] = await idsOf(bill("a", "s1", { amount: 999_000 }));
  assert.notEqual(after, before);
  assert.match(before ?? "", /^s1\.[0-9a-f]{12}$/);
  // Of two for one period the one that was updated last counts.
  const both = await idsOf(
    bill("a", "new", { amount: 999_000, updated: "2026-05-01T00:00:00Z" }),
    bill("a", "old", { updated: "2026-04-01T00:00:00Z" }),
  );
  assert.match(both.join(), /^new\.[0-9a-f]{12}$/);
});

test("amounts in another scale are written as the standard says, and nothing else is changed", async () => {
  const usage = await read(feed(usagePoint("a"), bill("a", "s1", { amount: 12_340 })));
  const [only] = accountsOf(usage, null);
  assert.ok(only);
  const [own] = billFinder(usage)(only, NOW);
  assert.ok(own);
  const text = cutBill(usage, null, { account: only, bill: own, moneyPlaces: 3 });
  const [reading] = readEspi(readXml(Buffer.from(text)));
  assert.equal(reading?.statement?.amount_due, "12.34");
  assert.equal(text.replaceAll("1234000", "12340"), cutBill(usage, null, { account: only, bill: own, moneyPlaces: 5 }));
});

test("entries of a customer feed with prefixes of its own are well-formed among those of the usage feed", async () => {
  const usage = await read(feed(usagePoint("a"), bill("a", "s1")));
  const customer = await read(
    `<x:feed xmlns:x="http://www.w3.org/2005/Atom" xmlns:e="${CUSTOMER}"><x:entry><x:id>k</x:id><x:link rel='self' href='${BASE}/CustomerAccount/k'/><x:content><e:CustomerAccount><e:accountId>7 &gt; 6</e:accountId></e:CustomerAccount></x:content></x:entry></x:feed>`,
  );
  const [only] = accountsOf(usage, customer);
  assert.ok(only);
  const [own] = billFinder(usage)(only, NOW);
  assert.ok(own);
  const [reading] = readEspi(
    readXml(Buffer.from(cutBill(usage, customer, { account: only, bill: own, moneyPlaces: 5 }))),
  );
  assert.equal(reading?.statement?.acct_num, "7 > 6");
});

test("a page in place of a feed is a portal that is down, XML that is no feed one that has changed", async () => {
  const kindOf = (text: string, mediaType = "application/xml") =>
    readAtom({ bytes: Buffer.from(text), mediaType }, "/feed", never).then(
      () => "read",
      (error: { kind?: string }) => error.kind,
    );
  assert.equal(await kindOf("<!DOCTYPE html><title>x</title>"), "portal_down");
  assert.equal(await kindOf("{}", "text/html; charset=utf-8"), "portal_down");
  assert.equal(await kindOf("<error/>"), "portal_changed");
  assert.equal(await kindOf("<feed"), "portal_changed");
  assert.equal(
    await kindOf(`<!DOCTYPE f [<!ENTITY a "b">]><feed xmlns="http://www.w3.org/2005/Atom"/>`),
    "portal_changed",
  );
});

const { path: FEEDS, skip } = sharedMaterial("data/greenbutton");

test(
  "published feeds are cut into documents that the reader of bills reads as it reads the whole",
  { skip },
  async (context) => {
    for (const name of [
      "sce-bulk-usagesummary-35-lineitems.xml",
      "sdk-electric-with-bill.xml",
      "sdk-water-with-bill.xml",
    ]) {
      const file = join(FEEDS, name);
      assert.ok(existsSync(file));
      const text = readFileSync(file, "utf8");
      const usage = await read(text);
      const totals = (xml: string) =>
        readEspi(readXml(Buffer.from(xml))).flatMap(({ statement }) => statement?.amount_due ?? []);
      const accounts = accountsOf(usage, null);
      const cut = accounts.flatMap((each) =>
        billFinder(usage)(each, NOW).flatMap((own) =>
          totals(cutBill(usage, null, { account: each, bill: own, moneyPlaces: 5 })),
        ),
      );
      context.diagnostic(`${name}: ${accounts.length} accounts, bills ${cut.join(" ")}`);
      assert.deepEqual(cut.toSorted(), totals(text).toSorted(), name);
    }
  },
);

test("a summary without an amount, of a period that goes on, or of a year over its bills is no bill", async () => {
  const months = Array.from({ length: 12 }, (_, at) => bill("a", `m${at + 1}`, { month: at + 1 }));
  const start = Date.UTC(2026, 0, 1) / 1000;
  const period = (days: number, more: string) =>
    `<e:UsageSummary><e:billingPeriod><e:duration>${days * 86_400}</e:duration><e:start>${start}</e:start></e:billingPeriod>${more}</e:UsageSummary>`;
  const summary = (id: string, content: string): Entry => ({ self: `${point("a")}/UsageSummary/${id}`, id, content });
  const year = summary("year", period(365, "<e:billLastPeriod>14808000</e:billLastPeriod>"));
  const used = summary(
    "used",
    period(
      10,
      "<e:overallConsumptionLastPeriod><e:uom>72</e:uom><e:value>5</e:value></e:overallConsumptionLastPeriod>",
    ),
  );
  const idsOf = async (entries: Entry[], now: number) => {
    const usage = await read(feed(usagePoint("a"), ...entries));
    return accountsOf(usage, null).flatMap((each) => billFinder(usage)(each, now).map(({ summary: { id } }) => id));
  };
  const ids = months.map(({ id }) => id);
  assert.deepEqual(await idsOf([...months, year, used], NOW), ids);
  assert.deepEqual(await idsOf([...months, year], Date.UTC(2026, 10, 15)), ids.slice(0, 10));
  // Some water is billed once a year.
  assert.deepEqual(await idsOf([year], NOW), ["year"]);
});

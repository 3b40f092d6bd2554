/** Coverage over the API: the states of months, its filters, its summary, and the next bill. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { newMember, sharedApp } from "../../../test/app.ts";
import { deriveAll, insertMeter, insertMeterBills, insertMonthlyBills, insertPlace } from "../../../test/derived.ts";
import { coverageRecords } from "../../../test/coverage.ts";
import { CoverageSummary, MeterCoverage } from "../../records/coverage.ts";
import { partsOf, rebuildParts } from "../../jobs/derived/rebuild.ts";

const opened = await sharedApp();
const { app } = opened;
const member = await newMember(opened, { name: "Covered" });
const stranger = await newMember(opened, { name: "Stranger" });
const { place, electric, gas, bills } = await coverageRecords(app, member.company_id);

const read = async (query: string, who = member): Promise<MeterCoverage[]> => {
  const answer = await who.send("GET", `/v1/coverage?${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<MeterCoverage[]>().map((row) => MeterCoverage.strict().parse(row));
};
const nextOf = async (account: number, who = member): Promise<unknown> =>
  (await who.send("GET", `/v1/utility_accounts/${account}`)).json<{ next_bill_expected: unknown }>().next_bill_expected;
const statesOf = (row: MeterCoverage | undefined) =>
  row?.months.map(({ effective_month, state, cause }) => [effective_month.slice(0, 7), state, cause].join(" "));

test("each meter has its months with state, cause, days and bills, and the next bill of its account", async () => {
  const [first, second, ...others] = await read("from=2020-12&to=2021-08");
  assert.deepEqual(others, []);
  assert.deepEqual(
    [first?.utility_meter_id, first?.energy_type, first?.property_id, first?.utility_account_id],
    [electric, "ELECTRIC", place.property_id, place.utility_account_id],
  );
  assert.deepEqual(statesOf(first), [
    "2020-12 not_due before_first_bill",
    "2021-01 partial before_first_bill",
    "2021-02 complete ",
    "2021-03 gap no_bill",
    "2021-04 gap no_bill",
    "2021-05 estimated estimated_read",
    "2021-06 late bill_late",
    "2021-07 late bill_late",
  ]);
  assert.deepEqual(first?.months[3], {
    effective_month: "2021-03-01T00:00:00.000Z",
    state: "gap",
    cause: "no_bill",
    periods: [{ start_date: "2021-03-10T00:00:00.000Z", end_date: "2021-04-01T00:00:00.000Z" }],
    utility_bill_ids: [bills[1]],
  });
  assert.deepEqual(first?.next_bill, {
    start_date: "2021-06-10T00:00:00.000Z",
    end_date: "2021-07-10T00:00:00.000Z",
    expected_on: "2021-07-10T00:00:00.000Z",
    late_on: "2021-07-19T00:00:00.000Z",
  });
  assert.deepEqual(await nextOf(place.utility_account_id), first.next_bill);
  assert.deepEqual(statesOf(second)?.slice(4), [
    "2021-04 complete ",
    "2021-05 overlap two_bills",
    "2021-06 late not_on_newer_bill",
    "2021-07 late not_on_newer_bill",
  ]);
});

test("without from it begins with the first bill, and it never goes beyond the current month", async () => {
  const [first] = await read(`utility_meter_id=${electric}&to=2999-01`);
  assert.equal(first?.months[0]?.effective_month, "2021-01-01T00:00:00.000Z");
  assert.equal(first?.months.at(-1)?.effective_month.slice(0, 7), new Date(app.now()).toISOString().slice(0, 7));
});

test("it is narrowed to a state, a property, an account, a meter, and paged by meter", async () => {
  const gaps = await read("from=2020-12&to=2021-08&state=gap");
  assert.deepEqual(gaps.map(statesOf), [["2021-03 gap no_bill", "2021-04 gap no_bill"]]);
  assert.deepEqual(await read("from=2020-12&to=2021-08&state=gap&limit=1"), gaps);
  for (const query of [`property_id=${place.property_id}`, `utility_account_id=${place.utility_account_id}`])
    assert.equal((await read(query)).length, 2, query);
  assert.equal((await read(`utility_meter_id=${gas}`)).length, 1);
  const page = await member.send("GET", "/v1/coverage?limit=1&to=2021-08");
  assert.equal(page.json<MeterCoverage[]>()[0]?.utility_meter_id, electric);
  const next = /^<([^>]+)>/.exec(String(page.headers["link"]))?.[1]?.replace(app.publicUrl, "") ?? "";
  const rest = await member.send("GET", next);
  assert.deepEqual(
    rest.json<MeterCoverage[]>().map(({ utility_meter_id }) => utility_meter_id),
    [gas],
  );
  assert.equal(rest.headers["link"], undefined);
});

test("the summary counts what the list has", async () => {
  for (const query of ["from=2020-12&to=2021-08", "to=2021-08", "from=2021-01&to=2021-08&state=gap"]) {
    const listed = await read(query);
    const summary = (await member.send("GET", `/v1/coverage/summary?${query}`)).json<CoverageSummary>();
    CoverageSummary.strict().parse(summary);
    assert.equal(summary.meters, listed.length);
    const states = listed.flatMap(({ months }) => months.map(({ state }) => state));
    for (const [state, count] of Object.entries(summary.months))
      assert.equal(count, states.filter((each) => each === state).length, `${query}: ${state}`);
  }
});

test("a wrong parameter is refused, and another company's records are like none", async () => {
  for (const query of ["state=good", "from=2021-13", "from=2021-06&to=2021-06", "updated_since=2021-01-01T00:00:00Z"])
    assert.equal((await member.send("GET", `/v1/coverage?${query}`)).statusCode, 400, query);
  for (const path of ["/v1/coverage", "/v1/coverage/summary"])
    assert.equal((await member.send("GET", `${path}?from=1900-01`)).statusCode, 422);
  assert.deepEqual(await read("", stranger), []);
  assert.deepEqual(await read(`property_id=${place.property_id}`, stranger), []);
});

test("an account that is not collected has no late months and no next bill", async () => {
  const other = await newMember(opened, { name: "Not collected" });
  const own = await coverageRecords(app, other.company_id);
  await sql`update utility_accounts set status = 'Inactive' where id = ${own.place.utility_account_id}`.execute(app.db);
  const [first] = await read("from=2021-06&to=2021-08", other);
  assert.deepEqual(statesOf(first), ["2021-06 partial not_collected", "2021-07 not_due not_collected"]);
  assert.equal(first?.next_bill, null);
  assert.equal(await nextOf(own.place.utility_account_id, other), null);
});

test("a sign-in that waits for the customer and a document in review are causes", async () => {
  const other = await newMember(opened, { name: "Refused" });
  const own = await coverageRecords(app, other.company_id);
  const causesWhen = async (actor: "customer" | "service" | "none") => {
    await sql`
      update authorizations set status = 'Pending', action_required_by = ${actor}
      where company_id = ${other.company_id}`.execute(app.db);
    return statesOf((await read("from=2021-07&to=2021-08", other))[0]);
  };
  assert.deepEqual(await causesWhen("customer"), ["2021-07 late sign_in_refused"]);
  for (const actor of ["service", "none"] as const)
    assert.deepEqual(await causesWhen(actor), ["2021-07 late bill_late"], actor);
  await sql`
    with file as (
      insert into files (company_id, sha256, bytes, format) values (${other.company_id}, sha256('cover'), 5, 'pdf') returning id)
    insert into documents (company_id, utility_account_id, uploaded_by, file_id, external_id, name, listed_date, state)
    select ${other.company_id}, ${own.place.utility_account_id}, ${other.user_id}, id, 'x', 'x.pdf', '2021-04-12', 'review'
    from file`.execute(app.db);
  const [waiting] = await read("from=2021-04&to=2021-05", other);
  assert.deepEqual(statesOf(waiting), ["2021-04 gap document_in_review"]);
});

test("a rebuild of the company leaves the same coverage as the derivation of each meter", async () => {
  const before = await read("to=2021-08");
  await sql`delete from billed_days where company_id = ${member.company_id}`.execute(app.db);
  await sql`delete from expected_bills where company_id = ${member.company_id}`.execute(app.db);
  assert.notDeepEqual(await read("to=2021-08"), before);
  await rebuildParts(app, member.company_id, (await partsOf(app, member.company_id)).values(), () => {});
  assert.deepEqual(await read("to=2021-08"), before);
});

test("a bill that is withdrawn leaves a gap, and the next bill follows the bills that remain", async () => {
  const other = await newMember(opened, { name: "Withdrawn" });
  const own = await insertPlace(app, other.company_id);
  const meter = { energy_type: "ELECTRIC", unit: "kWh" } as const;
  const id = await insertMeter(app, own, meter);
  const ids = await insertMonthlyBills(app, own, {
    meter: { ...meter, id },
    first: "2021-01-01",
    count: 5,
    amount: 1,
    cost: 1,
  });
  await insertMeterBills(app, own, { ...meter, id }, []);
  await deriveAll(app);
  const stateOfMonths = async () => statesOf((await read("to=2021-06", other))[0]);
  assert.equal((await stateOfMonths())?.[4], "2021-05 complete ");
  for (const bill of [ids[1], ids[4]])
    assert.equal((await other.send("POST", `/v1/utility_bills/${bill}/void`)).statusCode, 200);
  await deriveAll(app);
  assert.deepEqual(await stateOfMonths(), [
    "2021-01 complete ",
    "2021-02 gap no_bill",
    "2021-03 complete ",
    "2021-04 complete ",
    "2021-05 late bill_late",
  ]);
  assert.equal((await read("", other))[0]?.next_bill?.start_date, "2021-05-01T00:00:00.000Z");
});

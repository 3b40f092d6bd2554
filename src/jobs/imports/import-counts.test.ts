/** The accounts, meters and properties that an import creates are counted in the dry run and after saving, and the counts are right. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { newMember, sharedApp, type Member } from "../../../test/app.ts";
import { importWhole, run, upload, type Import } from "../../../test/imports.ts";

const running = await sharedApp();
const { app } = running;

const HEADER =
  "utility_company,account_number,meter_number,energy_type,start_date,end_date,usage,usage_unit,property_name,service_address";
const csv = (...rows: string[]) => `${[HEADER, ...rows].join("\n")}\n`;
interface Cells {
  days?: string;
  account?: string;
  meter?: string;
  property?: string;
  address?: string;
}
const JANUARY = "2025-01-01,2025-01-31";
const FEBRUARY = "2025-02-01,2025-02-28";
const row = ({ days = JANUARY, account = "A-1", meter = "E100", property = "", address = "" }: Cells) =>
  `Sample Power,${account},${meter},Electric,${days},1000,kWh,${property},"${address}"`;
const MAIN = "100 Main Street, Springfield, IL 62701";
const SIDE = "7 Side Road, Springfield, IL 62701";

const made = ({ accounts_created, meters_created, properties_created }: Import) => [
  accounts_created,
  meters_created,
  properties_created,
];

async function there({ company_id }: Member): Promise<number[]> {
  const { rows } = await sql<{ accounts: number; meters: number; properties: number }>`
    select (select count(*) from utility_accounts where company_id = ${company_id}) as accounts,
      (select count(*) from utility_meters where company_id = ${company_id}) as meters,
      (select count(*) from properties where company_id = ${company_id}) as properties`.execute(app.db);
  return rows.flatMap(({ accounts, meters, properties }) => [accounts, meters, properties]);
}

async function dryRun(member: Member, body: string, query = "name=bills.csv"): Promise<Import> {
  const { id } = (await upload(member, body, query)).json<Import>();
  const checked = await run(app, member, id);
  assert.equal(checked.state, "checked", checked.errors ?? "");
  return checked;
}

/** Confirms a dry run and checks that its predicted counts match what was created. */
async function createsAsPredicted(member: Member, checked: Import): Promise<void> {
  const before = await there(member);
  const confirmed = (await member.send("POST", `/v1/imports/${checked.id}/confirm`)).json<Import>();
  assert.deepEqual(made(confirmed), [0, 0, 0]);
  const done = await run(app, member, checked.id);
  assert.equal(done.state, "done", done.errors ?? "");
  assert.deepEqual(made(done), made(checked));
  const now = await there(member);
  assert.deepEqual(
    now.map((count, index) => count - (before[index] ?? 0)),
    made(checked),
  );
}

describe("the accounts, meters and properties that an import creates", () => {
  test("are counted by the dry run as saving creates them, and the same file again creates none", async () => {
    const member = await newMember(running, { name: "Made" });
    await importWhole(app, member, csv(row({ property: "North Hall" })));
    const file = csv(
      row({ property: "North Hall" }),
      row({ days: FEBRUARY, property: "North Hall" }),
      row({ meter: "E200", property: "north  HALL" }),
      row({ meter: "E300", address: MAIN }),
      row({ account: "A-10", property: "Main Hall", address: MAIN.replace("Street", "St.") }),
      row({ account: "A-10", meter: "E500", property: "Side Hall", address: SIDE }),
      row({ account: "A-11", property: "South Hall" }),
      row({ account: "A-12" }),
    );
    const checked = await dryRun(member, file);
    assert.deepEqual(made(checked), [3, 6, 4], "a name that is new is a property of its own, at whatever address");
    await createsAsPredicted(member, checked);
    const again = await dryRun(member, file);
    assert.deepEqual([again.bills_known, ...made(again)], [8, 0, 0, 0]);
    await createsAsPredicted(member, again);
  });

  test("are counted once, however many parts the file is read and saved in", async () => {
    const member = await newMember(running, { name: "Parts" });
    const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index * 10)).toISOString().slice(0, 10);
    const rows = (account: string, names: (index: number) => Cells) =>
      Array.from({ length: 150 }, (_, index) =>
        row({ days: `${day(index)},${day(index + 1)}`, account, ...names(index) }),
      );
    const file = csv(
      ...rows("B-1", () => ({ property: "Long Hall", address: MAIN })),
      // Another name for the same place; later rows give the place without the name.
      ...rows("B-2", (index) => ({ meter: `M${index % 120}`, property: "Other name", address: index < 5 ? MAIN : "" })),
      ...rows("B-3", (index) => ({ meter: `M${index % 3}`, property: `Hall ${index % 3}` })),
    );
    const checked = await dryRun(member, file);
    assert.deepEqual([checked.bills_created, ...made(checked)], [450, 3, 124, 5]);
    await createsAsPredicted(member, checked);
  });

  test("are zero for refused or known rows, and for a meter that already has a property", async () => {
    const member = await newMember(running, { name: "None" });
    await importWhole(app, member, csv(row({ property: "North Hall" }), row({ days: FEBRUARY })));
    const { rows } = await sql<{ id: number }>`
      select id from properties where company_id = ${member.company_id}`.execute(app.db);
    await member.send("PATCH", `/v1/properties/${rows[0]?.id}`, { name: "North Hall, renamed" });
    const file = csv(
      row({ property: "North Hall" }),
      row({ days: "2025-02-20,2025-03-25", property: "Refused Hall" }),
      row({ days: "2025-04-01,2025-04-30", property: "Another Hall", address: SIDE }),
    );
    const checked = await dryRun(member, file);
    assert.deepEqual([checked.bills_created, checked.bills_known, checked.rows_refused], [1, 1, 1]);
    assert.deepEqual(made(checked), [0, 0, 0]);
    await createsAsPredicted(member, checked);
    const whole = await importWhole(app, member, file.replaceAll("2025-04-", "2025-06-"));
    assert.deepEqual([whole.bills_created, whole.rows_refused, ...made(whole)], [1, 1, 0, 0, 0]);
    assert.deepEqual(await there(member), [1, 1, 1]);
  });

  test("are counted from zero by a dry run that was interrupted and starts over", async () => {
    const member = await newMember(running, { name: "Again" });
    const checked = await dryRun(member, csv(row({ property: "North Hall" }), row({ account: "A-2" })));
    // The state that a process leaves when it is killed before its last step.
    await sql`update imports set state = 'reading' where id = ${checked.id}`.execute(app.db);
    const again = await run(app, member, checked.id);
    assert.deepEqual([again.state, again.bills_created, ...made(again)], ["checked", 2, 2, 2, 1]);
    await createsAsPredicted(member, again);
  });

  test("include no properties when one is given for all rows", async () => {
    const member = await newMember(running, { name: "Given" });
    const { id } = (await member.send("POST", "/v1/properties", { name: "South Hall" })).json<{ id: number }>();
    const checked = await dryRun(member, csv(row({ property: "North Hall" })), `name=bills.csv&property_id=${id}`);
    assert.deepEqual(made(checked), [1, 1, 0]);
    await createsAsPredicted(member, checked);
  });

  test("are what was created when there was no dry run, and zero after a cancel", async () => {
    const member = await newMember(running, { name: "Without" });
    const file = csv(row({ property: "North Hall" }), row({ account: "A-2" }));
    const { id } = await dryRun(member, file);
    const cancelled = (await member.send("POST", `/v1/imports/${id}/cancel`)).json<Import>();
    assert.deepEqual(made(cancelled), [0, 0, 0]);
    assert.deepEqual(made(await importWhole(app, member, file)), [2, 2, 1]);
    assert.deepEqual(made(await importWhole(app, member, file)), [0, 0, 0]);
  });
});

describe("the property months that a dry run predicts", () => {
  const reached = ({ property_months }: Import) =>
    property_months.map((each) => [
      each.property_name,
      each.property_id !== null,
      each.first_month.slice(0, 7),
      each.last_month.slice(0, 7),
      each.meters,
      each.meters_ending,
    ]);

  test("are those that the bills change, of the meter's property and of properties to be created", async () => {
    const member = await newMember(running, { name: "Months" });
    await importWhole(app, member, csv(row({ property: "North Hall" })));
    const file = csv(
      row({ property: "North Hall" }),
      row({ days: FEBRUARY, property: "somewhere else" }),
      row({ days: "2025-03-15,2025-04-14", meter: "E200", property: "north hall" }),
      row({ account: "A-2", days: "2024-12-20,2025-01-10", property: "South Hall" }),
      row({ account: "A-3" }),
    );
    const checked = await dryRun(member, file);
    assert.deepEqual(reached(checked), [
      ["North Hall", true, "2025-02", "2025-04", 2, 2],
      ["South Hall", false, "2024-12", "2025-01", 1, 1],
    ]);
    assert.deepEqual((await dryRun(member, csv(row({ property: "North Hall" })))).property_months, [], "all is known");
  });

  test("state which energy types are new, and which months are billed in part", async () => {
    const member = await newMember(running, { name: "Types" });
    await importWhole(app, member, csv(row({ property: "North Hall" })));
    const steam = row({ account: "S-1", meter: "S1", days: "2025-03-05,2025-04-09", property: "North Hall" });
    const { property_months } = await dryRun(member, csv(steam.replace("Electric", "Steam").replace("kWh", "MMBtu")));
    assert.deepEqual(
      property_months.map((each) => [each.new_energy_types, each.partial_months]),
      [[["STEAM"], ["2025-03-01", "2025-04-01"]]],
    );
  });

  test("end with no meter of an account that is collected", async () => {
    const member = await newMember(running, { name: "Collected" });
    await importWhole(app, member, csv(row({ property: "North Hall" })));
    await sql`update utility_accounts set status = 'Active' where company_id = ${member.company_id}`.execute(app.db);
    const checked = await dryRun(member, csv(row({ days: FEBRUARY })));
    assert.deepEqual(reached(checked), [["North Hall", true, "2025-02", "2025-02", 1, 0]]);
  });
});

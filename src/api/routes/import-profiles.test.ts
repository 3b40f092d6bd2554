/** Import profiles: a company's own, those of the service, and the template they go with. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newMember, sharedApp } from "../../../test/app.ts";
import { csv, HEADER, row, run, upload, type Bill, type Import } from "../../../test/imports.ts";

const running = await sharedApp();
const { app } = running;

describe("an import profile", () => {
  const LANDLORD = {
    title: "Exports of the landlord",
    recognised_by: ["Konto", "Von", "Bis"],
    fields: {
      utility_company: { value: "Stadtwerke" },
      acct_num: "Konto",
      energy_type: "Art",
      period_start: "Von",
      period_end: "Bis",
      row_total: "Betrag",
    },
    usages: [{ amount: "Menge", unit: { value: "kWh" } }],
    date_formats: ["D.M.YYYY"],
    decimal_mark: ",",
  };

  test("of a company's own reads its files, named or recognised, and before any of the service", async () => {
    const member = await newMember(running, { name: "Own profile" });
    const made = await member.send("PUT", "/v1/import_profiles/landlord", LANDLORD);
    assert.equal(made.statusCode, 200, made.body);
    assert.deepEqual((await member.send("GET", "/v1/import_profiles/landlord")).json(), made.json());
    const file = "Konto;Art;Von;Bis;Menge;Betrag\n7;Electric;01.01.2023;31.01.2023;1.234,5;99,90\n";
    for (const query of ["name=a.csv&dry_run=false", "name=b.csv&dry_run=false&profile=landlord"]) {
      const { id } = (await upload(member, file, query)).json<Import>();
      const done = await run(app, member, id);
      assert.deepEqual([done.state, done.profile, done.bills_found], ["done", "landlord", 1], done.errors ?? "");
    }
    const [bill] = (await member.send("GET", "/v1/utility_bills")).json<Bill[]>();
    assert.deepEqual([bill?.amount_due, bill?.charges[0]?.utility_charge_type], [99.9, "usage_cost"]);
  });

  test("of a company's own is never guessed where the header fits another that reads numbers otherwise", async () => {
    const member = await newMember(running, { name: "Two profiles" });
    const service = (await member.send("GET", "/v1/import_profiles/meterbook")).json<Record<string, unknown>>();
    const { name: _, built_in: __, created_at: ___, updated_at: ____, ...mapping } = service;
    await member.send("PUT", "/v1/import_profiles/ours", { ...mapping, decimal_mark: "," });
    const file = csv(row(1, '"1,500",kWh,,,21.50'));
    const imported = async (query: string) => {
      const { id } = (await upload(member, file, `name=a.csv${query}`)).json<Import>();
      return run(app, member, id);
    };
    const guessed = await imported("");
    assert.equal(guessed.state, "failed");
    assert.match(
      guessed.errors ?? "",
      /^More than one profile matches .*: ours, meterbook\. .*: profile=ours, .*--profile/,
    );
    const named = await imported("&profile=meterbook");
    assert.deepEqual([named.state, named.profile, named.bills_found], ["checked", "meterbook", 1], named.errors ?? "");
  });

  test("that is built in stays, and another company's does not exist", async () => {
    const [member, other] = [await newMember(running, { name: "A" }), await newMember(running, { name: "B" })];
    await other.send("PUT", "/v1/import_profiles/landlord", LANDLORD);
    assert.equal((await member.send("PUT", "/v1/import_profiles/meterbook", LANDLORD)).statusCode, 409);
    assert.equal((await member.send("DELETE", "/v1/import_profiles/meterbook")).statusCode, 409);
    assert.equal((await member.send("GET", "/v1/import_profiles/landlord")).statusCode, 404);
    assert.equal((await member.send("DELETE", "/v1/import_profiles/landlord")).statusCode, 404);
    assert.equal((await other.send("DELETE", "/v1/import_profiles/landlord")).statusCode, 200);
    const names = (await other.send("GET", "/v1/import_profiles")).json<{ name: string; built_in: boolean }[]>();
    assert.ok(names.length >= 5 && names.every(({ built_in }) => built_in));
  });

  test("that makes no sense is refused by the field", async () => {
    const member = await newMember(running, { name: "Wrong profile" });
    for (const [over, pointer] of [
      [{ date_formats: ["soon"] }, "/date_formats/0"],
      [{ fields: { colour: "x" } }, "/fields/colour"],
      [{ usages: [{ amount: "x" }] }, "/usages/0/unit"],
      [{ total_alone_is: "rent" }, "/total_alone_is"],
    ] as const) {
      const answer = await member.send("PUT", "/v1/import_profiles/wrong", { ...LANDLORD, ...over });
      assert.equal(answer.statusCode, 422, answer.body);
      assert.equal(answer.json<{ errors: { pointer: string }[] }>().errors[0]?.pointer, pointer);
    }
  });

  test("of the service is the one the template is filled in for", async () => {
    const member = await newMember(running, { name: "Template" });
    const answer = await member.send("GET", "/v1/imports/template.csv");
    assert.match(String(answer.headers["content-type"]), /^text\/csv/);
    const columns = answer.body.trim().split(",");
    for (const column of HEADER.split(",")) assert.ok(columns.includes(column), column);
    const values: Record<string, string> = Object.fromEntries(
      HEADER.split(",").map((column, at) => [column, row(1).split(",")[at] ?? ""]),
    );
    const filled = `${answer.body}${columns.map((column) => values[column] ?? "").join(",")}\r\n`;
    const { id } = (await upload(member, filled, "name=template.csv&dry_run=false")).json<Import>();
    const done = await run(app, member, id);
    assert.deepEqual([done.bills_created, done.rows_refused], [1, 0]);
  });
});

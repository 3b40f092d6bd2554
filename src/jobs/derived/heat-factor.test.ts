/** Gas billed by volume with a heat factor, and unknown units: from the statement to the API answer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedApp } from "../../../test/app.ts";
import { deriveAll } from "../../../test/derived.ts";
import { insertFetched, newFetchedAccount, saveRead } from "../../../test/fetched.ts";
import { goodStatement } from "../../domain/bills/statement.fixtures.ts";
import type { StatementUsage } from "../../records/statement.ts";

const opened = await sharedApp();
const { app } = opened;

async function gasBill(use: Partial<StatementUsage>) {
  const { member, account } = await newFetchedAccount(opened, "Gas");
  const statement = goodStatement();
  const meter = statement.meters.find(({ energy_type }) => energy_type === "GAS");
  const [line] = meter?.usages ?? [];
  assert.ok(meter && line);
  const period = { start_date: "2026-03-01", end_date: "2026-04-01" };
  const usage: StatementUsage = { ...line, ...period, amount: "113", measurement_unit: "CCF", ...use };
  const only = { ...meter, charges: meter.charges.map((charge) => ({ ...charge, ...period })), usages: [usage] };
  const id = await insertFetched(app, account, { name: "gas.pdf" });
  await saveRead(app, account, id, { ...statement, meters: [only] });
  const bills = (await member.send("GET", `/v1/utility_accounts/${account.utility_account_id}/bills`)).json<{
    bills: Bill[];
  }>().bills;
  const bill = bills.find(({ usages }) => usages.some(({ measurement_unit }) => measurement_unit !== "kWh"));
  assert.ok(bill);
  return { member, bill };
}

interface Bill {
  id: number;
  usages: { id: number; utility_meter_id: number; kbtus: number; lbs_co2: number; measurement_unit: string }[];
}

test("a printed heat factor takes precedence over the table, in the bill, its CO2 and its month, and is kept by an edit", async () => {
  const { member, bill } = await gasBill({ kbtu_per_unit: "103.7" });
  const [usage] = bill.usages;
  assert.ok(usage);
  assert.equal(usage.kbtus, 11_718.1);
  // 53.11 kg per million Btu, 2.20462262 pounds to the kilogram.
  assert.equal(usage.lbs_co2.toFixed(6), ((11_718.1 * 53.11 * 2.204_622_62) / 1000).toFixed(6));
  await deriveAll(app);
  const months = (await member.send("GET", `/v1/meters/${usage.utility_meter_id}/monthly`)).json<{
    monthly_meter_data: { distribution_kbtus: number }[];
  }>();
  assert.deepEqual(
    months.monthly_meter_data.map(({ distribution_kbtus }) => distribution_kbtus),
    [11_718.1],
  );
  const edit = async (id: number, line: object) => {
    const answer = await member.send("PATCH", `/v1/utility_bills/${id}`, { usages: [line] });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<Bill>();
  };
  const more = await edit(bill.id, { id: usage.id, amount: 200 });
  assert.equal(more.usages[0]?.kbtus, 20_740);
  const inTherms = await edit(more.id, { id: more.usages[0]?.id, measurement_unit: "therms" });
  assert.equal(inTherms.usages[0]?.kbtus, 20_000, "the factor was one of CCF");
});

test("without one the table is used", async () => {
  const { bill } = await gasBill({});
  assert.equal(bill.usages[0]?.kbtus, 11_593.8);
});

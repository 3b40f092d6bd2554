/** A person says for whom a meter measures: its bills and months follow, those to come too. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertMeter, insertMonthlyBills, insertPlace, deriveAll } from "../../../test/derived.ts";

const running = await sharedApp();
const { app } = running;
const member = await newMember(running, { name: "Supplied" });
const place = await insertPlace(app, member.company_id);
const ELECTRIC = { energy_type: "ELECTRIC", unit: "kWh" } as const;
const id = await insertMeter(app, place, ELECTRIC);
const meter = { ...ELECTRIC, id };
const bills = await insertMonthlyBills(app, place, { meter, first: "2025-01-01", count: 2, amount: 1000, cost: 100 });
await deriveAll(app);

interface Month {
  distribution_kbtus: number | null;
  supply_kbtus: number | null;
  supply_lbs_co2: number | null;
}
const months = async (url: string, name: string): Promise<unknown[]> => {
  await deriveAll(app);
  const answer = (await member.send("GET", url)).json<Record<string, Month[]>>();
  return answer[name]?.map((row) => [row.distribution_kbtus, row.supply_kbtus, row.supply_lbs_co2]) ?? [];
};
const meterMonths = () => months(`/v1/meters/${id}/monthly`, "monthly_meter_data");
const propertyMonths = () => months(`/v1/properties/${place.property_id}/monthly`, "property_aggregated_monthly_data");
const usageOf = async (bill: number | undefined) => {
  const { usages, updated_at } = (await member.send("GET", `/v1/utility_bills/${bill}`)).json<{
    usages: { supply: boolean }[];
    updated_at: string;
  }>();
  return { supply: usages[0]?.supply, updated_at };
};
const edit = async (association_type: string) => {
  const answer = await member.send("PATCH", `/v1/meters/${id}`, { association_type });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ association_type: string; supply_only: boolean }>();
};
const DISTRIBUTED = [3412, null, null];
const SUPPLIED = [null, 3412, 429.983];

test("a meter that measures for a supplier has its energy under supply, in its bills, its months and those of the property", async () => {
  assert.deepEqual(await meterMonths(), [DISTRIBUTED, DISTRIBUTED]);
  const before = await usageOf(bills[0]);
  const edited = await edit("SUPPLY");
  assert.deepEqual([edited.association_type, edited.supply_only], ["SUPPLY", true]);
  const now = await usageOf(bills[0]);
  assert.deepEqual([before.supply, now.supply], [false, true]);
  assert.ok(now.updated_at > before.updated_at, "a client that synchronizes sees the change");
  assert.deepEqual(await meterMonths(), [SUPPLIED, SUPPLIED]);
  assert.deepEqual(await propertyMonths(), [SUPPLIED, SUPPLIED]);
});

test("saying it again changes nothing, and taking it back brings everything back", async () => {
  const { updated_at } = await usageOf(bills[0]);
  await edit("SUPPLY");
  assert.equal((await usageOf(bills[0])).updated_at, updated_at);
  assert.equal((await edit("DISTRIBUTION")).supply_only, false);
  assert.equal((await usageOf(bills[1])).supply, false);
  assert.deepEqual(await meterMonths(), [DISTRIBUTED, DISTRIBUTED]);
  assert.deepEqual(await propertyMonths(), [DISTRIBUTED, DISTRIBUTED]);
});

test("an unknown word is refused by its field", async () => {
  const answer = await member.send("PATCH", `/v1/meters/${id}`, { association_type: "BOTH" });
  assert.equal(answer.statusCode, 422);
  assert.deepEqual(
    answer.json<{ errors: { pointer: string }[] }>().errors.map(({ pointer }) => pointer),
    ["/association_type"],
  );
});

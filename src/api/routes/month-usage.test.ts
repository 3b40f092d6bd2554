/** The use of months in the unit of its service, from bills to the API. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newMember, sharedApp } from "../../../test/app.ts";
import { deriveAll, insertMeter, insertMeterBills, insertPlace } from "../../../test/derived.ts";
import type { EnergyType } from "../../records/codes.ts";

const opened = await sharedApp();
const { app } = opened;
const member = await newMember(opened, { name: "Usage" });
const place = await insertPlace(app, member.company_id);

interface UsageOfMonth {
  energy_type?: string;
  usage: number | null;
  usage_unit: string | null;
  days_billed: number | null;
}

const usages = async (path: string, list: string): Promise<unknown[]> => {
  const answer = await member.send("GET", path);
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json<Record<string, UsageOfMonth[]>>()[list] ?? []).map(
    ({ energy_type, usage, usage_unit, days_billed }) =>
      [energy_type, usage, usage_unit, days_billed].filter((value) => value !== undefined),
  );
};

async function insertBilled(
  energy_type: EnergyType,
  unit: string,
  amount: number,
  end = "2025-02-01",
): Promise<number> {
  const id = await insertMeter(app, place, { energy_type, unit, meter_num: `${energy_type} ${unit}` });
  await insertMeterBills(app, place, { id, energy_type, unit }, [
    { start: "2025-01-01", end, amount, costs: { usage_cost: 9 } },
  ]);
  return id;
}

const power = await insertBilled("ELECTRIC", "kWh", 620);
const partial = await insertBilled("ELECTRIC", "MWh", 0.1, "2025-01-11");
const gas = await insertBilled("GAS", "CCF", 10);
const water = await insertBilled("WATER", "kgal", 5);
const sewer = await insertBilled("SEWER", "kgal", 5);
await deriveAll(app);

test("a month of a meter has its use in the unit of its service, and the days billed", async () => {
  const expected: [number, unknown[]][] = [
    [power, [620, "kWh", 31]],
    [partial, [100, "kWh", 10]],
    [gas, [10.26, "therm", 31]],
    [water, [5000, "gal", 31]],
    [sewer, [null, null, 31]],
  ];
  for (const [id, usage] of expected) {
    assert.deepEqual(await usages(`/v1/meters/${id}/monthly`, "monthly_meter_data"), [usage]);
    assert.deepEqual(await usages(`/v1/meters/${id}/monthly?explain=true`, "monthly_meter_data"), [usage]);
  }
  const all = await usages(`/v1/properties/${place.property_id}/monthly/meters`, "monthly_meter_data");
  assert.deepEqual(
    all,
    expected.map(([, usage]) => usage),
  );
});

test("a month of a type of energy adds up the use of its meters", async () => {
  const expected = [
    ["ELECTRIC", 720, "kWh", 10],
    ["GAS", 10.26, "therm", 31],
    ["SEWER", null, null, 31],
    ["WATER", 5000, "gal", 31],
  ];
  for (const query of ["", "?explain=true"]) {
    const path = `/v1/properties/${place.property_id}/monthly/energytype${query}`;
    assert.deepEqual(await usages(path, "energy_type_aggregated_monthly_data"), expected);
  }
});

test("a month of the whole property has no use: kWh and therms cannot be added", async () => {
  const answer = await member.send("GET", `/v1/properties/${place.property_id}/monthly`);
  const [month] = answer.json<{ property_aggregated_monthly_data: object[] }>().property_aggregated_monthly_data;
  assert.ok(month !== undefined && !("usage" in month) && !("days_billed" in month));
});

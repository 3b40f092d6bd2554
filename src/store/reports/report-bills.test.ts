import assert from "node:assert/strict";
import { test } from "node:test";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertMeter, insertMeterBills, insertPlace } from "../../../test/derived.ts";
import type { DayRange } from "../../domain/day-range.ts";
import { findBilledSpan } from "./report-bills.ts";

const opened = await sharedApp();
const { app } = opened;

test("a delivery of fuel is of one day, and the span of bills ends after that day, never before it", async () => {
  const { company_id } = await newMember(opened, { name: "Farms" });
  const place = await insertPlace(app, company_id);
  const kind = { energy_type: "PROPANE", unit: "gal" } as const;
  const tank = { ...kind, id: await insertMeter(app, place, kind) };
  const delivery = (day: string) => ({ start: day, end: day, amount: 300, costs: { usage_cost: 900 } });
  await insertMeterBills(app, place, tank, [delivery("2024-01-20"), delivery("2024-04-03")]);
  const spanOf = (range: DayRange) => findBilledSpan(app.db, company_id, [tank.id], range);
  assert.deepEqual(await spanOf({}), { start_date: "2024-01-20", end_date: "2024-04-04" });
  assert.deepEqual(await spanOf({ from: "2024-04-03" }), { start_date: "2024-04-03", end_date: "2024-04-04" });
  assert.equal(await spanOf({ from: "2024-04-04" }), null);
});

/** Several lines of a bill changed at once: as texts of the form, so that nothing is retyped. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { KeyedInBill, type Reading } from "../records/reading.ts";
import { lineActionOf, linesOf, withLineAction } from "./review-lines.ts";
import { billOf, valuesOf, withSpareLines } from "./review-values.ts";
import type { Typed } from "./submitted.ts";

const DAYS = { start_date: "2026-04-01", end_date: "2026-05-01" };
const charge = (description: string, amount: number) => ({
  description,
  amount,
  utility_charge_type: "other_applied_cost" as const,
  place: { page: 2, box: [72, amount, 540, amount + 9] },
  ...DAYS,
});
const {
  document_id: _,
  accept: __,
  ...base
} = KeyedInBill.parse({
  invoice_date: "2026-05-06",
  meters: [
    {
      meter_num: "W-1",
      energy_type: "WATER",
      usages: [
        { description: "Water", utility_usage_type: "usage_amount", amount: 3, measurement_unit: "kgal", ...DAYS },
      ],
      charges: [charge("Water", 20), charge("Sewer", 30), charge("Total", 50), charge("Sewer tax", 3)],
    },
  ],
});
const reading: Reading = { ...base };

const TICKED = "on";
function after(values: Typed, button: string): Typed {
  const action = lineActionOf(button) ?? assert.fail(button);
  const result = withLineAction(values, action);
  return "values" in result ? result.values : assert.fail(result.missing);
}
const saved = (values: Typed) => billOf(values, reading, {}).bill?.meters ?? assert.fail("no bill");
const named = (meters: ReturnType<typeof saved>) => meters.map(({ charges }) => charges.map((one) => one.description));

test("ticked lines are deleted at once, and the others keep their numbers and places", () => {
  const ticked = { ...valuesOf(reading), "pick.meters.0.charges.0": TICKED, "pick.meters.0.charges.2": TICKED };
  const values = after(ticked, "delete.0");
  assert.deepEqual(
    linesOf(values, 0, "charges").map(({ place }) => place),
    [1, 3, 4, 5],
  );
  const meters = saved(withSpareLines(values));
  assert.deepEqual(named(meters), [["Sewer", "Sewer tax"]]);
  assert.deepEqual(
    meters[0]?.charges.map(({ place }) => place?.box[1]),
    [30, 3],
  );
});

test("ticked lines move to another meter, also to a new one, with their days, types and places", () => {
  const ticked = { ...valuesOf(reading), "pick.meters.0.charges.1": TICKED, "pick.meters.0.charges.3": TICKED };
  const moved = after({ ...ticked, "move.0": "new" }, "move.0");
  const meters = saved({ ...moved, "meters.1.energy_type": "SEWER", "meters.1.association_type": "STANDARD" });
  assert.deepEqual(named(meters), [
    ["Water", "Total"],
    ["Sewer", "Sewer tax"],
  ]);
  assert.deepEqual(meters[1]?.charges[0], reading.meters[0]?.charges[1]);
  const back = after({ ...moved, "pick.meters.1.charges.0": TICKED, "move.1": "0" }, "move.1");
  assert.deepEqual(linesOf(back, 1, "charges").length, 1);
  assert.ok(
    named(saved({ ...back, "meters.1.energy_type": "SEWER", "meters.1.association_type": "STANDARD" }))[0]?.includes(
      "Sewer",
    ),
  );
});

test("ticked charges get one type, and all lines of a meter the same days", () => {
  const ticked = { ...valuesOf(reading), "pick.meters.0.charges.3": TICKED, "pick.meters.0.usages.0": TICKED };
  const typed = after({ ...ticked, "type.0": "tax_cost" }, "type.0");
  const days = { "days.0.start_date": "2026-04-03", "days.0.end_date": "2026-05-04" };
  const [meter] = saved(after({ ...typed, ...days }, "days.0"));
  assert.deepEqual(
    meter?.charges.map(({ utility_charge_type }) => utility_charge_type),
    ["other_applied_cost", "other_applied_cost", "other_applied_cost", "tax_cost"],
  );
  assert.equal(meter?.usages[0]?.utility_usage_type, "usage_amount");
  const all = [...(meter?.charges ?? []), ...(meter?.usages ?? [])];
  assert.ok(all.every(({ start_date, end_date }) => start_date === "2026-04-03" && end_date === "2026-05-04"));
});

test("what is missing for an action is said, and no other button is one", () => {
  const values = valuesOf(reading);
  const ticked = { ...values, "pick.meters.0.charges.0": TICKED };
  const missing: [Typed, string][] = [
    [values, "delete.0"],
    [ticked, "move.0"],
    [{ ...ticked, "move.0": "7" }, "move.0"],
    [{ ...ticked, "move.0": "0" }, "move.0"],
    [ticked, "type.0"],
    [{ ...ticked, "days.0.start_date": "2026-04-03" }, "days.0"],
  ];
  for (const [typed, button] of missing) {
    const action = lineActionOf(button) ?? assert.fail(button);
    assert.ok("missing" in withLineAction(typed, action), button);
  }
  assert.deepEqual(["save", "meter", "meters.0.charges", "delete.x", "drop.0"].map(lineActionOf), [
    null,
    null,
    null,
    null,
    null,
  ]);
});

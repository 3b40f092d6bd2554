/** Cost avoidance on the sandbox's commercial customer: bills whose truth is known, in the weather that drives them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SCENARIOS } from "../sandbox/world/scenarios.ts";
import { truthOf } from "../sandbox/world/truth.ts";
import { weatherUntil } from "../sandbox/world/weather.ts";
import { createWorld } from "../sandbox/world/world.ts";
import { dailyMeansOf } from "../src/domain/caltrack/degree-table.ts";
import { avoidanceOf } from "../src/domain/cost-avoidance/avoidance.ts";
import type { MeterWithBills } from "../src/domain/cost-avoidance/meter-groups.ts";
import { chargeLine, usageLine } from "../src/domain/months/meter-bill.fixtures.ts";
import { servedMeter } from "../src/domain/property/served-meter.fixtures.ts";
import { usageFigures } from "../src/domain/units.ts";

const temperatures = dailyMeansOf(
  weatherUntil(createWorld().lastDay).map(({ day, highF, lowF }) => ({ day, high_f: highF, low_f: lowF })),
);
const SAVINGS_START = "2025-01-01";

type TrueBill = ReturnType<typeof truthOf>["accounts"][number]["bills"][number];

/** Bills of one meter; from the start of the savings on, with a share of their use and of the amounts that depend on it. */
function meterOf(meterNum: string, bills: readonly TrueBill[], share: number): MeterWithBills {
  const parts = bills.flatMap((bill, id) =>
    bill.meters.filter(({ meter_num }) => meter_num === meterNum).map((meter) => ({ meter, id, bill })),
  );
  const energy_type = parts[0]?.meter.energy_type ?? "ELECTRIC";
  return {
    ...servedMeter({ energy_type }),
    bills: parts.map(({ meter, id, bill }) => ({
      id,
      estimated: bill.estimated,
      charges: meter.charges.map((charge) => chargeLine(charge)),
      usages: meter.usages.map((usage, line) => {
        const amount = usage.amount * (usage.start_date < SAVINGS_START ? 1 : share);
        const { kbtus } = usageFigures({ ...usage, energy_type, amount });
        return usageLine({ ...usage, id: id * 10 + line, amount, kbtus });
      }),
    })),
  };
}

/** The meters of a customer, by their numbers. */
function metersOf(username: string, share = 1): Map<string, MeterWithBills> {
  const world = createWorld();
  const utilities = ["northgate-electric", "clearwater-gas-water"] as const;
  return new Map(
    utilities
      .flatMap((utility) => truthOf(world.accountsOf(utility, username) ?? []).accounts)
      .flatMap(({ bills }) => {
        const numbers = new Set(bills.flatMap(({ meters }) => meters.map(({ meter_num }) => meter_num)));
        return [...numbers].map((number) => [number, meterOf(number, bills, share)] as const);
      }),
  );
}

const answer = (meter: MeterWithBills, savingsStart: string | null = SAVINGS_START) =>
  avoidanceOf({
    group: { energy_type: meter.energy_type, readers: [meter], payers: [] },
    settings: { savingsStart, floorAreas: [], floorAreaShare: 0, adjustments: [] },
    temperatures,
    stationKm: null,
    range: {},
  });
const shareOf = ({ periods }: ReturnType<typeof answer>) => {
  const sum = (figure: "avoided" | "adjusted") => periods.reduce((all, period) => all + (period[figure] ?? NaN), 0);
  return sum("avoided") / sum("adjusted");
};

test("every meter of the commercial customer that knows the weather is found out", () => {
  const results = [...metersOf("demo_commercial")].map(([number, meter]) => ({ number, ...answer(meter) }));
  const energy = results.filter(({ group }) => group.energy_type !== "WATER");
  assert.deepEqual([results.length, energy.length], [12, 9]);
  for (const { number, group, model, sufficient, periods } of energy) {
    const { r2, cvrmse } = model?.metrics ?? { r2: null, cvrmse: null };
    assert.ok(sufficient && (r2 ?? 0) > 0.96 && (cvrmse ?? 1) < 0.03, `${number}: ${r2}, ${cvrmse}`);
    assert.ok(periods.length >= 21);
    // Gas heats below 62 degrees, in truth too.
    if (group.energy_type === "GAS") assert.deepEqual([model?.type, model?.heatingBalanceF], ["hdd_only", 62]);
    console.log(`${number} ${group.energy_type}: R2 ${r2?.toFixed(4)}, CV(RMSE) ${((cvrmse ?? 0) * 100).toFixed(1)} %`);
  }
});

test("where nothing was changed nothing was avoided, within two per cent", () => {
  for (const [number, meter] of metersOf("demo_commercial")) {
    if (meter.energy_type === "WATER") continue;
    const share = shareOf(answer(meter));
    assert.ok(Math.abs(share) < 0.02, `${number}: ${share}`);
  }
});

test("where a fifth less was used since, a fifth of the adjusted baseline was avoided, within two per cent", () => {
  for (const [number, meter] of metersOf("demo_commercial", 0.8)) {
    if (meter.energy_type === "WATER") continue;
    const share = shareOf(answer(meter));
    assert.ok(Math.abs(share - 0.2) < 0.02, `${number}: ${share}`);
  }
});

test("every customer of the sandbox has a result for every meter, or a reason why there is none", () => {
  for (const { username } of SCENARIOS) {
    for (const meter of metersOf(username).values()) {
      const { sufficient, periods, flags } = answer(meter, null);
      assert.ok(sufficient ? periods.length > 0 : flags.length > 0, `${username}: ${flags.join()}`);
    }
  }
});

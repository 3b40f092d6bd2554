/** The months of a property and of its types of energy, with the lines of bills they are made of. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertMeter, insertMonthlyBills, insertPlace, deriveAll, type MonthlyBills } from "../../../test/derived.ts";
import { toUnits } from "../../domain/whole-units.ts";
import { EnergyTypeMonth, PropertyMonth } from "../../records/month.ts";
import { MONTH_FIGURES } from "../../records/month-figures.ts";

const opened = await sharedApp();
const { app } = opened;
const member = await newMember(opened, { name: "Explained property" });
const stranger = await newMember(opened, { name: "Stranger" });
const place = await insertPlace(app, member.company_id);

async function billedMeter(kind: Omit<MonthlyBills["meter"], "id">, bills: Omit<MonthlyBills, "meter">) {
  const meter = { ...kind, id: await insertMeter(app, place, kind) };
  return { ...meter, bills: await insertMonthlyBills(app, place, { meter, ...bills }) };
}

const distribution = await billedMeter(
  { energy_type: "ELECTRIC", unit: "kWh", association_type: "DISTRIBUTION" },
  { first: "2025-01-10", count: 6, amount: 1000.1, cost: 100.01 },
);
const supply = await billedMeter(
  { energy_type: "ELECTRIC", unit: "kWh", association_type: "SUPPLY" },
  { first: "2025-01-12", count: 5, amount: 999.7, cost: 80.03 },
);
const gas = await billedMeter(
  { energy_type: "GAS", unit: "therms" },
  { first: "2025-02-01", count: 3, amount: 33.3, cost: 33.33 },
);
const water = await billedMeter(
  { energy_type: "WATER", unit: "ccf" },
  { first: "2025-02-20", count: 3, amount: 7, cost: 12.01 },
);
await deriveAll(app);

const ROWS = {
  monthly: { name: "property_aggregated_monthly_data", record: PropertyMonth },
  "monthly/energytype": { name: "energy_type_aggregated_monthly_data", record: EnergyTypeMonth },
} as const;
type Path = keyof typeof ROWS;
type Row = ReturnType<typeof PropertyMonth.parse> & { energy_type?: string };

async function rowsAt(path: Path, query = ""): Promise<Row[]> {
  const answer = await member.send("GET", `/v1/properties/${place.property_id}/${path}${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  const { name, record } = ROWS[path];
  return answer.json<Record<string, unknown[]>>()[name]?.map((row) => record.parse(row)) ?? [];
}
const withoutLines = (rows: Row[]) =>
  rows.map((row) => {
    const { explain: _, ...figures } = row;
    return figures;
  });
async function wrapperOf(meterId: number): Promise<number> {
  const meter = (await member.send("GET", `/v1/meters/${meterId}`)).json<{ meter_wrapper_id: number }>();
  return meter.meter_wrapper_id;
}
const PATHS = ["monthly", "monthly/energytype"] as const;

describe("the months of a property that are explained", () => {
  for (const path of PATHS) {
    test(`are the same months, in the same order, with lines that sum to every figure: ${path}`, async () => {
      const rows = await rowsAt(path, "?explain=true");
      assert.ok(rows.length > 0);
      assert.deepEqual(withoutLines(rows), await rowsAt(path));
      for (const { explain, ...row } of rows) {
        for (const figure of [...MONTH_FIGURES, "kbtus", "lbs_co2"] as const) {
          const lines = explain?.[figure] ?? [];
          const none = figure.endsWith("_cost") ? 0 : null;
          if (lines.length === 0) assert.equal(row[figure], none, `${row.effective_month} ${figure}`);
          else {
            const millionths = lines.map(({ amount }) => toUnits(amount ?? Number.NaN, 6));
            const sum = millionths.reduce((whole, part) => whole + part, 0);
            assert.equal(sum, toUnits(row[figure] ?? Number.NaN, 6), `${row.effective_month} ${figure}`);
          }
        }
      }
    });
  }

  test("name the meter and the bill of each line, distribution apart from supply", async () => {
    const [march] = await rowsAt("monthly", "?explain=true&from=2025-03-01&to=2025-04-01");
    const meters = (figure: "distribution_kbtus" | "supply_kbtus" | "total_cost" | "gallons") => [
      ...new Set(march?.explain?.[figure].map(({ utility_meter_id }) => utility_meter_id)),
    ];
    assert.deepEqual(meters("distribution_kbtus"), [distribution.id, gas.id]);
    assert.deepEqual(meters("supply_kbtus"), [supply.id]);
    assert.deepEqual(meters("total_cost"), [distribution.id, supply.id, gas.id, water.id]);
    assert.deepEqual(meters("gallons"), [water.id]);
    const [line] = march?.explain?.supply_kbtus ?? [];
    assert.equal(line?.utility_bill_id, supply.bills[1]);
    assert.equal(line?.start_date, "2025-02-12T00:00:00.000Z");
    assert.equal(line?.days, 11);
  });

  test("of a type of energy name its meters alone", async () => {
    const rows = await rowsAt("monthly/energytype", "?explain=true");
    const named = Map.groupBy(rows, ({ energy_type }) => energy_type ?? "");
    const metersOf = (type: string) => [
      ...new Set(
        named.get(type)?.flatMap(({ explain }) => explain?.total_cost.map((line) => line.utility_meter_id) ?? []),
      ),
    ];
    assert.deepEqual(metersOf("ELECTRIC"), [distribution.id, supply.id]);
    assert.deepEqual(metersOf("GAS"), [gas.id]);
    assert.deepEqual(metersOf("WATER"), [water.id]);
  });

  test("are only those that are asked for", async () => {
    for (const path of PATHS) {
      const query = "?from=2025-03-01&to=2025-05-01";
      assert.deepEqual(withoutLines(await rowsAt(path, `${query}&explain=true`)), await rowsAt(path, query));
      assert.ok((await rowsAt(path, "?explain=false")).every(({ explain }) => explain === undefined));
      assert.deepEqual(await rowsAt(path, "?explain=true&from=2030-01-01"), []);
    }
  });

  test("are those of the lines where a bill came since they were stored", async () => {
    const [before] = await rowsAt("monthly", "?explain=true&from=2025-03-01");
    await insertMonthlyBills(app, place, { meter: gas, first: "2025-03-02", count: 1, amount: 1, cost: 31 });
    const [after_] = await rowsAt("monthly", "?explain=true&from=2025-03-01");
    assert.equal(after_?.total_cost, Number(((before?.total_cost ?? 0) + 30).toFixed(2)));
    await deriveAll(app);
    assert.deepEqual(withoutLines(await rowsAt("monthly")), withoutLines(await rowsAt("monthly", "?explain=true")));
  });

  test("have the energy of each service once: as delivered, and as supplied where nothing else is billed", async () => {
    const energyOfMarch = async () => {
      const [march] = await rowsAt("monthly/energytype", "?explain=true&from=2025-03-01&to=2025-04-01");
      const meters = new Set(march?.explain?.kbtus.map(({ utility_meter_id }) => utility_meter_id));
      return { march, meters: [...meters] };
    };
    const apart = await energyOfMarch();
    assert.deepEqual(apart.meters, [distribution.id, supply.id]);
    const [delivered, supplied] = [
      apart.march?.distribution_kbtus ?? Number.NaN,
      apart.march?.supply_kbtus ?? Number.NaN,
    ];
    assert.equal(toUnits(apart.march?.kbtus ?? Number.NaN, 6), toUnits(delivered, 6) + toUnits(supplied, 6));
    const joined = await member.send("PATCH", `/v1/meters/${supply.id}`, {
      meter_wrapper_id: await wrapperOf(distribution.id),
    });
    assert.equal(joined.statusCode, 200, joined.body);
    await deriveAll(app);
    const together = await energyOfMarch();
    assert.deepEqual(together.meters, [distribution.id]);
    assert.equal(together.march?.kbtus, delivered);
  });

  test("are not shown to other companies, a word other than true or false is refused, and so are months that no bill makes", async () => {
    for (const path of PATHS) {
      const url = `/v1/properties/${place.property_id}/${path}`;
      assert.equal((await stranger.send("GET", `${url}?explain=true`)).statusCode, 404);
      assert.equal((await member.send("GET", `${url}?explain=1`)).statusCode, 400);
    }
    for (const path of ["snapshots", "degreedays"]) {
      const answer = await member.send("GET", `/v1/properties/${place.property_id}/${path}?explain=true`);
      assert.equal(answer.statusCode, 400);
    }
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newMember, sharedApp } from "../../../test/app.ts";
import { insertMeter, insertMonthlyBills, insertPlace, deriveAll } from "../../../test/derived.ts";
import { toUnits } from "../../domain/whole-units.ts";
import { MonthlyConsumptionData } from "../../records/month.ts";
import { MONTH_FIGURES } from "../../records/month-figures.ts";

const opened = await sharedApp();
const { app } = opened;
const member = await newMember(opened, { name: "Explained" });
const stranger = await newMember(opened, { name: "Stranger" });
const place = await insertPlace(app, member.company_id);
const ELECTRIC = { energy_type: "ELECTRIC", unit: "kWh" } as const;
const WATER = { energy_type: "WATER", unit: "ccf" } as const;
const electric = { ...ELECTRIC, id: await insertMeter(app, place, ELECTRIC) };
const water = { ...WATER, id: await insertMeter(app, place, WATER) };
const electricBills = await insertMonthlyBills(app, place, {
  meter: electric,
  first: "2025-01-10",
  count: 6,
  amount: 1000.1,
  cost: 100.01,
});
await insertMonthlyBills(app, place, { meter: water, first: "2025-02-20", count: 3, amount: 7, cost: 33.33 });
await deriveAll(app);

type Month = ReturnType<typeof MonthlyConsumptionData.parse>;
const monthsAt = async (url: string): Promise<Month[]> => {
  const answer = await member.send("GET", url);
  assert.equal(answer.statusCode, 200, answer.body);
  const { monthly_meter_data } = answer.json<{ monthly_meter_data: unknown[] }>();
  return monthly_meter_data.map((month) => MonthlyConsumptionData.parse(month));
};
const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const Unexplained = MonthlyConsumptionData.omit({ explain: true });
const withoutLines = (months: Month[]) => months.map((month) => Unexplained.parse(month));

describe("months that are explained", () => {
  test("are the same months, with lines that sum to every figure", async () => {
    for (const { id } of [electric, water]) {
      const months = await monthsAt(`/v1/meters/${id}/monthly?explain=true`);
      assert.deepEqual(withoutLines(months), await monthsAt(`/v1/meters/${id}/monthly`));
      for (const { explain, ...month } of months) {
        for (const figure of MONTH_FIGURES) {
          const lines = explain?.[figure] ?? [];
          const millionths = lines.map(({ amount }) => toUnits(amount ?? Number.NaN, 6));
          // In a month with charges, a charge type without charges is 0; an unknown value is null.
          const none = figure.endsWith("_cost") ? 0 : null;
          if (lines.length === 0) assert.equal(month[figure], none, figure);
          else assert.equal(sumOf(millionths), toUnits(month[figure] ?? Number.NaN, 6), figure);
        }
      }
    }
  });

  test("lead to the lines of the bills, with the days that fell into the month", async () => {
    const [january, february] = await monthsAt(`/v1/meters/${electric.id}/monthly?explain=true&to=2025-03-01`);
    const bill = (await member.send("GET", `/v1/utility_bills/${electricBills[0]}`)).json<{
      charges: { id: number }[];
      usages: { id: number }[];
    }>();
    const period = { start_date: "2025-01-10T00:00:00.000Z", end_date: "2025-02-10T00:00:00.000Z" };
    const charge = { line_id: bill.charges[0]?.id, description: "Energy", days: 22, amount: 70.97 };
    const ofBill = { utility_bill_id: electricBills[0], invoice_date: period.end_date, ...period };
    assert.deepEqual(january?.explain?.total_cost, [{ ...ofBill, ...charge }]);
    assert.deepEqual(
      january.explain.distribution_kbtus.map(({ line_id, description, days }) => [line_id, description, days]),
      [[bill.usages[0]?.id, "Use", 22]],
    );
    assert.deepEqual(
      february?.explain?.total_cost.map(({ utility_bill_id, days }) => [utility_bill_id, days]),
      [
        [electricBills[0], 9],
        [electricBills[1], 19],
      ],
    );
  });

  test("of a property are those of its meters, one after the other", async () => {
    const url = `/v1/properties/${place.property_id}/monthly/meters`;
    const each = [
      ...(await monthsAt(`/v1/meters/${electric.id}/monthly?explain=true`)),
      ...(await monthsAt(`/v1/meters/${water.id}/monthly?explain=true`)),
    ];
    assert.deepEqual(await monthsAt(`${url}?explain=true`), each);
    assert.deepEqual(await monthsAt(url), withoutLines(each));
    assert.deepEqual(await monthsAt(`${url}?explain=false`), withoutLines(each));
    assert.deepEqual(
      (await monthsAt(`${url}?explain=true&from=2025-07-01`)).map(({ effective_month }) => effective_month),
      ["2025-07-01T00:00:00.000Z"],
    );
    assert.deepEqual(await monthsAt(`${url}?explain=true&from=2030-01-01`), []);
  });

  test("are those of the lines where a bill came since the months were stored", async () => {
    const other = { ...ELECTRIC, id: await insertMeter(app, await insertPlace(app, member.company_id), ELECTRIC) };
    const bill = { meter: other, first: "2025-01-01", amount: 10, cost: 1 };
    await insertMonthlyBills(app, place, { ...bill, count: 1 });
    await deriveAll(app);
    await insertMonthlyBills(app, place, { ...bill, first: "2025-01-15", count: 1 });
    const [month] = await monthsAt(`/v1/meters/${other.id}/monthly?explain=true`);
    assert.equal(month?.explain?.total_cost.length, 2);
    assert.equal(month.total_cost, 1.55);
  });

  test("are not shown to other companies, and a word other than true or false is refused", async () => {
    for (const url of [`/v1/meters/${electric.id}/monthly`, `/v1/properties/${place.property_id}/monthly/meters`]) {
      assert.equal((await stranger.send("GET", `${url}?explain=true`)).statusCode, 404);
      assert.equal((await member.send("GET", `${url}?explain=1`)).statusCode, 400);
    }
  });
});

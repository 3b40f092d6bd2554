/** Two meters of one account with a gap, an estimate, an overlap and late bills, all in 2021: for tests of coverage and tasks. */
import type { App } from "../src/app.ts";
import { deriveAll, insertMeter, insertMeterBills, insertPlace } from "./derived.ts";

export async function coverageRecords(app: App, companyId: number) {
  const place = await insertPlace(app, companyId);
  const bill = (start: string, end: string, estimated = false) => ({
    start,
    end,
    amount: 100,
    estimated,
    costs: { usage_cost: 10 },
  });
  const [kWh, therms] = [
    { energy_type: "ELECTRIC", unit: "kWh" },
    { energy_type: "GAS", unit: "therms" },
  ] as const;
  const electric = await insertMeter(app, place, { ...kWh, meter_num: "E-1" });
  const gas = await insertMeter(app, place, { ...therms, meter_num: "G-1" });
  const bills = await insertMeterBills(app, place, { ...kWh, id: electric }, [
    bill("2021-01-10", "2021-02-10"),
    bill("2021-02-10", "2021-03-10"),
    bill("2021-04-11", "2021-05-10"),
    bill("2021-05-10", "2021-06-10", true),
  ]);
  const gasBills = await insertMeterBills(app, place, { ...therms, id: gas }, [
    bill("2021-02-10", "2021-03-12"),
    bill("2021-03-12", "2021-04-11"),
    bill("2021-04-11", "2021-05-15"),
    bill("2021-05-10", "2021-05-25"),
  ]);
  await deriveAll(app);
  return { place, electric, gas, bills, gasBills };
}

/** The score of a property over the API: what lacks, step by step, until there is one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { newMember, sharedApp } from "../../../test/app.ts";
import { deriveAll, insertMeter, insertMeterBills, insertPlace, type MeterBill } from "../../../test/derived.ts";
import { daysInMonth, monthFromNumber, monthNumber, nextMonth } from "../../domain/calendar.ts";
import { PropertyScore } from "../../records/score.ts";
import { replaceTemperatures } from "../../store/weather/weather.ts";

const opened = await sharedApp();
const { app } = opened;
const member = await newMember(opened, { name: "Scored" });
const place = await insertPlace(app, member.company_id);
const path = `/v1/properties/${place.property_id}`;

async function read(): Promise<PropertyScore> {
  const answer = await member.send("GET", `${path}/score`);
  assert.equal(answer.statusCode, 200, answer.body);
  return PropertyScore.strict().parse(answer.json());
}
async function edit(body: object): Promise<void> {
  const answer = await member.send("PATCH", path, body);
  assert.equal(answer.statusCode, 200, answer.body);
}
const reasonOf = ({ STAR_rating, reason, inputs }: PropertyScore) => [STAR_rating, reason, inputs];

test("without a stated use it says so, and what each type of property needs", async () => {
  const score = await read();
  assert.deepEqual(reasonOf(score), [null, "use_not_entered", []]);
  const office = score.property_types.find(({ property_type }) => property_type === "Office");
  assert.ok(office?.inputs.some(({ name, kind, least }) => name === "computers" && kind === "number" && least === 1));
});

test("each step brings the next reason, and at the end the score of the snapshots", async () => {
  const use = { property_type: "Office", weekly_operating_hours: 80, months_in_use: 12, percent_cooled: 1 };
  await edit({ metadata: { property_use: use } });
  assert.deepEqual(reasonOf(await read()), [null, "inputs_missing", ["workers_on_main_shift", "computers"]]);
  await edit({ metadata: { property_use: { property_type: "Office", workers_on_main_shift: 300, computers: 300 } } });
  assert.equal((await read()).reason, "floor_area_not_known");
  await edit({ sq_ft: 200_000 });
  assert.equal((await read()).reason, "year_not_complete");

  const months = Array.from({ length: 12 }, (_, at) => monthFromNumber(monthNumber("2024-01-01") + at));
  const electric = await insertMeter(app, place, { energy_type: "ELECTRIC", unit: "kWh" });
  const bills = months.map((month): MeterBill => ({ start: month, end: nextMonth(month), amount: 300_000, costs: {} }));
  await insertMeterBills(app, place, { id: electric, energy_type: "ELECTRIC", unit: "kWh" }, bills);
  await deriveAll(app);
  assert.equal((await read()).reason, "weather_not_known");

  await sql`insert into weather_stations (alpha_id, name) values ('KSCO', 'Score')`.execute(app.db);
  const days = months.flatMap((month) =>
    Array.from({ length: daysInMonth(month) }, (_, at) => ({
      day: `${month.slice(0, 8)}${String(at + 1).padStart(2, "0")}`,
      high_f: 90,
      low_f: 60,
    })),
  );
  await app.db.transaction().execute((trx) => replaceTemperatures(trx, "KSCO", days, "test"));
  await edit({ weather_station_alpha_id: "KSCO" });
  await deriveAll(app);
  const { STAR_rating, reason, effective_month } = await read();
  assert.deepEqual([reason, effective_month], [null, "2025-01-01T00:00:00.000Z"]);
  const snapshots = (await member.send("GET", `${path}/snapshots`)).json<{
    snapshot_data: { STAR_rating: number | null }[];
  }>().snapshot_data;
  assert.equal(snapshots.at(-1)?.STAR_rating, STAR_rating);
  assert.ok(STAR_rating !== null && STAR_rating > 0);
});

test("the property of another company is not found", async () => {
  const stranger = await newMember(opened, { name: "Stranger" });
  assert.equal((await stranger.send("GET", `${path}/score`)).statusCode, 404);
});

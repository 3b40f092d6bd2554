/** Stations that properties look to, through edits in every order, with two of them in the database. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { newMember, openTestApp } from "../../../test/app.ts";
import { deriveAll, insertMeter, insertPlace } from "../../../test/derived.ts";
import { untilLocked } from "../../../test/lock-waits.ts";
import { attachStations, attachWaitingProperties } from "./property-stations.ts";
import { isJobThere } from "../jobs.ts";
import { upsertStations } from "../weather/weather-stations.ts";

const station = (alpha_id: string, latitude: number | null, longitude: number | null) => ({
  alpha_id,
  ghcn_id: null,
  name: alpha_id,
  latitude,
  longitude,
  time_zone: null,
});

const running = await openTestApp({ after });
const { app } = running;
const insertStations = (...stations: ReturnType<typeof station>[]) =>
  app.db.transaction().execute((trx) => upsertStations(trx, stations, "list"));
await insertStations(station("KLGA", 40.779, -73.88), station("KMKE", 42.955, -87.904), station("SANDBOX", null, null));
const member = await newMember(running, { name: "Places" });

interface Property {
  id: number;
  weather_station_alpha_id: string | null;
}
const newProperty = async (fields: object) =>
  (await member.send("POST", "/v1/properties", { name: "Tower", ...fields })).json<Property>();
const patch = async (id: number, fields: object) =>
  (await member.send("PATCH", `/v1/properties/${id}`, fields)).json<Property>().weather_station_alpha_id;
const rowOf = (id: number) =>
  app.db.selectFrom("properties").select("weather_station_alpha_id").where("id", "=", id).executeTakeFirstOrThrow();

test("after a location is removed, the station becomes that of the ZIP code, or none", async () => {
  const { id, weather_station_alpha_id } = await newProperty({ latitude: 43, longitude: -88, zip_code: "10001" });
  assert.equal(weather_station_alpha_id, "KMKE");
  assert.equal(await patch(id, { latitude: null, longitude: null }), "KLGA");
  assert.equal(await patch(id, { zip_code: null }), null);
  assert.equal(await patch(id, { zip_code: "53202" }), "KMKE");
  assert.equal(await patch(id, { country: "DE" }), null, "the same digits are another place there");
  assert.equal(await patch(id, { country: "US" }), "KMKE");
});

test("a chosen station is kept when the location changes", async () => {
  const { id } = await newProperty({ zip_code: "10001", weather_station_alpha_id: "KMKE" });
  for (const place of [{ latitude: 41, longitude: -74 }, { latitude: null, longitude: null }, { zip_code: null }])
    assert.equal(await patch(id, place), "KMKE");
});

test("a latitude alone is not a location: the property keeps the sandbox town's station", async () => {
  const { id } = await newProperty({ zip_code: "53202", weather_station_alpha_id: "SANDBOX" });
  assert.equal(await patch(id, { latitude: 43 }), "SANDBOX");
  assert.equal(await patch(id, { longitude: -88 }), "KMKE");
});

test("a property created by a bill gets the station of its utility, whatever its ZIP code; properties of other utilities and companies do not", async () => {
  const place = await insertPlace(app, member.company_id);
  const { property_id } = place;
  await insertMeter(app, place, { energy_type: "ELECTRIC", unit: "kWh" });
  await app.db.updateTable("properties").set({ zip_code: "53202" }).where("id", "=", property_id).execute();
  const { key } = await app.db
    .selectFrom("utility_accounts as account")
    .innerJoin("utility_companies as utility", "utility.id", "account.utility_company_id")
    .select("utility.key")
    .where("account.company_id", "=", member.company_id)
    .executeTakeFirstOrThrow();
  const stranger = await newMember(running, { name: "Stranger" });
  const attachFor = async ({ company_id }: { company_id: number }, ...utilities: string[]) => {
    await app.db
      .updateTable("properties")
      .set({ weather_station_alpha_id: null })
      .where("id", "=", property_id)
      .execute();
    const stations = [{ alpha_id: "SANDBOX", utilities }];
    await app.db.transaction().execute((trx) => attachStations(trx, company_id, [property_id], stations));
    return (await rowOf(property_id)).weather_station_alpha_id;
  };
  const attach = (...utilities: string[]) => attachFor(member, ...utilities);
  assert.equal(await attach("another-utility", key), "SANDBOX");
  assert.equal(await attachFor(stranger, key), null, "it is not a property of this company");
  assert.equal(await attach("another-utility"), "KMKE");
});

test("an edit of name and location waits for a derivation under way, without a deadlock", async () => {
  const place = await insertPlace(app, member.company_id);
  const { property_id } = place;
  const meter = await insertMeter(app, place, { energy_type: "ELECTRIC", unit: "kWh" });
  await patch(property_id, { zip_code: "53202" });
  const { edit } = await app.db.transaction().execute(async (trx) => {
    // As a derivation does: the meter, then its property.
    await trx.selectFrom("utility_meters").select("id").where("id", "=", meter).forNoKeyUpdate().execute();
    const asked = patch(property_id, { name: "Renamed", zip_code: "10001" });
    await untilLocked(app.db, "the edit to wait for the meter");
    await trx.selectFrom("properties").select("id").where("id", "=", property_id).forNoKeyUpdate().execute();
    return { edit: asked };
  });
  assert.equal(await edit, "KLGA");
});

test("a property with a score is rolled up again when its station becomes known last", async () => {
  const { id } = await newProperty({ latitude: 35, longitude: -106.6 });
  const plain = await newProperty({ latitude: 35, longitude: -106.6 });
  const url = `/v1/properties/${id}`;
  const answer = await member.send("PUT", url, { property_use: { property_type: "Office" } });
  assert.equal(answer.statusCode, 200, answer.body);
  await deriveAll(app);
  await insertStations(station("KABQ", 35.042, -106.616));
  assert.equal(await attachWaitingProperties(app.db), 2);
  for (const each of [id, plain.id]) assert.deepEqual(await rowOf(each), { weather_station_alpha_id: "KABQ" });
  const isAsked = (property_id: number) =>
    isJobThere(app.db, "roll-up", { company_id: member.company_id, property_id });
  assert.deepEqual([await isAsked(id), await isAsked(plain.id)], [true, false]);
});

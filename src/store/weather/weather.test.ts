import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testDatabase } from "../../../test/database.ts";
import { addDays, daysInMonth } from "../../domain/calendar.ts";
import type { WeatherStation } from "../../records/weather.ts";
import { openDatabase } from "../db.ts";
import { findLatestTemperatureDay, listTemperatures, replaceTemperatures } from "./weather.ts";
import {
  findStationBySourceId,
  findWeatherStation,
  listStationPlaces,
  setStationChecked,
  upsertStations,
} from "./weather-stations.ts";

const url = await testDatabase({ after });
const db = openDatabase(url);
after(() => db.destroy());

const station = (alpha_id: string, change: Partial<WeatherStation> = {}): WeatherStation => ({
  alpha_id,
  ghcn_id: null,
  name: `Airport ${alpha_id}`,
  latitude: 40,
  longitude: -90,
  time_zone: "America/Chicago",
  ...change,
});
const add = (...stations: WeatherStation[]) => db.transaction().execute((trx) => upsertStations(trx, stations, "list"));
const mention = (given: WeatherStation) => db.transaction().execute((trx) => upsertStations(trx, [given], "mention"));

const month = (first: string, high_f = 50, low_f = 30) =>
  Array.from({ length: daysInMonth(first) }, (_, index) => ({ day: addDays(first, index), high_f, low_f }));
const write = (alphaId: string, days: ReturnType<typeof month>) =>
  db.transaction().execute((trx) => replaceTemperatures(trx, alphaId, days, "test"));
const degreeDays = (alphaId: string) =>
  db
    .selectFrom("degree_days")
    .selectAll()
    .where("weather_station_alpha_id", "=", alphaId)
    .orderBy("effective_month")
    .execute();
const sums = async (alphaId: string) =>
  (await degreeDays(alphaId)).map((row) => [
    row.effective_month,
    row.heating_degree_days,
    row.cooling_degree_days,
    row.days_present,
    row.month_complete,
  ]);

test("a station that is given twice is written once, and a change is written", async () => {
  assert.equal(await add(station("KAAA"), station("KAAB")), 2);
  assert.equal(await add(station("KAAA"), station("KAAB")), 0);
  assert.equal(await add(station("KAAA", { name: "Renamed" })), 1);
  assert.equal((await findWeatherStation(db, "KAAA"))?.name, "Renamed");
});

test("a source with fewer fields removes nothing", async () => {
  await add(station("KBBB", { ghcn_id: "USW00000002" }));
  const bare = { name: "USW00000002", latitude: null, longitude: null, time_zone: null };
  assert.equal(await add(station("USW00000002", { ghcn_id: "USW00000002", ...bare })), 0);
  assert.equal((await findStationBySourceId(db, "USW00000002"))?.name, "Airport KBBB");
  assert.equal(await findWeatherStation(db, "USW00000002"), undefined);
});

test("a list and a temperature file with different spellings of a station do not overwrite each other in turn", async () => {
  const id = "USW00000004";
  await add(station("KJJJ", { ghcn_id: id, latitude: 40.1, time_zone: null }));
  assert.equal(await mention(station(id, { ghcn_id: id, name: "AIRPORT JJJ, NY US", latitude: 40.12 })), 1);
  const known = await findWeatherStation(db, "KJJJ");
  assert.deepEqual([known?.name, known?.latitude, known?.time_zone], ["Airport KJJJ", 40.1, "America/Chicago"]);
  assert.equal(await mention(station(id, { ghcn_id: id, name: "AIRPORT JJJ, NY US", latitude: 40.12 })), 0);
  assert.equal(await add(station("KJJJ", { ghcn_id: id, latitude: 40.1, time_zone: null })), 0);
});

test("a station known by its temperatures alone gets its name and place from a list, and keeps its id", async () => {
  const id = "USW00000003";
  await add(station(id, { ghcn_id: id, name: id, latitude: null, longitude: null, time_zone: null }));
  assert.equal(
    (await listStationPlaces(db)).some(({ alpha_id }) => alpha_id === id),
    false,
  );
  await add(station("KCCC", { ghcn_id: id }));
  assert.equal(await findWeatherStation(db, "KCCC"), undefined);
  const known = await findWeatherStation(db, id);
  assert.deepEqual([known?.name, known?.latitude, known?.time_zone], ["Airport KCCC", 40, "America/Chicago"]);
});

test("months follow from their days", async () => {
  await add(station("KDDD"));
  assert.equal(await write("KDDD", month("2023-01-01")), 31);
  assert.deepEqual(await sums("KDDD"), [["2023-01-01", 775, 0, 31, true]]);
  assert.equal(await findLatestTemperatureDay(db, "KDDD"), "2023-01-31");
  const period = { start_date: "2023-01-30", end_date: "2023-02-02" };
  assert.deepEqual(await listTemperatures(db, "KDDD", period), [
    { day: "2023-01-30", high_f: 50, low_f: 30 },
    { day: "2023-01-31", high_f: 50, low_f: 30 },
  ]);
});

test("the same days again write nothing, and one that differs only its month", async () => {
  await add(station("KEEE"));
  await write("KEEE", [...month("2023-01-01"), ...month("2023-02-01")]);
  const before = await degreeDays("KEEE");
  assert.equal(await write("KEEE", [...month("2023-01-01"), ...month("2023-02-01")]), 0);
  assert.deepEqual(await degreeDays("KEEE"), before);
  assert.equal(await write("KEEE", [{ day: "2023-02-10", high_f: 51, low_f: 31 }]), 1);
  const [january, february] = await degreeDays("KEEE");
  assert.deepEqual(january, before[0]);
  assert.equal(february?.heating_degree_days, 28 * 25 - 1);
});

test("a month between two others has a row without values until its days arrive", async () => {
  await add(station("KFFF"));
  await write("KFFF", [...month("2023-03-01"), ...month("2023-01-01").slice(1)]);
  assert.deepEqual(await sums("KFFF"), [
    ["2023-01-01", 750, 0, 30, false],
    ["2023-02-01", null, null, 0, false],
    ["2023-03-01", 775, 0, 31, true],
  ]);
  await write("KFFF", month("2023-02-01", 90, 70));
  assert.deepEqual((await sums("KFFF"))[1], ["2023-02-01", 0, 28 * 15, 28, true]);
});

test("two imports at once lose no day", async () => {
  await add(station("KGGG"));
  const days = month("2023-01-01");
  await Promise.all([write("KGGG", days.slice(0, 16)), write("KGGG", days.slice(16))]);
  assert.deepEqual(await sums("KGGG"), [["2023-01-01", 775, 0, 31, true]]);
});

test("eighty years of one station are imported at once", async () => {
  await add(station("KHHH"));
  const days = Array.from({ length: 80 * 366 }, (_, index) => ({
    day: addDays("1940-01-01", index),
    high_f: 70,
    low_f: 60,
  }));
  assert.equal(await write("KHHH", days), days.length);
  assert.ok((await degreeDays("KHHH")).length > 960);
});

test("a station that was read and has no temperatures is no longer offered", async () => {
  await add(station("KIII"));
  const isOffered = async () => (await listStationPlaces(db)).some(({ alpha_id }) => alpha_id === "KIII");
  assert.equal(await isOffered(), true);
  await setStationChecked(db, "KIII", "2026-01-01T00:00:00.000Z");
  assert.equal(await isOffered(), false);
  await write("KIII", month("2023-01-01"));
  assert.equal(await isOffered(), true);
});

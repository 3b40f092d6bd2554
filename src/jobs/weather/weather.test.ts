import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startSandbox } from "../../../sandbox/server.ts";
import { newMember, openTestApp } from "../../../test/app.ts";
import { passToEight } from "../../../test/deliveries.ts";
import { serve } from "../../../test/outbound.ts";
import { csv, row, run as runImport, upload } from "../../../test/imports.ts";
import { insertRecords } from "../../../test/records.ts";
import { addDays } from "../../domain/calendar.ts";
import { findWeatherStation } from "../../store/weather/weather-stations.ts";
import { findLatestTemperatureDay } from "../../store/weather/weather.ts";
import { isJobThere } from "../../store/jobs.ts";
import { requestWeather, runAttachStation, runWeather, runWeatherJob } from "./weather.ts";

const LIST = `"USAF","WBAN","STATION NAME","CTRY","STATE","ICAO","LAT","LON","ELEV(M)","BEGIN","END"
"725030","14732","LA GUARDIA AIRPORT","US","NY","KLGA","+40.779","-073.880","+0003.0","19730101","20260305"
"726400","14839","GENERAL MITCHELL INTERNATIONAL AP","US","WI","KMKE","+42.955","-087.904","+0204.2","19480101","20260305"
`;

/** Answers as the archive does: a list, and days of what it is asked for, each 50 over 30 degrees. */
const asked: URL[] = [];
let isAway = false;
const archive = await serve(
  createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://archive");
    asked.push(url);
    if (isAway) return void response.writeHead(503).end("try again");
    if (url.pathname.endsWith("/isd-history.csv")) return void response.end(LIST);
    const { stations = "", startDate = "", endDate = "" } = Object.fromEntries(url.searchParams);
    const rows = [];
    // It has no data before 2025.
    for (let day = startDate < "2025-01-01" ? "2025-01-01" : startDate; day <= endDate; day = addDays(day, 1))
      rows.push({ DATE: day, STATION: stations, TMAX: "   50", TMIN: "   30" });
    return void response.end(rows.length === 0 ? "" : JSON.stringify(rows));
  }),
);
const weatherDir = await mkdtemp(join(tmpdir(), "meterbook-weather-"));
after(() => rm(weatherDir, { recursive: true, force: true }));
const sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
after(() => sandbox.close());

const running = await openTestApp(
  { after },
  {
    METERBOOK_WEATHER_URL: archive.origin,
    METERBOOK_WEATHER_DIR: weatherDir,
    METERBOOK_SANDBOX_PORT: String(sandbox.port),
  },
);
const { app } = running;
// The requests depend on the current day, which must not end during the test.
passToEight(running);
const member = await newMember(running, { name: "Weather" });
const signal = new AbortController().signal;
const run = (source: "utility" | "folder" | "archive", weather_station_alpha_id: string | null = null) =>
  runWeather(app, { source, weather_station_alpha_id }, signal);
const today = () => new Date(app.now()).toISOString().slice(0, 10);

/** Runs the waiting jobs and returns their names. */
async function work(): Promise<string[]> {
  const jobs = await app.jobs.claim({ weather: 50 });
  for (const job of jobs) {
    await runWeatherJob(app, job.payload, signal);
    await app.jobs.complete(job);
  }
  return jobs.map(({ payload }) => [payload.source, payload.weather_station_alpha_id].filter(Boolean).join(" ")).sort();
}

interface Property {
  id: number;
  weather_station_alpha_id: string | null;
}
const newProperty = async (fields: object) =>
  (await member.send("POST", "/v1/properties", { name: "Tower", ...fields })).json<Property>();
const stationOf = async (id: number) =>
  (await member.send("GET", `/v1/properties/${id}`)).json<Property>().weather_station_alpha_id;
const monthsOf = async (id: number) =>
  (await member.send("GET", `/v1/properties/${id}/degreedays`)).json<{
    degree_days: { effective_month: string; heating_degree_days: number | null; month_complete: boolean }[];
  }>().degree_days;

test("a place gets a station as soon as there is one near it, its temperatures are fetched, and it has degree days", async () => {
  const property = await newProperty({ latitude: 40.75, longitude: -73.99 });
  assert.equal(property.weather_station_alpha_id, null);
  await requestWeather(app);
  assert.deepEqual(await work(), ["archive", "folder", "utility"]);
  assert.equal(await stationOf(property.id), "KLGA");
  await requestWeather(app);
  assert.deepEqual(await work(), ["archive KLGA"]);
  const months = await monthsOf(property.id);
  assert.deepEqual(
    [months[0]?.effective_month, months[0]?.heating_degree_days, months[0]?.month_complete],
    ["2025-01-01T00:00:00.000Z", 775, true],
  );
  assert.equal(await findLatestTemperatureDay(app.db, "KLGA"), addDays(today(), -1));
});

test("nothing is requested twice a day, and the next day only days that may have changed", async () => {
  await requestWeather(app);
  assert.deepEqual(await work(), []);
  asked.length = 0;
  await run("archive", "KLGA");
  assert.equal(asked.length, 1);
  const { searchParams } = asked[0] ?? new URL("http://none");
  assert.deepEqual(
    [searchParams.get("stations"), searchParams.get("startDate"), searchParams.get("endDate")],
    ["USW00014732", addDays(today(), -46), addDays(today(), -1)],
  );
});

test("when the archive does not answer, the job fails, is retried, and changes nothing", async () => {
  isAway = true;
  const before = await findWeatherStation(app.db, "KLGA");
  await assert.rejects(run("archive", "KLGA"), /answered 503/);
  await assert.rejects(run("archive"), /answered 503/);
  assert.deepEqual(await findWeatherStation(app.db, "KLGA"), before);
  isAway = false;
});

test("files in the folder are read, a station with temperatures only is created too, and other files are logged", async () => {
  const line = (element: string, value: number) => `USW00094789,20230101,${element},${value},,,W,2400\n`;
  await writeFile(join(weatherDir, "USW00094789.csv"), line("TMAX", 100) + line("TMIN", 50));
  await writeFile(join(weatherDir, "notes.txt"), "nothing of interest");
  await run("folder");
  assert.equal(await findLatestTemperatureDay(app.db, "USW00094789"), "2023-01-01");
  assert.ok(running.logLines.some((each) => each.includes("not a weather file") && each.includes("notes.txt")));
});

test("a folder or a link to nothing among the files is passed over, logged by its name, and the files after it are read", async () => {
  await mkdir(join(weatherDir, "1 old files"));
  await symlink(join(weatherDir, "gone.csv"), join(weatherDir, "2 link.csv"));
  const line = (element: string, value: number) => `USW00094846,20230102,${element},${value},,,W,2400\n`;
  await writeFile(join(weatherDir, "USW00094846.csv"), line("TMAX", 100) + line("TMIN", 50));
  await run("folder");
  assert.equal(await findLatestTemperatureDay(app.db, "USW00094846"), "2023-01-02");
  for (const name of ["1 old files", "2 link.csv"]) assert.ok(running.logLines.some((each) => each.includes(name)));
});

test("the sandbox's town gives its weather to the customers of its utilities, and to no other customers", async () => {
  const { property_id } = await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });
  await run("utility");
  assert.equal((await findWeatherStation(app.db, "SANDBOX"))?.latitude, null);
  assert.equal(await findLatestTemperatureDay(app.db, "SANDBOX-SOUTH"), "2026-10-31", "the other station of the file");
  assert.equal(await stationOf(property_id), null, "it is served by a utility of the world");
  await app.db
    .updateTable("utility_companies")
    .set({ key: "northgate-electric" })
    .where("key", "=", "sample-power")
    .execute();
  await requestWeather(app);
  assert.equal(await stationOf(property_id), "SANDBOX");
  const months = await monthsOf(property_id);
  assert.equal(months.length, 38);
  assert.ok(months.every((month) => month.month_complete));
});

test("a user's choice of a station is kept: it can be changed or removed, and must exist", async () => {
  const property = await newProperty({ latitude: 43, longitude: -88 });
  assert.equal(property.weather_station_alpha_id, "KMKE");
  const patch = (body: object) => member.send("PATCH", `/v1/properties/${property.id}`, body);
  assert.equal((await patch({ weather_station_alpha_id: "KLGA" })).json<Property>().weather_station_alpha_id, "KLGA");
  assert.equal((await patch({ latitude: 43.1 })).json<Property>().weather_station_alpha_id, "KLGA", "it was chosen");
  const taken = await patch({ weather_station_alpha_id: null, longitude: -88.1 });
  assert.equal(taken.json<Property>().weather_station_alpha_id, null);
  assert.equal(
    (await patch({ longitude: -88 })).json<Property>().weather_station_alpha_id,
    "KMKE",
    "moved, it looks anew",
  );
  const unknown = await patch({ weather_station_alpha_id: "KZZZ", name: "Lost" });
  assert.equal(unknown.statusCode, 422);
  assert.deepEqual(unknown.json<{ errors: unknown }>().errors, [
    { pointer: "/weather_station_alpha_id", detail: "There is no weather station with this id." },
  ]);
  const made = await member.send("POST", "/v1/properties", { name: "Other", weather_station_alpha_id: "KZZZ" });
  assert.equal(made.statusCode, 422);
  const chosen = await newProperty({ latitude: 43, longitude: -88, weather_station_alpha_id: null });
  assert.equal(chosen.weather_station_alpha_id, null);
});

test("an automatic station follows the place: it becomes the nearest of the new place, or none", async () => {
  const property = await newProperty({ latitude: 43, longitude: -88 });
  const moved = async (place: object) => {
    const answer = await member.send("PATCH", `/v1/properties/${property.id}`, place);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<Property>().weather_station_alpha_id;
  };
  assert.equal(await moved({ latitude: 40.7, longitude: -74 }), "KLGA");
  assert.equal(await moved({ latitude: 21.3, longitude: -157.9 }), null);
  assert.equal(await moved({ latitude: 43, longitude: -88 }), "KMKE");
  assert.equal(await moved({ weather_station_alpha_id: "SANDBOX" }), "SANDBOX");
  assert.equal(await moved({ latitude: 43.1 }), "SANDBOX", "it was chosen");
});

test("a sandbox customer's property with a location gets a station there", async () => {
  const property = await newProperty({});
  const patch = async (body: object) =>
    (await member.send("PATCH", `/v1/properties/${property.id}`, body)).json<Property>().weather_station_alpha_id;
  assert.equal(await patch({ weather_station_alpha_id: "SANDBOX" }), "SANDBOX");
  assert.equal(await patch({ latitude: 43, longitude: -88 }), "KMKE");
});

test("a property without coordinates gets the center of its ZIP code, if that is in the United States", async () => {
  const property = await newProperty({ zip_code: "53202" });
  assert.equal(property.weather_station_alpha_id, "KMKE");
  const moved = async (place: object) =>
    (await member.send("PATCH", `/v1/properties/${property.id}`, place)).json<Property>().weather_station_alpha_id;
  assert.equal(await moved({ zip_code: "10001-1234" }), "KLGA");
  assert.equal(await moved({ latitude: 43, longitude: -88 }), "KMKE", "coordinates tell more");
  assert.equal(await moved({ zip_code: "10001" }), "KMKE");
  assert.equal((await newProperty({ zip_code: "10115", country: "DE" })).weather_station_alpha_id, null);
  assert.equal((await newProperty({ zip_code: "00000" })).weather_station_alpha_id, null);
});

test("a property created by a bill gets the station of its ZIP code; once removed, it stays removed", async () => {
  const body = csv(row(3))
    .replace("usage_cost", "service_address,usage_cost")
    .replace(",20.00,", ",12 Sample St Milwaukee WI 53202,20.00,");
  const { id } = (await upload(member, body.replace("North Hall", ""), "name=bills.csv&dry_run=false")).json<{
    id: number;
  }>();
  assert.equal((await runImport(app, member, id)).bills_created, 1);
  const made = await app.db
    .selectFrom("properties")
    .select("id")
    .where("zip_code", "=", "53202")
    .where("city", "is not", null)
    .executeTakeFirstOrThrow();
  const job = { company_id: member.company_id, property_id: made.id };
  assert.equal(await isJobThere(app.db, "attach-station", job), true);
  await runAttachStation(app, job);
  assert.equal(await stationOf(made.id), "KMKE");
  await member.send("PATCH", `/v1/properties/${made.id}`, { weather_station_alpha_id: null });
  await requestWeather(app);
  assert.equal(await stationOf(made.id), null);
});

test("a place far from every station has none", async () => {
  assert.equal((await newProperty({ latitude: 21.3, longitude: -157.9 })).weather_station_alpha_id, null);
});

test("the nearest stations are listed with their distances; stations without a location are not", async () => {
  const near = async (place: string) => member.send("GET", `/v1/weather_stations?near=${place}`);
  const stations = (await near("43,-88")).json<{ weather_station_alpha_id: string; distance_km: number }[]>();
  assert.deepEqual(
    stations.map(({ weather_station_alpha_id, distance_km }) => [weather_station_alpha_id, distance_km]),
    [
      ["KMKE", 9.3],
      ["KLGA", 1193.1],
    ],
  );
  for (const place of ["", "43", "91,0", "0,181", "43,-88,1", "1e1,0", "NaN,0"])
    assert.equal((await near(place)).statusCode, 400, place);
  assert.equal((await member.send("GET", "/v1/weather_stations")).statusCode, 400);
  assert.deepEqual(
    (await near("53202")).json<typeof stations>().map(({ weather_station_alpha_id }) => weather_station_alpha_id),
    ["KMKE", "KLGA"],
  );
  assert.deepEqual((await near("53202-1234")).json(), (await near("53202")).json());
  assert.deepEqual((await near("00000")).json(), []);
});

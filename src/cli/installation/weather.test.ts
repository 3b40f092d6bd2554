import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { runCommand } from "../../../test/command.ts";
import { testDatabase } from "../../../test/database.ts";
import { openDatabase } from "../../store/db.ts";
import { listTemperatures } from "../../store/weather/weather.ts";

const url = await testDatabase({ after });
const db = openDatabase(url);
after(() => db.destroy());
const folder = await mkdtemp(join(tmpdir(), "meterbook-weather-"));
after(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) =>
  runCommand("weather", args, { DATABASE_URL: url, METERBOOK_DATA_DIR: join(folder, "data") });

test("a file is imported without a network, and the second time there is nothing left to write", async () => {
  const path = join(folder, "days.csv");
  await writeFile(
    path,
    "STATION,NAME,DATE,TMAX,TMIN\nUSW00094789,JFK,2023-01-01,52,34\nUSW00094789,JFK,2023-01-02,40,34\n",
  );
  const first = await run("import", path);
  assert.equal(first.code, 0, first.error);
  assert.equal(first.out, `${path}: daily summaries (CSV); 1 stations and 2 days were new or changed.\n`);
  assert.match((await run("import", path)).out, /0 stations and 0 days/);
  const period = { start_date: "2023-01-01", end_date: "2024-01-01" };
  assert.equal((await listTemperatures(db, "USW00094789", period)).length, 2);
});

test("a file of another kind and a missing one are reported in a sentence", async () => {
  const path = join(folder, "notes.txt");
  await writeFile(path, "nothing of interest");
  const other = await run("import", path);
  assert.equal(other.code, 1);
  assert.match(other.error, /notes\.txt is not one of: list of stations/);
  const missing = await run("import", join(folder, "missing.csv"));
  assert.equal(missing.code, 1);
  assert.match(missing.error, /^Not all files were imported: .*missing\.csv/);
});

test("without a file it prints its usage", async () => {
  const { code, error } = await run();
  assert.equal(code, 2);
  assert.match(error, /^Usage: npm run weather -- import/);
});

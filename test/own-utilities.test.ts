/** A running service with utilities of its operator: they are taken up without a restart, and a fault is in the log. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pageOf, textAt } from "../src/parsers/parsers.fixtures.ts";
import { openTestApp } from "./app.ts";

const SMALL = readFileSync(new URL("../src/parsers/fixtures/small.yaml", import.meta.url), "utf8");
const RECIPE = `
version: 1
match: { hosts: [lake.example] }
login: { page: /, form: form, fields: { u: username, p: password }, outcomes: [{ kind: success, when: { status: 200 } }] }
accounts: { page: /, rows: li, fields: { external_id: {}, acct_num: {} } }
documents: { page: /, rows: li, fields: { external_id: {}, date: { format: YYYY-MM-DD }, url: {} } }
limits: { delay_ms: 0 }
`;
const bill = pageOf(["Small Power", "Amount due"].map((text, at) => textAt(text, 50, 600 - 20 * at)).join(""));

test("a utility that comes while the service runs reads bills, is in the list, and its faults are logged once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "own-utilities-"));
  after(() => rmSync(folder, { recursive: true }));
  const { app, logLines, passMs } = await openTestApp({ after }, { METERBOOK_UTILITIES_DIR: folder });
  const namesOf = async () =>
    [await app.parsers.read(bill)]
      .flat()
      .flatMap(({ findings }) => findings)
      .map(({ name }) => name);
  const said = () => logLines.filter((line) => line.includes("a file of a utility is not used"));

  assert.deepEqual(await namesOf(), ["no_template"]);
  assert.equal(app.connectors.find("https://lake.example"), null);
  const { version } = app.utilities.current();

  mkdirSync(join(folder, "lake/templates"), { recursive: true });
  const put = (path: string, text: string) => writeFileSync(join(folder, "lake", path), text);
  put("utility.yaml", "key: lake\nname: Lake Power\nenergy_types: [ELECTRIC]\ntime_zone: America/Chicago\n");
  put("recipe.yaml", RECIPE);
  put("templates/small.yaml", SMALL);
  put("templates/slip.yaml", SMALL.replace("version: 1", "version: one"));
  passMs(2000);
  assert.ok(!(await namesOf()).includes("no_template"), "the new template reads it, as far as it goes");
  assert.equal(app.connectors.find("https://lake.example")?.description.name, "Lake Power");
  assert.notEqual(app.utilities.current().version, version);
  passMs(2000);
  await namesOf();
  assert.equal(said().length, 1);
  assert.match(said()[0] ?? "", /slip\.yaml.*"path":"version","line":3/);
});

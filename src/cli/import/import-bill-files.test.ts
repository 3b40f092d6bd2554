/** The import command with bill files: a folder of PDFs becomes bills, and each that does not says why. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, test } from "node:test";
import { newMember, openTestApp } from "../../../test/app.ts";
import { runCommand } from "../../../test/command.ts";
import { lakesideFolder, lakesideMonth, pdfOfTexts } from "../../../test/lakeside.ts";
import { startWorker } from "../../jobs/worker.ts";

const { dir } = lakesideFolder({ after });
const running = await openTestApp({ after }, { METERBOOK_UTILITIES_DIR: dir });
const worker = startWorker(running.app);
after(() => worker.stop(5000));
await running.server.listen({ host: "127.0.0.1", port: 0 });
const { port } = running.server.server.address() as AddressInfo;
const member = await newMember(running, { name: "Files" });
const made = await member.send("POST", "/v1/api_tokens", { name: "import", scopes: ["read", "write"] });
const { token } = made.json<{ token: string }>();

const run = (...args: string[]) =>
  runCommand("import", args, { METERBOOK_URL: `http://127.0.0.1:${port}`, METERBOOK_TOKEN: token });

const folder = join(running.app.config.dataDir, "bills");
mkdirSync(join(folder, "2016"), { recursive: true });
writeFileSync(join(folder, "2016", "one.pdf"), pdfOfTexts([lakesideMonth(1)]));
writeFileSync(join(folder, "2016", "two.pdf"), pdfOfTexts([lakesideMonth(2), lakesideMonth(3)]));

test("a folder of bill files is uploaded and read, and is known the second time", async () => {
  const first = await run(folder);
  assert.equal(first.code, 0, first.error);
  assert.match(
    first.out,
    /2016\/one\.pdf +saved +bill \d+\n.*two\.pdf, bill 1 +saved +bill \d+\n.*two\.pdf, bill 2 +saved +bill \d+\n3 bills: 3 saved\.\n$/,
  );
  assert.equal((await member.send("GET", "/v1/utility_bills")).json<unknown[]>().length, 3);
  const again = await run(folder, "--json");
  assert.equal(again.code, 0, again.error);
  const lines = again.out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { state: string; part: number });
  assert.deepEqual(
    lines.map(({ state, part }) => [state, part]),
    [
      ["accepted", 1],
      ["accepted", 1],
      ["accepted", 2],
    ],
  );
});

test("a file that is no bill waits in review with the reason, one that is not taken says why, and the exit code tells", async () => {
  const cut = join(folder, "cut.pdf");
  writeFileSync(cut, "%PDF-1.7 cut off");
  const empty = join(folder, "empty.pdf");
  writeFileSync(empty, "");
  const { code, out } = await run(cut, empty);
  assert.equal(code, 3);
  assert.match(
    out,
    /cut\.pdf +in review +document \d+\. \w+: .+\n.*empty\.pdf +not taken +.*The file is empty\.\n2 bills: 1 in review, 1 not taken\.\n$/,
  );
  const wrong = await run(cut, "--profile", "standard");
  assert.equal(wrong.code, 2);
  assert.match(wrong.error, /belong to a spreadsheet/);
});

/** Runs the template language on real bills, where those files are available. They are not part of the project. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileReaders } from "../../test/file-readers.ts";
import { sharedMaterial } from "../../test/shared.ts";
import { isAccepted, reconcile } from "../domain/bills/reconcile.ts";
import type { Reading } from "../records/statement.ts";
import { pagesOfText } from "./parsers.fixtures.ts";
import { findRows } from "./template/find-rows.ts";
import { linesOf } from "./template/lines.ts";
import { patternOf } from "./parsers.fixtures.ts";
import { parsersOf } from "./registry.ts";
import { runTemplate } from "./template/run-template.ts";
import { readTemplate } from "./template/template.ts";

const { path: BILLS, skip } = sharedMaterial("data/bills");

const fixture = (name: string) => readTemplate(readFileSync(join(import.meta.dirname, "fixtures", name), "utf8"), name);

const { reader } = fileReaders;

const cents = (decimal: string | null) => Math.round(Number(decimal ?? Number.NaN) * 100);

async function readBill(file: string, template: string): Promise<Reading> {
  const [reading] = await parsersOf([fixture(template)], { reader }).read(readFileSync(join(BILLS, file)));
  return reading;
}

test("five water bills of a city are read as their recorded values say", { skip }, async () => {
  const [, ...rows] = readFileSync(join(BILLS, "keller-water-kisd.expected.csv"), "utf8").trim().split("\n");
  assert.equal(rows.length, 5);
  for (const row of rows) {
    const [file = "", start, end, invoiceDate, charges, gallons] = row.split(",");
    const { statement, findings } = await readBill(file, "keller-water.yaml");
    assert.deepEqual(findings, [], file);
    assert.ok(statement && isAccepted(reconcile(statement)), file);
    const [meter] = statement?.meters ?? [];
    assert.ok(statement && meter);
    assert.equal(statement.invoice_date, invoiceDate);
    assert.equal(cents(statement.current_charges), cents(charges ?? null));
    assert.equal(
      meter.charges.reduce((sum, { amount }) => sum + cents(amount), 0),
      cents(charges ?? null),
    );
    assert.equal(cents(statement.previous_balance), cents(statement.amount_paid));
    assert.ok(meter.charges.every(({ start_date, end_date }) => start_date === start && end_date === end));
    assert.equal(
      meter.usages.reduce((sum, { amount }) => sum + Number(amount), 0),
      Number(gallons),
    );
  }
});

test("an electric bill with delivery, supply, two registers and demand over three pages adds up", { skip }, () => {
  const text = readFileSync(join(BILLS, "nationalgrid-umass-electric-3pages.txt"), "utf8");
  const { statement, findings } = runTemplate(fixture("nationalgrid-electric.yaml"), pagesOfText(text));
  assert.deepEqual(findings, []);
  assert.ok(statement);
  const { acct_num, invoice_date, amount_due, previous_balance, amount_paid } = statement;
  assert.match(acct_num ?? "", /^\d{5}-\d{5}$/);
  assert.deepEqual(
    { invoice_date, amount_due, previous_balance, amount_paid },
    {
      invoice_date: "2011-01-25",
      amount_due: "2455.69",
      previous_balance: "0.00",
      amount_paid: "0.00",
    },
  );
  assert.deepEqual(
    statement.meters.map(({ association_type, printed_total }) => [association_type, printed_total]),
    [
      ["DISTRIBUTION", "700.22"],
      ["SUPPLY", "1619.56"],
      ["DISTRIBUTION", "135.91"],
    ],
  );
  assert.equal(new Set(statement.meters.map(({ meter_num }) => meter_num)).size, 1);
  for (const { charges, usages, printed_total } of statement.meters) {
    assert.equal(
      charges.reduce((sum, { amount }) => sum + cents(amount), 0),
      cents(printed_total),
    );
    for (const line of [...charges, ...usages]) {
      assert.deepEqual([line.start_date, line.end_date], ["2011-01-14", "2011-01-21"]);
    }
  }
  assert.deepEqual(
    statement.meters[0]?.usages.map(({ amount, measurement_unit, utility_usage_type }) => [
      amount,
      measurement_unit,
      utility_usage_type,
    ]),
    [
      ["8400", "kWh", "usage_amount"],
      ["12000", "kWh", "usage_amount"],
      ["132.0", "kW", "demand_amount"],
      ["174.0", "kVA", "demand_amount"],
    ],
  );
  assert.deepEqual(statement.meters[2]?.charges[0]?.rate, "0.0625");
});

/** A row without the differences between two readers: spaces, thousands separators and currency. */
const bare = (text: string) => text.replace(/[\s$,"]/g, "");

test("every row of four billing histories over many pages is one row of ours", { skip }, async () => {
  const files = globSync("nationalgrid-history-*.pdf", { cwd: BILLS });
  assert.equal(files.length, 4);
  let rows = 0;
  for (const file of files) {
    const result = await reader.read(readFileSync(join(BILLS, file)));
    assert.ok(result.ok);
    const ours = new Set(
      result.pages.flatMap((page) => page.rows.map(({ words }) => bare(words.map(({ text }) => text).join("")))),
    );
    const [, ...expected] = readFileSync(join(BILLS, file.replace(".pdf", ".rows.csv")), "utf8")
      .trim()
      .split("\n");
    for (const row of expected) assert.ok(ours.has(bare(row)), row);
    rows += expected.length;
  }
  assert.equal(rows, 162);
});

test("a foreign bill with comma decimals is read to its last page", { skip }, async () => {
  const result = await reader.read(readFileSync(join(BILLS, "edf-fr-john-doe.pdf")));
  assert.ok(result.ok);
  const lines = linesOf(result.pages).map(({ text }) => text);
  assert.ok(lines.some((line) => /^Abonnement  du 01\/01\/2021 au 28\/02\/2021  29,50 €\/mois  59,00 €/.test(line)));
});

test("tables under a header of seven lines, over several pages, are read column by column", { skip }, async () => {
  const columns = {
    x_read: patternOf("^Read Date$"),
    x_days: patternOf("^Days Used$"),
    x_kwh: patternOf("^Billed Kwh$"),
    x_demand: patternOf("^Billed Demand$"),
    amount: patternOf("^Bill Amount$"),
    x_tax: patternOf("^Sales Tax Amt$"),
  };
  let rows = 0;
  for (const file of globSync("nationalgrid-history-*.pdf", { cwd: BILLS })) {
    const result = await reader.read(readFileSync(join(BILLS, file)));
    assert.ok(result.ok);
    const { entries } = findRows(linesOf(result.pages), { columns, skip: [], optional: false });
    const [, ...expected] = readFileSync(join(BILLS, file.replace(".pdf", ".rows.csv")), "utf8")
      .trim()
      .split("\n");
    const cells = expected.map((row) =>
      [...row.matchAll(/"([^"]*)"|([^,]+)/g)].map(([, quoted, plain]) => quoted ?? plain),
    );
    const read = entries.filter(({ parts }) => /\d/.test(parts["amount"]?.text ?? ""));
    assert.deepEqual(
      read.map(({ parts }) => Object.keys(columns).map((name) => bare(parts[name]?.text ?? ""))),
      cells.map((row) => [3, 4, 5, 6, 9, 10].map((at) => bare(row[at] ?? ""))),
    );
    rows += read.length;
  }
  assert.equal(rows, 162);
});

test("each row of four billing histories is a bill of its own, with the days before its read", { skip }, async () => {
  const template = fixture("nationalgrid-history.yaml");
  const bills = { read: 0, refused: 0 };
  for (const file of globSync("nationalgrid-history-*.pdf", { cwd: BILLS })) {
    const readings = await parsersOf([template], { reader }).read(readFileSync(join(BILLS, file)));
    const [, ...rows] = readFileSync(join(BILLS, file.replace(".pdf", ".rows.csv")), "utf8")
      .trim()
      .split("\n");
    const cells = rows.map((row) =>
      [...row.matchAll(/"([^"]*)"|([^,]+)/g)].map(([, quoted, plain]) => bare(quoted ?? plain ?? "")),
    );
    assert.equal(readings.length, cells.length, file);
    // A row that retracts an earlier bill covers 0 days: it is no bill, and a person has to look at it.
    const isBill = (row: string[]) => row[4] !== "0";
    for (const [at, { statement, findings }] of readings.entries()) {
      const isAcceptable = statement !== null && isAccepted([...findings, ...reconcile(statement)]);
      assert.equal(isAcceptable, isBill(cells[at] ?? []), file);
      bills[isAcceptable ? "read" : "refused"] += 1;
    }
    const read = readings.map(({ statement }) => {
      if (statement === null) return null;
      const [meter] = statement.meters;
      assert.ok(meter);
      const [use, demand] = meter.usages;
      const { start_date, end_date } = use ?? { start_date: "", end_date: "" };
      const days = Temporal.PlainDate.from(start_date).until(end_date).days;
      const [year, month, day] = statement.invoice_date.split("-").map(Number);
      return [
        statement.acct_num,
        `${month}/${day}/${year}`,
        days,
        use?.amount,
        demand?.amount,
        statement.amount_due,
      ].map((value) => String(Number.isNaN(Number(value)) ? value : Number(value)));
    });
    assert.deepEqual(
      read,
      cells.map((row) =>
        isBill(row)
          ? [0, 2, 4, 5, 6, 11].map((at) => String(Number.isNaN(Number(row[at])) ? row[at] : Number(row[at])))
          : null,
      ),
    );
  }
  assert.deepEqual(bills, { read: 161, refused: 1 });
});

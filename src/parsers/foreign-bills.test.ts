/** Reads real bills of Brazil and France by templates, where those files are available. They are not part of the project. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileReaders } from "../../test/file-readers.ts";
import { sharedMaterial } from "../../test/shared.ts";
import { checkReading } from "../domain/bills/reconcile.ts";
import { checkedBy } from "../domain/bills/rules/sums.ts";
import { addDecimals, compareDecimals } from "../domain/decimal.ts";
import type { Reading, Statement } from "../records/statement.ts";
import { pagesOfText } from "./parsers.fixtures.ts";
import { parsersOf } from "./registry.ts";
import { runTemplate } from "./template/run-template.ts";
import { readTemplate } from "./template/template.ts";

const { path: BILLS, skip } = sharedMaterial("data/bills");

const template = (name: string) =>
  readTemplate(readFileSync(join(import.meta.dirname, "fixtures", name), "utf8"), name);

const { reader } = fileReaders;

/** The statement of a bill that is accepted with no other findings than the expected ones. */
function soundStatement(reading: Reading, file: string, expected: string[] = []): Statement {
  const findings = checkReading(reading, { acct_num: null, today: null });
  assert.deepEqual(
    findings.map(({ name, severity }) => `${severity} ${name}`),
    expected,
    file,
  );
  assert.ok(reading.statement, file);
  return reading.statement;
}

const isSame = (a: string | null | undefined, b: string) => a != null && compareDecimals(a, b) === 0;
const dayOf = (text: string) => text.split("/").toReversed().join("-");

/** The values that another reader took from a Brazilian bill. */
interface Expected {
  client: { name: string };
  installationCode: string;
  price: string;
  dates: { actualReadingDate: string; previousReadingDate: string };
  debits: Record<"tusd" | "te" | "cip", { price: string; kWhAmount?: string }>;
  powers: Record<"active" | "injected", { previousReading: string; actualReading: string; kWhAmount: string }>;
  solarGeneration?: { balance: string };
}

for (const layout of ["rge-br-v2", "rge-br-v3"]) {
  test(`Brazilian bills of the layout ${layout} are read as their recorded values say`, { skip }, () => {
    const files = globSync(`${layout}-*.txt`, { cwd: BILLS });
    assert.ok(files.length >= 3);
    for (const file of files) {
      const text = readFileSync(join(BILLS, file), "utf8");
      const expected = JSON.parse(
        readFileSync(join(BILLS, file.replace(".txt", ".expected.json")), "utf8"),
      ) as Expected; // recorded beside the file
      const statement = soundStatement(runTemplate(template(`${layout}.yaml`), pagesOfText(text)), file);
      compareWith(expected, statement, file);
    }
  });
}

function compareWith(expected: Expected, statement: Statement, file: string): void {
  const { client, installationCode, price, dates, debits, powers, solarGeneration } = expected;
  assert.equal(statement.acct_num, installationCode, file);
  assert.equal(statement.account_holder_name, client.name, file);
  assert.ok(isSame(statement.amount_due, price), file);
  assert.equal(statement.currency, "BRL");
  const [meter] = statement.meters;
  assert.ok(meter);
  const charge = (pattern: RegExp) => meter.charges.find(({ description }) => pattern.test(description));
  const charges = { tusd: charge(/TUSD$/), te: charge(/TE$/), cip: charge(/CIP/) };
  for (const name of ["tusd", "te", "cip"] as const) {
    assert.ok(isSame(charges[name]?.amount, debits[name].price), `${file}: ${name}`);
    const { kWhAmount } = debits[name];
    if (kWhAmount !== undefined) assert.ok(isSame(charges[name]?.quantity, kWhAmount), `${file}: ${name}`);
  }
  const usages = { active: meter.usages[0], injected: meter.usages[1] };
  for (const name of ["active", "injected"] as const) {
    const power = powers[name];
    const usage = usages[name];
    assert.equal(usage !== undefined, power !== undefined, `${file}: ${name}`);
    if (usage === undefined || power === undefined) continue;
    assert.ok(isSame(usage.previous_read, power.previousReading) && isSame(usage.current_read, power.actualReading));
    assert.ok(isSame(usage.amount, `${name === "injected" ? "-" : ""}${power.kWhAmount}`), file);
    assert.equal(usage.description === "Exported", name === "injected");
    assert.deepEqual(
      [usage.start_date, usage.end_date],
      [dayOf(dates.previousReadingDate), dayOf(dates.actualReadingDate)],
    );
  }
  const balance = statement.printed["credit_balance"]?.text ?? null;
  assert.equal(
    balance === null ? undefined : Number(balance.replace(/\.|,.*/g, "")),
    solarGeneration && Number(solarGeneration.balance),
  );
  const credits = meter.charges.filter(({ description }) => /Inj/.test(description));
  assert.ok(credits.every(({ amount }) => amount.startsWith("-")));
}

test("what a Brazilian bill put off is on the next one as its previous balance, not as its charges", { skip }, () => {
  const read = (layout: string, number: number) => {
    const file = `${layout}-${number}.txt`;
    return soundStatement(
      runTemplate(template(`${layout}.yaml`), pagesOfText(readFileSync(join(BILLS, file), "utf8"))),
      file,
    );
  };
  // July's 68.35 were not asked for; August asks for them again, as 61.56 and 6.79.
  assert.deepEqual([read("rge-br-v3", 5).amount_due, read("rge-br-v3", 3).previous_balance], ["68.35", "68.35"]);
  assert.equal(checkedBy(read("rge-br-v3", 3)), "balance");
  assert.equal(read("rge-br-v2", 5).previous_balance, addDecimals(["46.87", "1.17", "0.35", "7.69"]));
});

test("a French bill is read to the cent, with the days, units and taxes of each line", { skip }, async () => {
  const bytes = readFileSync(join(BILLS, "edf-fr-john-doe.pdf"));
  const [reading] = await parsersOf([template("edf-fr.yaml")], { reader }).read(bytes);
  const statement = soundStatement(reading, "edf-fr", ["warning unusual_period"]);
  const { invoice_number, invoice_date, due_date, amount_due, current_charges, currency } = statement;
  assert.deepEqual(
    { invoice_number, invoice_date, due_date, amount_due, current_charges, currency },
    {
      invoice_number: "1234567890",
      invoice_date: "2021-01-29",
      due_date: "2021-02-15",
      amount_due: "1479.85",
      current_charges: "1479.85",
      currency: "EUR",
    },
  );
  const [meter] = statement.meters;
  assert.ok(meter);
  assert.deepEqual([meter.meter_num, meter.premise_num, meter.tariff], ["620", "98765432109876", "Option Base 36kVA"]);
  assert.deepEqual(
    meter.charges.map(({ amount, utility_charge_type, start_date, end_date }) =>
      [amount, utility_charge_type, start_date, end_date].join(" "),
    ),
    [
      "59.00 service_cost 2021-01-01 2021-03-01",
      "898.43 usage_cost 2020-11-28 2021-01-28",
      ...["193.07", "14.28", "13.98", "28.56", "27.96", "5.75", "3.56", "235.26"].map(
        (amount) => `${amount} tax_cost 2020-11-28 2021-01-28`,
      ),
    ],
  );
  assert.deepEqual(
    meter.usages.map(({ amount, measurement_unit, previous_read, current_read, start_date, end_date }) =>
      [amount, measurement_unit, previous_read, current_read, start_date, end_date].join(" "),
    ),
    ["8581 kWh 8719 17300 2020-11-28 2021-01-28"],
  );
});

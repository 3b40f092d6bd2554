/** What the service says of bills and rows is said in Spanish with the same values: its own sentences, as its rules make them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { meterPhrase } from "../../src/domain/bills/rules/finding.ts";
import { reconcile } from "../../src/domain/bills/reconcile.ts";
import { goodStatement } from "../../src/domain/bills/statement.fixtures.ts";
import { readRows, sheetRow } from "../../src/domain/imports/imports.fixtures.ts";
import { BILL_FAULTS, ENERGY_TYPES } from "../../src/records/codes.ts";
import { REFUSAL_CODES } from "../../src/records/import-refusals.ts";
import type { Statement } from "../../src/records/statement.ts";
import { refusalInSpanish, REASONS } from "../../web/src/pages/bring-bills/refusals.es.ts";
import { findingInSpanish, meterInSpanish } from "../../web/src/parts/bill/finding-sentences.es.ts";
import { retold, valuesOf } from "../../web/src/parts/retold.ts";

const said = (change: (statement: Statement) => void): string[] => {
  const statement = goodStatement();
  change(statement);
  return reconcile(statement).map(findingInSpanish);
};

/** Of a sentence whose beginning or end was not understood. */
const ENGLISH = /\b(the|of|is|are|bill|charges|read|which|days|from)\b/i;

test("a sentence is taken apart by its form, and is another one when anything differs", () => {
  assert.deepEqual(valuesOf("{{a}} of {{b}} is {{c}}.", "Energy of meter 7 is 12."), {
    a: "Energy",
    b: "meter 7",
    c: "12",
  });
  assert.equal(valuesOf("{{a}} of {{b}} is {{c}}.", "Energy of meter 7 was 12."), null);
  assert.equal(valuesOf("It is {{a}}.", "It is 12"), null);
  const keep = (_: string, value: string) => value;
  assert.equal(retold("It is 12.", [["It is {{a}}.", "Son {{a}}."]], keep), "Son 12.");
  assert.equal(retold("It was 12.", [["It is {{a}}.", "Son {{a}}."]], keep), null);
});

test("the rules about a bill are told with their figures", () => {
  assert.deepEqual(
    said((statement) => {
      statement.current_charges = "8195.87";
      statement.amount_due = "8707.07";
    }),
    ["Los cargos suman 8195.78 y la factura imprime 8195.87 como cargos actuales: -0.09 de diferencia."],
  );
  const [meter, read, number] = [
    said(({ meters: [, second] }) => void (second && (second.printed_total = "112.57"))),
    said(({ meters: [first] }) => void (first?.usages[0] && (first.usages[0].amount = "1"))),
    said(({ meters: [first] }) => void (first?.charges[0] && (first.charges[0].amount = "many"))),
  ];
  assert.deepEqual(meter, ["Los cargos del medidor G7 suman 112.75 y la factura imprime 112.57."]);
  for (const sentence of [...read, ...number]) assert.doesNotMatch(sentence, ENGLISH);
  assert.ok(read.length > 0 && number.length > 0);
});

test("every fault of a bill that can be accepted has a meaning when its sentence is new", () => {
  const untold = BILL_FAULTS.filter(
    (name) => findingInSpanish({ name, detail: "Something new." }) === "Something new.",
  );
  assert.deepEqual(untold, []);
  assert.equal(findingInSpanish({ name: "of_a_newer_service", detail: "Something new." }), "Something new.");
});

test("a service is called by its word in both languages", () => {
  assert.equal(meterPhrase({ meter_num: null, energy_type: "ELECTRIC" }), "the electricity service");
  assert.equal(meterInSpanish("the electricity service"), "el servicio de electricidad");
  const untold = ENERGY_TYPES.filter((energy_type) => {
    const phrase = meterPhrase({ meter_num: null, energy_type });
    return energy_type !== "OTHER" && !/^el servicio de /.test(meterInSpanish(phrase));
  });
  assert.deepEqual(untold, []);
});

test("refused rows are told with their rows and days", () => {
  const { refusals } = readRows([
    sheetRow(2, "2024-01-31..2024-01-01"),
    sheetRow(3, "2024-02-01..2024-02-29"),
    sheetRow(4, "2024-02-01..2024-02-29"),
    sheetRow(5, "2031-02-01..2031-02-28"),
  ]);
  const told = refusals.map(refusalInSpanish);
  assert.ok(told.includes("La fila 3 es idéntica."), told.join("\n"));
  assert.ok(told.some((sentence) => /^El 2031-.* está en el futuro/.test(sentence)));
  for (const sentence of told) assert.doesNotMatch(sentence, ENGLISH);
  assert.deepEqual(Object.keys(REASONS), REFUSAL_CODES);
});

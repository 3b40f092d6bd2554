/** What the service says of bills and rows is said in Spanish with the same values: its own sentences, as its rules make them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { meterPhrase } from "../../src/domain/bills/rules/finding.ts";
import { reconcile } from "../../src/domain/bills/reconcile.ts";
import { goodStatement } from "../../src/domain/bills/statement.fixtures.ts";
import { readRows, sheetRow } from "../../src/domain/imports/imports.fixtures.ts";
import { faultOutcome, outcomeOf, unansweredOutcome } from "../../src/domain/portals/authorization-outcome.ts";
import { BILL_FAULTS, CHALLENGE_KINDS, ENERGY_TYPES, STATUS_DETAILS } from "../../src/records/codes.ts";
import { PROBLEM_KINDS } from "../../src/errors.ts";
import { leftOutText } from "../../src/domain/mailboxes/mail-files.ts";
import { REFUSAL_CODES } from "../../src/records/import-refusals.ts";
import type { Statement } from "../../src/records/statement.ts";
import { refusalInSpanish, REASONS } from "../../web/src/pages/bring-bills/refusals.es.ts";
import { findingInSpanish, meterInSpanish } from "../../web/src/parts/bill/finding-sentences.es.ts";
import { translated, valuesOf } from "../../web/src/words/sentence-forms.ts";
import { inSpanish } from "../../web/src/words/in-spanish.ts";
import { KINDS } from "../../web/src/words/refusals.es.ts";
import { sentencesOf } from "./sentences-of-service.ts";

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
  assert.equal(translated("It is 12.", [["It is {{a}}.", "Son {{a}}."]], keep), "Son 12.");
  assert.equal(translated("It was 12.", [["It is {{a}}.", "Son {{a}}."]], keep), null);
});

test("the findings of a bill are shown with their figures", () => {
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
  const days = said((statement) => Object.assign(statement, { due_date: "2026-02-30", late_fee_date: "2026-02-31" }));
  for (const sentence of [...read, ...number, ...days]) assert.doesNotMatch(sentence, ENGLISH);
  assert.ok(read.length > 0 && number.length > 0 && days.length === 2);
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

test("refused rows are shown with their numbers and days", () => {
  const { refusals } = readRows([
    sheetRow(2, "2024-01-31..2024-01-01"),
    sheetRow(3, "2024-02-01..2024-02-29"),
    sheetRow(4, "2024-02-01..2024-02-29"),
    sheetRow(5, "2031-02-01..2031-02-28"),
  ]);
  const spanish = refusals.map(refusalInSpanish);
  assert.ok(spanish.includes("La fila 3 es idéntica."), spanish.join("\n"));
  assert.ok(spanish.some((sentence) => /^El 2031-.* está en el futuro/.test(sentence)));
  for (const sentence of spanish) assert.doesNotMatch(sentence, ENGLISH);
  assert.deepEqual(Object.keys(REASONS), REFUSAL_CODES);
});

/** Sentences that no page can cause: about headers, bodies and paths that its client writes, and links of programs. */
const OF_PROGRAMS = [
  "These must be fields of a bill.",
  "This cursor belongs to a list with other parameters.",
  "This is written as application/json and text/csv.",
  "The file has 7 bytes.",
  "There is no report of this type. The types are 7.",
  "A report is written as 7.",
  "The Authorization header is missing.",
  "This API token needs the scope 7 for this endpoint.",
  "The identity provider answered 7.",
  "The discovery document names another issuer.",
  "The identity provider of this token does not answer.",
  "A request with the session cookie must come from a page of this service.",
  "A merge patch is not accepted here: send application/json.",
  "A body may have at most 7 levels.",
  "The body is not JSON.",
  "The body must be a JSON object: it becomes the metadata.",
  "The headers are larger than 16 KB.",
  "This is not an HTTP request.",
  "This server is not a proxy.",
  "The Host header is missing.",
  "Idempotency-Key must be 1 to 255 visible ASCII characters.",
  "This key was used for another request.",
  "A request with this key is being carried out.",
  "If-Match is not supported here.",
  "This operation does not support the header.",
  "This address does not take a body of this Content-Type: most take application/json, uploads the type of the file.",
  "The body is not as long as its Content-Length.",
  "The path is not a valid URL path.",
  "There is no such path.",
  "The request cannot be read.",
  "The path accepts 7.",
  "The body must be the file itself, as 7.",
  "This must be the id of a record.",
  "The newest records are asked for without `cursor` and `updated_since`.",
  "This must be a name of letters, digits, dots and underscores.",
  "This cannot be combined with sort, q, utility, count or fields: it has an order of its own.",
  "The day in the path must be a date such as 2026-03-14.",
  "The XML of a day is one complete feed: it has no pages.",
  "This is a stream: send Accept: 7.",
  "The dashboard is not built on this server: run npm run build there.",
  "There is no such file.",
  "There is no page with this name.",
  "This must be the name of a finding, such as charges_do_not_add_up.",
  "There is no problem with this name.",
  "Metrics need the token of METERBOOK_METRICS_TOKEN in the Authorization header.",
  "This process answers health checks only: other processes serve the API.",
  "There is no query parameter 7 here.",
  "A JSON body is required.",
  "A tunnel leads to an https address only.",
  "The answer of 7 is larger than 7 bytes.",
  "A service and month may be named once.",
  "This needs a column or a value.",
  "This must be 1 to 63 lower-case letters, digits and dashes.",
];

test("every refusal that a page can show has a Spanish text", () => {
  const untold = sentencesOf(
    [
      "src/{api,operations,safeguards,records,outbound}/**/*.ts",
      "src/parsers/tables/**/*.ts",
      "src/domain/budgets/**/*.ts",
      "src/{vault/passwords,domain/day-bounds,domain/data-delivery/rules,errors,jobs/mailboxes/read-mail}.ts",
    ],
    // Sentences about bills and their files are translated by the name of the finding.
    /^src\/api\/(docs|openapi)|^src\/operations\/bills\/(?!review|edit)/,
  ).filter(({ text }) => inSpanish(text) === null);
  assert.deepEqual(untold.map(({ text }) => text).toSorted(), OF_PROGRAMS.toSorted());
});

test("a refusal keeps its values, and a new one of a known kind is summed up", () => {
  assert.equal(
    inSpanish("Line 4, service: Line 2 is about the same property and service."),
    "Línea 4, service: La línea 2 es de la misma propiedad y el mismo servicio.",
  );
  assert.equal(inSpanish("This must have at least 12 characters."), "Debe tener al menos 12 caracteres.");
  assert.equal(
    inSpanish(
      "Your company holds 1,000 bills of the 1,000 that its quota bills allows. The operator of the service can raise it by METERBOOK_QUOTA_BILLS.",
    ),
    "Su empresa guarda 1,000 facturas, y su cuota permite 1,000. El operador del servicio puede aumentarla con METERBOOK_QUOTA_BILLS.",
  );
  assert.equal(inSpanish("Something new."), null);
  const ofPrograms = Object.keys(PROBLEM_KINDS).filter((kind) => KINDS[kind] === undefined);
  assert.deepEqual(ofPrograms, [
    "wrong-login",
    "code-required",
    "wrong-code",
    "cross-site-request",
    "method-not-allowed",
    "not-acceptable",
    "idempotency-key-in-use",
    "idempotency-outcome-unknown",
    "range-not-satisfiable",
    "idempotency-key-reused",
    "headers-too-large",
  ]);
});

test("why a login has stopped is shown with the name of its utility", () => {
  const of = { utility: "Sample Power", url: "https://www.example.com", failures: 0, retryAfterMs: null };
  const asked = [
    null,
    ...CHALLENGE_KINDS.flatMap((kind) => [1, 2].map((tries_left) => ({ kind, prompt: "Code?", tries_left }))),
  ];
  const outcomes = STATUS_DETAILS.flatMap((kind) => [
    ...asked.map((question) => outcomeOf({ ...of, kind, asked: question })),
    outcomeOf({ ...of, kind, access: "green_button" }),
  ]);
  for (const { errors } of [...outcomes, unansweredOutcome(of.utility, of.url), faultOutcome(of.url)]) {
    const spanish = inSpanish(errors);
    assert.ok(spanish !== null, errors);
    assert.doesNotMatch(spanish, ENGLISH);
    assert.match(spanish, /Sample Power|example\.com/);
  }
});

test("what was left out of a mail is shown", () => {
  for (const [leftOut, unlisted] of [
    [1, 0],
    [2, 0],
    [0, 1],
    [0, 3],
    [2, 3],
  ] as const) {
    const text = leftOutText({ files: [], refused: [], picturesInText: 0, leftOut, unlisted });
    const spanish = inSpanish(text ?? "");
    assert.doesNotMatch(spanish ?? text ?? "", ENGLISH);
    assert.ok(spanish !== null, String(text));
  }
});

test("why a webhook was switched off is shown", () => {
  for (const reason of ["The endpoint answered 410 Gone.", "The endpoint failed for five days without one success."]) {
    const spanish = inSpanish(reason);
    assert.ok(spanish !== null, reason);
    assert.doesNotMatch(spanish, ENGLISH);
  }
});

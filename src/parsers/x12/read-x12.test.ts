import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkReading } from "../../domain/bills/reconcile.ts";
import { fileReaders } from "../../../test/file-readers.ts";
import { sharedMaterial } from "../../../test/shared.ts";
import { Unreadable } from "../outcome.ts";
import { readX12 } from "./read-x12.ts";

/** A file with these transaction sets, each of a type and its segments between ST and SE. */
function fileOf(sets: [type: string, segments: string[]][], { mark = "*", end = "~", usage = "P" } = {}): Buffer {
  const isa = `ISA*00*          *00*          *01*123456789      *01*987654321      *260406*0732*U*00401*000000015*0*${usage}*>`;
  const bodies = sets.flatMap(([type, segments], at) => [
    `ST*${type}*${1000 + at}`,
    ...segments,
    `SE*${segments.length + 2}*${1000 + at}`,
  ]);
  const all = [isa, "GS*IN*123456789*987654321*20260406*0732*1*X*004010", ...bodies, "GE*1*1", "IEA*1*000000015"];
  return Buffer.from(all.map((segment) => segment.replaceAll("*", mark) + end).join("\n"));
}

const INVOICE = [
  "BIG*20260406*INV-77******00",
  "CUR*BY*USD",
  "REF*12*5512004",
  "N1*8S*NORTHGATE ELECTRIC",
  "N1*8R*SAMPLE HOLDINGS",
  "ITD******20260427",
  "BAL*P*YB*100.00",
  "BAL*M*TP*-100.00",
  "BAL*M*YB*58.50",
  "IT1*1*1***SV*ELECTRIC*C3*METER",
  "REF*MG*E100",
  "REF*NH*GS-1",
  "DTM*150*20260304",
  "DTM*151*20260402",
  "TXI*LS*6.50*.125****A",
  "TXI*GR*.90*****O",
  "SLN*1**A",
  "SAC*C**EU*BAS001*800**********BASIC CHARGE",
  "SLN*2**A",
  "SAC*C**EU*ENC001*4620***.084*KH*550*****ENERGY",
  "SLN*3**A",
  "SAC*A**EU*DSC001*220**********REBATE",
  "SAC*N**EU*MSC001*99999",
  "TDS*5850",
  "CTT*1",
].map((segment) => segment.replace("IT1*1*1***SV", "IT1*1*1****SV"));

const USAGE = [
  "BPT*00*REF-1*20260405*DD",
  "N1*8R*SAMPLE HOLDINGS",
  "N3*1200 SAMPLE PARKWAY",
  "N4*SPRINGFIELD*IL*62701",
  "REF*12*5512004",
  "PTD*BB",
  "DTM*150*20260304",
  "DTM*151*20260402",
  "QTY*D1*550*KH",
  "PTD*PM",
  "DTM*150*20260304",
  "DTM*151*20260402",
  "REF*MG*E100",
  "QTY*QD*550*KH",
  "MEA*AA*PRQ*350*KH*100*275*42",
  "MEA*AA*PRQ*200*KH*50*150*41",
  "MEA*AA*PRQ*550*KH***51",
  "MEA**MU*2",
  "QTY*KA*12.5*K1",
  "MEA*AE*PRQ*12.5*K1***51",
];

const findingsOf = (reading: ReturnType<typeof readX12>[number]) =>
  checkReading(reading, { acct_num: null, today: null }).map(({ name, severity }) => `${severity} ${name}`);

const refusal = (bytes: Buffer): string => {
  try {
    readX12(bytes);
    return "read";
  } catch (error) {
    assert.ok(error instanceof Unreadable, String(error));
    return error.finding.name;
  }
};

test("an invoice is a bill whose charges and balances add up", () => {
  const [reading, ...others] = readX12(fileOf([["810", INVOICE]]));
  assert.deepEqual(others, []);
  const { statement } = reading;
  assert.ok(statement);
  assert.deepEqual(findingsOf(reading), ["warning use_not_in_invoice"]);
  const { acct_num, invoice_number, invoice_date, due_date, currency, account_holder_name } = statement;
  assert.deepEqual(
    [acct_num, invoice_number, invoice_date, due_date, currency, account_holder_name],
    ["5512004", "INV-77", "2026-04-06", "2026-04-27", "USD", "SAMPLE HOLDINGS"],
  );
  const { amount_due, previous_balance, amount_paid, current_charges } = statement;
  assert.deepEqual([amount_due, previous_balance, amount_paid, current_charges].map(Number), [58.5, 100, 100, 58.5]);
  const [meter] = statement.meters;
  assert.deepEqual([meter?.meter_num, meter?.energy_type, meter?.tariff], ["E100", "ELECTRIC", "GS-1"]);
  assert.deepEqual(
    meter?.charges.map(({ description, amount, utility_charge_type, quantity, rate }) => [
      description,
      Number(amount),
      utility_charge_type,
      quantity,
      rate,
    ]),
    [
      ["State and local sales tax", 6.5, "tax_cost", null, null],
      ["BASIC CHARGE", 8, "service_cost", null, null],
      ["ENERGY", 46.2, "usage_cost", "550", "0.084"],
      ["REBATE", -2.2, "other_applied_cost", null, null],
    ],
  );
});

test("use that is reported in the same file belongs to the invoice; separators may be any", () => {
  const [reading, ...others] = readX12(
    fileOf(
      [
        ["867", USAGE],
        ["810", INVOICE],
        ["997", ["AK1*IN*1"]],
      ],
      { mark: "|", end: "\n" },
    ),
  );
  assert.deepEqual(others, []);
  assert.deepEqual(findingsOf(reading), []);
  const { statement } = reading;
  assert.equal(statement?.service_address, "1200 SAMPLE PARKWAY, SPRINGFIELD, IL 62701");
  assert.deepEqual(
    statement?.meters[0]?.usages.map((usage) => [
      usage.description,
      usage.amount,
      usage.measurement_unit,
      usage.previous_read,
      usage.current_read,
      usage.multiplier,
      usage.estimated_meter_read,
    ]),
    [
      ["On-peak", "350", "kWh", "100", "275", "2", false],
      ["Off-peak", "200", "kWh", "50", "150", "2", false],
      ["Total", "12.5", "kW", null, null, null, true],
    ],
  );
  assert.equal(statement?.meters[0]?.charges.length, 4);
});

test("a usage report alone has nothing to bill; several invoices are several bills", () => {
  const [report] = readX12(fileOf([["867", USAGE]]));
  assert.deepEqual(findingsOf(report), ["error nothing_to_bill", "warning no_total_printed"]);
  const next = INVOICE.map((segment) => segment.replace("INV-77", "INV-78"));
  const readings = readX12(
    fileOf([
      ["810", INVOICE],
      ["810", next],
    ]),
  );
  assert.deepEqual(
    readings.map(({ statement }) => statement?.invoice_number),
    ["INV-77", "INV-78"],
  );
});

test("charges of the account are divided over its meters, and a total that differs is an error", () => {
  const period = ["DTM*150*20260304", "DTM*151*20260402"];
  const item = (kind: string, meter: string, charge: string) => [
    `IT1*1*1****SV*GAS*C3*${kind}`,
    ...(meter ? [`REF*MG*${meter}`] : []),
    ...period,
    charge,
  ];
  const sets = (total: number): [string, string[]][] => [
    [
      "810",
      [
        "BIG*20260406*9",
        "REF*12*1",
        ...item("ACCOUNT", "", "SAC*C**GU*BAS001*1000"),
        ...item("METER", "G1", "SAC*C**GU*ENC001*3000***1*TD*30"),
        ...item("METER", "G2", "SAC*C**GU*ENC001*1000***1*TD*10"),
        `TDS*${total}`,
        "TXI*LS*4.00",
      ],
    ],
  ];
  const [right] = readX12(fileOf(sets(5400)));
  assert.deepEqual(findingsOf(right), ["warning use_not_in_invoice"]);
  assert.deepEqual(
    right.statement?.meters.map(({ meter_num, charges }) => [meter_num, charges.map(({ amount }) => Number(amount))]),
    [
      ["G1", [30, 7.5, 3]],
      ["G2", [10, 2.5, 1]],
    ],
  );
  assert.ok(findingsOf(readX12(fileOf(sets(5401)))[0]).includes("error charges_do_not_add_up"));
});

test("cancellations, tests, acknowledgements and damaged files say what they are", () => {
  const cancelled = INVOICE.map((segment) => segment.replace("******00", "******01"));
  assert.deepEqual(findingsOf(readX12(fileOf([["810", cancelled]]))[0]), ["error x12_cancellation"]);
  const [asTest] = readX12(fileOf([["810", INVOICE]], { usage: "T" }));
  assert.ok(findingsOf(asTest).includes("error x12_is_a_test"));
  assert.equal(refusal(fileOf([["997", ["AK1*IN*1"]]])), "x12_not_a_bill");
  const whole = fileOf([["810", INVOICE]]);
  assert.equal(refusal(whole.subarray(0, 400)), "file_cut_off");
  assert.equal(refusal(Buffer.from(whole.toString().replace("CTT*1~\n", ""))), "x12_damaged");
  assert.equal(refusal(Buffer.from("ISA*00*")), "file_cut_off");
});

test("a usage report with many kinds of loops names the first few", () => {
  const detailOf = (loops: string[]) =>
    readX12(fileOf([["867", ["BPT*00*REF-1*20260405*DD", ...loops]]]))[0].findings[0]?.detail;
  const loops = Array.from({ length: 600 }, (_, at) => `PTD*${["FG", "SL"][at % 2]}`);
  assert.equal(detailOf(loops), "The usage report has no use of a billing period, only FG, SL.");
  const kinds = Array.from({ length: 600 }, (_, at) => `PTD*Z${at}${"X".repeat(100)}`);
  assert.match(detailOf(kinds) ?? "", /only Z0X{18}, .*Z4X{18}, 595 more\.$/);
});

const { path: SAMPLES, skip } = sharedMaterial("data/x12");

test("the published report of an initial read is test data without use", { skip }, () => {
  const bytes = readFileSync(join(SAMPLES, "texas-867-initial-meter-read-test-market.edi"));
  const [{ statement, findings }] = readX12(bytes);
  assert.equal(statement, null);
  assert.deepEqual(
    findings.map(({ name }) => name),
    ["x12_is_a_test", "x12_not_a_bill"],
  );
});

test("what is said of a file has no character that the database cannot keep", async () => {
  const outcome = await fileReaders.formats.read(fileOf([["9\0", []]]));
  assert.deepEqual(outcome, {
    ok: false,
    finding: {
      name: "x12_not_a_bill",
      severity: "error",
      detail: "The X12 file has no invoice (810) and no usage report (867); its transaction sets: 9 .",
    },
  });
});

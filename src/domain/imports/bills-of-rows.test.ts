import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import type { Refusal } from "../../records/import-refusals.ts";
import { identityOf } from "../bills/bill-identity.ts";
import { readRows, sheetRow } from "./imports.fixtures.ts";
import { rowNumber } from "./row-number.ts";
import type { Row } from "./row.ts";
import { checkedBy } from "../bills/rules/sums.ts";

const reasonsOf = (rows: Row[], over = {}) => readRows(rows, over).refusals.map(({ row, reason }) => [row, reason]);

test("a bill with many errors names the first five and how many more there are", () => {
  const rows = Array.from({ length: 60 }, (_, at) =>
    sheetRow(at + 2, `2013-01-${10 + (at % 20)}..2023-01-31`, { invoice_number: "N1", meter_num: `M${at}` }),
  );
  const { refusals } = readRows(rows);
  assert.equal(refusals.length, 60);
  const detail = refusals[0]?.detail ?? "";
  assert.equal(detail.split("A line covers at most 5 years").length - 1, 5);
  // The use and the charge of twenty periods, each too long and far from the date of the bill.
  assert.match(detail, /\. And 75 more errors\.$/);
});

describe("rows of one bill", () => {
  const fee = { usages: [], charges: [{ amount: "5.25", type: "service_cost" as const, description: "Fee" }] };

  test("share an invoice number, whatever their periods and meters", () => {
    const rows = [
      sheetRow(2, "2023-01-01..2023-01-31", { invoice_number: "N 1" }),
      sheetRow(3, "2023-01-01..2023-01-31", { invoice_number: "n1", meter_num: "M8" }),
      sheetRow(4, "2022-12-15..2023-01-14", { invoice_number: "N-1", ...fee }),
      sheetRow(5, "2023-02-01..2023-02-28", { invoice_number: "N2" }),
    ];
    const { bills } = readRows(rows, { period_end_is: "inclusive" });
    assert.deepEqual(
      bills.map(({ rows: of, statement }) => [of, statement.meters.length, statement.amount_due]),
      [
        [[2, 3, 4], 2, "45.25"],
        [[5], 1, "20.00"],
      ],
    );
  });

  test("share a date of the account, or else a meter and period", () => {
    const dated = [
      sheetRow(2, "2023-01-01..2023-01-31", { invoice_date: "2023-02-03" }),
      sheetRow(3, "2023-01-01..2023-01-31", { ...fee, invoice_date: "2023-02-03" }),
    ];
    assert.deepEqual(
      readRows(dated).bills.map((bill) => [bill.rows, bill.statement.invoice_date]),
      [[[2, 3], "2023-02-03"]],
    );
    const bare = [
      sheetRow(2, "2023-01-01..2023-01-31"),
      sheetRow(3, "2023-01-01..2023-01-31", fee),
      sheetRow(4, "2023-02-01..2023-02-28"),
    ];
    assert.deepEqual(
      readRows(bare).bills.map((bill) => [bill.rows, bill.statement.invoice_date]),
      [
        [[2, 3], "2023-01-31"],
        [[4], "2023-02-28"],
      ],
    );
  });

  test("share an account and date, when only the cost is known", () => {
    const rows = [
      sheetRow(2, "2023-01-01..2023-01-31", { usages: [] }),
      sheetRow(3, "2023-01-01..2023-01-31", { usages: [], energy_type: "GAS", meter_num: null }),
      sheetRow(4, "2023-02-01..2023-02-28", { usages: [] }),
    ];
    const { bills } = readRows(rows);
    assert.deepEqual(
      bills.map(({ rows: of, statement }) => [of, statement.meters.length, statement.amount_due]),
      [
        [[2, 3], 2, "40.00"],
        [[4], 1, "20.00"],
      ],
    );
    const keys = bills.map(({ statement }) => identityOf(statement).identity_key);
    assert.equal(new Set(keys).size, bills.length, "none replaces another");
  });

  test("are all refused when there are more of them than a bill can have", () => {
    const rows = Array.from({ length: 1001 }, (_, index) => sheetRow(index + 2, "2023-01-01..2023-01-31"));
    const { bills, refusals } = readRows(rows.map((row) => ({ ...row, usages: [], invoice_number: "none" })));
    assert.deepEqual([bills.length, refusals.length], [1, 0]);
    const many = readRows(
      rows.map((row) => ({ ...row, charges: [...row.charges, ...row.charges], invoice_number: "none" })),
    );
    assert.deepEqual([many.bills.length, new Set(many.refusals.map(({ row }) => row)).size], [0, rows.length]);
  });

  test("are refused when the bill date of another row of their meter and period cannot be read", () => {
    const rows = [
      sheetRow(2, "2023-01-01..2023-01-31", { invoice_date: "2023-02-03" }),
      sheetRow(3, "2023-01-01..2023-01-31", { ...fee, isRefused: true }),
    ];
    assert.deepEqual(reasonsOf(rows), [[2, "other_row_of_bill"]]);
  });

  test("add up to the cent although each amount was rounded", () => {
    const charges = ["0.333", "0.333", "0.334"].map((amount) => ({
      ...fee.charges[0],
      amount,
      type: "tax_cost" as const,
      description: "Tax",
    }));
    const { bills, refusals } = readRows([sheetRow(2, "2023-01-01..2023-01-31", { charges, row_total: "1.00" })]);
    assert.deepEqual(refusals, []);
    assert.deepEqual(
      bills.map(({ statement }) => [statement.amount_due, statement.meters[0]?.charges.map(({ amount }) => amount)]),
      [["1.00", ["0.33", "0.34", "0.33"]]],
    );
  });

  test("are all refused when one is, even one whose period cannot be read", () => {
    const invoice_number = "7";
    const bad = sheetRow(3, null, { invoice_number, isRefused: true });
    const refusal: Refusal = {
      row: 3,
      column: "end_date",
      value: "soon",
      reason: "unreadable_date",
      detail: "No date.",
    };
    const rows = [
      sheetRow(2, "2023-01-01..2023-01-31", { invoice_number }),
      bad,
      sheetRow(4, "2023-03-01..2023-03-31", { invoice_number: "8" }),
    ];
    const { bills, refusals } = readRows(rows, {}, [refusal]);
    assert.deepEqual(
      bills.map((bill) => bill.rows),
      [[4]],
    );
    assert.deepEqual(
      refusals.map(({ row, reason, detail }) => [row, reason, detail]),
      [
        [2, "other_row_of_bill", "Row 3 of the same bill is refused."],
        [3, "unreadable_date", "No date."],
      ],
    );
  });

  test("that disagree about the bill are refused", () => {
    const rows = [
      sheetRow(2, "2023-01-01..2023-01-31", { invoice_number: "1", invoice_date: "2023-02-01" }),
      sheetRow(3, "2023-01-01..2023-01-31", { ...fee, invoice_number: "1", invoice_date: "2023-02-02" }),
    ];
    assert.deepEqual(reasonsOf(rows), [
      [2, "other_row_of_bill"],
      [3, "rows_disagree"],
    ]);
  });
});

describe("totals", () => {
  test("must equal the sum of the charges, to the cent", () => {
    assert.deepEqual(reasonsOf([sheetRow(2, "2023-01-01..2023-01-31", { row_total: "20.00" })]), []);
    const { refusals } = readRows([sheetRow(2, "2023-01-01..2023-01-31", { row_total: "20.01" })]);
    assert.equal(refusals[0]?.reason, "total_does_not_match");
    assert.equal(refusals[0].detail, "The charges add up to 20.00, the total is 20.01: -0.01 off.");
  });

  test("of the whole bill are compared over its rows, and refuse all of them", () => {
    const of = (bill_total: string) => [
      sheetRow(2, "2023-01-01..2023-01-31", { invoice_number: "1", bill_total }),
      sheetRow(3, "2023-01-01..2023-01-31", { invoice_number: "1", meter_num: "M8" }),
    ];
    assert.deepEqual(reasonsOf(of("40.00")), []);
    assert.deepEqual(reasonsOf(of("41")), [
      [2, "total_does_not_match"],
      [3, "total_does_not_match"],
    ]);
  });

  test("without charges are one charge of the profile's type, in cents", () => {
    const row = sheetRow(2, "2023-01-01..2023-01-31", { charges: [], row_total: "69.811724" });
    const [bill] = readRows([row], { total_alone_is: "service_cost" }).bills;
    const [charge] = bill?.statement.meters[0]?.charges ?? [];
    assert.deepEqual(
      [charge?.amount, charge?.utility_charge_type, bill?.statement.amount_due],
      ["69.81", "service_cost", "69.81"],
    );
  });

  test("confirm the charges of their row; alone they are the charge, and confirm nothing", () => {
    const checkOf = (over: Parameters<typeof sheetRow>[2]) => {
      const [bill] = readRows([sheetRow(2, "2023-01-01..2023-01-31", over)]).bills;
      return bill && checkedBy(bill.statement);
    };
    assert.equal(checkOf({ row_total: "20.00" }), "current_charges");
    assert.equal(checkOf({ bill_total: "20.00" }), "current_charges");
    assert.equal(checkOf({ row_total: "20.00", charges: [] }), "nothing");
    assert.equal(checkOf({}), "nothing");
    assert.equal(checkOf({ charges: [] }), "nothing");
  });

  test("that are missing stay unknown: a bill can consist of a usage only", () => {
    const [bill] = readRows([sheetRow(2, "2023-01-01..2023-01-31", { charges: [] })]).bills;
    assert.deepEqual([bill?.statement.amount_due, bill?.statement.current_charges], [null, null]);
  });
});

describe("rows compared with each other", () => {
  test("that are identical are refused from the second on, since they would count twice", () => {
    const rows = [
      sheetRow(2, "2023-01-01..2023-01-31"),
      sheetRow(3, "2023-01-01..2023-01-31"),
      sheetRow(4, "2023-02-01..2023-02-28"),
    ];
    const { bills, refusals } = readRows(rows);
    assert.deepEqual(
      refusals.map(({ row, reason }) => [row, reason]),
      [
        [2, "other_row_of_bill"],
        [3, "duplicate_row"],
      ],
    );
    assert.deepEqual(
      bills.map((bill) => bill.rows),
      [[4]],
    );
  });

  test("may repeat a fee, and may list the times of use of one period", () => {
    const peak = {
      usages: [{ amount: "40", unit: "kWh", type: "usage_amount" as const, description: "Peak", column: null }],
    };
    const fee = { usages: [], charges: [{ amount: "1.00", type: "service_cost" as const, description: "Fee" }] };
    const rows = [
      sheetRow(2, "2023-01-01..2023-01-31"),
      sheetRow(3, "2023-01-01..2023-01-31", peak),
      sheetRow(4, "2023-01-01..2023-01-31", fee),
      sheetRow(5, "2023-01-01..2023-01-31", fee),
    ];
    const { bills, refusals } = readRows(rows);
    assert.deepEqual(refusals, []);
    assert.deepEqual([bills.length, bills[0]?.statement.amount_due], [1, "42.00"]);
  });

  test("that overlap are both refused, except for a shared read day", () => {
    const overlapping = [
      sheetRow(2, "2023-01-01..2023-02-01"),
      sheetRow(3, "2023-01-22..2023-03-01"),
      sheetRow(4, "2023-03-01..2023-03-31"),
    ];
    const { refusals } = readRows(overlapping, { period_end_is: "exclusive" });
    assert.deepEqual(
      refusals.map(({ row, reason }) => [row, reason]),
      [
        [2, "overlaps_other_row"],
        [3, "overlaps_other_row"],
      ],
    );
    assert.equal(refusals[0]?.detail, "10 days of meter M7 are also in row 3, which covers 2023-01-22 to 2023-02-28.");
    const shared = [sheetRow(2, "2023-01-01..2023-01-31"), sheetRow(3, "2023-01-31..2023-02-28")];
    assert.deepEqual(reasonsOf(shared, { period_end_is: "inclusive" }), []);
  });

  test("of the same period in two bills are a corrected bill, if their dates show which is the later", () => {
    const of = (row: number, invoice_number: string, invoice_date: string) =>
      sheetRow(row, "2023-01-01..2023-01-31", { invoice_number, invoice_date });
    assert.deepEqual(reasonsOf([of(2, "1", "2023-02-01"), of(3, "2", "2023-02-20")]), []);
    assert.deepEqual(reasonsOf([of(2, "1", "2023-02-01"), of(3, "2", "2023-02-01")]), [
      [2, "overlaps_other_row"],
      [3, "overlaps_other_row"],
    ]);
  });
});

test("the order of the rows does not change the bills, and each row is in one bill or refused", () => {
  const some = fc.record({
    month: fc.integer({ min: 1, max: 12 }),
    meter: fc.constantFrom("M7", "M8"),
    account: fc.constantFrom("A-100", "B-200"),
    invoice: fc.constantFrom(null, "1", "2"),
    total: fc.constantFrom(null, "20.00", "21.00"),
    days: fc.constantFrom(null, 31, 5),
  });
  const sheet = fc.array(some, { maxLength: 12 }).map((rows) =>
    rows.map(({ month, meter, account, invoice, total, days }, index) => {
      const two = String(month).padStart(2, "0");
      const over = { meter_num: meter, acct_num: account, invoice_number: invoice, row_total: total, days };
      return sheetRow(index + 2, `2023-${two}-01..2023-${two}-28`, over);
    }),
  );
  fc.assert(
    fc.property(sheet, fc.infiniteStream(fc.nat()), (rows, random) => {
      const result = readRows(rows);
      const shuffled = rows
        .map((row) => ({ row, at: random.next().value ?? 0 }))
        .sort((a, b) => a.at - b.at)
        .map(({ row }) => row);
      const used = result.bills.flatMap((bill) => bill.rows);
      const refused = new Set(result.refusals.map(({ row }) => row));
      assert.equal(new Set(used).size, used.length);
      assert.deepEqual(
        [...used, ...refused].sort((a, b) => a - b),
        rows.map(({ row }) => row),
      );
      const again = readRows(shuffled).bills.map((bill) => bill.rows);
      assert.deepEqual(again.map(String).sort(), result.bills.map((bill) => String(bill.rows)).sort());
    }),
  );
});

describe("rows of two services without an invoice number and a date", () => {
  const gas = { energy_type: "GAS", meter_num: "G1" } as const;
  const therms = [{ amount: "7", unit: "therm", type: "usage_amount" as const, description: "Usage", column: "usage" }];
  const rows = [
    sheetRow(2, "2023-01-01..2023-01-31"),
    sheetRow(3, "2023-01-01..2023-01-31", { ...gas, usages: therms }),
    sheetRow(4, "2023-02-01..2023-02-28", { ...gas, usages: therms }),
  ];

  test("are a bill for each meter, unless the profile says that they are of the account", () => {
    assert.deepEqual(
      readRows(rows).bills.map((bill) => bill.rows),
      [[2], [3], [4]],
    );
    const { bills, refusals } = readRows(rows, { bill_of: "account" });
    assert.deepEqual([bills.map((bill) => bill.rows), refusals], [[[2, 3], [4]], []]);
    const [both] = bills;
    assert.deepEqual(
      both?.statement.meters.map(({ energy_type, usages }) => [energy_type, usages.map(({ amount }) => amount)]),
      [
        ["ELECTRIC", ["100.000000"]],
        ["GAS", ["7.000000"]],
      ],
    );
    assert.equal(both.statement.amount_due, "40.00");
  });

  test("are refused together when they are one bill", () => {
    const bad = [...rows.slice(0, 1), ...rows.slice(1, 2).map((row) => ({ ...row, isRefused: true }))];
    assert.deepEqual(
      readRows(bad, { bill_of: "account" }).refusals.map(({ row, reason }) => [row, reason]),
      [[2, "other_row_of_bill"]],
    );
    assert.equal(readRows(bad).bills.length, 1);
  });
});

test("a row that another sheet repeats is refused, also one with charges only", () => {
  const fee = { usages: [], invoice_number: "8" };
  const of = (sheet: number) => sheetRow(rowNumber(sheet, 2), "2023-01-01..2023-01-31", fee);
  assert.deepEqual(
    readRows([of(2), of(3)]).refusals.map(({ row, reason, detail }) => [row, reason, detail]),
    [
      [rowNumber(2, 2), "other_row_of_bill", "Row 2 of sheet 3 of the same bill is refused."],
      [rowNumber(3, 2), "duplicate_row", "Row 2 of sheet 2 is identical."],
    ],
  );
});

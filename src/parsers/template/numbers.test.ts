import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { negate, readDecimal, readQuantity, readRate, type DecimalMark } from "./numbers.ts";

const DECIMALS: [string, DecimalMark, string | null][] = [
  ["$1,234.56", ".", "1234.56"],
  ["1,234,567.00", ".", "1234567.00"],
  ["1.234,56", ",", "1234.56"],
  ["1.234,56 EUR", ",", "1234.56"],
  ["1 241,03 €", ",", "1241.03"],
  ["1\u00a0241,03\u202f€", ",", "1241.03"],
  ["R$ 1.234,56", ",", "1234.56"],
  ["1'234.50", ".", "1234.50"],
  ["128,13-", ",", "-128.13"],
  ["4.10 CR", ".", "-4.10"],
  ["4.10cr", ".", "-4.10"],
  ["10.92 DR", ".", "10.92"],
  ["(10.92)", ".", "-10.92"],
  ["($10.92)", ".", "-10.92"],
  ["-$10.92", ".", "-10.92"],
  ["$-10.92", ".", "-10.92"],
  ["$ - 10.92", ".", "-10.92"],
  ["\u221210.92", ".", "-10.92"],
  ["\u201310.92", ".", "-10.92"],
  ["-$6,945.86 CR", ".", "-6945.86"],
  ["CR 62.50", ".", "-62.50"],
  ["CR62.50", ".", "-62.50"],
  ["Cr. $62.50", ".", "-62.50"],
  ["$62.50 CR.", ".", "-62.50"],
  ["DR 62.50", ".", "62.50"],
  ["CR 62.50 CR", ".", null],
  ["CR 62.50 DR", ".", null],
  ["$ (10.92)", ".", "-10.92"],
  ["$(10.92)", ".", "-10.92"],
  ["(10.92) EUR", ".", "-10.92"],
  ["(10,92 €)", ",", "-10.92"],
  ["NZ$ 10.92", ".", "10.92"],
  ["10,92 zł", ",", "10.92"],
  ["kr. 1.234,56", ",", "1234.56"],
  ["1.234,56 kr", ",", "1234.56"],
  ["₹ 10.92", ".", "10.92"],
  ["+10.92", ".", "10.92"],
  [".00", ".", "0.00"],
  [".5", ".", "0.5"],
  ["-0.00", ".", "0.00"],
  ["08568", ".", "08568"],
  ["15520", ".", "15520"],
  ["0", ".", "0"],
  ["1,23", ".", null],
  ["1.234", ",", "1234"],
  ["1,2345", ".", null],
  ["12,34,567", ".", null],
  ["1,234'567", ".", null],
  ["1.2.3", ".", null],
  ["5.", ".", null],
  ["(10.92", ".", null],
  ["10.92)", ".", null],
  ["-10.92 DR", ".", null],
  ["10.92 kWh", ".", null],
  ["12/31/2025", ".", null],
  ["1e5", ".", null],
  ["NaN", ".", null],
  ["", ".", null],
  ["-", ".", null],
  ["$", ".", null],
  ["1".repeat(25), ".", null],
];

for (const [text, mark, expected] of DECIMALS) {
  test(`"${text}" with the decimal mark ${mark} is ${expected ?? "no number"}`, () => {
    assert.equal(readDecimal(text, mark), expected);
  });
}

const QUANTITIES: [string, string | null, string | null][] = [
  ["15,520 kWh", "15520", "kWh"],
  ["133.2 kW", "133.2", "kW"],
  ["133.2kW", "133.2", "kW"],
  ["1 month", "1", "month"],
  ["70 1000 gal", null, null],
  ["$4,744.64", "4744.64", null],
  ["-35 kWh", "-35", "kWh"],
  ["4.10 CR", "-4.10", null],
  ["12 m³", "12", "m³"],
  ["kWh", null, null],
];

for (const [text, amount, unit] of QUANTITIES) {
  test(`the quantity "${text}" is ${amount ?? "none"} ${unit ?? "without a unit"}`, () => {
    assert.deepEqual(readQuantity(text, "."), amount === null ? null : { amount, unit });
  });
}

const RATES: [string, DecimalMark, string | null][] = [
  ["$0.10471", ".", "0.10471"],
  ["-$0.00018", ".", "-0.00018"],
  ["(0.02913)", ".", "-0.02913"],
  ["0.38120 $/kWh", ".", "0.38120"],
  ["$48.00 per month", ".", "48.00"],
  ["6.250%", ".", "0.06250"],
  ["100 %", ".", "1.00"],
  ["-0.5%", ".", "-0.005"],
  ["27,04 %", ",", "0.2704"],
  ["10,470 c€/kWh", ",", "0.10470"],
  ["12.5¢", ".", "0.125"],
  ["29,50 €/mois", ",", "29.50"],
  ["% 5", ".", null],
];

for (const [text, mark, expected] of RATES) {
  test(`the rate "${text}" is ${expected ?? "none"}`, () => {
    assert.equal(readRate(text, mark), expected);
  });
}

test("an amount can be read from every way of printing it", () => {
  const styles: ((whole: string, part: string, negative: boolean, mark: DecimalMark) => string)[] = [
    (whole, part, negative, mark) => `${negative ? "-" : ""}$${whole}${mark}${part}`,
    (whole, part, negative, mark) => (negative ? `(${whole}${mark}${part})` : `${whole}${mark}${part}`),
    (whole, part, negative, mark) => `${whole}${mark}${part}${negative ? "-" : ""}`,
    (whole, part, negative, mark) => `$ ${whole}${mark}${part}${negative ? " CR" : ""}`,
    (whole, part, negative, mark) => `${negative ? "\u2212" : ""}${whole}${mark}${part} EUR`,
  ];
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      fc.constantFrom<DecimalMark>(".", ","),
      fc.boolean(),
      fc.constantFrom(...styles),
      (cents, mark, isGrouped, style) => {
        const size = cents < 0n ? -cents : cents;
        const whole = String(size / 100n);
        const part = String(size % 100n).padStart(2, "0");
        const grouped = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, mark === "." ? "," : ".") : whole;
        const expected = `${cents < 0n ? "-" : ""}${whole}.${part}`;
        assert.equal(readDecimal(style(grouped, part, cents < 0n, mark), mark), expected);
      },
    ),
  );
});

test("the result is a decimal or null for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.,-+()$€% CRkWh'") }), (text) => {
      for (const read of [readDecimal, readRate]) assert.match(read(text, ".") ?? "0", /^-?\d+(\.\d+)?$/);
    }),
  );
});

test("negation keeps the amount, and zero has no sign", () => {
  assert.deepEqual(["-1.50", "1.50", "0.00"].map(negate), ["1.50", "-1.50", "0.00"]);
});

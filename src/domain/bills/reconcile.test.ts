import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import type { Finding, Statement, StatementCharge, StatementUsage } from "../../records/statement.ts";
import { isAccepted, reconcile } from "./reconcile.ts";
import { goodStatement } from "./statement.fixtures.ts";

/** The findings when the good statement is changed. */
function findingsOf(change: (statement: Statement) => void): Finding[] {
  const statement = goodStatement();
  change(statement);
  return reconcile(statement);
}

const names = (findings: Finding[]) => findings.map(({ name, severity }) => `${severity} ${name}`);

function meterAt(statement: Statement, at: number) {
  const meter = statement.meters[at];
  assert.ok(meter);
  return meter;
}

function chargeAt(statement: Statement, at: number): StatementCharge {
  const charge = meterAt(statement, 0).charges[at];
  assert.ok(charge);
  return charge;
}

function usageAt(statement: Statement, at: number): StatementUsage {
  const usage = meterAt(statement, 0).usages[at];
  assert.ok(usage);
  return usage;
}

test("a statement that agrees with itself has no finding", () => {
  assert.deepEqual(reconcile(goodStatement()), []);
  assert.ok(isAccepted([]));
});

test("charges that do not add up are reported with both sums and the place of the total", () => {
  const findings = findingsOf((statement) => {
    statement.current_charges = "8195.87";
    statement.amount_due = "8707.07";
  });
  assert.deepEqual(findings, [
    {
      name: "charges_do_not_add_up",
      severity: "error",
      detail: "The charges add up to 8195.78, the bill prints 8195.87 as current charges: -0.09 off.",
      place: { page: 1, box: [60, 300, 540, 312] },
    },
  ]);
  assert.equal(isAccepted(findings), false);
});

test("a meter's charges are compared with the meter's printed total", () => {
  const findings = findingsOf((statement) => (meterAt(statement, 1).printed_total = "112.57"));
  assert.deepEqual(names(findings), ["error meter_charges_do_not_add_up"]);
  assert.match(findings[0]?.detail ?? "", /meter G7 add up to 112\.75, the bill prints 112\.57/);
});

test("previous balance less payments plus current charges is the amount due, when all of it is printed", () => {
  assert.deepEqual(names(findingsOf((statement) => (statement.amount_due = "8707.98"))), [
    "error balance_does_not_add_up",
  ]);
  const withoutTotal = findingsOf((statement) => {
    statement.current_charges = null;
    statement.amount_due = "8706.99";
  });
  assert.deepEqual(names(withoutTotal), ["error balance_does_not_add_up"]);
  assert.deepEqual(
    findingsOf((statement) => (statement.current_charges = null)),
    [],
  );
});

test("reads times the multiplier give the usage, also when the dial rolled over", () => {
  assert.deepEqual(names(findingsOf((statement) => (usageAt(statement, 0).current_read = "41878"))), [
    "error reads_do_not_give_usage",
  ]);
  assert.deepEqual(names(findingsOf((statement) => (usageAt(statement, 1).current_read = "00481"))), [
    "error reads_do_not_give_usage",
  ]);
  const backwards = findingsOf((statement) => {
    Object.assign(usageAt(statement, 0), { previous_read: "41877", current_read: "41210", amount: "-26680" });
  });
  assert.deepEqual(backwards, []);
});

test("a register within a use is no larger than it, and a total is the sum of its uses but for a step of each register", () => {
  const beside = (not_added: "total" | "part", amount: string) =>
    names(
      findingsOf((statement) => {
        const register = { ...usageAt(statement, 0), previous_read: null, current_read: null, group: null };
        meterAt(statement, 0).registers = [{ ...register, not_added, amount }];
      }),
    );
  const wrong = ["error registers_do_not_add_up"];
  assert.deepEqual([beside("part", "26680"), beside("part", "81080"), beside("part", "91080")], [[], [], wrong]);
  assert.deepEqual([beside("total", "81080"), beside("total", "81160"), beside("total", "81200")], [[], [], wrong]);
});

test("a usage may differ by half of its last printed digit, not by more", () => {
  const rounded = (amount: string) =>
    findingsOf((statement) => {
      const usage = meterAt(statement, 1).usages[0];
      assert.ok(usage);
      usage.amount = amount;
    });
  assert.deepEqual([rounded("117.18"), rounded("117.2"), rounded("117")], [[], [], []]);
  for (const wrong of ["117.19", "118"]) assert.ok(names(rounded(wrong)).includes("error reads_do_not_give_usage"));
});

test("quantity times rate may be two cents off; more is a warning", () => {
  const shifted = (cents: string) =>
    findingsOf((statement) => {
      chargeAt(statement, 1).amount = cents;
      chargeAt(statement, 0).amount = "47.98";
    });
  assert.deepEqual(shifted("2621.60"), []);
  assert.deepEqual(names(findingsOf((statement) => (chargeAt(statement, 1).rate = "0.09862"))), [
    "warning line_math_differs",
  ]);
  assert.ok(isAccepted(findingsOf((statement) => (chargeAt(statement, 1).rate = "0.09862"))));
  const credit = (quantity: string, rate: string, amount: string) =>
    names(
      findingsOf((statement) => {
        const { charges } = meterAt(statement, 0);
        charges.push({ ...chargeAt(statement, 0), description: "Credit", quantity, rate, amount, group: null });
        charges.push({ ...chargeAt(statement, 0), description: "Balance", quantity: null, rate: null, group: null });
        const [balance] = charges.slice(-1);
        assert.ok(balance);
        balance.amount = amount.startsWith("-") ? amount.slice(1) : `-${amount}`;
      }),
    );
  assert.deepEqual(credit("412", "0.458", "-188.70"), []);
  assert.deepEqual(credit("-412", "0.458", "-188.70"), []);
  assert.deepEqual(credit("412", "-0.458", "-188.70"), []);
  assert.deepEqual(credit("412", "0.458", "-198.70"), ["warning line_math_differs"]);
  assert.deepEqual(credit("-412", "0.458", "188.70"), ["warning line_math_differs"]);
});

test("a usage and the charges priced on it state the same amount, in one piece or in tiers", () => {
  const priced = (...quantities: string[]) =>
    findingsOf((statement) => {
      const meter = meterAt(statement, 1);
      const tiers = quantities.map((quantity) => ({
        ...chargeAt(statement, 0),
        amount: "0.00",
        quantity,
        group: "gas",
      }));
      meter.charges = [...meter.charges.map((charge) => ({ ...charge, group: null })), ...tiers];
    });
  assert.deepEqual([priced("117.181"), priced("100", "17.181"), priced("5", "117.1810"), priced()], [[], [], [], []]);
  const registers = findingsOf((statement) => {
    for (const line of [usageAt(statement, 0), usageAt(statement, 1), chargeAt(statement, 4)]) line.group = "all";
  });
  assert.deepEqual(registers, []);
  assert.deepEqual(names(priced("117.181", "117.151")), ["warning priced_quantity_differs"], "a misread digit");
  const findings = priced("100", "18");
  assert.deepEqual(names(findings), ["warning priced_quantity_differs"]);
  assert.match(findings[0]?.detail ?? "", /Gas of meter G7 is 117\.181, its charges are priced on 100 and 18\./);
});

test("a use is missing when charges are priced on it, and swapped with the rate when that is its amount", () => {
  const lost = findingsOf((statement) => void meterAt(statement, 1).usages.splice(0));
  assert.ok(names(lost).includes("warning use_not_found"), names(lost).join());
  const swapped = findingsOf((statement) => {
    const charge = statement.meters[1]?.charges.find(
      ({ quantity }) => quantity === meterAt(statement, 1).usages[0]?.amount,
    );
    assert.ok(charge);
    [charge.quantity, charge.rate] = [charge.rate, charge.quantity];
  });
  assert.deepEqual(names(swapped), ["warning price_columns_exchanged", "warning priced_quantity_differs"]);
});

test("a quantity with more decimals than its rate is exchanged with it, if the other lines have them the other way round", () => {
  const priced = (...lines: [quantity: string, rate: string][]) =>
    findingsOf((statement) => {
      const charges = lines.map(([quantity, rate]) => ({
        ...chargeAt(statement, 0),
        amount: "0.00",
        quantity,
        rate,
        group: null,
      }));
      for (const meter of statement.meters) for (const charge of meter.charges) charge.rate = null;
      meterAt(statement, 1).charges.push(...charges);
    }).filter(({ name }) => name === "price_columns_exchanged");
  const [finding] = priced(["22", "0.0000"], ["25", "0.0000"], ["0.0000", "22"]);
  assert.match(finding?.detail ?? "", /the quantity 0\.0000 has more decimals than the rate 22/);
  assert.deepEqual(priced(["22", "0.0000"], ["0.0000", "22"]), [], "one line shows nothing");
  assert.deepEqual(
    priced(["1.55", "0.0"], ["1.22", "0.0"], ["3", "0.00"], ["4", "0.00"]),
    [],
    "printed so more than once",
  );
});

test("without a printed multiplier the reads give the use in usual steps", () => {
  const read = (previous: string, current: string, amount: string, energy_type: "WATER" | "GAS" = "WATER") =>
    names(
      findingsOf((statement) => {
        const [meter] = (statement.meters = [meterAt(statement, 1)]);
        const reads = { previous_read: previous, current_read: current, multiplier: null, amount, group: null };
        assert.ok(meter);
        meter.energy_type = energy_type;
        meter.usages = [
          { ...usageAt(statement, 0), ...reads, measurement_unit: energy_type === "GAS" ? "therm" : "CCF" },
        ];
      }),
    ).filter((name) => name.endsWith("reads_unlike_use"));
  assert.deepEqual([read("1589", "1596", "7"), read("10", "25", "1500"), read("9990", "0010", "20")], [[], [], []]);
  // Rounded reads are off by up to a step: of little use a share, of much use hardly any.
  assert.deepEqual(
    [read("8719", "17300", "8581"), read("8719", "17300", "8582"), read("2", "16", "14.01")],
    [[], [], []],
  );
  assert.deepEqual(read("8712", "17300", "8581"), ["warning reads_unlike_use"]);
  assert.deepEqual([read("100", "200", "103.7", "GAS"), read("5", "5", "0")], [[], []]);
  for (const [previous, current] of [
    ["1581", "1596"],
    ["1589", "1601"],
    ["1596", "1589"],
  ] as const)
    assert.deepEqual(read(previous, current, "7"), ["warning reads_unlike_use"]);
});

test("an unknown unit and one that the service cannot have are errors", () => {
  for (const unit of ["kilofurlong", "CCF", "kW"]) {
    const findings = findingsOf((statement) => (usageAt(statement, 0).measurement_unit = unit));
    assert.deepEqual(names(findings), ["error unit_does_not_fit"]);
    assert.match(findings[0]?.detail ?? "", new RegExp(`"${unit}"`));
  }
});

test("days run forward, cover something, and lie near the bill", () => {
  const usagePeriod = (start_date: string, end_date: string) =>
    names(
      findingsOf((statement) => {
        for (const usage of meterAt(statement, 0).usages) Object.assign(usage, { start_date, end_date });
      }),
    ).filter((name, index, all) => all.indexOf(name) === index);
  assert.deepEqual(usagePeriod("2026-04-02", "2026-03-04"), ["error period_is_backwards"]);
  assert.deepEqual(usagePeriod("2026-03-04", "2026-03-04"), ["error period_has_no_days"]);
  assert.deepEqual(usagePeriod("2026-03-04", "2026-03-11"), ["warning unusual_period"]);
  assert.deepEqual(usagePeriod("2026-01-31", "2026-04-02"), ["warning unusual_period"]);
  assert.deepEqual(usagePeriod("2016-03-04", "2016-04-02"), [
    "error use_outside_charges",
    "error period_far_from_invoice",
  ]);
  assert.deepEqual(usagePeriod("2026-04-02", "2026-05-01"), [
    "error use_outside_charges",
    "warning usage_ends_after_invoice",
  ]);
  assert.deepEqual(usagePeriod("2026-04-01", "2026-05-01"), [
    "error use_outside_charges",
    "warning usage_ends_after_invoice",
  ]);
  assert.deepEqual(usagePeriod("2026-03-31", "2026-05-01"), ["warning usage_ends_after_invoice"]);
  const ahead = (end_date: string) => names(findingsOf((statement) => (chargeAt(statement, 0).end_date = end_date)));
  assert.deepEqual(
    [ahead("2027-04-06"), ahead("2062-04-02")],
    [[], ["error period_too_long", "error period_far_from_invoice"]],
  );
});

test("sentences name the last day that is covered, as those about other bills of the account do", () => {
  const sentences = (start_date: string, end_date: string) =>
    new Set(
      findingsOf((statement) => {
        for (const usage of meterAt(statement, 0).usages) Object.assign(usage, { start_date, end_date });
      }).map(({ detail }) => detail),
    );
  const has = (details: ReadonlySet<string>, part: string) =>
    assert.ok(
      [...details].some((detail) => detail.includes(part)),
      `${part} in ${[...details].join(" ")}`,
    );
  has(sentences("2026-03-04", "2026-03-11"), "from 2026-03-04 to 2026-03-10 covers 7 days");
  const early = sentences("2016-03-04", "2016-04-02");
  has(early, "is from 2016-03-04 to 2016-04-01, its charges are from 2026-03-04 to 2026-04-01.");
  has(early, "covers 2016-03-04 to 2016-04-01, far from the invoice date");
  has(sentences("2026-03-31", "2026-05-01"), "ends on 2026-04-30, after the invoice date");
});

test("a line of over five years, too many lines on a bill and a day out of range are errors", () => {
  const today = "2026-06-01";
  const of = (change: (statement: Statement) => void) => {
    const statement = goodStatement();
    change(statement);
    return names(reconcile(statement, today));
  };
  const lines = (start_date: string, end_date: string) =>
    of((statement) => Object.assign(chargeAt(statement, 0), { start_date, end_date }));
  assert.deepEqual(
    of(() => {}),
    [],
  );
  assert.ok(!lines("2021-04-02", "2026-04-02").includes("error period_too_long"));
  assert.ok(lines("2021-04-01", "2026-04-03").includes("error period_too_long"));
  assert.ok(lines("1899-12-31", "1900-01-31").includes("error day_out_of_range"));
  assert.ok(lines("2027-12-01", "2028-01-02").includes("error day_out_of_range"));
  assert.ok(!lines("2027-12-01", "2028-01-01").includes("error day_out_of_range"), "the end is not covered");
  assert.ok(of((statement) => (statement.invoice_date = "2031-04-03")).includes("error day_out_of_range"));
  const many = of((statement) => {
    const { usages } = meterAt(statement, 0);
    usages.push(...Array.from({ length: 2001 }, () => ({ ...usages[0] }) as (typeof usages)[number]));
  });
  assert.ok(many.includes("error too_many_lines"));
});

test("a fuel delivery is billed on one date", () => {
  const findings = findingsOf((statement) => {
    Object.assign(meterAt(statement, 1), { energy_type: "PROPANE" });
    const usage = meterAt(statement, 1).usages[0];
    assert.ok(usage);
    Object.assign(usage, { start_date: "2026-03-20", end_date: "2026-03-20", measurement_unit: "gal" });
  });
  assert.deepEqual(findings, []);
});

test("a bill without meters or charges is an error", () => {
  const empty = findingsOf((statement) => {
    Object.assign(statement, { meters: [], current_charges: null, amount_due: "511.20" });
  });
  assert.deepEqual(names(empty), ["error nothing_to_bill"]);
  const free = findingsOf((statement) => {
    Object.assign(statement, { current_charges: null, amount_due: "511.20" });
    for (const meter of statement.meters) Object.assign(meter, { charges: [], printed_total: null });
  });
  assert.deepEqual(names(free), ["error nothing_to_bill"]);
});

test("an invalid number or day, or a value that does not fit its column, is a finding and never an exception", () => {
  assert.deepEqual(names(findingsOf((statement) => (statement.amount_due = "8,706.98"))), ["error not_a_number"]);
  assert.deepEqual(names(findingsOf((statement) => (statement.amount_due = "9".repeat(41)))), ["error not_a_number"]);
  assert.deepEqual(names(findingsOf((statement) => (statement.amount_due = "10000000000"))), [
    "error number_too_large",
  ]);
  const inGigawattHours = findingsOf((statement) => {
    Object.assign(usageAt(statement, 0), {
      measurement_unit: "GWh",
      amount: "1000000",
      previous_read: null,
      group: null,
    });
  });
  assert.ok(names(inGigawattHours).includes("error number_too_large"));
  assert.deepEqual(names(findingsOf((statement) => (chargeAt(statement, 0).amount = "48.001"))), [
    "error too_many_decimals",
  ]);
  assert.deepEqual(names(findingsOf((statement) => (chargeAt(statement, 0).amount = "48.000"))), []);
  assert.deepEqual(names(findingsOf((statement) => (statement.invoice_date = "2026-02-30"))), ["error not_a_day"]);
  for (const name of ["due_date", "late_fee_date"] as const)
    assert.deepEqual(names(findingsOf((statement) => (statement[name] = "2026-02-30"))), ["error not_a_day"]);
  assert.deepEqual(names(findingsOf((statement) => (usageAt(statement, 0).kbtu_per_unit = "3,412"))), [
    "error not_a_number",
  ]);
  fc.assert(
    fc.property(fc.string(), fc.string(), (number, day) => {
      const findings = findingsOf((statement) => {
        usageAt(statement, 0).amount = number;
        chargeAt(statement, 0).end_date = day;
      });
      assert.ok(findings.length > 0);
    }),
  );
});

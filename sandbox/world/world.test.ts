import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { BROKEN_AT, CORRECTED_AT, ESTIMATED_AT, GAP_AT } from "./accounts.ts";
import { daysBetween } from "./days.ts";
import { productCents } from "./decimal.ts";
import type { Account, Bill, MeterPart, UtilitySlug } from "./model.ts";
import { buildingsOf } from "./portfolio.ts";
import { SCENARIOS } from "./scenarios.ts";
import { createWorld } from "./world.ts";

const UTILITIES: UtilitySlug[] = ["northgate-electric", "clearwater-gas-water"];
const world = createWorld();

function accountsOf(utility: UtilitySlug, username: string): Account[] {
  return world.accountsOf(utility, username) ?? [];
}

const everyAccount = UTILITIES.flatMap((utility) =>
  SCENARIOS.flatMap(({ username }) => accountsOf(utility, username).map((account) => ({ utility, username, account }))),
);
const everyBill: Bill[] = everyAccount.flatMap(({ account }) => account.bills);
const everyMeter: MeterPart[] = everyBill.flatMap(({ meters }) => meters);

type Drawn = (typeof everyAccount)[number];
const isOf = (nickname: string, { utility, account }: Drawn) =>
  utility === "northgate-electric" && account.nickname === nickname;
const hasGap = (drawn: Drawn) => drawn.username === "demo_gap" || isOf("Exhibit School", drawn);
const isLate = (drawn: Drawn) => isOf("Placeholder Store", drawn);

test("an account has 36 bills, the newest in October 2026; one with a gap and one whose last bill does not come have 35", () => {
  for (const drawn of everyAccount) {
    const { account } = drawn;
    assert.equal(account.bills.length, hasGap(drawn) || isLate(drawn) ? 35 : 36);
    assert.equal(account.bills.at(-1)?.billDay.slice(0, 7), isLate(drawn) ? "2026-09" : "2026-10");
    const days = account.bills.map(({ billDay }) => billDay);
    assert.deepEqual(days, days.toSorted());
  }
});

test("a household has one account, a business three with six meters", () => {
  for (const utility of UTILITIES) {
    assert.equal(accountsOf(utility, "demo_residential").length, 1);
    const business = accountsOf(utility, "demo_commercial");
    assert.equal(business.length, 3);
    assert.equal(business.flatMap(({ bills }) => bills[0]?.meters ?? []).length, 6);
  }
});

test("account numbers, meter numbers, bill numbers and document ids are each used once, but for the meter with two bills", () => {
  const numbers = everyAccount.map(({ account }) => account.number);
  const meters = everyAccount.flatMap(
    ({ account }) => account.bills[0]?.meters.map(({ meterNumber }) => meterNumber) ?? [],
  );
  const bills = everyBill.map(({ billNumber }) => billNumber);
  const documents = everyBill.map(({ documentId }) => documentId);
  for (const list of [numbers, bills, documents]) assert.equal(new Set(list).size, list.length);
  assert.equal(new Set(meters).size, meters.length - 1);
});

test("every charge is its quantity times its rate, and the totals are sums of charges", () => {
  for (const bill of everyBill) {
    for (const meter of bill.meters) {
      for (const line of meter.lines)
        assert.equal(line.cents, productCents(line.quantity, line.rate), line.description);
      assert.equal(
        meter.totalCents,
        meter.lines.reduce((sum, { cents }) => sum + cents, 0),
      );
    }
    assert.equal(
      bill.currentCents,
      bill.meters.reduce((sum, { totalCents }) => sum + totalCents, 0),
    );
    assert.equal(bill.dueCents, bill.previousBalanceCents - bill.paidCents + bill.currentCents);
  }
});

test("each bill carries the amount due of the one before", () => {
  for (const drawn of everyAccount) {
    const { account } = drawn;
    account.bills.slice(1).forEach((bill, at) => {
      const before = account.bills[at];
      const afterGap = hasGap(drawn) && at + 1 === GAP_AT;
      if (!afterGap) assert.equal(bill.previousBalanceCents, before?.dueCents);
      assert.ok(bill.paidCents >= 0 && bill.paidCents <= bill.previousBalanceCents);
      assert.equal(bill.paidDay === null, bill.paidCents === 0);
    });
  }
});

test("mostly a bill is paid in full, now and then late or in part, and that costs a late charge", () => {
  const unpaid = everyBill.filter(({ paidCents, previousBalanceCents }) => paidCents < previousBalanceCents);
  assert.ok(unpaid.length > everyBill.length * 0.05 && unpaid.length < everyBill.length * 0.25, `${unpaid.length}`);
  assert.ok(unpaid.some(({ paidCents }) => paidCents > 0) && unpaid.some(({ paidCents }) => paidCents === 0));
  for (const bill of everyBill) {
    const late = bill.meters
      .flatMap(({ lines }) => lines)
      .filter(({ description }) => description.startsWith("Late payment"));
    assert.equal(late.length, bill.paidCents < bill.previousBalanceCents ? 1 : 0);
  }
});

test("reads times multiplier give the usage, also where a dial went round", () => {
  let rounds = 0;
  for (const { registers } of everyMeter) {
    for (const { previousRead, currentRead, multiplier, usage, dialDigits } of registers) {
      const size = 10 ** dialDigits;
      assert.ok(previousRead < size && currentRead < size);
      assert.equal(((currentRead - previousRead + size) % size) * multiplier.units, usage.units);
      assert.equal(multiplier.places, usage.places);
      assert.ok(usage.units > 0);
      if (currentRead < previousRead) rounds++;
    }
  }
  assert.ok(rounds > 0);
});

test("a meter's periods follow each other without a gap and are about a month long", () => {
  for (const drawn of everyAccount) {
    const { username, account } = drawn;
    account.bills.forEach((bill, at) => {
      bill.meters.forEach((meter, meterAt) => {
        const days = daysBetween(meter.startDay, meter.endDay);
        assert.ok(days >= 25 && days <= 36, `${days} days`);
        assert.ok(meter.endDay <= bill.billDay && bill.billDay < bill.dueDay);
        const before = account.bills[at - 1]?.meters[meterAt];
        if (!before || (hasGap(drawn) && at === GAP_AT)) return;
        assert.equal(meter.startDay, before.endDay);
        const misread = username === "demo_edited_bill" && at === CORRECTED_AT + 1 && meterAt === 0;
        const closing = before.registers.map(({ currentRead }) => currentRead);
        if (!misread)
          assert.deepEqual(
            meter.registers.map(({ previousRead }) => previousRead),
            closing,
          );
      });
    });
  }
});

test("the bills hold every charge type and both kinds of demand, and billed demand is never under the measured", () => {
  const types = new Set(everyMeter.flatMap(({ lines }) => lines.map(({ type }) => type)));
  const expected = ["usage_cost", "demand_cost", "service_cost", "interim_rate_cost", "other_applied_cost", "tax_cost"];
  assert.deepEqual([...types].toSorted(), expected.toSorted());
  const demands = everyMeter.flatMap(({ demand }) => (demand ? [demand] : []));
  assert.ok(demands.length > 0);
  assert.ok(demands.every(({ measuredKw, billedKw }) => billedKw.units >= measuredKw.units));
  assert.ok(demands.some(({ measuredKw, billedKw }) => billedKw.units > measuredKw.units));
});

test("riders are sometimes credits, and water sometimes reaches its second tier", () => {
  const lines = everyMeter.flatMap((meter) => meter.lines);
  const riders = lines.filter(({ type }) => type === "interim_rate_cost");
  assert.ok(riders.some(({ cents }) => cents < 0) && riders.some(({ cents }) => cents > 0));
  const waters = everyMeter.filter(({ energyType }) => energyType === "WATER");
  const tiers = waters.map(({ lines: own }) => own.filter(({ type }) => type === "usage_cost").length);
  assert.deepEqual([...new Set(tiers)].toSorted(), [1, 2]);
});

test("use follows the weather: gas is highest in winter, a cooling plant in summer", () => {
  const monthly = (meters: MeterPart[], months: string[]) =>
    meters
      .filter(({ endDay }) => months.includes(endDay.slice(5, 7)))
      .reduce((sum, { registers }) => sum + registers.reduce((all, { usage }) => all + usage.units, 0), 0);
  const gas = accountsOf("clearwater-gas-water", "demo_residential").flatMap(({ bills }) =>
    bills.flatMap((bill) => bill.meters.slice(0, 1)),
  );
  assert.ok(monthly(gas, ["01", "02", "03"]) > 3 * monthly(gas, ["07", "08", "09"]));
  const cooling = everyMeter.filter(({ serviceName }) => serviceName === "Cooling plant");
  assert.ok(monthly(cooling, ["07", "08", "09"]) > 2 * monthly(cooling, ["01", "02", "03"]));
});

test("demo_gap lacks one month that the next bill does not cover", () => {
  for (const utility of UTILITIES) {
    const bills = accountsOf(utility, "demo_gap")[0]?.bills ?? [];
    const gap = daysBetween(bills[GAP_AT - 1]?.meters[0]?.endDay ?? "", bills[GAP_AT]?.meters[0]?.startDay ?? "");
    assert.ok(gap >= 25 && gap <= 36, `${gap} days`);
  }
});

test("demo_estimated has two estimated bills in a row, followed by actual ones", () => {
  for (const utility of UTILITIES) {
    const bills = accountsOf(utility, "demo_estimated")[0]?.bills ?? [];
    assert.deepEqual(
      bills.flatMap(({ estimated }, at) => (estimated ? [at] : [])),
      ESTIMATED_AT,
    );
  }
});

test("demo_broken_files has four broken files among good ones, no other scenario has any", () => {
  for (const { username, account } of everyAccount) {
    const broken = account.bills.flatMap(({ document }, at) => (document === "good" ? [] : [[at, document] as const]));
    assert.deepEqual(broken, username === "demo_broken_files" ? [...BROKEN_AT] : []);
  }
});

test("a correction replaces one bill, changes its usage and amounts and no other bill, and can be taken back", () => {
  for (const utility of UTILITIES) {
    const own = createWorld();
    const bills = (): Bill[] => own.accountsOf(utility, "demo_edited_bill")?.[0]?.bills ?? [];
    const before = bills();
    own.issueCorrection(utility, true);
    assert.equal(own.isCorrectionIssued(utility), true);
    const wrong = before[CORRECTED_AT];
    const right = bills().at(-1);
    assert.ok(wrong && right);
    assert.deepEqual(bills().slice(0, -1), before.toSpliced(CORRECTED_AT, 1));
    assert.equal(right.corrects, wrong.billNumber);
    assert.ok(right.billDay > wrong.billDay && right.billNumber !== wrong.billNumber);
    assert.notEqual(right.documentId, wrong.documentId);
    assert.deepEqual(
      right.meters.map(({ startDay, endDay }) => [startDay, endDay]),
      wrong.meters.map(({ startDay, endDay }) => [startDay, endDay]),
    );
    assert.ok((right.meters[0]?.registers[0]?.usage.units ?? 0) < (wrong.meters[0]?.registers[0]?.usage.units ?? 0));
    assert.ok(right.currentCents < wrong.currentCents);
    assert.equal(right.previousBalanceCents, wrong.previousBalanceCents);
    own.issueCorrection(utility, false);
    assert.deepEqual(bills(), before);
  }
});

test("demo_supply_split has two accounts for one meter, with the same reads and different charges", () => {
  const [delivery, supply] = accountsOf("northgate-electric", "demo_supply_split");
  assert.ok(delivery && supply);
  assert.notEqual(delivery.number, supply.number);
  for (const [at, bill] of delivery.bills.entries()) {
    const [ours] = bill.meters;
    const theirs: MeterPart | undefined = supply.bills[at]?.meters[0];
    assert.ok(ours && theirs);
    assert.deepEqual([ours.side, theirs.side], ["delivery", "supply"]);
    const { meterNumber, startDay, endDay, registers } = ours;
    assert.deepEqual(
      { meterNumber, startDay, endDay, registers },
      {
        meterNumber: theirs.meterNumber,
        startDay: theirs.startDay,
        endDay: theirs.endDay,
        registers: theirs.registers,
      },
    );
    const words = (meter: MeterPart) => meter.lines.map(({ description }) => description);
    assert.ok(words(ours).includes("On-peak delivery") && words(theirs).includes("On-peak supply"));
  }
  assert.equal(accountsOf("clearwater-gas-water", "demo_supply_split").length, 1);
});

test("an unknown user name has no accounts, and neither has a scenario that never signs in", () => {
  assert.equal(world.accountsOf("northgate-electric", "nobody"), undefined);
  for (const username of ["demo_bad_login", "demo_locked", "demo_site_down"]) {
    assert.deepEqual(world.accountsOf("northgate-electric", username), []);
  }
});

describe("the buildings of demo_portfolio", () => {
  const accounts = UTILITIES.flatMap((utility) => accountsOf(utility, "demo_portfolio"));
  const electricOf = (nickname: string) =>
    accountsOf("northgate-electric", "demo_portfolio").find((account) => account.nickname === nickname)?.bills ?? [];
  const unitsOf = (bills: Bill[], meterAt = 0) =>
    bills.map(({ meters }) => meters[meterAt]?.registers.reduce((sum, { usage }) => sum + usage.units, 0) ?? 0);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

  test("are eight in two towns, each known to their owner", () => {
    const addresses = new Set(accounts.map(({ serviceAddress }) => serviceAddress));
    assert.deepEqual(
      [...addresses].sort(),
      buildingsOf("2026-10")
        .map(({ service_address }) => service_address)
        .sort(),
    );
    assert.equal(addresses.size, 8);
    assert.equal(new Set([...addresses].map((address) => address.slice(-5))).size, 2);
  });

  test("use less after a retrofit", () => {
    const used = unitsOf(electricOf("Exhibit Office"));
    // The twelve bills before March 2025 and the twelve after, of the same months.
    const share = sum(used.slice(18, 30)) / sum(used.slice(3, 15));
    assert.ok(share > 0.65 && share < 0.8, `${share}`);
  });

  test("pay more for the same energy after a change of tariff", () => {
    const rates = electricOf("Placeholder Warehouse").map(({ meters }) => meters[0]?.lines[1]?.rate.units ?? 0);
    const rises = rates.slice(1).map((rate, at) => rate / (rates[at] ?? 1));
    assert.equal(rises.filter((rise) => rise > 1.15).length, 1);
  });

  test("use three times as much water while a pipe leaks", () => {
    const [, , apartments] = accountsOf("clearwater-gas-water", "demo_portfolio");
    const used = unitsOf(apartments?.bills ?? [], 1);
    const usual = sum(used.slice(0, 24)) / 24;
    assert.equal(used.filter((amount) => amount > 2.5 * usual).length, 3);
    assert.equal(used.filter((amount) => amount > 1.4 * usual).length, 4);
  });
});

test("both utilities serve the same addresses for a user name, each scenario its own", () => {
  // The portfolio has gas and water at some of its buildings only.
  for (const { username } of SCENARIOS.filter(({ customer }) => customer !== "portfolio")) {
    const [electric, gas] = UTILITIES.map((utility) => [
      ...new Set(accountsOf(utility, username).map(({ serviceAddress }) => serviceAddress)),
    ]);
    assert.deepEqual(electric, gas);
  }
  const all = everyAccount
    .filter(({ utility }) => utility === "clearwater-gas-water")
    .map(({ account }) => account.serviceAddress);
  assert.equal(new Set(all).size, all.length);
});

test("the world is the same in every process for ever", () => {
  const digestOf = (accounts: typeof everyAccount) =>
    createHash("sha256").update(JSON.stringify(accounts)).digest("hex");
  const split = everyAccount.filter(({ username }) => username === "demo_supply_split");
  assert.equal(digestOf(split), "7f5a11e2137966469011b2db449e9d3fbf442f2b4d2635fd02fba3228be5e7d8");
  const portfolio = everyAccount.filter(({ username }) => username === "demo_portfolio");
  assert.equal(digestOf(portfolio), "42c4d8fb9df75a0b5522528aaf2b0779075a942ffa721ea8fffdbd04b44aacd9");
  const later = new Set([...split, ...portfolio, ...everyAccount.filter(({ username }) => username === "demo_push")]);
  const digest = digestOf(everyAccount.filter((account) => !later.has(account)));
  assert.equal(digest, "0c3b6caba93329bda5a26cfbbad6a46933d6068cab7e09b53e6032618f9fe235");
});

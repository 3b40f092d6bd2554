/** A world goes up to any day: what happens there moves with it by whole months, and the weather stays where it is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addMonths, daysBetween } from "./days.ts";
import { USUAL_LAST_DAY, endOfMonth, lastDayOn, newestMonthOf } from "./last-day.ts";
import type { Bill, UtilitySlug } from "./model.ts";
import { buildingsOf } from "./portfolio.ts";
import { SCENARIOS } from "./scenarios.ts";
import { weatherUntil } from "./weather.ts";
import { createWorld } from "./world.ts";

const UTILITIES: UtilitySlug[] = ["northgate-electric", "clearwater-gas-water"];
const MONTHS_LATER = 5;
const usual = createWorld();
const later = createWorld("2027-03-31");
const allOf = (world: typeof usual) =>
  UTILITIES.flatMap((utility) => SCENARIOS.flatMap(({ username }) => world.accountsOf(utility, username) ?? []));
const portfolioOf = (world: typeof usual, utility: UtilitySlug, nickname: string): Bill[] =>
  world.accountsOf(utility, "demo_portfolio")?.find((account) => account.nickname === nickname)?.bills ?? [];

test("the bills of a world five months later are the same ones, five months later", () => {
  const [then, now] = [allOf(usual), allOf(later)];
  assert.equal(now.length, then.length);
  for (const [at, account] of now.entries()) {
    const before = then[at];
    assert.ok(before);
    const identity = ({ number, nickname, serviceAddress }: typeof account) => [number, nickname, serviceAddress];
    assert.deepEqual(identity(account), identity(before));
    const known = ({ billNumber, documentId, document, estimated }: Bill) => [
      billNumber,
      documentId,
      document,
      estimated,
    ];
    assert.deepEqual(account.bills.map(known), before.bills.map(known));
    for (const [billAt, bill] of account.bills.entries()) {
      const usualDay: string = before.bills[billAt]?.billDay ?? "";
      const moved: string = `${addMonths(usualDay.slice(0, 7), MONTHS_LATER)}${usualDay.slice(7)}`;
      // Weekends fall on other days.
      assert.ok(Math.abs(daysBetween(moved, bill.billDay)) <= 4, `${moved} ${bill.billDay}`);
    }
  }
});

test("what happened to the buildings moves, too: the measure, the tariff, the leak, and the notes of them", () => {
  const daysOf = (month: string) =>
    buildingsOf(month).flatMap(({ savings_start_date, notes }) => [
      savings_start_date,
      ...notes.map(({ date }) => date),
    ]);
  assert.deepEqual(daysOf("2026-10").filter(Boolean), ["2025-03-01", "2025-03-01", "2025-07-01", "2026-06-01"]);
  assert.deepEqual(daysOf("2027-03").filter(Boolean), ["2025-08-01", "2025-08-01", "2025-12-01", "2026-11-01"]);
  const rates = portfolioOf(later, "northgate-electric", "Placeholder Warehouse").map(({ meters }) => meters[0]);
  const rate = (at: number) => rates[at]?.lines[1]?.rate.units ?? 0;
  const rise = rates.findIndex((_, at) => at > 0 && rate(at) / rate(at - 1) > 1.15);
  assert.equal(rates[rise]?.startDay.slice(0, 7), "2025-12");
  const water = portfolioOf(later, "clearwater-gas-water", "Mockup Apartments").map(({ meters }) => meters[1]);
  const units = water.map((meter) => meter?.registers[0]?.usage.units ?? 0);
  const most = units.indexOf(Math.max(...units));
  assert.ok((water[most]?.startDay ?? "") >= "2026-08" && (water[most]?.endDay ?? "") < "2026-11-15");
});

test("the weather of a day is the same in every world, so that use keeps its seasons", () => {
  assert.deepEqual(
    weatherUntil(later.lastDay).slice(0, weatherUntil(USUAL_LAST_DAY).length),
    weatherUntil(USUAL_LAST_DAY),
  );
  assert.equal(weatherUntil("2027-03-31").at(-1)?.day, "2027-03-31");
  const meanOf = (day: string) => weatherUntil(day).at(-1)?.meanF ?? Number.NaN;
  assert.ok(meanOf("2027-01-20") < meanOf("2027-07-20"));
  const gas = (later.accountsOf("clearwater-gas-water", "demo_residential") ?? []).flatMap(({ bills }) =>
    bills.map(({ meters }) => ({
      month: meters[0]?.endDay.slice(5, 7),
      units: meters[0]?.registers[0]?.usage.units ?? 0,
    })),
  );
  const sum = (months: string[]) =>
    gas.filter(({ month }) => months.includes(month ?? "")).reduce((total, { units }) => total + units, 0);
  assert.ok(sum(["01", "02", "03"]) > 3 * sum(["07", "08", "09"]));
});

test("no bill is from the future, and before the bills of a month come, those of the month before are the newest", () => {
  assert.deepEqual(["2026-11-12", "2026-11-13", "2026-11-30"].map(newestMonthOf), ["2026-10", "2026-11", "2026-11"]);
  for (const day of ["2026-11-12", "2026-11-13", "2026-11-14", "2026-11-30"])
    for (const { bills } of allOf(createWorld(day))) assert.ok((bills.at(-1)?.billDay ?? "") <= day, day);
});

test("a world ends with a month or on a day, within the years that have weather", () => {
  assert.deepEqual(["2026-10", "2028-02", "2026-09", "2050-01", "2027-13", "soon"].map(endOfMonth), [
    "2026-10-31",
    "2028-02-29",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  assert.deepEqual(["2025-01-01", "2027-05-04", "2051-01-01"].map(lastDayOn), [
    "2026-10-31",
    "2027-05-04",
    "2049-12-31",
  ]);
  for (const day of ["2026-10-30", "2050-01-01", "2027-02-30", "2027-13-01", "soon"])
    assert.throws(() => createWorld(day), RangeError, day);
});

/** The books of one account: its meters, their reads, and what a bill charges for them. */
import { clearwaterLines } from "../clearwater/tariff.ts";
import { northgateLines } from "../northgate/tariff.ts";
import { totalCents } from "./charge-line.ts";
import type { Service } from "./charge-line.ts";
import type { AccountPlan, MeterPlan } from "./account-plan.ts";
import { monthsBetween, shortDate } from "./days.ts";
import { readMeter } from "./meter-reads.ts";
import type { MeterPeriod, ReadOddities } from "./meter-reads.ts";
import type { ChargeLine, MeterPart, TownSlug, UtilitySlug } from "./model.ts";
import { isPlain } from "./plain-customers.ts";
import { plainLines } from "./plain-tariff.ts";
import { PLAIN } from "./plain-utilities.ts";
import { createRandom, hashText, randomInt } from "./random.ts";
import { BILL_COUNT, laterReadDays, readDays } from "./read-days.ts";
import type { Scenario } from "./scenarios.ts";

function linesOf(utility: UtilitySlug, service: Service, overdueCents: number): ChargeLine[] {
  if (isPlain(utility)) return plainLines(utility, service, overdueCents);
  return TARIFFS[utility](service, overdueCents);
}

const TARIFFS: Record<TownSlug, (service: Service, overdueCents: number) => ChargeLine[]> = {
  "northgate-electric": northgateLines,
  "clearwater-gas-water": clearwaterLines,
};

/** The parts of an account that stay the same from bill to bill. */
export interface Ledger {
  utility: UtilitySlug;
  seed: string;
  /** Seed of its meters and reads: accounts of two companies can share the same meter. */
  meterSeed: string;
  plan: AccountPlan;
  /** Of its whole history. */
  billCount: number;
  meters: { plan: MeterPlan; meterNumber: string; days: string[] }[];
}

/** When a world began, and where it is now. */
export interface Calendar {
  /** The newest month of its first day. */
  firstMonth: string;
  /** The newest month now: the same or a later one. */
  newestMonth: string;
  /** The day that it is now. */
  lastDay: string;
  /** All meters of a customer are read on the same days. */
  sameDates: boolean;
}

/** An account of a scenario. */
export interface Whose {
  utility: UtilitySlug;
  scenario: Scenario;
  plan: AccountPlan;
  calendar: Calendar;
}

function meterNumberOf(utility: UtilitySlug, energyType: MeterPlan["energyType"], serial: number): string {
  if (isPlain(utility)) return `${PLAIN[utility].meterPrefix}${energyType.charAt(0)}${serial}`;
  return energyType === "ELECTRIC" ? `NE${serial}` : `${energyType.charAt(0)}-${serial}`;
}

/** Gives an account its meters and the days on which they are read. */
export function openLedger({ utility, scenario, plan, calendar }: Whose): Ledger {
  const { firstMonth, newestMonth, sameDates } = calendar;
  const customer = `${utility} ${scenario.username}`;
  const seed = `${customer} ${plan.nickname}`;
  const meterSeed = plan.side === null ? seed : customer;
  const cycleSeed = sameDates ? customer : meterSeed;
  const random = createRandom(`${cycleSeed} cycle`);
  const cycleDay = randomInt(random, 6, 12);
  const monthsLater = monthsBetween(firstMonth, newestMonth);
  const meters = plan.meters.map((meter, at) => {
    const serial = 100000 + (hashText(`${meterSeed} meter ${at}`) % 900000);
    const days = readDays(firstMonth, cycleDay, random);
    days.push(...laterReadDays(firstMonth, monthsLater, cycleDay, createRandom(`${cycleSeed} later cycle ${at}`)));
    return { plan: meter, meterNumber: meterNumberOf(utility, meter.energyType, serial), days };
  });
  // The meters of an account are read in one visit, only at Clearwater by two people on two days.
  const [first] = meters;
  if (utility !== "clearwater-gas-water" && first) for (const meter of meters) meter.days = first.days;
  return { utility, seed, meterSeed, plan, billCount: BILL_COUNT + monthsLater, meters };
}

/** The periods of each meter, oldest first. A misread happens to the account's first meter only. */
export function readAll(ledger: Ledger, oddities: ReadOddities): MeterPeriod[][] {
  return ledger.meters.map(({ plan, days }, at) =>
    readMeter(
      plan,
      days,
      {
        first: createRandom(`${ledger.meterSeed} reads ${at}`),
        later: createRandom(`${ledger.meterSeed} later reads ${at}`),
      },
      at === 0 ? oddities : { ...oddities, misread: null },
    ),
  );
}

/** A bill shows its own month, the same month a year ago, and those between. */
const HISTORY_BILLS = 13;

function historyEntry({ endDay, registers }: MeterPeriod): MeterPart["history"][number] {
  return {
    month: shortDate(endDay).slice(0, 3),
    units: registers.reduce((total, { usage }) => total + usage.units, 0),
  };
}

/** What bill `at` shows for each meter; `overdueCents` is charged on the first. @throws RangeError when there are no reads */
export function meterParts(ledger: Ledger, periods: MeterPeriod[][], at: number, overdueCents: number): MeterPart[] {
  const { side, rateChange } = ledger.plan;
  return ledger.meters.map(({ plan, meterNumber }, meterAt) => {
    const period = periods[meterAt]?.[at];
    const [register] = period?.registers ?? [];
    if (!period || !register) throw new RangeError(`no reads of meter ${meterNumber} for bill ${at}`);
    const service: Service = {
      energyType: plan.energyType,
      business: ledger.plan.business,
      side,
      startDay: period.startDay,
      endDay: period.endDay,
      usages: period.registers.map(({ usage }) => usage),
      usageUnit: register.unit,
      billedKw: period.demand?.billedKw ?? null,
      priceShare: rateChange !== undefined && period.startDay >= rateChange.from ? rateChange.share : 1,
    };
    const lines = linesOf(ledger.utility, service, meterAt === 0 ? overdueCents : 0);
    const { energyType, serviceName } = plan;
    const history = (periods[meterAt] ?? []).slice(Math.max(0, at - HISTORY_BILLS + 1), at + 1).map(historyEntry);
    const ofSide = side === null ? {} : { side };
    return {
      meterNumber,
      ...ofSide,
      energyType,
      serviceName,
      ...period,
      lines,
      totalCents: totalCents(lines),
      history,
    };
  });
}

/** The books of one account: its meters, their reads, and what a bill charges for them. */
import { clearwaterLines } from "../clearwater/tariff.ts";
import { northgateLines } from "../northgate/tariff.ts";
import { totalCents } from "./charge-line.ts";
import type { Service } from "./charge-line.ts";
import type { AccountPlan, MeterPlan } from "./customers.ts";
import { shortDate } from "./days.ts";
import { newestMonthOf } from "./last-day.ts";
import { readMeter } from "./meter-reads.ts";
import type { MeterPeriod, ReadOddities } from "./meter-reads.ts";
import type { ChargeLine, MeterPart, UtilitySlug } from "./model.ts";
import { createRandom, hashText, randomInt } from "./random.ts";
import { readDays } from "./read-days.ts";
import type { Scenario } from "./scenarios.ts";

const TARIFFS: Record<UtilitySlug, (service: Service, overdueCents: number) => ChargeLine[]> = {
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
  meters: { plan: MeterPlan; meterNumber: string; days: string[] }[];
}

/** An account of a scenario, in a world that goes up to this day. */
export interface Whose {
  utility: UtilitySlug;
  scenario: Scenario;
  plan: AccountPlan;
  lastDay: string;
}

/** Gives an account its meters and the days on which they are read. */
export function openLedger({ utility, scenario, plan, lastDay }: Whose): Ledger {
  const seed = `${utility} ${scenario.username} ${plan.nickname}`;
  const meterSeed = plan.side === null ? seed : `${utility} ${scenario.username}`;
  const random = createRandom(`${meterSeed} cycle`);
  const cycleDay = randomInt(random, 6, 12);
  const meters = plan.meters.map((meter, at) => {
    const serial = 100000 + (hashText(`${meterSeed} meter ${at}`) % 900000);
    const meterNumber = meter.energyType === "ELECTRIC" ? `NE${serial}` : `${meter.energyType.charAt(0)}-${serial}`;
    return { plan: meter, meterNumber, days: readDays(newestMonthOf(lastDay), cycleDay, random) };
  });
  // The meters of an electric account are read in one visit; gas and water by two people on two days.
  const [first] = meters;
  if (utility === "northgate-electric" && first) for (const meter of meters) meter.days = first.days;
  return { utility, seed, meterSeed, plan, meters };
}

/** The periods of each meter, oldest first. A misread happens to the account's first meter only. */
export function readAll(ledger: Ledger, oddities: ReadOddities): MeterPeriod[][] {
  return ledger.meters.map(({ plan, days }, at) =>
    readMeter(
      plan,
      days,
      createRandom(`${ledger.meterSeed} reads ${at}`),
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
    const lines = TARIFFS[ledger.utility](service, meterAt === 0 ? overdueCents : 0);
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

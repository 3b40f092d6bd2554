/** The prices of the utilities with the plain bill: a fixed charge, a price by use, an adjustment of either sign, a tax. All made up. */
import { chargeLine, monthlyCharge, monthlyPrice, shareOf, totalCents, yearlyPrice } from "./charge-line.ts";
import type { Service } from "./charge-line.ts";
import { fixed } from "./decimal.ts";
import type { ChargeLine, PlainSlug } from "./model.ts";

/** Prices have five decimals. */
interface Prices {
  /** What the use is called on the bill. */
  use: string;
  serviceCents: { household: number; business: number };
  price: { household: number; business: number };
  yearlyStep: number;
  adjustment: { low: number; high: number };
  /** A fraction of five decimals. */
  taxShare: number;
}

const POWER: Prices = {
  use: "Electricity",
  serviceCents: { household: 1285, business: 4410 },
  price: { household: 13_420, business: 9780 },
  yearlyStep: 260,
  adjustment: { low: -540, high: 710 },
  taxShare: 5500,
};
const GAS: Prices = {
  use: "Gas",
  serviceCents: { household: 1390, business: 4050 },
  price: { household: 88_200, business: 79_600 },
  yearlyStep: 1150,
  adjustment: { low: -3900, high: 4700 },
  taxShare: 4250,
};
const WATER: Prices = {
  use: "Water",
  serviceCents: { household: 1210, business: 3975 },
  price: { household: 463_000, business: 587_500 },
  yearlyStep: 12_500,
  adjustment: { low: -8200, high: 9400 },
  taxShare: 3000,
};

const PRICES: Record<PlainSlug, Partial<Record<Service["energyType"], Prices>>> = {
  "harbor-power": { ELECTRIC: POWER },
  "juniper-water": { WATER },
  "meridian-gas": { GAS },
  "vista-electric": { ELECTRIC: { ...POWER, price: { household: 14_110, business: 10_230 }, taxShare: 4750 } },
  "prairie-energy": { ELECTRIC: { ...POWER, price: { household: 12_640, business: 9310 } }, GAS },
  "grassland-cooperative": { ELECTRIC: POWER },
  "lakefront-energy": { ELECTRIC: POWER, GAS },
  "granite-light": { ELECTRIC: { ...POWER, price: { household: 12_980, business: 9540 } } },
};

const LATE_SHARE = fixed(1250, 5);

/** The lines of one meter; `overdueCents` is what was owed and unpaid, billed on one meter of the account only. */
export function plainLines(utility: PlainSlug, service: Service, overdueCents: number): ChargeLine[] {
  const prices = PRICES[utility][service.energyType];
  const [quantity] = service.usages;
  if (prices === undefined || quantity === undefined) throw new RangeError(`${utility} has no ${service.energyType}`);
  const { startDay, usageUnit: unit } = service;
  const kind = service.business ? "business" : "household";
  const rate = yearlyPrice(startDay, { base: prices.price[kind], step: prices.yearlyStep, places: 5 });
  const adjustment = monthlyPrice(`${utility} adjustment`, startDay, { ...prices.adjustment, places: 5 });
  const lines = [
    monthlyCharge(`${prices.use} service charge`, "service_cost", prices.serviceCents[kind]),
    chargeLine(`${prices.use} used`, "usage_cost", { quantity, unit, rate }),
    chargeLine(`${prices.use} cost adjustment`, "interim_rate_cost", { quantity, unit, rate: adjustment }),
  ];
  const taxable = totalCents(lines);
  if (overdueCents > 0) lines.push(shareOf("Late charge", "other_applied_cost", overdueCents, LATE_SHARE));
  return [...lines, shareOf("Utility tax", "tax_cost", taxable, fixed(prices.taxShare, 5))];
}

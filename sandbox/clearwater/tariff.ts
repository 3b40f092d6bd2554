/** Clearwater Gas & Water's prices: gas by the therm with a signed adjustment, water in two tiers, sewer priced on water. All made up. */
import { chargeLine, monthlyCharge, monthlyPrice, shareOf, totalCents, yearlyPrice } from "../world/charge-line.ts";
import type { Service } from "../world/charge-line.ts";
import { fixed } from "../world/decimal.ts";
import type { Fixed } from "../world/decimal.ts";
import type { ChargeLine, QuantityUnit } from "../world/model.ts";

const UTILITY_TAX = fixed(4500, 5);
const LATE_SHARE = fixed(1000, 5);

function gasLines(service: Service, therms: Fixed): ChargeLine[] {
  const { business, startDay } = service;
  const delivery = yearlyPrice(startDay, { base: business ? 28410 : 36120, step: 940, places: 5 });
  const supply = monthlyPrice("Clearwater gas supply", startDay, { low: 38200, high: 61900, places: 5 });
  const adjustment = monthlyPrice("Clearwater purchased gas", startDay, { low: -4100, high: 5200, places: 5 });
  const unit = "therms" as const;
  return [
    monthlyCharge("Gas customer charge", "service_cost", business ? 3900 : 1275),
    chargeLine("Gas delivery", "usage_cost", { quantity: therms, unit, rate: delivery }),
    chargeLine("Gas supply", "usage_cost", { quantity: therms, unit, rate: supply }),
    chargeLine("Purchased gas adjustment", "interim_rate_cost", { quantity: therms, unit, rate: adjustment }),
    monthlyCharge("Energy assistance fee", "other_applied_cost", business ? 250 : 85),
  ];
}

interface WaterPrices {
  tierEnd: number;
  tier1: number;
  tier2: number;
  sewer: number;
  serviceCents: number;
  stormCents: number;
}
const BY_CCF: WaterPrices = {
  tierEnd: 6,
  tier1: 38400,
  tier2: 51200,
  sewer: 46700,
  serviceCents: 1140,
  stormCents: 520,
};
const BY_KGAL: WaterPrices = {
  tierEnd: 25,
  tier1: 51300,
  tier2: 60800,
  sewer: 62400,
  serviceCents: 4225,
  stormCents: 3860,
};

function waterLines(service: Service, used: Fixed, unit: QuantityUnit): ChargeLine[] {
  const prices = unit === "kgal" ? BY_KGAL : BY_CCF;
  const price = (base: number, step: number) => yearlyPrice(service.startDay, { base, step, places: 4 });
  const first = fixed(Math.min(used.units, prices.tierEnd), 0);
  const above = fixed(used.units - first.units, 0);
  const lines = [
    monthlyCharge("Water service charge", "service_cost", prices.serviceCents),
    chargeLine(`Water tier 1, first ${prices.tierEnd} ${unit}`, "usage_cost", {
      quantity: first,
      unit,
      rate: price(prices.tier1, 1100),
    }),
  ];
  if (above.units > 0) {
    const rate = price(prices.tier2, 1400);
    lines.push(
      chargeLine(`Water tier 2, over ${prices.tierEnd} ${unit}`, "usage_cost", { quantity: above, unit, rate }),
    );
  }
  lines.push(
    chargeLine("Sewer charge on water used", "other_applied_cost", {
      quantity: used,
      unit,
      rate: price(prices.sewer, 1250),
    }),
    monthlyCharge("Stormwater fee", "other_applied_cost", prices.stormCents),
  );
  return lines;
}

/** The lines of one meter; `overdueCents` is what was owed and unpaid, billed on one meter of the account only. */
export function clearwaterLines(service: Service, overdueCents: number): ChargeLine[] {
  const [used] = service.usages;
  if (used === undefined) throw new RangeError("a gas or water meter has one register");
  const lines = service.energyType === "GAS" ? gasLines(service, used) : waterLines(service, used, service.usageUnit);
  const taxable = totalCents(lines);
  if (overdueCents > 0) lines.push(shareOf("Late payment fee", "other_applied_cost", overdueCents, LATE_SHARE));
  const tax = service.energyType === "GAS" ? "Municipal utility tax, gas" : "Municipal utility tax, water";
  return [...lines, shareOf(tax, "tax_cost", taxable, UTILITY_TAX)];
}

/** Northgate Electric's prices: time of use, demand for businesses, a fuel rider of either sign, two taxes. All made up. */
import {
  chargeLine,
  monthlyCharge,
  monthlyPrice,
  shareOf,
  totalCents,
  totalUsage,
  yearlyPrice,
} from "../world/charge-line.ts";
import type { Service } from "../world/charge-line.ts";
import { fixed } from "../world/decimal.ts";
import type { ChargeLine } from "../world/model.ts";

const HOUSEHOLD = { customerCents: 1450, onPeak: 17842, offPeak: 9115, step: 310, demandRate: 0 };
const BUSINESS = { customerCents: 4800, onPeak: 9826, offPeak: 6104, step: 215, demandRate: 1185 };

/** The household's prices in two parts: wires and service here, energy from a supplier there. */
const SPLIT = {
  delivery: { customerCents: 1450, onPeak: 6214, offPeak: 3380, step: 110, demandRate: 0 },
  supply: { customerCents: 495, onPeak: 11_628, offPeak: 5735, step: 200, demandRate: 0 },
};
const WORDS = {
  whole: { customer: "Customer charge", energy: "energy" },
  delivery: { customer: "Customer charge", energy: "delivery" },
  supply: { customer: "Supplier service charge", energy: "supply" },
};

const STATE_TAX = fixed(6250, 5);
const LOCAL_TAX = fixed(2000, 5);
const LATE_SHARE = fixed(1500, 5);

/** The lines of one meter; `overdueCents` is what was owed and unpaid, billed on one meter of the account only. */
export function northgateLines(service: Service, overdueCents: number): ChargeLine[] {
  const prices = service.side === null ? (service.business ? BUSINESS : HOUSEHOLD) : SPLIT[service.side];
  const words = WORDS[service.side ?? "whole"];
  const { startDay, usages, billedKw, priceShare } = service;
  const [onPeak, offPeak] = usages;
  if (onPeak === undefined || offPeak === undefined) throw new RangeError("an electric meter has two registers");
  const energy = (base: number) =>
    yearlyPrice(startDay, { base: Math.round(base * priceShare), step: prices.step, places: 5 });
  const allKwh = totalUsage(usages);
  const lines = [
    monthlyCharge(words.customer, "service_cost", prices.customerCents),
    chargeLine(`On-peak ${words.energy}`, "usage_cost", { quantity: onPeak, unit: "kWh", rate: energy(prices.onPeak) }),
    chargeLine(`Off-peak ${words.energy}`, "usage_cost", {
      quantity: offPeak,
      unit: "kWh",
      rate: energy(prices.offPeak),
    }),
  ];
  if (billedKw !== null) {
    const rate = yearlyPrice(startDay, { base: prices.demandRate, step: 25, places: 2 });
    lines.push(chargeLine("Demand charge", "demand_cost", { quantity: billedKw, unit: "kW", rate }));
  }
  const rider = monthlyPrice("Northgate fuel rider", startDay, { low: -620, high: 840, places: 5 });
  // Fuel belongs to the supplier, public benefits to the grid operator.
  if (service.side !== "delivery")
    lines.push(
      chargeLine("Fuel adjustment rider", "interim_rate_cost", { quantity: allKwh, unit: "kWh", rate: rider }),
    );
  if (service.side !== "supply")
    lines.push(
      chargeLine("Public benefits charge", "other_applied_cost", {
        quantity: allKwh,
        unit: "kWh",
        rate: fixed(187, 5),
      }),
    );
  const taxable = totalCents(lines);
  if (overdueCents > 0) lines.push(shareOf("Late payment charge", "other_applied_cost", overdueCents, LATE_SHARE));
  lines.push(
    shareOf("State sales tax", "tax_cost", taxable, STATE_TAX),
    shareOf("Local utility tax", "tax_cost", taxable, LOCAL_TAX),
  );
  return lines;
}

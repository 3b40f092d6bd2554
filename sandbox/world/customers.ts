/** The customers in the sandbox's town: the accounts of each scenario, with their meters and use of energy and water. */
import type { AccountPlan, MeterPlan } from "./account-plan.ts";
import type { TownSlug, UtilitySlug } from "./model.ts";
import { isPlain, plainMeters } from "./plain-customers.ts";
import { planPortfolio } from "./portfolio.ts";
import { SCENARIOS } from "./scenarios.ts";
import type { Scenario } from "./scenarios.ts";

const TOWN = "Springfield, IL 62701";

const none = { onPeakShare: 0, loadFactor: null, waterUnit: "CCF", dialStep: 1 } as const;

function electric(
  serviceName: string,
  use: [number, number, number],
  options: { dialStep: number; onPeakShare: number; loadFactor: number | null; weekend: number },
): MeterPlan {
  const [perDay, perHeatingDegree, perCoolingDegree] = use;
  const load = { perDay, perHeatingDegree, perCoolingDegree, heatingBaseF: 60, weekend: options.weekend };
  return { ...none, ...options, energyType: "ELECTRIC", serviceName, load };
}

function gas(perDay: number, perHeatingDegree: number): MeterPlan {
  const load = { perDay, perHeatingDegree, perCoolingDegree: 0, heatingBaseF: 62, weekend: 1 };
  return { ...none, energyType: "GAS", serviceName: "Gas service", load };
}

function water(waterUnit: "CCF" | "kgal", perDay: number, perCoolingDegree: number): MeterPlan {
  const load = { perDay, perHeatingDegree: 0, perCoolingDegree, heatingBaseF: 60, weekend: 1 };
  return { ...none, energyType: "WATER", serviceName: "Water and sewer service", load, waterUnit };
}

const home = { dialStep: 1, onPeakShare: 0.31, loadFactor: null, weekend: 1.1 };
const HOUSEHOLD: Record<TownSlug, MeterPlan[]> = {
  "northgate-electric": [electric("Residential service", [15, 0.28, 1.35], home)],
  "clearwater-gas-water": [gas(0.55, 0.13), water("CCF", 0.24, 0.011)],
};

const shop = { onPeakShare: 0.44, loadFactor: 0.46, weekend: 0.7 };
const BUSINESS: { nickname: string; street: string; meters: Record<TownSlug, MeterPlan[]> }[] = [
  {
    nickname: "Office",
    street: "1200 Sample Parkway",
    meters: {
      "northgate-electric": [
        electric("Building main", [820, 6, 24], { ...shop, dialStep: 40 }),
        electric("Cooling plant", [60, 1, 31], { ...shop, dialStep: 20, loadFactor: 0.34 }),
      ],
      "clearwater-gas-water": [gas(3.2, 2.1), water("kgal", 1.6, 0.05)],
    },
  },
  {
    nickname: "Warehouse",
    street: "48 Specimen Road",
    meters: {
      "northgate-electric": [
        electric("Lighting and docks", [540, 3, 5], { ...shop, dialStep: 20, loadFactor: 0.52 }),
        electric("Refrigeration", [1150, 0, 19], {
          ...shop,
          dialStep: 80,
          onPeakShare: 0.36,
          loadFactor: 0.71,
          weekend: 1,
        }),
      ],
      "clearwater-gas-water": [gas(0.8, 3.4), water("kgal", 0.5, 0)],
    },
  },
  {
    nickname: "Store",
    street: "305 Demonstration Drive",
    meters: {
      "northgate-electric": [
        electric("Sales floor", [410, 2, 14], { ...shop, dialStep: 20, weekend: 1.15 }),
        electric("Sign and parking lights", [96, 0.9, 0], {
          ...shop,
          dialStep: 1,
          onPeakShare: 0.12,
          loadFactor: 0.4,
          weekend: 1,
        }),
      ],
      "clearwater-gas-water": [gas(1.9, 1.2), water("kgal", 0.9, 0.14)],
    },
  },
];

const NEVER_IN: ReadonlySet<Scenario["signIn"]> = new Set(["refused", "locked", "down"]);

/** The meters at one of a customer's places; none where the utility does not serve it. */
const metersAt = (utility: UtilitySlug, place: string, inTown: Record<TownSlug, MeterPlan[]>): MeterPlan[] =>
  isPlain(utility) ? plainMeters(utility, place) : inTown[utility];

/** The accounts of a scenario at a utility; empty for a scenario that never signs in. */
export function planAccounts(utility: UtilitySlug, scenario: Scenario, newestMonth: string): AccountPlan[] {
  if (NEVER_IN.has(scenario.signIn)) return [];
  if (scenario.customer === "portfolio") return planPortfolio(utility, newestMonth);
  if (scenario.customer === "business") {
    return BUSINESS.map(({ nickname, street, meters }) => ({
      holder: "Sample Holdings",
      nickname,
      serviceAddress: `${street}, ${TOWN}`,
      business: true,
      side: null,
      meters: metersAt(utility, nickname, meters),
    })).filter(({ meters }) => meters.length > 0);
  }
  const houseNumber = 14 + 7 * SCENARIOS.findIndex(({ username }) => username === scenario.username);
  const account = {
    holder: "Sample Household",
    nickname: "Home",
    serviceAddress: `${houseNumber} Example Lane, ${TOWN}`,
    business: false,
    side: null,
    meters: metersAt(utility, "Home", HOUSEHOLD),
  };
  if (scenario.customer !== "split" || utility !== "northgate-electric") return [account];
  return [
    { ...account, nickname: "Delivery", side: "delivery" },
    { ...account, nickname: "Supply", side: "supply" },
  ];
}

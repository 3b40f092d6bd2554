/** The buildings of `demo_portfolio`: eight kinds in two towns, each with one thing that happened to it. All made up but the towns. */
import type { AccountPlan, LoadShape, MeterPlan } from "./account-plan.ts";
import { addDays, addMonths } from "./days.ts";
import type { UtilitySlug } from "./model.ts";

/** What the owner knows of a building and no bill says. */
export interface Building {
  name: string;
  service_address: string;
  street: string;
  sq_ft: number;
  year_built: number;
  primary_use: string;
  /** Its use as scores of buildings ask for it. */
  property_use: Record<string, string | number>;
  /** The station of its town. */
  weather_station: string;
  /** From then on something saves energy there. */
  savings_start_date?: string;
  notes: { date: string; text: string }[];
}

interface Plan extends Omit<Building, "service_address" | "weather_station"> {
  town: keyof typeof TOWNS;
  meters: Partial<Record<UtilitySlug, MeterPlan[]>>;
  of?: Partial<Record<UtilitySlug, Pick<AccountPlan, "twist" | "rateChange">>>;
}

/** Degrees F by which the south is warmer on every day. */
export const SOUTH_WARMER_F = 13;

const TOWNS = {
  north: { place: "Springfield, IL 62701", station: "SANDBOX", warmerF: 0 },
  south: { place: "Macon, GA 31201", station: "SANDBOX-SOUTH", warmerF: SOUTH_WARMER_F },
} as const;

/** When it happened, counted from the newest month. With October 2026: in March and July 2025, and from March to May 2026. */
function storyOf(newestMonth: string) {
  const monthsBefore = (count: number) => `${addMonths(newestMonth, -count)}-01`;
  // From the 29th on: enough days before the meter is read that the first of its bills shows an unusual use, in any month.
  const leak = { from: addDays(monthsBefore(8), 28), until: monthsBefore(4) };
  return { retrofit: monthsBefore(19), tariff: monthsBefore(15), leak };
}

type Use = [perDay: number, perHeatingDegree: number, perCoolingDegree: number];

const load = ([perDay, perHeatingDegree, perCoolingDegree]: Use, more: Partial<LoadShape> = {}): LoadShape => ({
  perDay,
  perHeatingDegree,
  perCoolingDegree,
  heatingBaseF: 60,
  weekend: 1,
  ...more,
});

function electric(use: Use, more: Partial<LoadShape> = {}, loadFactor = 0.5): MeterPlan {
  const dialStep = use[0] > 2000 ? 80 : 40;
  const shape = { onPeakShare: 0.42, loadFactor, waterUnit: "CCF", dialStep } as const;
  return { ...shape, energyType: "ELECTRIC", serviceName: "Building main", load: load(use, more) };
}

const NO_RATES = { onPeakShare: 0, loadFactor: null, dialStep: 1 } as const;
const gas = (use: Use, more: Partial<LoadShape> = {}): MeterPlan => ({
  ...NO_RATES,
  waterUnit: "CCF",
  energyType: "GAS",
  serviceName: "Gas service",
  load: load(use, { heatingBaseF: 62, ...more }),
});
const water = (perDay: number, more: Partial<LoadShape> = {}): MeterPlan => ({
  ...NO_RATES,
  waterUnit: "kgal",
  energyType: "WATER",
  serviceName: "Water and sewer service",
  load: load([perDay, 0, 0], more),
});

const allYear = { percent_heated: 1, percent_cooled: 1, months_in_use: 12 };

const plansOf = ({ retrofit, tariff, leak }: ReturnType<typeof storyOf>): Plan[] => [
  {
    name: "Exhibit Office",
    street: "100 Exhibit Avenue",
    town: "north",
    sq_ft: 52_000,
    year_built: 1987,
    primary_use: "OFFICE",
    property_use: {
      property_type: "Office",
      weekly_operating_hours: 60,
      workers_on_main_shift: 130,
      computers: 150,
      percent_cooled: 1,
      small_bank: 0,
      months_in_use: 12,
    },
    savings_start_date: retrofit,
    notes: [{ date: retrofit, text: "Lighting and the chiller were replaced." }],
    meters: {
      "northgate-electric": [electric([1500, 5, 48], { weekend: 0.6, changes: [{ from: retrofit, share: 0.72 }] })],
      "clearwater-gas-water": [gas([4, 2.6, 0]), water(2.2)],
    },
  },
  {
    name: "Exhibit School",
    street: "22 Exhibit Avenue",
    town: "north",
    sq_ft: 61_000,
    year_built: 1974,
    primary_use: "SCHOOL",
    property_use: {
      property_type: "K-12 School",
      high_school: 0,
      open_weekends: 0,
      workers_on_main_shift: 55,
      cooking: 1,
      percent_heated: 1,
      percent_cooled: 1,
      weekly_operating_hours: 50,
      months_in_use: 10,
    },
    notes: [],
    meters: {
      "northgate-electric": [electric([1250, 3, 20], { weekend: 0.3 })],
      "clearwater-gas-water": [gas([5, 3.4, 0]), water(2.9, { weekend: 0.2 })],
    },
    of: { "northgate-electric": { twist: "gap" } },
  },
  {
    name: "Placeholder Warehouse",
    street: "7 Placeholder Way",
    town: "north",
    sq_ft: 90_000,
    year_built: 2001,
    primary_use: "WAREHOUSE",
    property_use: {
      property_type: "Non-Refrigerated Warehouse",
      weekly_operating_hours: 60,
      workers_on_main_shift: 45,
      percent_cold_storage: 0,
      percent_heated: 1,
      percent_cooled: 0.1,
      months_in_use: 12,
    },
    notes: [{ date: tariff, text: "Another tariff of Northgate Electric." }],
    meters: { "northgate-electric": [electric([1050, 22, 4], { weekend: 0.7 })] },
    of: { "northgate-electric": { rateChange: { from: tariff, share: 1.22 } } },
  },
  {
    name: "Placeholder Store",
    street: "64 Placeholder Way",
    town: "north",
    sq_ft: 28_000,
    year_built: 1995,
    primary_use: "RETAIL",
    property_use: {
      property_type: "Retail Store",
      supermarket: 0,
      weekly_operating_hours: 78,
      workers_on_main_shift: 14,
      commercial_refrigeration_units: 4,
      computers_and_cash_registers: 18,
      ...allYear,
    },
    notes: [],
    meters: { "northgate-electric": [electric([760, 9, 24], { weekend: 1.1 })] },
    of: { "northgate-electric": { twist: "late" } },
  },
  {
    name: "Mockup Grocery",
    street: "3 Mockup Court",
    town: "south",
    sq_ft: 34_000,
    year_built: 1999,
    primary_use: "GROCERY",
    property_use: {
      property_type: "Supermarket/Grocery Store",
      supermarket: 1,
      weekly_operating_hours: 112,
      workers_on_main_shift: 24,
      commercial_refrigeration_units: 30,
      computers_and_cash_registers: 14,
      ...allYear,
    },
    notes: [],
    meters: { "northgate-electric": [electric([4100, 8, 62], {}, 0.68)] },
  },
  {
    name: "Mockup Apartments",
    street: "15 Mockup Court",
    town: "south",
    sq_ft: 48_000,
    year_built: 1982,
    primary_use: "MULTIFAMILY",
    property_use: { property_type: "Multifamily Housing", units: 52, bedrooms: 84, units_low_rise: 52 },
    notes: [{ date: leak.until, text: "A water pipe under the yard was mended." }],
    meters: {
      "northgate-electric": [electric([1180, 14, 36])],
      "clearwater-gas-water": [gas([9, 0.8, 0]), water(4.6, { changes: [{ ...leak, share: 3 }] })],
    },
  },
  {
    name: "Dummy Hotel",
    street: "90 Dummy Boulevard",
    town: "south",
    sq_ft: 70_000,
    year_built: 2008,
    primary_use: "HOTEL",
    property_use: {
      property_type: "Hotel",
      rooms: 110,
      workers_on_main_shift: 26,
      commercial_kitchen: 1,
      commercial_refrigeration_units: 6,
      weekly_operating_hours: 168,
      ...allYear,
    },
    notes: [],
    meters: {
      "northgate-electric": [electric([2650, 12, 66], {}, 0.62)],
      "clearwater-gas-water": [gas([24, 1.5, 0]), water(8.4, { weekend: 1.2 })],
    },
  },
  {
    name: "Dummy Clinic",
    street: "11 Dummy Boulevard",
    town: "south",
    sq_ft: 21_000,
    year_built: 2012,
    primary_use: "MEDICAL OFFICE",
    property_use: {
      property_type: "Medical Office",
      weekly_operating_hours: 58,
      workers_on_main_shift: 38,
      percent_heated: 1,
      percent_cooled: 1,
    },
    notes: [],
    meters: { "northgate-electric": [electric([690, 5, 21], { weekend: 0.5 })] },
  },
];

const addressOf = ({ street, town }: Plan): string => `${street}, ${TOWNS[town].place}`;

/** The accounts at a utility: those of the buildings that it serves. */
export function planPortfolio(utility: UtilitySlug, newestMonth: string): AccountPlan[] {
  return plansOf(storyOf(newestMonth)).flatMap((plan) => {
    const meters = plan.meters[utility];
    if (meters === undefined) return [];
    const { warmerF } = TOWNS[plan.town];
    return {
      holder: "Sample Portfolio",
      nickname: plan.name,
      serviceAddress: addressOf(plan),
      business: true,
      side: null,
      meters: meters.map((meter) => ({ ...meter, load: { ...meter.load, warmerF } })),
      ...plan.of?.[utility],
    };
  });
}

/** What the owner of the buildings knows of them. */
export const buildingsOf = (newestMonth: string): Building[] =>
  plansOf(storyOf(newestMonth)).map(({ town, meters: _meters, of: _of, ...building }) => ({
    ...building,
    service_address: `${building.street}, ${TOWNS[town].place}`,
    weather_station: TOWNS[town].station,
  }));

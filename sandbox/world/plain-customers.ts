/** Who is a customer of the utilities with the plain bill, and the meters there: a household, and a business with two places. */
import type { MeterPlan } from "./account-plan.ts";
import type { PlainSlug, UtilitySlug } from "./model.ts";

/** The user names that they know; any other is refused. */
export const PLAIN_USERNAMES: readonly string[] = [
  "demo_residential",
  "demo_commercial",
  "demo_bad_login",
  "demo_locked",
  "demo_site_down",
  "demo_slow",
];

/** User names that one of them knows besides: it asks for more than the password. */
const MORE_USERNAMES: Partial<Record<PlainSlug, readonly string[]>> = {
  "grassland-cooperative": ["demo_totp"],
  "lakefront-energy": ["demo_mfa"],
};

/** Their websites go back so many months before the newest bill of the first day. */
export const PLAIN_BILLS_LISTED = 14;

/** What is there of customers who have less than in the town. */
export const PLAIN_WHAT: Record<string, string> = {
  demo_residential: `One household account with ${PLAIN_BILLS_LISTED} monthly bills.`,
  demo_commercial: `Two business accounts with ${PLAIN_BILLS_LISTED} monthly bills each.`,
};

type Use = [perDay: number, perHeatingDegree: number, perCoolingDegree: number];

function meter(
  energyType: MeterPlan["energyType"],
  serviceName: string,
  [perDay, perHeatingDegree, perCoolingDegree]: Use,
  more: Partial<MeterPlan> = {},
): MeterPlan {
  const load = { perDay, perHeatingDegree, perCoolingDegree, heatingBaseF: 61, weekend: 1 };
  return { energyType, serviceName, load, dialStep: 1, onPeakShare: 0, loadFactor: null, waterUnit: "CCF", ...more };
}

const electric = (use: Use, dialStep = 1): MeterPlan[] => [meter("ELECTRIC", "Electric service", use, { dialStep })];
const gas = (use: Use): MeterPlan[] => [meter("GAS", "Gas service", use)];
const water = (use: Use, waterUnit: MeterPlan["waterUnit"]): MeterPlan[] => [
  meter("WATER", "Water service", use, { waterUnit }),
];

/** By utility and by the name of a customer's place. */
const METERS: Record<PlainSlug, Record<string, MeterPlan[]>> = {
  "harbor-power": {
    Home: electric([14, 0.3, 1.1]),
    Office: electric([640, 5, 19], 40),
    Warehouse: electric([910, 3, 9], 40),
  },
  "juniper-water": {
    Home: water([0.26, 0, 0.012], "CCF"),
    Office: water([1.7, 0, 0.06], "kgal"),
    Warehouse: water([0.6, 0, 0.01], "kgal"),
  },
  "meridian-gas": { Home: gas([0.6, 0.14, 0]), Office: gas([3.1, 1.9, 0]), Warehouse: gas([0.9, 3.1, 0]) },
  "vista-electric": {
    Home: electric([13, 0.25, 1.2]),
    Office: electric([590, 4, 21], 40),
    Warehouse: electric([870, 3, 8], 40),
  },
  "prairie-energy": {
    Home: [...electric([12, 0.2, 1.1]), ...gas([0.5, 0.12, 0])],
    Office: [...electric([610, 5, 18], 40), ...gas([2.8, 1.7, 0])],
    Warehouse: [...electric([880, 3, 9], 40), ...gas([0.8, 3, 0])],
  },
  "grassland-cooperative": {
    Home: electric([17, 0.5, 1.3]),
    Office: electric([520, 6, 17], 40),
    Warehouse: electric([780, 4, 8], 40),
  },
  "lakefront-energy": {
    Home: [...electric([13, 0.2, 1]), ...gas([0.5, 0.13, 0])],
    Office: [...electric([590, 4, 18], 40), ...gas([2.9, 1.7, 0])],
    Warehouse: electric([850, 3, 9], 40),
  },
  "granite-light": {
    Home: electric([15, 0.4, 0.9]),
    Office: electric([560, 6, 16], 40),
    Warehouse: electric([820, 4, 8], 40),
  },
};

export const isPlain = (utility: UtilitySlug): utility is PlainSlug => Object.hasOwn(METERS, utility);

/** The meters at a place; none where it has no account. */
export const plainMeters = (utility: PlainSlug, place: string): MeterPlan[] => METERS[utility][place] ?? [];

/** Whether a user name is known at a utility. */
export const isServed = (utility: UtilitySlug, username: string): boolean =>
  !isPlain(utility) || PLAIN_USERNAMES.includes(username) || MORE_USERNAMES[utility]?.includes(username) === true;

/** The customers of Greenfield Energy: their accounts, usage points and monthly bills, the same for the same days. */
import { createHash } from "node:crypto";
import { addDays, addMonths, daysBetween, monthsBetween } from "../world/days.ts";
import { newestMonthOf } from "../world/last-day.ts";
import { createRandom, hashText, randomInt } from "../world/random.ts";

export type Service = "electric" | "gas";

/** Whole cents. `kind`: ItemKind of ESPI. */
export interface Item {
  note: string;
  kind: number;
  cents: number;
}

/** `endDay` is the first day not covered. */
export interface Bill {
  id: string;
  startDay: string;
  endDay: string;
  publishedDay: string;
  /** Whole kWh, or thousandths of a therm. */
  use: number;
  estimated: boolean;
  items: Item[];
  totalCents: number;
}

export interface Point {
  id: string;
  service: Service;
  meterNumber: string;
  tariff: string;
  /** Oldest first. */
  bills: Bill[];
}

export interface Account {
  id: string;
  number: string;
  name: string;
  street: string;
  points: Point[];
}

export interface Customer {
  username: string;
  name: string;
  what: string;
  accounts: Account[];
}

interface Plan {
  name: string;
  street: string;
  /** A usage point each, with the use of a usual day: kWh or therms. */
  points: [Service, number][];
}

const PLANS: { username: string; name: string; what: string; accounts: Plan[] }[] = [
  {
    username: "demo_residential",
    name: "Resident of Sample Street",
    what: "a household, one account with electricity and gas",
    accounts: [
      {
        name: "Home",
        street: "12 Sample Street",
        points: [
          ["electric", 21],
          ["gas", 1.9],
        ],
      },
    ],
  },
  {
    username: "demo_commercial",
    name: "Specimen Holdings",
    what: "a business, three accounts; one has two electric meters",
    accounts: [
      {
        name: "Office",
        street: "1200 Sample Parkway",
        points: [
          ["electric", 820],
          ["electric", 140],
          ["gas", 38],
        ],
      },
      { name: "Warehouse", street: "48 Specimen Road", points: [["electric", 540]] },
      {
        name: "Store",
        street: "7 Example Square",
        points: [
          ["electric", 310],
          ["gas", 12],
        ],
      },
    ],
  },
  { username: "demo_no_accounts", name: "Nobody yet", what: "signs in and has no account", accounts: [] },
];

/** On the first day. */
export const BILL_COUNT = 24;

/** When the sandbox began, and the day that it is there. */
export interface Clock {
  readonly firstDay: string;
  readonly lastDay: string;
}

/** A UUID that only depends on the text. */
export function uuidOf(text: string): string {
  const hex = createHash("sha256").update(`greenfield ${text}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Share of the use of a usual day, by month: electricity for cooling, gas for heating. */
const SEASON: Record<Service, readonly number[]> = {
  electric: [1.05, 1, 0.9, 0.8, 0.85, 1.15, 1.35, 1.3, 1.05, 0.85, 0.9, 1],
  gas: [2.2, 2, 1.5, 0.9, 0.45, 0.25, 0.2, 0.2, 0.3, 0.7, 1.3, 2],
};

/** Hundred-thousandths of a dollar for a kWh or a therm, cents for a month. */
const PRICES: Record<Service, { tariff: string; supply: number; delivery: number; monthly: number }> = {
  electric: { tariff: "G-1 General electric", supply: 7310, delivery: 4185, monthly: 1450 },
  gas: { tariff: "N-2 General gas", supply: 52_400, delivery: 31_650, monthly: 1890 },
};
const TAX_THOUSANDTHS = 62;

function itemsOf(service: Service, use: number): Item[] {
  const { supply, delivery, monthly } = PRICES[service];
  const units = service === "electric" ? use : use / 1000;
  const cents = (price: number): number => Math.round((units * price) / 1000);
  const lines = [
    { note: service === "electric" ? "Electric supply" : "Gas supply", kind: 1, cents: cents(supply) },
    { note: "Delivery", kind: 2, cents: cents(delivery) },
    { note: "Customer charge", kind: 4, cents: monthly },
  ];
  const sum = lines.reduce((total, line) => total + line.cents, 0);
  return [...lines, { note: "State tax", kind: 5, cents: Math.round((sum * TAX_THOUSANDTHS) / 1000) }];
}

function billsOf(seed: string, service: Service, perDay: number, { firstDay, lastDay }: Clock): Bill[] {
  const random = createRandom(seed);
  const readDay = 4 + (hashText(`${seed} read`) % 8);
  const newest = newestMonthOf(firstDay);
  const count = BILL_COUNT + monthsBetween(newest, newestMonthOf(lastDay));
  const dayIn = (month: string): string => addDays(`${month}-01`, readDay);
  const months = Array.from({ length: count }, (_, at) => addMonths(newest, at - BILL_COUNT + 1));
  return months.map((month) => {
    const startDay = dayIn(addMonths(month, -1));
    const endDay = dayIn(month);
    const season = SEASON[service][Number(startDay.slice(5, 7)) - 1] ?? 1;
    const days = daysBetween(startDay, endDay);
    const amount = perDay * season * days * (0.92 + random() * 0.16);
    const use = service === "electric" ? Math.round(amount) : Math.round(amount * 1000);
    const items = itemsOf(service, use);
    return {
      id: uuidOf(`${seed} bill ${month}`),
      startDay,
      endDay,
      publishedDay: addDays(endDay, 3),
      use,
      estimated: randomInt(random, 0, 19) === 0,
      items,
      totalCents: items.reduce((total, { cents }) => total + cents, 0),
    };
  });
}

function accountOf(username: string, plan: Plan, at: number, clock: Clock): Account {
  const seed = `${username} account ${at}`;
  return {
    id: uuidOf(seed),
    number: `77-${String(10_000_000 + (hashText(seed) % 89_999_999))}`,
    name: plan.name,
    street: plan.street,
    points: plan.points.map(([service, perDay], place) => {
      const own = `${seed} point ${place}`;
      return {
        id: uuidOf(own),
        service,
        meterNumber: `${service === "electric" ? "E" : "G"}${100_000 + (hashText(`${own} meter`) % 899_999)}`,
        tariff: PRICES[service].tariff,
        bills: billsOf(own, service, perDay, clock),
      };
    }),
  };
}

/** Everybody with their bills up to the day that it is. */
export const customersOf = (clock: Clock): Customer[] =>
  PLANS.map(({ username, name, what, accounts }) => ({
    username,
    name,
    what,
    accounts: accounts.map((plan, at) => accountOf(username, plan, at, clock)),
  }));

/** Gives customers whom grants already name the bills of another day. */
export function billAnew(customers: readonly Customer[], clock: Clock): void {
  const pointsOf = (all: readonly Customer[]) =>
    all.flatMap(({ accounts }) => accounts.flatMap(({ points }) => points.map((point) => ({ point, id: point.id }))));
  const bills = new Map(pointsOf(customersOf(clock)).map(({ id, point }) => [id, point.bills]));
  for (const { id, point } of pointsOf(customers)) point.bills = bills.get(id) ?? [];
}

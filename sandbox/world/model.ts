/** The records of the sandbox's world: what a fake utility knows about its customers. Money is whole cents. */
import type { Fixed } from "./decimal.ts";

/** The two utilities of the town, each with a bill layout and a tariff of its own. */
export type TownSlug = "northgate-electric" | "clearwater-gas-water";
/** Utilities with one plain bill layout: each is there for its kind of portal. */
export type PlainSlug =
  | "harbor-power"
  | "juniper-water"
  | "meridian-gas"
  | "vista-electric"
  | "prairie-energy"
  | "grassland-cooperative"
  | "lakefront-energy"
  | "granite-light";
export type UtilitySlug = TownSlug | PlainSlug;

export type ChargeType =
  | "usage_cost"
  | "demand_cost"
  | "service_cost"
  | "interim_rate_cost"
  | "other_applied_cost"
  | "tax_cost";

/** `month` is a fixed charge, `dollars` a share of an amount: its quantity is money and its rate a fraction. */
export type QuantityUnit = "kWh" | "kW" | "therms" | "CCF" | "kgal" | "month" | "dollars";

/** `cents` is always quantity times rate, rounded once. */
export interface ChargeLine {
  description: string;
  type: ChargeType;
  quantity: Fixed;
  unit: QuantityUnit;
  rate: Fixed;
  cents: number;
}

/** One dial: (current - previous) x multiplier = usage, also after the dial passed zero. */
export interface Register {
  name: string;
  /** Digits on the dial: five of them go from 99999 to 00000. */
  dialDigits: number;
  previousRead: number;
  currentRead: number;
  multiplier: Fixed;
  usage: Fixed;
  unit: "kWh" | "therms" | "CCF" | "kgal";
  estimated: boolean;
}

export interface Demand {
  measuredKw: Fixed;
  billedKw: Fixed;
}

/** The parts of a bill when a customer buys delivery and energy separately. */
export type Side = "delivery" | "supply";

/** One meter on one bill. `endDay` is the first day not covered. */
export interface MeterPart {
  meterNumber: string;
  /** Absent where one company delivers what it supplies. */
  side?: Side;
  energyType: "ELECTRIC" | "GAS" | "WATER";
  serviceName: string;
  startDay: string;
  endDay: string;
  registers: Register[];
  demand: Demand | null;
  lines: ChargeLine[];
  totalCents: number;
  /** Use of up to thirteen bills, oldest first, this one last: the bars on the bill. */
  history: { month: string; units: number }[];
}

/** What the portal sends for a bill: normally the bill, in one scenario a broken file. */
export type DocumentState = "good" | "web_page" | "cut_off" | "protected" | "empty";

export interface Bill {
  documentId: string;
  billNumber: string;
  billDay: string;
  dueDay: string;
  previousBalanceCents: number;
  /** Positive: money received since the last bill. */
  paidCents: number;
  paidDay: string | null;
  currentCents: number;
  dueCents: number;
  estimated: boolean;
  /** The number of the bill that this one replaces. */
  corrects: string | null;
  document: DocumentState;
  meters: MeterPart[];
}

/** `bills` oldest first. */
export interface Account {
  number: string;
  holder: string;
  nickname: string;
  serviceAddress: string;
  bills: Bill[];
}

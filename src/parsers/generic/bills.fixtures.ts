/** Bills from a seed, with every value known, and the sheet on which a layout draws their words. */
import { addDays } from "../../domain/calendar.ts";
import type { ChargeType, EnergyType, UsageType } from "../../records/codes.ts";
import type { Day } from "../../records/scalars.ts";
import type { Page, Word } from "../pdf/page-model.ts";

export type Random = () => number;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const below = (random: Random, count: number): number => Math.floor(random() * count);
const digits = (random: Random, count: number): string =>
  `${1 + below(random, 9)}${Array.from({ length: count - 1 }, () => below(random, 10)).join("")}`;

/** What a charge is priced on: a fixed amount, a register by its index, all registers, the demand, or the sum before it. */
interface Tariff {
  description: string;
  type: ChargeType;
  on: "fixed" | "use" | "demand" | "sum" | number;
  /** Cents for a fixed amount; ten thousandths of the currency per unit; ten thousandths of the sum. */
  rate: number;
}

export interface Service {
  energy_type: EnergyType;
  name: string;
  unit: string;
  registers: string[];
  multiplier: number;
  demand?: { description: string; unit: string };
  tariff: Tariff[];
}

export interface TrueCharge {
  description: string;
  cents: number;
  type: ChargeType;
  quantity: string | null;
  rate: string | null;
  unit: string | null;
}

export interface TrueUse {
  description: string;
  previous: number | null;
  current: number | null;
  multiplier: number;
  amount: number;
  unit: string;
  type: UsageType;
  estimated: boolean;
}

export interface TrueMeter {
  service: Service;
  meter_num: string;
  /** Half-open. */
  start: Day;
  end: Day;
  days: number;
  uses: TrueUse[];
  charges: TrueCharge[];
  cents: number;
}

export interface TrueBill {
  acct_num: string;
  invoice_number: string;
  invoice_date: Day;
  due_date: Day;
  /** All in cents. */
  previous: number;
  paid: number;
  current: number;
  due: number;
  meters: TrueMeter[];
}

/** How a layout prints numbers and days. */
export interface Style {
  money: (cents: number) => string;
  /** A count such as a read or a use. */
  count: (value: number) => string;
  /** A rate or a quantity given with a decimal point. */
  decimal: (value: string) => string;
  day: (day: Day) => string;
}

export interface Layout {
  name: string;
  services: Service[];
  style: Style;
  draw: (bill: TrueBill, sheet: Sheet, style: Style) => void;
}

const RATE_PLACES = 10_000;

function chargesOf({ tariff, unit, demand }: Service, uses: TrueUse[]): TrueCharge[] {
  const charges: TrueCharge[] = [];
  for (const { description, type, on, rate } of tariff) {
    const base = { description, type, quantity: null, rate: null, unit: null };
    if (on === "fixed") {
      charges.push({ ...base, cents: rate });
      continue;
    }
    if (on === "sum") {
      const sum = charges.reduce((total, { cents }) => total + cents, 0);
      charges.push({ ...base, cents: Math.round((sum * rate) / RATE_PLACES), rate: (rate / 100).toFixed(2) });
      continue;
    }
    const additive = uses.filter((use) => use.type === "usage_amount");
    const peak = uses.find((use) => use.type !== "usage_amount")?.amount ?? 0;
    const all = additive.reduce((total, { amount }) => total + amount, 0);
    const amount = on === "use" ? all : on === "demand" ? peak : (additive[on]?.amount ?? 0);
    const cents = Math.round((amount * rate * 100) / RATE_PLACES);
    const measured = on === "demand" ? (demand?.unit ?? unit) : unit;
    charges.push({ ...base, cents, quantity: String(amount), rate: (rate / RATE_PLACES).toFixed(4), unit: measured });
  }
  return charges;
}

function meterOf(random: Random, service: Service, start: Day): TrueMeter {
  const days = 28 + below(random, 6);
  const uses: TrueUse[] = service.registers.map((description) => {
    const previous = 1000 + below(random, 80_000);
    const steps = 11 + below(random, 900);
    return {
      description,
      previous,
      current: previous + steps,
      multiplier: service.multiplier,
      amount: steps * service.multiplier,
      unit: service.unit,
      type: "usage_amount",
      estimated: false,
    };
  });
  if (service.demand !== undefined) {
    const amount = 5 + below(random, 200);
    uses.push({
      ...service.demand,
      previous: null,
      current: null,
      multiplier: 1,
      amount,
      type: "demand_amount",
      estimated: false,
    });
  }
  const charges = chargesOf(service, uses);
  const cents = charges.reduce((sum, charge) => sum + charge.cents, 0);
  return { service, meter_num: digits(random, 8), start, end: addDays(start, days), days, uses, charges, cents };
}

/** A bill with known values for a layout. All its meters have the same period. */
export function billOf({ services }: Layout, seed: number): TrueBill {
  const random = randomOf(seed);
  const start = addDays("2023-01-01", below(random, 900));
  const first = services.map((service) => meterOf(random, service, start));
  const { end = start, days = 0 } = first[0] ?? {};
  const meters = first.map((meter) => ({ ...meter, end, days }));
  const current = meters.reduce((sum, { cents }) => sum + cents, 0);
  const previous = below(random, 4) === 0 ? 0 : 1000 + below(random, 30_000);
  const paid = below(random, 5) === 0 ? 0 : previous;
  const invoice_date = addDays(end, 1 + below(random, 6));
  return {
    acct_num: digits(random, 10),
    invoice_number: digits(random, 9),
    invoice_date,
    due_date: addDays(invoice_date, 21),
    previous,
    paid,
    current,
    due: previous - paid + current,
    meters,
  };
}

const LETTER = 4.6;
const SPACE = 2.5;
const HEIGHT = 9;
/** The same baseline, as PDFs print it. */
const LINE = 12;

/** Draws words; `y` is a line number from the top of the page. */
export interface Sheet {
  left(x: number, y: number, text: string): void;
  /** The text ends at `x`. */
  right(x: number, y: number, text: string): void;
  nextPage(): void;
  pages(): Page[];
}

const widthOf = (text: string): number =>
  text.split(" ").reduce((sum, word) => sum + word.length * LETTER, 0) + (text.split(" ").length - 1) * SPACE;

export function createSheet(): Sheet {
  const pages: Map<number, Word[]>[] = [new Map()];
  const left = (x: number, y: number, text: string) => {
    const rows = pages.at(-1);
    let at = x;
    for (const word of text.split(" ")) {
      const right = at + word.length * LETTER;
      const top = y * LINE;
      const row = rows?.get(y) ?? [];
      row.push({ text: word, left: at, right, top, bottom: top + HEIGHT });
      rows?.set(y, row);
      at = right + SPACE;
    }
  };
  return {
    left,
    right: (x, y, text) => left(x - widthOf(text), y, text),
    nextPage: () => void pages.push(new Map()),
    pages: () =>
      pages.map((rows, at) => ({
        page: at + 1,
        width: 612,
        height: 792,
        turned: 0,
        rows: [...rows]
          .sort(([one], [other]) => one - other)
          .map(([y, words]) => ({
            top: y * LINE,
            bottom: y * LINE + HEIGHT,
            words: words.toSorted((one, other) => one.left - other.left),
          })),
      })),
  };
}

/** The pages of a bill in its layout. */
export function drawn(layout: Layout, bill: TrueBill): Page[] {
  const sheet = createSheet();
  layout.draw(bill, sheet, layout.style);
  return sheet.pages();
}

/** Digits in groups of three. */
export const grouped = (whole: string, mark: string): string => whole.replace(/\B(?=(?:\d{3})+$)/g, mark);

/** `1,234.56` and the like. */
export function moneyText(cents: number, { group, point }: { group: string; point: string }): string {
  const [whole = "0", part = "00"] = (Math.abs(cents) / 100).toFixed(2).split(".");
  return `${cents < 0 ? "-" : ""}${grouped(whole, group)}${point}${part}`;
}

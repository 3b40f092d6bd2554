/** Misreads a good statement in every small way: each misreading is found, or named here as one that no rule can detect. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Statement } from "../../records/statement.ts";
import { addDays } from "../calendar.ts";
import { reconcile } from "./reconcile.ts";
import { goodStatement } from "./statement.fixtures.ts";

/** The name of a misreading, and the statement with it. */
interface Misreading {
  what: string;
  statement: Statement;
}

function misread(what: string, change: (statement: Statement) => void): Misreading {
  const statement = goodStatement();
  change(statement);
  return { what, statement };
}

/** The misreadings that no rule notices, as sorted names. */
function unnoticed(misreadings: Misreading[]): string[] {
  assert.ok(misreadings.length > 0);
  return misreadings.filter(({ statement }) => reconcile(statement).length === 0).map(({ what }) => what);
}

const HEADER = ["amount_due", "previous_balance", "amount_paid", "current_charges"] as const;
const LINE_FIGURES = ["amount", "quantity", "rate", "previous_read", "current_read", "multiplier"];

/** Every printed figure: its name, and how to read and change it on a statement. */
function figures(): { name: string; get: (s: Statement) => string; set: (s: Statement, value: string) => void }[] {
  const header = HEADER.map((name) => ({
    name: name as string,
    get: (statement: Statement) => String(statement[name]),
    set: (statement: Statement, value: string) => void (statement[name] = value),
  }));
  const lines = goodStatement().meters.flatMap((meter, at) => {
    const total = {
      name: `total of ${meter.meter_num}`,
      get: (statement: Statement) => String(statement.meters[at]?.printed_total),
      set: (statement: Statement, value: string) =>
        void Object.assign(statement.meters[at] ?? {}, { printed_total: value }),
    };
    const ofLines = (["charges", "usages"] as const).flatMap((kind) =>
      meter[kind].flatMap((line, index) =>
        LINE_FIGURES.filter(
          (field) => typeof Object.entries(line).find(([key]) => key === field)?.[1] === "string",
        ).map((field) => ({
          name: `${field} of ${line.description}`,
          get: (statement: Statement) =>
            String(new Map(Object.entries(statement.meters[at]?.[kind][index] ?? {})).get(field)),
          set: (statement: Statement, value: string) =>
            void Object.assign(statement.meters[at]?.[kind][index] ?? {}, { [field]: value }),
        })),
      ),
    );
    return [total, ...ofLines];
  });
  return [...header, ...lines];
}

/** The rounding tolerance is two cents. */
const TINY = "a quantity or rate that moves its charge by two cents at most";

/** True when the charge with this figure still is its quantity times its rate, within two cents. */
function isTiny({ name, set }: ReturnType<typeof figures>[number], wrong: string): boolean {
  const statement = goodStatement();
  set(statement, wrong);
  const charge = statement.meters
    .flatMap(({ charges }) => charges)
    .find(({ description }) => name.endsWith(description));
  if (!/^(quantity|rate) of/.test(name) || !charge) return false;
  const product = Math.round(Number(charge.quantity) * Number(charge.rate) * 100);
  return Math.abs(product - Math.round(Number(charge.amount) * 100)) <= 2;
}

test("a wrong digit is found in every amount, read and multiplier", (t) => {
  const misreadings = figures().flatMap((figure) => {
    const text = figure.get(goodStatement());
    return Array.from(text, (digit, at) => ({ digit, at }))
      .filter(({ digit }) => /\d/.test(digit))
      .flatMap(({ digit, at }) => [1, 5].map((step) => replaceAt(text, at, String((Number(digit) + step) % 10))))
      .map((wrong) => misread(isTiny(figure, wrong) ? TINY : figure.name, (statement) => figure.set(statement, wrong)));
  });
  const missed = unnoticed(misreadings);
  t.diagnostic(`${misreadings.length - missed.length} of ${misreadings.length} wrong digits found`);
  assert.deepEqual([...new Set(missed)].sort(), [TINY, "amount of Measured demand"]);
});

function replaceAt(text: string, at: number, digit: string): string {
  return text.slice(0, at) + digit + text.slice(at + 1);
}

test("a missing charge is found, and a missing usage on which a charge is priced", () => {
  const { meters } = goodStatement();
  const without = (kind: "charges" | "usages") =>
    meters.flatMap((meter, at) =>
      meter[kind].map(({ description }, index) =>
        misread(description, (statement) => void statement.meters[at]?.[kind].splice(index, 1)),
      ),
    );
  assert.deepEqual(unnoticed(without("charges")), []);
  assert.deepEqual(unnoticed(without("usages")), ["Measured demand"]);
});

test("two charges with swapped amounts are found, within a meter and across meters", () => {
  const amounts = goodStatement().meters.flatMap(({ charges }, at) => charges.map((_, index) => ({ at, index })));
  const swapped = amounts.flatMap((a, position) =>
    amounts.slice(position + 1).map((b) =>
      misread(`${a.at}.${a.index} and ${b.at}.${b.index}`, (statement) => {
        const first = statement.meters[a.at]?.charges[a.index];
        const second = statement.meters[b.at]?.charges[b.index];
        assert.ok(first && second);
        [first.amount, second.amount] = [second.amount, first.amount];
      }),
    ),
  );
  assert.deepEqual(unnoticed(swapped), []);
});

test("a lost or added minus sign is found in every amount of money", () => {
  const turned = figures()
    .filter(({ name }) => /^(amount of|amount_|total|current_charges|previous_balance)/.test(name))
    .map(({ name, get, set }) =>
      misread(name, (statement) => {
        const text = get(statement);
        set(statement, text.startsWith("-") ? text.slice(1) : `-${text}`);
      }),
    );
  assert.deepEqual(unnoticed(turned), ["amount of Measured demand", "amount of Billed demand"]);
});

/** How many days a bound may be off, and which bound of the period moves. */
const shiftUsages = (days: number, bound: "start_date" | "end_date") =>
  misread(`${bound} ${days}`, (statement) => {
    for (const { usages } of statement.meters) for (const line of usages) line[bound] = addDays(line[bound], days);
  });

test("a month or a year read wrong is found; a day or two cannot be", () => {
  const far = [-366, -365, -31, -28, 28, 31, 365, 366];
  assert.deepEqual(
    unnoticed(far.flatMap((days) => [shiftUsages(days, "start_date"), shiftUsages(days, "end_date")])),
    [],
  );
  const near = [shiftUsages(-1, "start_date"), shiftUsages(1, "start_date"), shiftUsages(-1, "end_date")];
  assert.equal(unnoticed(near).length, 3);
});

test("a swapped start and end is found", () => {
  const turned = goodStatement().meters.flatMap((meter, at) =>
    (["charges", "usages"] as const).flatMap((kind) =>
      meter[kind].map(({ description }, index) =>
        misread(description, (statement) => {
          const line = statement.meters[at]?.[kind][index];
          assert.ok(line);
          [line.start_date, line.end_date] = [line.end_date, line.start_date];
        }),
      ),
    ),
  );
  assert.deepEqual(unnoticed(turned), []);
});

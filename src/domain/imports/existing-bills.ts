/** The bills of an account that a bill of a spreadsheet may meet, and those that its import has added or taken out of use meanwhile. */
import type { AssociationType, EnergyType } from "../../records/codes.ts";
import type { Day, Period } from "../../records/scalars.ts";
import type { Statement } from "../../records/statement.ts";
import { bareNumber, meterKey } from "../bills/bill-identity.ts";
import { byDays } from "./by-days.ts";

/** What a live bill knows of a meter: its use of these days, or where the bill tells no use of the meter, the cost. */
export interface BilledDays extends Period {
  /** The key of the meter. */
  meter: string;
  energy_type: EnergyType;
  association_type: AssociationType;
  meter_num: string | null;
  is_use: boolean;
}

/** `earlier_import`: any but the one that is at work. */
export type Origin = "portal" | "earlier_import" | "this_import";

export interface ExistingBill {
  id: number;
  identity_key: string;
  /** The hash of all it says. */
  content: string;
  archived: boolean;
  origin: Origin;
  invoice_date: Day;
  corrected: boolean;
  fetched_order: number;
  /** Of a live one. */
  lines: readonly BilledDays[];
}

export interface IncomingBill {
  statement: Pick<Statement, "meters" | "invoice_date">;
  identity_key: string;
  /** Asked for only where the account has a bill of the same identity. */
  content: () => string;
}

/** The use of a meter that another bill of the same file tells. */
export interface OwnUse extends Period {
  identity_key: string;
  invoice_date: Day;
}

export interface ExistingBills {
  /** Live bills of others that know something of these meters near their days, in the order of their ids. */
  othersNear(statement: Pick<Statement, "meters">): ExistingBill[];
  /** All bills of an identity, whosever and archived ones too; live ones go first. */
  versionsOf(identityKey: string): readonly ExistingBill[];
  /** By the key of the meter, near these days. */
  ownUsesNear(meter: string, days: Period): Iterable<OwnUse>;
  /** The bills that bear on the next ones, in place of those that were seen before. What was added stays. */
  see(bills: readonly ExistingBill[]): void;
  /** A bill is written, or would be, in the place of others. */
  add(bill: IncomingBill, replaced: { version: number | null; redated: readonly number[] }): void;
}

/** Of one account, for one import; empty at first. However many bills it has, a few of them lie near another. */
export function noExistingBills(): ExistingBills {
  const gone = new Set<number>();
  const ownUses = byDays<OwnUse>();
  const own = new Map<string, ExistingBill>();
  let added = 0;
  let seen: Map<string, ExistingBill[]> = new Map();
  let others = byDays<ExistingBill>();
  const asItIs = (bill: ExistingBill) => (gone.has(bill.id) ? { ...bill, archived: true } : bill);
  const existing: ExistingBills = {
    othersNear({ meters }) {
      const near = meters.flatMap((meter) =>
        [...meter.usages, ...meter.charges].flatMap((line) =>
          wordsToAsk(meter).flatMap((word) => [...others.near(word, line)]),
        ),
      );
      return [...new Set(near)].filter(({ id }) => !gone.has(id)).toSorted((a, b) => a.id - b.id);
    },
    versionsOf(identityKey) {
      const newest = own.get(identityKey);
      return [...(newest === undefined ? [] : [newest]), ...(seen.get(identityKey) ?? [])]
        .map(asItIs)
        .toSorted((a, b) => Number(a.archived) - Number(b.archived));
    },
    ownUsesNear: (meter, days) => ownUses.near(meter, days),
    see(bills) {
      seen = Map.groupBy(bills, ({ identity_key }) => identity_key);
      others = byDays();
      for (const bill of bills.map(asItIs).filter(({ archived }) => !archived)) {
        const { origin, identity_key, invoice_date, lines } = bill;
        for (const line of lines) {
          if (origin !== "this_import") for (const word of wordsToFind(line)) others.add(word, line, bill);
          else if (line.is_use) ownUses.add(meterKey(line), line, { ...line, identity_key, invoice_date });
        }
      }
    },
    add({ statement, identity_key }, { version, redated }) {
      // An older version than the live one is archived as it comes.
      if (version === null && existing.versionsOf(identity_key).some(({ archived }) => !archived)) return;
      for (const id of [version, ...redated]) if (id !== null) gone.add(id);
      // Within a file nothing says the same twice, see row-rules: its content is not needed.
      const { invoice_date } = statement;
      added += 1;
      own.set(identity_key, { ...ADDED, id: -added, identity_key, invoice_date });
      for (const meter of statement.meters)
        for (const { utility_usage_type, start_date, end_date } of meter.usages)
          if (utility_usage_type === "usage_amount") {
            const days = { start_date, end_date };
            ownUses.add(meterKey(meter), days, { ...days, identity_key, invoice_date });
          }
    },
  };
  return existing;
}

type Numbered = Pick<BilledDays, "energy_type" | "meter_num">;

const numbered = (energy: string, number: string): string => `${energy} ${number}`;

/** A meter without a number may be any of its kind, see isSameMeter: all of them are found by the kind alone. */
const wordsToFind = ({ energy_type, meter_num }: Numbered): string[] => [
  energy_type,
  numbered(energy_type, bareNumber(meter_num ?? "")),
];

const wordsToAsk = ({ energy_type, meter_num }: Numbered): string[] =>
  meter_num === null
    ? [energy_type]
    : [numbered(energy_type, bareNumber(meter_num)), numbered(energy_type, bareNumber(""))];

/** It comes after all that were fetched before. */
const ADDED = {
  content: "",
  archived: false,
  origin: "this_import",
  corrected: false,
  fetched_order: Infinity,
  lines: [],
} as const;

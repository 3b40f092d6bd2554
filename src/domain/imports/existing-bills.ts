/** The bills of an account that an imported bill may match, including those that the same import has added or replaced. */
import type { AssociationType, EnergyType } from "../../records/codes.ts";
import type { Day, Period } from "../../records/scalars.ts";
import type { Statement } from "../../records/statement.ts";
import { bareNumber, meterKey } from "../bills/bill-identity.ts";
import { byDays } from "./by-days.ts";

/** The days that a live bill states for a meter: of its use, or of its cost when the bill states no use for the meter. */
export interface ExistingLine extends Period {
  /** The key of the meter. */
  meter: string;
  energy_type: EnergyType;
  association_type: AssociationType;
  meter_num: string | null;
  is_use: boolean;
}

/** `not_imported`: from a portal, an upload or a person. `earlier_import`: any import except the running one. */
export type ImportedBy = "not_imported" | "earlier_import" | "this_import";

export interface ExistingBill {
  id: number;
  identity_key: string;
  /** The hash of its content. */
  content: string;
  archived: boolean;
  imported_by: ImportedBy;
  invoice_date: Day;
  corrected: boolean;
  fetched_order: number;
  /** Only for live bills. */
  lines: readonly ExistingLine[];
}

export interface BillToCompare {
  statement: Pick<Statement, "meters" | "invoice_date">;
  identity_key: string;
  /** Called only when the account has a bill of the same identity. */
  content: () => string;
}

/** The use of a meter that another bill of the same file states. */
export interface OwnUse extends Period {
  identity_key: string;
  invoice_date: Day;
}

export interface ExistingBills {
  /** Live bills from other sources with lines for these meters near these days, in the order of their ids. */
  othersNear(statement: Pick<Statement, "meters">): ExistingBill[];
  /** All bills of an identity, from any source, archived ones included; live ones come first. */
  versionsOf(identityKey: string): readonly ExistingBill[];
  /** By the key of the meter, near these days. */
  ownUsesNear(meter: string, days: Period): Iterable<OwnUse>;
  /** Replaces the known bills by those that are relevant for the next incoming ones. Bills added by this import stay. */
  see(bills: readonly ExistingBill[]): void;
  /** Records a bill that is written, or would be, and the bills that it replaces. */
  add(bill: BillToCompare, replaced: { version: number | null; redated: readonly number[] }): void;
}

/** For one account and one import; empty at first. Lookups stay fast for accounts with many bills. */
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
        const { imported_by, identity_key, invoice_date, lines } = bill;
        for (const line of lines) {
          if (imported_by !== "this_import") for (const word of wordsToFind(line)) others.add(word, line, bill);
          else if (line.is_use) ownUses.add(meterKey(line), line, { ...line, identity_key, invoice_date });
        }
      }
    },
    add({ statement, identity_key }, { version, redated }) {
      // A bill that is older than the live one is archived on arrival.
      if (version === null && existing.versionsOf(identity_key).some(({ archived }) => !archived)) return;
      for (const id of [version, ...redated]) if (id !== null) gone.add(id);
      // Within a file there are no duplicates (see row-rules), so its content is not needed.
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

type Numbered = Pick<ExistingLine, "energy_type" | "meter_num">;

const numbered = (energy: string, number: string): string => `${energy} ${number}`;

/** A meter without a number may be any meter of its kind (see isSameMeter), so it is found by the kind alone. */
const wordsToFind = ({ energy_type, meter_num }: Numbered): string[] => [
  energy_type,
  numbered(energy_type, bareNumber(meter_num ?? "")),
];

const wordsToAsk = ({ energy_type, meter_num }: Numbered): string[] =>
  meter_num === null
    ? [energy_type]
    : [numbered(energy_type, bareNumber(meter_num)), numbered(energy_type, bareNumber(""))];

/** A bill of this import is newer than all fetched ones. */
const ADDED = {
  content: "",
  archived: false,
  imported_by: "this_import",
  corrected: false,
  fetched_order: Infinity,
  lines: [],
} as const;

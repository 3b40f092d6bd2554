/** What differs between two versions of a bill: field by field, and line by line, although a new version has new lines. */
type Value = string | number | boolean | null;

export interface FieldChange {
  field: string;
  before: Value;
  after: Value;
}

export interface LineChange {
  svc_object_type: "UtilityCharge" | "UtilityUsage";
  change: "added" | "removed" | "changed";
  utility_meter_id: number;
  description: string;
  /** Of a line that was added or removed: all its values. */
  fields: FieldChange[];
}

interface Line {
  utility_meter_id: number;
  description: string;
}

export interface ComparedBill {
  charges: readonly Line[];
  usages: readonly Line[];
}

const FIELDS = [
  "invoice_number",
  "invoice_date",
  "due_date",
  "late_fee_date",
  "account_holder_name",
  "amount_due",
  "previous_balance",
  "amount_paid",
  "total_charges",
  "currency",
  "estimated",
  "period_start",
  "period_end",
] as const;

const CHARGE_FIELDS = ["amount", "description", "utility_charge_type", "start_date", "end_date", "utility_meter_id"];
const USAGE_FIELDS = [
  "amount",
  "measurement_unit",
  "description",
  "utility_usage_type",
  "start_date",
  "end_date",
  "estimated_meter_read",
  "utility_meter_id",
];

export const fieldChanges = (before: object, after: object): FieldChange[] => changesOf(FIELDS, before, after);

/** The charges, then the usages, each in the order of the new version, with those that were removed last. */
export const lineChanges = (before: ComparedBill, after: ComparedBill): LineChange[] => [
  ...linesOf("UtilityCharge", CHARGE_FIELDS, before.charges, after.charges),
  ...linesOf("UtilityUsage", USAGE_FIELDS, before.usages, after.usages),
];

function linesOf(
  svc_object_type: LineChange["svc_object_type"],
  names: readonly string[],
  before: readonly Line[],
  after: readonly Line[],
): LineChange[] {
  const pairs = pair(names, before, after);
  const matched = new Set(pairs.values());
  const changeOf = (change: LineChange["change"], line: Line, fields: FieldChange[]): LineChange => ({
    svc_object_type,
    change,
    utility_meter_id: line.utility_meter_id,
    description: line.description,
    fields,
  });
  return [
    ...after.flatMap((line) => {
      const old = pairs.get(line);
      if (old === undefined) return [changeOf("added", line, changesOf(names, {}, line))];
      const fields = changesOf(names, old, line);
      return fields.length === 0 ? [] : [changeOf("changed", line, fields)];
    }),
    ...before.filter((line) => !matched.has(line)).map((line) => changeOf("removed", line, changesOf(names, line, {}))),
  ];
}

/**
 * Which line of the old version each new line was: one with the same values, else of the same meter and description, else of the
 * same meter. Each old line is used once, in order.
 */
function pair(names: readonly string[], before: readonly Line[], after: readonly Line[]): Map<Line, Line> {
  const pairs = new Map<Line, Line>();
  const keys = [
    (line: Line) => JSON.stringify(names.map((name) => valueOf(line, name))),
    ({ utility_meter_id, description }: Line) => JSON.stringify([utility_meter_id, description]),
    ({ utility_meter_id }: Line) => String(utility_meter_id),
  ];
  let [old, fresh] = [[...before], [...after]];
  for (const keyOf of keys) {
    const waiting = Map.groupBy(old, keyOf);
    for (const line of fresh) {
      const match = waiting.get(keyOf(line))?.shift();
      if (match !== undefined) pairs.set(line, match);
    }
    const used = new Set(pairs.values());
    old = old.filter((line) => !used.has(line));
    fresh = fresh.filter((line) => !pairs.has(line));
  }
  return pairs;
}

const valueOf = (of: object, name: string): Value => (of as Record<string, Value | undefined>)[name] ?? null;

function changesOf(names: readonly string[], before: object, after: object): FieldChange[] {
  return names.flatMap((field) => {
    const [was, is] = [valueOf(before, field), valueOf(after, field)];
    return was === is ? [] : [{ field, before: was, after: is }];
  });
}

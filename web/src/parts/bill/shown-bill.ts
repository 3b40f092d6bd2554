/** A bill as it is shown beside its file: a saved one, or a reading that waits in review. Each value has a key and, where known, its place. */
import type {
  BillLineage,
  Finding,
  PagePlace,
  Reading,
  ReadingMeter,
  ReadingRegister,
  ReadingUsage,
  UtilityAccountWithMeters,
  UtilityBill,
} from "@meterbook/client";

export interface ShownLine {
  key: string;
  kind: "charge" | "usage" | "register";
  description: string;
  /** Of a charge or a usage; of a register, why it is in no sum. */
  type: string;
  amount: number;
  /** Of a usage or a register. */
  unit: string | null;
  start_date: string | null;
  end_date: string | null;
  isEstimated: boolean;
  /** Given to the grid. */
  isExported: boolean;
  previous_read: number | null;
  current_read: number | null;
  multiplier: number | null;
  /** A user changed or entered it. */
  source: string | null;
  place: PagePlace | null;
}

export interface ShownMeter {
  key: string;
  /** Null for a meter that is only read yet. */
  id: number | null;
  number: string | null;
  energy_type: string;
  property: { id: number; name: string | null } | null;
  address: string | null;
  tariff: string | null;
  lines: ShownLine[];
  /** Kept with their reads, and added to nothing: other lines have their use. */
  registers: ShownLine[];
}

export interface ShownValue {
  name: string;
  key: string;
  kind: "text" | "day" | "money";
  value: string | number | null;
  source: string | null;
  place: PagePlace | null;
}

/** A place on a page. */
export interface Mark {
  /** The key of the value whose place it is. */
  key: string;
  place: PagePlace;
  label: string;
  tone: "value" | "finding";
}

const KINDS: Record<string, ShownValue["kind"]> = {
  invoice_date: "day",
  due_date: "day",
  late_fee_date: "day",
  amount_due: "money",
  previous_balance: "money",
  amount_paid: "money",
  total_charges: "money",
  current_charges: "money",
  budget_amount: "money",
  deferred_amount: "money",
  adjustments: "money",
};

const kindOf = (name: string): ShownValue["kind"] => KINDS[name] ?? "text";

/** The head of a saved bill; behind what was paid stands what only its reading says of the balance. */
export const valuesOfBill = ({ fields, document }: BillLineage): ShownValue[] =>
  fields.flatMap(({ name, value, place, source }) => [
    { name, key: `field ${name}`, kind: kindOf(name), value, source, place },
    ...(name === "amount_paid" && document?.reading != null
      ? valuesOfReading(document.reading).filter((each) => RARE.has(each.name))
      : []),
  ]);

export function metersOfBill(
  bill: UtilityBill,
  lineage: BillLineage | undefined,
  account: UtilityAccountWithMeters | undefined,
): ShownMeter[] {
  const from = new Map(lineage?.lines.map((line) => [`${line.svc_object_type} ${line.id}`, line]));
  const lines = [
    ...bill.usages.map((usage) => ({ meter: usage.utility_meter_id, kind: "usage" as const, line: usage })),
    ...bill.charges.map((charge) => ({ meter: charge.utility_meter_id, kind: "charge" as const, line: charge })),
  ];
  return [...Map.groupBy(lines, ({ meter }) => meter)].map(([id, own]) => {
    const meter = account?.utility_meters.find((each) => each.id === id);
    const read = meterAsRead(lineage?.document?.reading ?? null, meter, own);
    const exported = new Set(read?.usages.filter((usage) => usage.exported === true).map(textOfLine));
    const service = bill.services.find(({ utility_meter_id }) => utility_meter_id === id);
    return {
      key: `meter ${id}`,
      id,
      number: meter?.meter_num ?? null,
      energy_type: meter?.energy_type ?? "",
      property: meter?.property_id == null ? null : { id: meter.property_id, name: meter.property_name },
      address: service?.service_address ?? meter?.service_address ?? null,
      tariff: service?.tariff ?? null,
      lines: own.map(({ kind, line }): ShownLine => {
        const known = from.get(`${line.svc_object_type} ${line.id}`);
        return {
          key: `${kind} ${line.id}`,
          kind,
          description: line.description,
          type: "utility_charge_type" in line ? line.utility_charge_type : line.utility_usage_type,
          amount: line.amount,
          unit: "measurement_unit" in line ? line.measurement_unit : null,
          start_date: line.start_date,
          end_date: line.end_date,
          isEstimated: "estimated_meter_read" in line && line.estimated_meter_read,
          isExported: kind === "usage" && exported.has(textOfLine(line)),
          previous_read: known?.previous_read ?? null,
          current_read: known?.current_read ?? null,
          multiplier: known?.multiplier ?? null,
          source: known?.source ?? null,
          place: line.place,
        };
      }),
      registers: registersOf(read, id),
    };
  });
}

/** A line by what is printed of it. */
const textOfLine = (line: { description: string; amount: number; start_date: string | null }): string =>
  `${line.description} ${line.amount} ${line.start_date?.slice(0, 10)}`;

/** The meter of the reading: the one of that number and service, else the one with one of these lines. */
function meterAsRead(
  reading: Reading | null,
  meter: { meter_num: string | null; energy_type: string } | undefined,
  lines: { line: Parameters<typeof textOfLine>[0] }[],
): ReadingMeter | undefined {
  const texts = new Set(lines.map(({ line }) => textOfLine(line)));
  return (
    reading?.meters.find(
      ({ meter_num, energy_type }) =>
        meter !== undefined &&
        meter.meter_num !== null &&
        meter_num === meter.meter_num &&
        energy_type === meter.energy_type,
    ) ??
    reading?.meters.find(({ usages, charges }) => [...usages, ...charges].some((line) => texts.has(textOfLine(line))))
  );
}

const registersOf = (meter: ReadingMeter | undefined, at: number): ShownLine[] =>
  (meter?.registers ?? []).map((register, line) => ({
    ...shownUsage(register),
    key: `register ${at} ${line}`,
    kind: "register",
    type: register.not_added,
  }));

const shownUsage = (usage: ReadingUsage | ReadingRegister): Omit<ShownLine, "key"> => ({
  kind: "usage",
  description: usage.description,
  type: usage.utility_usage_type,
  amount: usage.amount,
  unit: usage.measurement_unit,
  start_date: usage.start_date,
  end_date: usage.end_date,
  isEstimated: usage.estimated_meter_read ?? false,
  isExported: usage.exported ?? false,
  previous_read: usage.previous_read ?? null,
  current_read: usage.current_read ?? null,
  multiplier: usage.multiplier ?? null,
  source: null,
  place: usage.place ?? null,
});

const READING_VALUES = [
  "acct_num",
  "invoice_number",
  "invoice_date",
  "due_date",
  "service_address",
  "previous_balance",
  "amount_paid",
  "adjustments",
  "current_charges",
  "budget_amount",
  "deferred_amount",
  "amount_due",
] as const satisfies (keyof Reading)[];

/** Of values that many bills lack, only those that this one has. */
const RARE: ReadonlySet<string> = new Set(["adjustments", "budget_amount", "deferred_amount"]);

/** The head of a reading; its places are not known. */
export const valuesOfReading = (reading: Reading): ShownValue[] =>
  READING_VALUES.filter((name) => !RARE.has(name) || reading[name] !== null).map((name) => ({
    name,
    key: `field ${name}`,
    kind: kindOf(name),
    value: reading[name],
    source: null,
    place: null,
  }));

/** The keys are those of the form, in which the same lines are corrected. */
export const metersOfReading = ({ meters }: Reading): ShownMeter[] =>
  meters.map((meter, at) => ({
    key: `meter ${at}`,
    id: null,
    number: meter.meter_num ?? null,
    energy_type: meter.energy_type,
    property: null,
    address: meter.service_address ?? null,
    tariff: meter.tariff ?? null,
    lines: [
      ...meter.usages.map((usage, line): ShownLine => ({ ...shownUsage(usage), key: `usage ${at} ${line}` })),
      ...meter.charges.map((charge, line): ShownLine => ({
        key: `charge ${at} ${line}`,
        kind: "charge",
        description: charge.description,
        type: charge.utility_charge_type,
        amount: charge.amount,
        unit: null,
        start_date: charge.start_date,
        end_date: charge.end_date,
        isEstimated: false,
        isExported: false,
        previous_read: null,
        current_read: null,
        multiplier: null,
        source: null,
        place: charge.place ?? null,
      })),
    ],
    registers: registersOf(meter, at),
  }));

/** The places of the values on the pages. Several values can have one place. */
export function marksOf(
  values: ShownValue[],
  meters: ShownMeter[],
  write: { value(value: ShownValue): string; line(line: ShownLine): string },
): Mark[] {
  return [
    ...values.flatMap((value): Mark[] =>
      value.place === null ? [] : [{ key: value.key, place: value.place, label: write.value(value), tone: "value" }],
    ),
    ...meters
      .flatMap(({ lines, registers }) => [...lines, ...registers])
      .flatMap((line): Mark[] =>
        line.place === null ? [] : [{ key: line.key, place: line.place, label: write.line(line), tone: "value" }],
      ),
  ];
}

export const findingKey = (at: number): string => `finding ${at}`;

/** The places of findings on pages; in a file without pages they are rows. */
export const marksOfFindings = (findings: Finding[]): Mark[] =>
  findings.flatMap(({ detail, place }, at): Mark[] =>
    place !== undefined && "page" in place ? [{ key: findingKey(at), place, label: detail, tone: "finding" }] : [],
  );

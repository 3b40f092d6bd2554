/** A bill as it is shown beside its file: a saved one, or a reading that waits in review. Each value has a key and, where known, its place. */
import type {
  BillLineage,
  Finding,
  PagePlace,
  Reading,
  UtilityAccountWithMeters,
  UtilityBill,
} from "@meterbook/client";
import type { Mark } from "./page-pictures.tsx";

export interface ShownLine {
  key: string;
  kind: "charge" | "usage";
  description: string;
  type: string;
  amount: number;
  /** Of a usage. */
  unit: string | null;
  start_date: string | null;
  end_date: string | null;
  isEstimated: boolean;
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
}

export interface ShownValue {
  name: string;
  key: string;
  kind: "text" | "day" | "money";
  value: string | number | null;
  source: string | null;
  place: PagePlace | null;
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

/** The head of a saved bill. */
export const valuesOfBill = ({ fields }: BillLineage): ShownValue[] =>
  fields.map(({ name, value, place, source }) => ({
    name,
    key: `field ${name}`,
    kind: kindOf(name),
    value,
    source,
    place,
  }));

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
          previous_read: known?.previous_read ?? null,
          current_read: known?.current_read ?? null,
          multiplier: known?.multiplier ?? null,
          source: known?.source ?? null,
          place: line.place,
        };
      }),
    };
  });
}

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
      ...meter.usages.map((usage, line): ShownLine => ({
        key: `usage ${at} ${line}`,
        kind: "usage",
        description: usage.description,
        type: usage.utility_usage_type,
        amount: usage.amount,
        unit: usage.measurement_unit,
        start_date: usage.start_date,
        end_date: usage.end_date,
        isEstimated: usage.estimated_meter_read ?? false,
        previous_read: usage.previous_read ?? null,
        current_read: usage.current_read ?? null,
        multiplier: usage.multiplier ?? null,
        source: null,
        place: usage.place ?? null,
      })),
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
        previous_read: null,
        current_read: null,
        multiplier: null,
        source: null,
        place: charge.place ?? null,
      })),
    ],
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
      .flatMap(({ lines }) => lines)
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

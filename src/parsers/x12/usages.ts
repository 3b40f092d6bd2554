/** The use in quantity and measurement segments of one loop (QTY, MEA), as on an 867 and on some invoices. */
import type { EnergyType } from "../../records/codes.ts";
import type { Period } from "../../records/scalars.ts";
import type { Decimal, Finding, StatementUsage } from "../../records/statement.ts";
import { error } from "../template/findings.ts";
import { element, valueOf, type Segment } from "./segments.ts";
import { numberOf, registerName, unitOf } from "./values.ts";

export interface Use {
  usages: StatementUsage[];
  energy_type: EnergyType | null;
}

/** Codes of QTY01 for estimated use, and of MEA01. */
const ESTIMATED = new Set(["KA", "9H", "96", "AE", "EA"]);
const TOTAL = "51";

interface Row {
  amount: Decimal;
  unit: string;
  register: string;
  reads: { previous_read: Decimal | null; current_read: Decimal | null };
  estimated: boolean;
  row: number;
}

/** A period beside them is that of the loop. */
export function useOf(loop: readonly Segment[], period: Period, findings: Finding[]): Use {
  const rows = withoutTotals(rowsOf(loop));
  const multiplier = numberOf(valueOf(loop.map(swapped), "MEA", "MU"));
  const usages: StatementUsage[] = [];
  let energy_type: EnergyType | null = null;
  for (const { amount, unit, register, reads, estimated, row } of rows) {
    const known = unitOf(unit);
    if (known === null) {
      findings.push(
        error("unknown_unit", `The use ${amount} is in the unit ${JSON.stringify(unit)}, which is not known.`),
      );
      continue;
    }
    energy_type ??= known.energy_type;
    usages.push({
      description: registerName(register) ?? (known.type === "usage_amount" ? "Use" : "Demand"),
      amount,
      measurement_unit: known.unit,
      utility_usage_type: known.type,
      estimated_meter_read: estimated,
      ...period,
      group: null,
      ...reads,
      multiplier: reads.current_read === null ? null : multiplier,
      place: { row },
    });
  }
  return { usages, energy_type };
}

/** MEA has its kind in the second element. */
const swapped = (segment: Segment): Segment =>
  segment.id === "MEA" ? { ...segment, elements: [element(segment, 2), element(segment, 3)] } : segment;

function rowsOf(loop: readonly Segment[]): Row[] {
  const rows: Row[] = [];
  let quantity: Row | null = null;
  for (const segment of loop) {
    if (segment.id === "QTY") {
      const amount = numberOf(element(segment, 2));
      quantity =
        amount === null
          ? null
          : {
              amount,
              unit: element(segment, 3),
              register: "",
              reads: { previous_read: null, current_read: null },
              estimated: ESTIMATED.has(element(segment, 1)),
              row: segment.row,
            };
      if (quantity !== null) rows.push(quantity);
    } else if (segment.id === "MEA" && element(segment, 2) === "PRQ") {
      const amount = numberOf(element(segment, 3));
      if (amount === null) continue;
      // A measurement details the quantity before it, and the first takes its place.
      if (quantity !== null && rows.at(-1) === quantity) rows.pop();
      rows.push({
        amount,
        unit: element(segment, 4) || (quantity?.unit ?? ""),
        register: element(segment, 7),
        reads: { previous_read: numberOf(element(segment, 5)), current_read: numberOf(element(segment, 6)) },
        estimated: ESTIMATED.has(element(segment, 1)) || quantity?.estimated === true,
        row: segment.row,
      });
    }
  }
  return rows;
}

/** The total of registers is no use beside them. */
const withoutTotals = (rows: Row[]): Row[] =>
  rows.filter(
    ({ register, unit }) =>
      register !== TOTAL || !rows.some((other) => other.unit === unit && !["", TOTAL].includes(other.register)),
  );

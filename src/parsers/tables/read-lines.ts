/** Reads the usages and charges of a row: each column with an amount is a line, whose unit and type are checked. */
import type { Row, RowCharge, RowUsage } from "../../domain/imports/row.ts";
import { energyInWords, USAGE_IN_WORDS } from "../../domain/bills/in-words.ts";
import { UNIT_NAMES } from "../../domain/data/unit-names.ts";
import { unitFits } from "../../domain/units.ts";
import { CHARGE_TYPES, USAGE_TYPES, type EnergyType, type UsageType } from "../../records/codes.ts";
import type { ImportMapping, Source } from "../../records/import-profile.ts";
import type { SheetRow } from "./cells.ts";
import { columnNames, type Header } from "./header.ts";
import { readNumber, type CellReaders, type Refuse } from "./read-value.ts";
import { takeOf, type Take, type Taken } from "./take.ts";

type Lines = Pick<Row, "usages" | "charges">;
export type LineReader = (cells: SheetRow["cells"], energyType: EnergyType | null, say: Refuse) => Lines;

const DESCRIPTIONS: Record<UsageType, string> = {
  usage_amount: "Usage",
  demand_amount: "Demand",
  billed_demand_amount: "Billed demand",
  reactive_amount: "Reactive",
};
const DESCRIPTION_MAX = 200;

export function createLineReader(mapping: ImportMapping, header: Header, readers: CellReaders): LineReader {
  const take = (source: Source | undefined) => takeOf(source, header, mapping.empty_words);
  const usages = mapping.usages.map(({ amount, unit, type, description }) => ({
    amount: take(amount),
    unit: take(unit),
    type: take(type ?? { value: "usage_amount" }),
    description: take(description),
  }));
  const charges = mapping.charges.map(({ amount, type, description }) => ({
    amount: take(amount),
    type: take(type),
    description: take(description ?? { value: columnNames(amount)[0] ?? "Cost" }),
  }));
  return (cells, energyType, say) => ({
    usages: usages.flatMap((columns) => usageOf(columns, cells, { energyType, readers, say }) ?? []),
    charges: charges.flatMap((columns) => chargeOf(columns, cells, { readers, say }) ?? []),
  });
}

interface Columns {
  amount: Take;
  type: Take;
  description: Take;
}

function chargeOf(columns: Columns, cells: SheetRow["cells"], { readers, say }: Reading): RowCharge | null {
  const amount = readNumber(columns.amount(cells), readers, say);
  if (amount === null) return null;
  const word = columns.type(cells);
  const type = CHARGE_TYPES.find((each) => each === word?.text);
  if (type === undefined) say("unknown_charge_type", word, `This must map to one of ${CHARGE_TYPES.join(", ")}.`);
  return {
    amount,
    type: type ?? "other_applied_cost",
    description: readers.pooled(describe(columns.description(cells), "Cost")),
  };
}

interface Reading {
  readers: CellReaders;
  say: Refuse;
}

function usageOf(
  columns: Columns & { unit: Take },
  cells: SheetRow["cells"],
  { energyType, readers, say }: Reading & { energyType: EnergyType | null },
): RowUsage | null {
  const taken = columns.amount(cells);
  const amount = readNumber(taken, readers, say);
  if (taken === null || amount === null) return null;
  const word = columns.type(cells);
  const type = USAGE_TYPES.find((each) => each === word?.text);
  if (type === undefined) say("unknown_usage_type", word, `This must map to one of ${USAGE_TYPES.join(", ")}.`);
  const unit = columns.unit(cells);
  const usage = {
    amount,
    type: type ?? "usage_amount",
    unit: readers.pooled(unit?.text ?? ""),
    description: readers.pooled(describe(columns.description(cells), DESCRIPTIONS[type ?? "usage_amount"])),
    column: taken.column,
  };
  if (amount.startsWith("-") && energyType !== "SOLAR" && usage.type === "usage_amount") say("negative_usage", taken);
  if (
    energyType !== null &&
    !unitFits({ energy_type: energyType, measurement_unit: usage.unit, utility_usage_type: usage.type })
  )
    say("unknown_unit", unit ?? { ...taken, column: "unit", shown: "" }, unknownUnit(usage, energyType));
  return usage;
}

function unknownUnit({ unit, type }: RowUsage, energy_type: EnergyType): string {
  const accepted = Object.keys(UNIT_NAMES).filter((each) =>
    unitFits({ energy_type, measurement_unit: each, utility_usage_type: type }),
  );
  const said = unit === "" ? "The unit is missing" : `${JSON.stringify(unit)} is not a known unit`;
  return `${said} for the ${USAGE_IN_WORDS[type]} of ${energyInWords(energy_type)}. Known units are ${accepted.join(", ")} and their usual spellings.`;
}

const describe = (taken: Taken | null, otherwise: string): string =>
  taken === null ? otherwise : taken.text.slice(0, DESCRIPTION_MAX).toWellFormed();

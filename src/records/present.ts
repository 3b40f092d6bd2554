/** Turns rows into the records of a schema: each field from the column of its name, days as midnight UTC, and nothing outside the schema. */
import { z } from "zod";
import { typeOfField, writtenAs } from "./fields.ts";
import type { Json } from "./scalars.ts";
import { wireDay } from "./wire.ts";

/** The type of a stored column for an answered field: enumerations are strings there, and objects are any JSON. */
type ColumnOf<Value> = Value extends string
  ? string
  : Value extends number | boolean | null
    ? Value
    : Value extends readonly string[]
      ? string[]
      : Json;

type Constant<Shape> = { [name in keyof Shape]: Shape[name] extends z.ZodLiteral ? name : never }[keyof Shape];

type Columns<Shape, Own> = {
  [name in Exclude<keyof Shape, keyof Own | Constant<Shape>>]: ColumnOf<z.output<Shape[name]>>;
};

/** The row fields that all functions of `Own` need. */
type Needed<Own> = [Own[keyof Own]] extends [(row: infer Row) => unknown] ? Row : never;

type OwnReads<Shape> = { [name in keyof Shape]?: (row: never) => z.output<Shape[name]> };

/** Makes the function that turns rows into records, once per schema. `own` provides fields that are not plain columns. */
export function presenter<Shape extends z.core.$ZodShape, Own extends OwnReads<Shape> = {}>(
  record: z.ZodObject<Shape>,
  own?: Own,
): (row: Columns<Shape, Own> & Needed<Own>) => z.output<z.ZodObject<Shape>> {
  const blank: Record<string, unknown> = {};
  const plain: string[] = [];
  const days: string[] = [];
  const reads: [string, (row: never) => unknown][] = [];
  for (const [name, field] of Object.entries(record.shape)) {
    const read = own?.[name];
    const type = typeOfField(field);
    blank[name] = type instanceof z.ZodLiteral ? type.value : null;
    if (read !== undefined) reads.push([name, read]);
    else if (type instanceof z.ZodLiteral) continue;
    else if (isDay(field)) days.push(name);
    else plain.push(name);
  }
  // Copies of a parsed object are as fast as literals, and keep its key order.
  const template: Record<string, unknown> = JSON.parse(JSON.stringify(blank));
  return (row) => {
    const shown = { ...template };
    // The row type has all of these names.
    const columns = row as Record<string, never>;
    for (const name of plain) shown[name] = columns[name];
    for (const name of days) shown[name] = wireDay(columns[name] ?? null);
    for (const [name, read] of reads) shown[name] = read(row as never);
    // Each field comes from a column of its type. Check constraints limit the enumerations.
    return shown as z.output<z.ZodObject<Shape>>;
  };
}

const isDay = (field: z.core.$ZodType): boolean => ["date", "month"].includes(writtenAs(field).type ?? "");

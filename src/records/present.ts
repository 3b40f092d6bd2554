/** How a row is written as the record that its schema describes: each field from the column of its name, days as midnight UTC, and nothing that the schema does not name. */
import { z } from "zod";
import { typeOfField, writtenAs } from "./fields.ts";
import type { Json } from "./scalars.ts";
import { wireDay } from "./wire.ts";

/** A column as the store reads it, by what is answered of it: closed lists are texts there, and objects are any JSON. */
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

/** What all functions of `Own` together need of a row. */
type Needed<Own> = [Own[keyof Own]] extends [(row: infer Row) => unknown] ? Row : never;

type OwnReads<Shape> = { [name in keyof Shape]?: (row: never) => z.output<Shape[name]> };

/** Writes rows as records; made once for each schema. `own` says what is not simply a column. */
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
  // Objects that are copied from one that was parsed are as fast as literals, and have its order.
  const template: Record<string, unknown> = JSON.parse(JSON.stringify(blank));
  return (row) => {
    const shown = { ...template };
    // The type of the row has all of these names.
    const columns = row as Record<string, never>;
    for (const name of plain) shown[name] = columns[name];
    for (const name of days) shown[name] = wireDay(columns[name] ?? null);
    for (const [name, read] of reads) shown[name] = read(row as never);
    // Each field was given by a column of its type. The database refuses words outside the closed lists (check constraints).
    return shown as z.output<z.ZodObject<Shape>>;
  };
}

const isDay = (field: z.core.$ZodType): boolean => ["date", "month"].includes(writtenAs(field).type ?? "");

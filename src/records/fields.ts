/** What a schema says of a field beside its type: who edits it and how, and how it stands in files of rows. Edits, presenters and columns are made from it. */
import { z } from "zod";
import type { ColumnType } from "./report.ts";

/** How a field is written; what is left out follows from its type. */
interface Written {
  /** Of its column in files, and of the days of answers. */
  type?: ColumnType;
  /** Of its figures, in files. */
  unit?: string;
  /** Where files have it from, if that is not the column of its name: another, with its table, or what follows from one. */
  column?: string;
}

export const written = z.registry<Written>();

/** What is said of a field, and of what it wraps. */
export function writtenAs(schema: z.core.$ZodType): Written {
  return { ...(schema instanceof z.ZodNullable ? writtenAs(schema.unwrap()) : {}), ...written.get(schema) };
}

/** As a field is answered, without null. */
export const typeOfField = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodNullable ? typeOfField(schema.unwrap()) : schema;

declare const EDIT: unique symbol;
/** Of a field that a person edits: how they give it. */
interface Edited<Edit> {
  readonly [EDIT]: Edit;
}
const edits = new WeakMap<z.core.$ZodType, z.ZodType>();

/** A field that a person edits: as it is answered, or in a form of its own, which means the same where it does not say otherwise. */
export function edited<Field extends z.ZodType, Edit extends z.ZodType = Field>(
  field: Field,
  edit?: Edit,
): Field & Edited<Edit> {
  const { description } = field.meta() ?? {};
  const described = description === undefined ? edit : edit?.meta({ description, ...edit.meta() });
  // A copy: what others are made of, such as `Id`, is not marked along.
  const own = field.clone();
  edits.set(own, described ?? own);
  // The mark is one of types alone.
  return own as Field & Edited<Edit>;
}

type EditedNames<Shape> = { [name in keyof Shape]: Shape[name] extends Edited<unknown> ? name : never }[keyof Shape];
type EditsOf<Shape> = { [name in EditedNames<Shape>]: Shape[name] extends Edited<infer Edit> ? Edit : never };

const READ_ONLY = z.unknown().meta({ description: "Not edited: left out, or as the bill has it.", readOnly: true });

/** The fields of a record that a person edits, as they give them. */
export function editsOf<Shape extends z.core.$ZodShape>(record: z.ZodObject<Shape>): EditsOf<Shape> {
  const fields = Object.entries(record.shape).flatMap(([name, field]) => {
    const edit = edits.get(field);
    return edit === undefined ? [] : [[name, edit] as const];
  });
  // Those that are marked.
  return Object.fromEntries(fields) as EditsOf<Shape>;
}

export const readOnlyNames = (record: z.ZodObject): string[] =>
  Object.keys(record.shape).filter((name) => !edits.has(record.shape[name] ?? READ_ONLY));

/** The fields of a record that follow from others: whoever sends a record back as it was read need not take them out. */
export const readOnlyOf = <Shape extends z.core.$ZodShape>(record: z.ZodObject<Shape>) =>
  // One entry for each of the names.
  Object.fromEntries(readOnlyNames(record).map((name) => [name, READ_ONLY])) as {
    [name in Exclude<keyof Shape, EditedNames<Shape>>]: typeof READ_ONLY;
  };

/** What a schema states about a field besides its type: whether users edit it and how, and how files of rows contain it. Edits, presenters and columns are made from it. */
import { z } from "zod";
import type { ColumnType } from "./codes.ts";

/** How a field is written; values left out follow from its type. */
interface Written {
  /** The type of its column in files, and of days in answers. */
  type?: ColumnType;
  /** The unit of its figures in files. */
  unit?: string;
  /** The SQL source of its column in files, if it is not the column of its name. */
  column?: string;
}

export const written = z.registry<Written>();

/** The settings of a field, including those of the type that it wraps. */
export function writtenAs(schema: z.core.$ZodType): Written {
  return { ...(schema instanceof z.ZodNullable ? writtenAs(schema.unwrap()) : {}), ...written.get(schema) };
}

/** The type of a field without null. */
export const typeOfField = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodNullable ? typeOfField(schema.unwrap()) : schema;

declare const EDIT: unique symbol;
/** Marks an editable field with the form of its input. */
interface Edited<Edit> {
  readonly [EDIT]: Edit;
}
const edits = new WeakMap<z.core.$ZodType, z.ZodType>();

/** An editable field; its input has the form of the answer, or its own form `edit` with the same description by default. */
export function edited<Field extends z.ZodType, Edit extends z.ZodType = Field>(
  field: Field,
  edit?: Edit,
): Field & Edited<Edit> {
  const { description } = field.meta() ?? {};
  const described = description === undefined ? edit : edit?.meta({ description, ...edit.meta() });
  // A copy, so that shared schemas such as `Id` are not marked.
  const own = field.clone();
  edits.set(own, described ?? own);
  // The mark exists in the type only.
  return own as Field & Edited<Edit>;
}

type EditedNames<Shape> = { [name in keyof Shape]: Shape[name] extends Edited<unknown> ? name : never }[keyof Shape];
type EditsOf<Shape> = { [name in EditedNames<Shape>]: Shape[name] extends Edited<infer Edit> ? Edit : never };

const READ_ONLY = z.unknown().meta({ description: "Read-only: leave it out, or send it unchanged.", readOnly: true });

/** The editable fields of a record, in their input form. */
export function editsOf<Shape extends z.core.$ZodShape>(record: z.ZodObject<Shape>): EditsOf<Shape> {
  const fields = Object.entries(record.shape).flatMap(([name, field]) => {
    const edit = edits.get(field);
    return edit === undefined ? [] : [[name, edit] as const];
  });
  // The marked fields.
  return Object.fromEntries(fields) as EditsOf<Shape>;
}

export const readOnlyNames = (record: z.ZodObject): string[] =>
  Object.keys(record.shape).filter((name) => !edits.has(record.shape[name] ?? READ_ONLY));

/** The read-only fields of a record: accepted in an edit, so that a client can send a record back as it was read. */
export const readOnlyOf = <Shape extends z.core.$ZodShape>(record: z.ZodObject<Shape>) =>
  // One entry per name.
  Object.fromEntries(readOnlyNames(record).map((name) => [name, READ_ONLY])) as {
    [name in Exclude<keyof Shape, EditedNames<Shape>>]: typeof READ_ONLY;
  };

/** JSON schemas as TypeScript types, for the client: descriptions become comments, and open lists of words stay open. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  const?: unknown;
  enum?: unknown[];
  "x-extensible-enum"?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

/** An open list of words: an editor suggests the known ones, and a new one is not an error. */
export const WORD_TYPE = "export type Word<Known extends string> = Known | (string & {});";

const NAMES: Record<string, string> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

/** The type of a schema, as code at this indentation. */
export function typeOf(schema: Schema, indent = ""): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((word) => JSON.stringify(word)));
  const words = schema["x-extensible-enum"]?.filter((word) => typeof word === "string") ?? [];
  if (words.length > 0) return `Word<${union(words.map((word) => JSON.stringify(word)))}>`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map((one) => typeOf(one, indent)));
  if (schema.allOf !== undefined) return schema.allOf.map((one) => typeOf(one, indent)).join(" & ");
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, indent)));
  if (schema.type === "array") return arrayOf(schema.items ?? {}, indent);
  if (schema.type === "object" || schema.properties !== undefined) return objectOf(schema, indent);
  return NAMES[schema.type ?? ""] ?? "unknown";
}

/** `#/components/schemas/Property` to `Property`. */
export const nameOf = (reference: string): string => reference.split("/").at(-1) ?? reference;

const union = (types: string[]): string => [...new Set(types)].join(" | ");

const isUnion = ({ enum: words, anyOf, oneOf, allOf, type }: Schema): boolean =>
  [words, anyOf, oneOf, allOf, type].some((one) => Array.isArray(one) && one.length > 1);

function arrayOf(items: Schema, indent: string): string {
  const type = typeOf(items, indent);
  return isUnion(items) ? `(${type})[]` : `${type}[]`;
}

function objectOf(schema: Schema, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties);
  if (fields.length === 0) {
    const value = typeof additionalProperties === "object" ? typeOf(additionalProperties, indent) : "unknown";
    return `Record<string, ${value}>`;
  }
  const inner = `${indent}  `;
  const lines = fields.map(([name, field]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    const mark = required.includes(name) ? "" : "?";
    return `${comment(field.description, inner)}${inner}${key}${mark}: ${typeOf(field, inner)};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

/** A description as comment lines; empty without a description. */
export function comment(text: string | undefined, indent = ""): string {
  if (text === undefined || text === "") return "";
  const lines = text.replaceAll("*/", "* /").split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

/** The types of all records of the document, in the order of their names. */
export function recordTypes(schemas: Record<string, Schema>): string {
  const declared = Object.entries(schemas)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => {
      const isInterface = schema.properties !== undefined && schema.$ref === undefined;
      const type = typeOf(schema);
      return `${comment(schema.description)}export ${isInterface ? `interface ${name} ${type}` : `type ${name} = ${type};`}\n`;
    });
  const head = "/** The records of the service as types. Written by `npm run client` from its OpenAPI document. */\n";
  const word = `${comment("A list of words that may grow: accept one that you do not know.")}${WORD_TYPE}\n`;
  return [head, word, ...declared].join("\n");
}

/** The OpenAPI document for tests: every operation with its parameters and body, and values made from a schema. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  example?: unknown;
  examples?: unknown[];
  default?: unknown;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: Schema;
  example?: unknown;
}

export interface Operation {
  /** As in the access table: `GET /v1/meters/:id`. */
  row: string;
  method: string;
  pattern: string;
  parameters: Parameter[];
  /** Of a JSON body; null when the operation accepts none. */
  body: Schema | null;
  isBodyRequired: boolean;
  /** Content types of a body that is a file; none where it is JSON. */
  fileTypes: string[];
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: (Parameter | { $ref: string })[];
        requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
      }
    >
  >;
}

const METHODS = new Set(["get", "post", "put", "patch", "delete"]);

/** Every operation, with all references resolved: the document has no circular ones. */
export function readOperations(text: string): Operation[] {
  const document = follow(JSON.parse(text)) as Document;
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => METHODS.has(method))
      .map(([method, { parameters = [], requestBody }]): Operation => {
        const pattern = path.replace(/\{(\w+)\}/g, ":$1");
        return {
          row: `${method.toUpperCase()} ${pattern}`,
          method: method.toUpperCase(),
          pattern,
          // References were followed.
          parameters: parameters as Parameter[],
          body: requestBody?.content["application/json"]?.schema ?? null,
          isBodyRequired: requestBody?.required === true,
          fileTypes: Object.keys(requestBody?.content ?? {}).filter((type) => !/json/.test(type)),
        };
      }),
  );
}

function follow(document: unknown): unknown {
  const inner = (value: unknown, trail: string[]): unknown => {
    if (Array.isArray(value)) return value.map((each) => inner(each, trail));
    if (typeof value !== "object" || value === null) return value;
    const reference = "$ref" in value && typeof value.$ref === "string" ? value.$ref : null;
    if (reference === null || !reference.startsWith("#/"))
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inner(part, trail)]));
    if (trail.includes(reference)) throw new Error(`${reference} leads back to itself`);
    const target = reference
      .slice(2)
      .split("/")
      .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], document);
    return inner(target, [...trail, reference]);
  };
  return inner(document, []);
}

const TEXTS: Record<string, string> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T12:00:00.000Z",
  uuid: "11111111-1111-4111-8111-111111111111",
  email: "person@example.com",
  uri: "https://example.com/",
};

/** A value that the schema allows: with only the required fields, or with every field. */
export function sampleOf(schema: Schema, fields: "required" | "all" = "required"): unknown {
  const { properties = {}, required = [], items, enum: words } = schema;
  const type = typeOf(schema);
  // An example of an object may be of any size, so it is put together from its fields.
  const given =
    type === "object" && Object.keys(properties).length > 0 ? [] : [schema.example, ...(schema.examples ?? [])];
  const example = given.find((each) => each !== undefined);
  if (example !== undefined) return example;
  if (schema.const !== undefined) return schema.const;
  if (words !== undefined) return words[0];
  const [choice] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (choice !== undefined) return sampleOf(choice, fields);
  if (type === "object")
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => fields === "all" || required.includes(name))
        .map(([name, part]) => [name, sampleOf(part, fields)]),
    );
  if (type === "array") return items === undefined ? [] : [sampleOf(items, fields)];
  if (type === "integer" || type === "number") return Math.max(schema.minimum ?? 1, 1);
  if (type === "boolean") return true;
  if (type === "null") return null;
  return TEXTS[schema.format ?? ""] ?? "x".repeat(Math.max(schema.minLength ?? 1, 1));
}

/** The first type that a schema names; undefined when it names none. */
export const typeOf = ({ type }: Schema): string | undefined => (Array.isArray(type) ? type[0] : type);

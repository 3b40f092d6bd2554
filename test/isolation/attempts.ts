/** Every try to reach another company's records: by rule from the positions, links and cursors. */
import { sampleOf, typeOf, type Operation, type Schema } from "../openapi-operations.ts";
import type { Caller, Company } from "./companies.ts";
import { linkRows, recordsOf, type Position } from "./positions.ts";

interface Request {
  method: string;
  url: string;
  body: unknown;
}

export interface Attempt extends Request {
  caller: Caller;
  /** What is tried, without its value: `GET /v1/meters/:id, path id`. */
  what: string;
  /** The same request for a record that does not exist; null where an answer is checked only for its content. */
  unknown: Request | null;
}

/** No table has so many rows. */
const UNKNOWN_ID = "999999999999";
/** No record can have one of these ids. */
const IMPOSSIBLE = ["0", "-1", "1.5", "9007199254740993", "9223372036854775808", "1e40", "9".repeat(400), "abc", "%00"];

/** True where the specification or the operator's role opens records of all companies. */
export const mayCross = ({ kind }: Caller, row: string): boolean =>
  ["all", "shared"].includes(recordsOf(row)) && kind === "admin";

/** An operation with the ids of a company in every position, but for one that is given. */
export function requestOf(
  operation: Operation,
  positions: Position[],
  company: Company,
  here?: { position: Position; value: string },
): Request {
  const { method, pattern, parameters, body: schema } = operation;
  const of = positions.filter((position) => position.operation === operation);
  const valueOf = (position: Position) =>
    position === here?.position ? here.value : String(company.ids.get(position.table)?.[0] ?? UNKNOWN_ID);
  let url = pattern;
  const query = new URLSearchParams();
  for (const { name, in: place, required, schema: part, example } of parameters) {
    const position = of.find((each) => each.in === place && each.name === name);
    const value = position === undefined ? String(example ?? sampleOf(part)) : valueOf(position);
    if (place === "path") url = url.replace(`:${name}`, value);
    if (place === "query" && (required === true || (position !== undefined && position === here?.position)))
      query.set(name, value);
  }
  let body = schema === null ? undefined : sampleOf(schema);
  for (const position of of.filter((each) => each.in === "body")) {
    if (schema === null) continue;
    const steps = position.name.split(".");
    if (position === here?.position || readAt(body, steps) !== undefined)
      body = writeAt(body, schema, steps, asJson(valueOf(position)));
  }
  const text = query.toString();
  return { method, url: text === "" ? url : `${url}?${text}`, body };
}

/** In a body an id is a number; a value that is not one is sent unchanged. */
const asJson = (value: string): unknown => (/^-?[\d.]{1,17}$/.test(value) ? Number(value) : value);

const readAt = (value: unknown, steps: string[]): unknown =>
  steps.reduce<unknown>((part, step) => (part as Record<string, unknown> | undefined)?.[step], value);

/** A copy with one value set; what is missing on the way there is made from the schema. */
function writeAt(value: unknown, schema: Schema, steps: string[], leaf: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return leaf;
  const [choice] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (choice !== undefined) return writeAt(value, choice, steps, leaf);
  const part = (typeOf(schema) === "array" ? schema.items : schema.properties?.[step]) ?? {};
  const inner =
    (value as Record<string, unknown> | undefined)?.[step] ?? (rest.length > 0 ? sampleOf(part) : undefined);
  const written = writeAt(inner, part, rest, leaf);
  return typeOf(schema) === "array" ? [written] : { ...(value as object), [step]: written };
}

/**
 * Ids of others, of other kinds, of nothing: at every position. Those of others by every caller of a company; the rest, which name
 * no record of this kind for any caller, by the callers in turn, of whom each has every value at some position.
 */
export function attemptsOnIds(positions: Position[], company: Company, others: Company[]): Attempt[] {
  const tables = [...new Set(positions.map(({ table }) => table))];
  return positions.flatMap((position, turn) => {
    const { operation, table } = position;
    const isPossible = (value: string) => position.in === "path" || isWellFormed(value);
    const foreign = others.flatMap((other) => other.ids.get(table) ?? []).map(String);
    const ofOtherKinds = tables
      .filter((each) => each !== table)
      .flatMap((each) => [company, ...others].flatMap((owner) => owner.ids.get(each)?.slice(0, 1) ?? []))
      .map(String);
    const rest = [...ofOtherKinds, ...IMPOSSIBLE, UNKNOWN_ID.replaceAll("9", "8")].filter(isPossible);
    const request = (value: string) => requestOf(operation, positions, company, { position, value });
    const unknown = request(UNKNOWN_ID);
    const callers = company.callers.filter((caller) => !mayCross(caller, operation.row));
    const known = callers.filter(hasAccess);
    return callers.flatMap((caller) => {
      const own = (_: string, at: number) => known[(at + turn) % known.length] === caller;
      // A caller without access gets few attempts.
      const values = [...foreign, ...(hasAccess(caller) ? rest.filter(own) : rest.slice(0, 3))];
      const what = `${operation.row}, ${position.in} ${position.name}`;
      return values.map((value): Attempt => ({ caller, what, ...request(value), unknown }));
    });
  });
}

const hasAccess = ({ kind }: Caller): boolean => kind !== "anonymous" && kind !== "expired";

/** In a query or a body an invalid id is a validation error, and reported as such. */
const isWellFormed = (value: string): boolean => /^[1-9]\d{0,14}$/.test(value);

/** Signed texts of others and texts made of two signed ones, wherever a link stands. */
export function attemptsOnLinks(company: Company, others: Company[]): Attempt[] {
  const own = company.links;
  return linkRows().flatMap((row) => {
    const [method = "GET", pattern = ""] = row.split(" ");
    const [last = ""] = pattern.match(/:\w+/g)?.slice(-1) ?? [];
    const isReceipt = pattern.includes("/receipts/");
    const url = (value: string) => pattern.replace(last, value).replace(":token", own.form);
    const foreign = others.flatMap(({ links }) => [
      ...(isReceipt ? [links.receipt] : []),
      ...[own.file, own.receipt, own.form].map((signed) => swapSignature(links.file, signed)),
      swapSignature(links.receipt, own.receipt),
      swapSignature(own.file, links.file),
      ...(pattern.startsWith("/files/") ? [links.form, links.receipt] : [links.file]),
      links.file.slice(0, -1),
      links.file.replace(/^\d+/, String(company.id)),
    ]);
    return company.callers.flatMap((caller) =>
      foreign.map((value): Attempt => ({
        caller,
        what: `${row}, link`,
        method,
        url: url(value),
        body: undefined,
        unknown: { method, url: url("nothing.signed"), body: undefined },
      })),
    );
  });
}

const swapSignature = (payload: string, signed: string): string =>
  `${payload.slice(0, payload.lastIndexOf("."))}.${signed.slice(signed.lastIndexOf(".") + 1)}`;

/** Every list as it is, page by page, and behind cursors that were given to others. */
export function attemptsOnLists(
  operations: Operation[],
  positions: Position[],
  company: Company,
  cursors: Map<string, string[]>,
) {
  return operations
    .filter(({ method, row }) => method === "GET" && row.includes("/v1/"))
    .flatMap((operation) => {
      const { url } = requestOf(operation, positions, company);
      const hasCursor = operation.parameters.some(({ name }) => name === "cursor");
      const pages = hasCursor
        ? (cursors.get(operation.row) ?? []).map((cursor) => `cursor=${encodeURIComponent(cursor)}`)
        : [];
      return company.callers
        .filter((caller) => !mayCross(caller, operation.row))
        .flatMap((caller) =>
          ["", ...pages].map((page): Attempt => ({
            caller,
            what: `${operation.row}, ${page === "" ? "list" : "cursor"}`,
            method: "GET",
            url: page === "" ? url : `${url}${url.includes("?") ? "&" : "?"}limit=1&${page}`,
            body: undefined,
            unknown: null,
          })),
        );
    });
}

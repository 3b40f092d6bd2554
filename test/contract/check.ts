/** Holds an answer against the tables of the specification: says every difference, and remembers which fields had a value. */
import type { Shape } from "./endpoints.ts";
import { METADATA, ONLY_IN, REQUEST_ONLY, RESOURCES, type TypeWord } from "./resources.ts";
import { MAY_BE_UNKNOWN } from "./unknown.ts";

export interface Check {
  /** Such as `GET /meters/:id`: some fields belong to some answers alone. */
  endpoint: string;
  /** One sentence a difference. */
  faults: string[];
  /** `UtilityMeter.meter_num`, for each field that had a value of its type. */
  seen: Set<string>;
}

const isMoment = (value: unknown) =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
  new Date(value).toISOString() === value;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The words of the specification for values that are no records. */
const WORDS: Record<string, (value: unknown) => boolean> = {
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  object: isObject,
  ISOString: isMoment,
  timestamp: isMoment,
  date: (value) => typeof value === "string" && isMoment(`${value}T00:00:00.000Z`),
  URL: (value) => typeof value === "string" && /^https?:$/.test(URL.parse(value)?.protocol ?? ""),
  UUID: (value) => typeof value === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value),
  email: (value) => typeof value === "string" && /^[^@\s]+@[^@\s]+$/.test(value),
  anything: () => true,
};

/** @throws nothing: what is wrong stands in `check.faults`. */
export function checkShape(value: unknown, shape: Shape, place: string, check: Check): void {
  if (typeof shape === "string") return checkWord(value, shape, place, check);
  if (isNesting(shape)) {
    checkWord(value, shape.record, place, check);
    return checkFields(value, shape.nested, place, check);
  }
  checkFields(value, shape, place, check);
}

const isNesting = (shape: object): shape is { record: string; nested: Record<string, Shape> } =>
  "record" in shape && "nested" in shape;

function checkFields(value: unknown, fields: Record<string, Shape>, place: string, check: Check): void {
  if (!isObject(value)) return void check.faults.push(`${place} is no object`);
  for (const [name, shape] of Object.entries(fields)) checkShape(value[name], shape, `${place}.${name}`, check);
}

function checkWord(value: unknown, word: TypeWord, place: string, check: Check): void {
  if (word.endsWith(" or null")) {
    return value === null ? undefined : checkWord(value, word.slice(0, -" or null".length), place, check);
  }
  if (word.startsWith("[")) {
    if (!Array.isArray(value)) return void check.faults.push(`${place} is no array`);
    value.forEach((each, index) => checkWord(each, word.slice(1, -1), `${place}[${index}]`, check));
    return;
  }
  if (RESOURCES[word] !== undefined) return checkRecord(value, word, place, check);
  if (word.startsWith('"')) return fault(JSON.stringify(value) === word);
  if (word.includes("|")) return fault(word.split("|").includes(String(value)));
  fault(WORDS[word]?.(value) === true);

  function fault(isWell: boolean): void {
    if (!isWell) check.faults.push(`${place} is no ${word}: ${JSON.stringify(value)?.slice(0, 100)}`);
  }
}

function checkRecord(value: unknown, record: string, place: string, check: Check): void {
  if (!isObject(value)) return void check.faults.push(`${place} is no ${record}`);
  for (const [name, word] of Object.entries(RESOURCES[record] ?? {})) {
    const field = `${record}.${name}`;
    const here = `${place}.${name}`;
    if (REQUEST_ONLY.includes(field)) {
      if (name in value) check.faults.push(`${here} is answered and may not be`);
      continue;
    }
    if (!(name in value)) {
      if (isDue(field, place, check)) check.faults.push(`${here} is missing`);
      continue;
    }
    if (value[name] === null && isNullGood(record, name, word)) continue;
    const faultsBefore = check.faults.length;
    checkWord(value[name], word, here, check);
    if (check.faults.length === faultsBefore && value[name] !== null) check.seen.add(field);
  }
  if (isObject(value["metadata"])) checkFields(value["metadata"], METADATA[record] ?? {}, `${place}.metadata`, check);
}

/** What is nested into the record that was asked for is not nested again into the account that comes with a meter. */
const isDue = (field: string, place: string, { endpoint }: Check): boolean => {
  const endpoints = ONLY_IN[field];
  return endpoints === undefined || (endpoints.includes(endpoint) && !place.endsWith(".utility_account"));
};

const isNullGood = (record: string, name: string, word: TypeWord): boolean =>
  word.endsWith(" or null") || MAY_BE_UNKNOWN[record]?.includes(name) === true;

/** Every field of section 2 that is answered at all. */
export const ALL_FIELDS: string[] = Object.entries(RESOURCES)
  .flatMap(([record, fields]) => Object.keys(fields).map((name) => `${record}.${name}`))
  .filter((field) => !REQUEST_ONLY.includes(field));

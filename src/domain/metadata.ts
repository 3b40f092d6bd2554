/** Metadata of a record: merged by RFC 7396, limited in size, and checked for the keys that the service reads. */
import { KNOWN_METADATA } from "../records/metadata.ts";
import type { Day, Json, Metadata } from "../records/scalars.ts";
import { isDay } from "./calendar.ts";
import { dayFault } from "./day-bounds.ts";

const BYTES_MAX = 64 * 1024;
const LEVELS_MAX = 16;

/** The limit that the metadata exceeds, with a sentence; null when it is within both. */
export function metadataLimitFault(metadata: object): { limit: "levels" | "bytes"; detail: string } | null {
  if (levelsOf(metadata) > LEVELS_MAX) return { limit: "levels", detail: `Metadata has at most ${LEVELS_MAX} levels.` };
  return Buffer.byteLength(JSON.stringify(metadata)) > BYTES_MAX
    ? { limit: "bytes", detail: "Metadata has at most 64 KB." }
    : null;
}

/** Levels of nested objects and arrays; counted breadth first and no further than needed. */
function levelsOf(value: object): number {
  let level: object[] = [value];
  let count = 0;
  while (level.length > 0 && count <= LEVELS_MAX) {
    count += 1;
    level = level.flatMap((inner) => Object.values(inner).filter((each) => typeof each === "object" && each !== null));
  }
  return count;
}

/** Known keys with a wrong form or a day out of range, by JSON pointer. Null removes a key. */
export function knownKeyFaults(metadata: Metadata, today: Day): { pointer: string; detail: string }[] {
  const faults = new Map<string, string>();
  for (const [key, { schema, form }] of Object.entries(KNOWN_METADATA)) {
    const value = metadata[key];
    if (value === undefined || value === null) continue;
    for (const { path } of schema.safeParse(value).error?.issues ?? [])
      faults.set(`/${[key, ...path].join("/")}`, `${key} must be ${form}.`);
  }
  const known = [...faults].map(([pointer, detail]) => ({ pointer, detail }));
  return [...dayFaults(metadata, today), ...known];
}

/** The keys with days that reports read: the value is a day (null), or a list of entries with these fields. */
const DAYS: Record<string, readonly string[] | null> = {
  savings_start_date: null,
  floor_area_changes: ["date"],
  special_adjustments: ["start_date", "end_date"],
  notes: ["date"],
};

/** Days out of range, by JSON pointer. Texts that are not days are left to the report that reads them. */
function dayFaults(metadata: Metadata, today: Day): { pointer: string; detail: string }[] {
  const faultAt = (pointer: string, value: unknown) => {
    const detail = typeof value === "string" && isDay(value) ? dayFault(value, today) : null;
    return detail === null ? [] : [{ pointer, detail }];
  };
  return Object.entries(DAYS).flatMap(([key, fields]) => {
    const value = metadata[key];
    if (fields === null) return faultAt(`/${key}`, value);
    if (!Array.isArray(value)) return [];
    return value.flatMap((entry, index) =>
      typeof entry !== "object" || entry === null || Array.isArray(entry)
        ? []
        : fields.flatMap((field) => faultAt(`/${key}/${index}/${field}`, entry[field])),
    );
  });
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** JSON Merge Patch (RFC 7396): null removes a key, objects are merged, any other value replaces the old one. */
export function mergeMetadata(target: Metadata, patch: Metadata): Metadata {
  const merged = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else if (isObject(value)) {
      const before = merged.get(key);
      merged.set(key, mergeMetadata(isObject(before) ? before : {}, value));
    } else merged.set(key, value);
  }
  // Built from entries, so that a name such as `__proto__` is an ordinary key.
  return Object.fromEntries(merged);
}

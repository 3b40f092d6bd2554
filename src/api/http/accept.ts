/** Which of several media types a caller prefers (RFC 9110, 12.5.1). */

interface Range {
  type: string;
  subtype: string;
  quality: number;
}

/**
 * The name whose media type the header weights highest; the first one on a tie. An unreadable header accepts everything.
 * Null when the header accepts none of them.
 */
export function preferred<Name extends string>(
  header: string | undefined,
  types: Readonly<Record<Name, string>>,
): Name | null {
  const ranges = (header ?? "").split(",").flatMap(readRange);
  // The keys of the table itself.
  const names = Object.keys(types) as Name[];
  if (ranges.length === 0) return names[0] ?? null;
  let best: { name: Name; quality: number } | null = null;
  for (const name of names) {
    const quality = qualityOf(types[name], ranges);
    if (quality > (best?.quality ?? 0)) best = { name, quality };
  }
  return best?.name ?? null;
}

const RANGE = /^\s*(\*|[\w!#$&^.+-]+)(?:\/(\*|[\w!#$&^.+-]+))?\s*((?:;[^;]*)*)$/;
const QUALITY = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/;

/** Null for what is not a media range. A bare `*` is an old way to accept everything. */
function readRange(text: string): Range[] {
  const [, type, subtype, parameters = ""] = RANGE.exec(text) ?? [];
  if (type === undefined || (subtype === undefined && type !== "*")) return [];
  const given = /;\s*q\s*=\s*([^;\s]*)/i.exec(parameters)?.[1];
  if (given !== undefined && !QUALITY.test(given)) return [];
  return [
    {
      type: type.toLowerCase(),
      subtype: (subtype ?? "*").toLowerCase(),
      quality: given === undefined ? 1 : Number(given),
    },
  ];
}

/** The most specific range that matches the type counts. */
function qualityOf(mediaType: string, ranges: readonly Range[]): number {
  const [type = "", subtype = ""] = (mediaType.split(";")[0] ?? "").split("/");
  const covers = [
    (range: Range) => range.type === type && range.subtype === subtype,
    (range: Range) => range.type === type && range.subtype === "*",
    (range: Range) => range.type === "*" && range.subtype === "*",
  ];
  for (const isCovered of covers) {
    const found = ranges.filter(isCovered);
    if (found.length > 0) return Math.max(...found.map(({ quality }) => quality));
  }
  return 0;
}

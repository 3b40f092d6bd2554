/** The values of a statement with their places in the file. */
import type { Reading } from "../../records/reading.ts";
import type { Finding, PagePlace, SourcePlace, Statement } from "../../records/statement.ts";

export interface PlacedValue {
  /** The field, such as `acct_num`, or the way to the line: `meters.0.charges.1`. */
  name: string;
  /** Null when it is not known. */
  place: SourcePlace | null;
}

type ReadLine = Reading["meters"][number]["charges"][number] | Reading["meters"][number]["usages"][number];

/** How surely a line stands where another was read, the surest first. */
const SAME: ((a: ReadLine, b: ReadLine) => boolean)[] = [
  (a, b) => a.description === b.description && a.amount === b.amount,
  (a, b) => a.amount === b.amount,
  (a, b) => a.description === b.description,
];

/** The bill with the place of each line that equals a line of the reading, also where it moved to another meter; each place goes to one line. */
export function withPlacesOf<Bill extends Pick<Reading, "meters">>(bill: Bill, read: Reading): Bill {
  const linesOf = ({ meters }: Pick<Reading, "meters">) =>
    meters.flatMap(({ charges, usages }) => [...charges, ...usages]);
  const taken = new Set(linesOf(bill).flatMap(({ place }) => (place === null ? [] : keyOf(place))));
  const free = linesOf(read).filter(({ place }) => place !== null && !taken.has(keyOf(place)));
  const found = new Map<ReadLine, ReadLine["place"]>();
  for (const isSame of SAME)
    for (const line of linesOf(bill)) {
      if (line.place !== null || found.has(line)) continue;
      const at = free.findIndex((other) => isSame(line, other));
      const [source] = at < 0 ? [] : free.splice(at, 1);
      if (source !== undefined) found.set(line, source.place);
    }
  const placed = <Line extends ReadLine>(line: Line): Line => ({ ...line, place: found.get(line) ?? line.place });
  return {
    ...bill,
    meters: bill.meters.map((meter) => ({
      ...meter,
      charges: meter.charges.map(placed),
      usages: meter.usages.map(placed),
    })),
  };
}

const keyOf = ({ page, box }: NonNullable<ReadLine["place"]>): string => [page, ...box].join();

/** Every value with its place: the fields of the bill and its meters, and the lines. */
export function placedValues({ printed, meters }: Statement): PlacedValue[] {
  const fields = Object.entries(printed).map(([name, { place }]) => ({ name, place }));
  const lines = meters.flatMap(({ charges, usages, registers = [] }, meter) => [
    ...charges.map(({ place }, at) => ({ name: `meters.${meter}.charges.${at}`, place })),
    ...usages.map(({ place }, at) => ({ name: `meters.${meter}.usages.${at}`, place })),
    ...registers.map(({ place }, at) => ({ name: `meters.${meter}.registers.${at}`, place })),
  ]);
  return [...fields, ...lines];
}

/** The boxes on a page around the values that were read and the places of findings, each once. */
export function boxesOn(page: number, statement: Statement | null, findings: readonly Finding[]): PagePlace["box"][] {
  const values = statement === null ? [] : placedValues(statement);
  const boxes = [...values, ...findings].flatMap(({ place }) =>
    place != null && "page" in place && place.page === page ? [place.box] : [],
  );
  return [...new Map(boxes.map((box) => [box.join(), box])).values()];
}

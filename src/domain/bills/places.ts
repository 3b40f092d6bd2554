/** The values of a statement with their places in the file. */
import type { Finding, PagePlace, SourcePlace, Statement } from "../../records/statement.ts";

export interface PlacedValue {
  /** The field, such as `acct_num`, or the way to the line: `meters.0.charges.1`. */
  name: string;
  /** Null when it is not known. */
  place: SourcePlace | null;
}

/** Every value with its place: the fields of the bill and its meters, and the lines. */
export function placedValues({ printed, meters }: Statement): PlacedValue[] {
  const fields = Object.entries(printed).map(([name, { place }]) => ({ name, place }));
  const lines = meters.flatMap(({ charges, usages }, meter) => [
    ...charges.map(({ place }, at) => ({ name: `meters.${meter}.charges.${at}`, place })),
    ...usages.map(({ place }, at) => ({ name: `meters.${meter}.usages.${at}`, place })),
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

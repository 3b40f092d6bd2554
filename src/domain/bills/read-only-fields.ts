/** A bill that is sent back as it was read holds fields that nobody edits: as the bill has them they are passed over, otherwise they are named. */
import { UtilityBill, UtilityCharge, UtilityUsage } from "../../records/bill.ts";
import { readOnlyNames } from "../../records/fields.ts";
import type { EditFault } from "./edit-bill.ts";

type Fields = Record<string, unknown>;

/** A bill as it is read, and as it is sent back. */
interface BillFields extends Fields {
  charges?: Fields[] | undefined;
  usages?: Fields[] | undefined;
}

const READ_ONLY = {
  bill: readOnlyNames(UtilityBill),
  charges: readOnlyNames(UtilityCharge),
  usages: readOnlyNames(UtilityUsage),
};

/** True where there is anything to compare. */
export function hasReadOnlyFields(edit: BillFields): boolean {
  const holds = (fields: Fields, names: string[]) => names.some((name) => fields[name] !== undefined);
  return (
    holds(edit, READ_ONLY.bill) ||
    (edit.charges ?? []).some((line) => holds(line, READ_ONLY.charges)) ||
    (edit.usages ?? []).some((line) => holds(line, READ_ONLY.usages))
  );
}

/** What is sent back otherwise than the bill has it, by the field of the body. */
export function readOnlyFaults(edit: BillFields, bill: BillFields): EditFault[] {
  return [
    ...faultsOf("", edit, bill, READ_ONLY.bill),
    ...(["charges", "usages"] as const).flatMap((name) =>
      (edit[name] ?? []).flatMap((line, index) => {
        const known = (bill[name] ?? []).find(({ id }) => id === line["id"]);
        return faultsOf(`/${name}/${index}`, line, known, READ_ONLY[name]);
      }),
    ),
  ];
}

function faultsOf(at: string, given: Fields, known: Fields | undefined, names: string[]): EditFault[] {
  return names
    .filter((name) => given[name] !== undefined && !isSame(given[name], known?.[name]))
    .map((name) => {
      const detail =
        known === undefined
          ? "A new line gets this field by itself: leave it out."
          : "This field is not edited: leave it out, or give it as the bill has it.";
      return { pointer: `${at}/${name}`, detail };
    });
}

/** The link to a file is another at each reading; all else of it stays. */
function isSame(given: unknown, known: unknown): boolean {
  if (!isObject(given) || !isObject(known)) return given === known;
  const names = new Set([...Object.keys(given), ...Object.keys(known)].filter((name) => name !== "expiring_link"));
  return [...names].every((name) => isSame(given[name], known[name]));
}

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

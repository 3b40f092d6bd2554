/** Checks the read-only fields of a bill that is sent back: unchanged ones are ignored, changed ones are reported. */
import { UtilityBill, UtilityCharge, UtilityUsage } from "../../records/bill.ts";
import { readOnlyNames } from "../../records/fields.ts";
import type { EditFault } from "./edit-bill.ts";

type Fields = Record<string, unknown>;

/** A bill as it is read, and as it is sent back. */
interface SentBill extends Fields {
  charges?: Fields[] | undefined;
  usages?: Fields[] | undefined;
}

const READ_ONLY = {
  bill: readOnlyNames(UtilityBill),
  charges: readOnlyNames(UtilityCharge),
  usages: readOnlyNames(UtilityUsage),
};

/** True when the edit has any read-only field, so there is something to compare. */
export function hasReadOnlyFields(edit: SentBill): boolean {
  const holds = (fields: Fields, names: string[]) => names.some((name) => fields[name] !== undefined);
  return (
    holds(edit, READ_ONLY.bill) ||
    (edit.charges ?? []).some((line) => holds(line, READ_ONLY.charges)) ||
    (edit.usages ?? []).some((line) => holds(line, READ_ONLY.usages))
  );
}

/** The read-only fields that differ from the bill, named by the field of the request body. */
export function readOnlyFaults(edit: SentBill, bill: SentBill): EditFault[] {
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
          ? "This field of a new line is set by the service: leave it out."
          : "This field cannot be edited: leave it out, or send the bill's value.";
      return { pointer: `${at}/${name}`, detail };
    });
}

/** The link to a file is new at each read, so it is not compared. */
function isSame(given: unknown, known: unknown): boolean {
  if (!isObject(given) || !isObject(known)) return given === known;
  const names = new Set([...Object.keys(given), ...Object.keys(known)].filter((name) => name !== "expiring_link"));
  return [...names].every((name) => isSame(given[name], known[name]));
}

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/**
 * Reads the invoices (810) and usage reports (867) of utilities as bills, by the implementation guides of the Utility Industry Group
 * (version 004010, as used in Pennsylvania, New Jersey, Delaware, Maryland and New York).
 */
import type { Reading, Readings, Statement } from "../../records/statement.ts";
import { Unreadable } from "../outcome.ts";
import { error } from "../template/findings.ts";
import { invoiceOf } from "./invoice.ts";
import { readSegments } from "./segments.ts";
import { usageReportOf, type UsageReport } from "./usage-report.ts";

const BILLS_MAX = 1000;

/** The bills of a file in its order; use that is reported beside an invoice belongs to it. @throws Unreadable */
export function readX12(bytes: Buffer): Readings {
  const { isProduction, sets } = readSegments(bytes);
  const ofType = (type: string) => sets.filter((set) => set.type === type);
  const reports = ofType("867").map(({ segments }) => usageReportOf(segments));
  const invoices = ofType("810").map(({ segments }) => invoiceOf(segments));
  const taken = new Set<UsageReport>();
  const readings = invoices.map((reading) => withUse(reading, reports, taken));
  const left = reports.filter((report) => !taken.has(report)).map(({ reading }) => reading);
  const [first, ...others] = [...readings, ...left].map((reading) => (isProduction ? reading : asTest(reading)));
  if (first === undefined) {
    const types = [...new Set(sets.map(({ type }) => type))].join(", ") || "none";
    const detail = `The X12 file has no invoice (810) and no usage report (867); its transaction sets: ${types.slice(0, 100)}.`;
    throw new Unreadable("x12_not_a_bill", detail);
  }
  if (others.length >= BILLS_MAX)
    throw new Unreadable(
      "too_many_bills",
      `The X12 file has ${others.length + 1} bills; at most ${BILLS_MAX} are read.`,
    );
  return [first, ...others];
}

const asTest = ({ statement, findings }: Reading): Reading => ({
  statement,
  findings: [error("x12_is_a_test", "The sender marks the file as test data (ISA15)."), ...findings],
});

/** An invoice without use takes that of the report of the same account for the same days. */
function withUse(reading: Reading, reports: readonly UsageReport[], taken: Set<UsageReport>): Reading {
  const { statement } = reading;
  if (statement === null || statement.meters.some(({ usages }) => usages.length > 0)) return reading;
  const report = reports.find((each) => !taken.has(each) && isOf(statement, each));
  const reported = report?.reading.statement;
  const [only, another] = statement.meters;
  if (report === undefined || !reported || only === undefined || another !== undefined) return reading;
  taken.add(report);
  const [first, ...further] = reported.meters;
  if (first === undefined) return reading;
  const { charges, tariff, association_type } = only;
  return {
    statement: {
      ...statement,
      service_address: statement.service_address ?? reported.service_address,
      estimated: reported.estimated,
      meters: [{ ...first, association_type, charges, ...(tariff !== undefined && { tariff }) }, ...further],
    },
    findings: [...reading.findings.filter(({ name }) => name !== "use_not_in_invoice"), ...report.reading.findings],
  };
}

function isOf(statement: Statement, { reading, period }: UsageReport): boolean {
  const charge = statement.meters[0]?.charges[0];
  return (
    period !== null &&
    reading.statement?.acct_num === statement.acct_num &&
    charge?.start_date === period.start_date &&
    charge.end_date === period.end_date
  );
}

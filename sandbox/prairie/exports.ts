/** What Prairie Energy exports of an account: its bills in an archive, its history as a table. Both in the libraries' formats, made on demand. */
import type { CellValue } from "hucre/xlsx";
import type { Documents } from "../web/documents.ts";
import { digits, fixed, toNumber } from "../world/decimal.ts";
import type { Account, Bill } from "../world/model.ts";

const UTILITY = "prairie-energy";

export interface ExportFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** The only time in an archive, so that its bytes do not depend on the clock. */
const WRITTEN = new Date(2026, 0, 1, 12);

const pdfName = ({ billDay, billNumber }: Bill): string => `PrairieEnergy_${billDay}_${billNumber}.pdf`;

/** The bills of an account in one archive. */
export async function zipOfBills(
  documents: Documents,
  account: Account,
  bills: readonly Bill[],
  name: string,
): Promise<ExportFile> {
  const { zipSync } = await import("fflate");
  const files: Record<string, Uint8Array> = {};
  for (const bill of bills) files[pdfName(bill)] = await documents.fetch(UTILITY, account, bill);
  return { name, type: "application/zip", bytes: zipSync(files, { mtime: WRITTEN }) };
}

export async function pdfOfBill(documents: Documents, account: Account, bill: Bill): Promise<ExportFile> {
  return { name: pdfName(bill), type: "application/pdf", bytes: await documents.fetch(UTILITY, account, bill) };
}

const HEADER = [
  "Account Number",
  "Bill Number",
  "Bill Date",
  "Service",
  "Meter Number",
  "Start Date",
  "End Date",
  "Usage",
  "Units",
  "Charges",
];

const SERVICES = { ELECTRIC: "Electric", GAS: "Gas", WATER: "Water" } as const;

/** A row for each meter of each bill; the end date is the first day of the next period. */
function historyRows(account: Account, bills: readonly Bill[]) {
  return bills.flatMap((bill) =>
    bill.meters.map((meter) => {
      const [register] = meter.registers;
      return {
        texts: [account.number, bill.billNumber, bill.billDay, SERVICES[meter.energyType], meter.meterNumber],
        days: [meter.startDay, meter.endDay],
        usage: register?.usage ?? fixed(0, 0),
        unit: register?.unit ?? "",
        charges: fixed(meter.totalCents, 2),
      };
    }),
  );
}

const inCsv = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export function historyAsCsv(account: Account, bills: readonly Bill[]): ExportFile {
  const rows = historyRows(account, bills).map(({ texts, days, usage, unit, charges }) => [
    ...texts,
    ...days,
    digits(usage, false),
    unit,
    `${charges.units < 0 ? "-" : ""}${digits(charges, false)}`,
  ]);
  const text = [HEADER, ...rows].map((row) => `${row.map(inCsv).join(",")}\r\n`).join("");
  return { name: "history.csv", type: "text/csv; charset=utf-8", bytes: new TextEncoder().encode(text) };
}

export async function historyAsXlsx(account: Account, bills: readonly Bill[]): Promise<ExportFile> {
  const { writeXlsx } = await import("hucre/xlsx");
  const rows = historyRows(account, bills).map(({ texts, days, usage, unit, charges }): CellValue[] => [
    ...texts,
    ...days,
    toNumber(usage),
    unit,
    toNumber(charges),
  ]);
  const bytes = await writeXlsx({ sheets: [{ name: "Billing history", rows: [HEADER, ...rows] }] });
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  return { name: "history.xlsx", type, bytes };
}

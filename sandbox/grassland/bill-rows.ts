/** The list of bills of Grassland Cooperative's portal, in which a bill is known by the moment of its run and a UUID. */
import { createHash } from "node:crypto";
import { addDays } from "../world/days.ts";
import type { Account, Bill } from "../world/model.ts";

const SYSTEM = "UTILITY";

/** Bills are printed in the morning of their day, in Central time. */
const momentOf = ({ billDay }: Pick<Bill, "billDay">): number => Date.parse(`${billDay}T13:07:47Z`);

function uuidOf({ documentId, billNumber }: Bill): string {
  const hex = createHash("sha256").update(`${documentId} ${billNumber}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}

const periodOf = (billDay: string) => ({ year: Number(billDay.slice(0, 4)), month: Number(billDay.slice(5, 7)) });
const dollars = (cents: number): number => cents / 100;

function rowOf(account: Account, bill: Bill) {
  const [meter] = bill.meters;
  return {
    acctNbr: account.number,
    custNbr: `C${account.number}`,
    billingDateTimestamp: momentOf(bill),
    billPeriod: periodOf(bill.billDay),
    adjustedBillAmount: dollars(bill.dueCents),
    totalAdjustments: 0,
    totalUsageCharge: dollars(bill.currentCents),
    billProcessUuid: uuidOf(bill),
    systemOfRecord: SYSTEM,
    showViewBillLink: true,
    servLocs: [
      {
        id: { srvLocNbr: `${account.number}1` },
        address: { addr1: account.serviceAddress },
        lastBillPrevReadDtTm: meter && Date.parse(`${meter.startDay}T12:00:00Z`),
        lastBillPresReadDtTm: meter && Date.parse(`${meter.endDay}T12:00:00Z`),
      },
    ],
  };
}

/** From before the change of its billing system: an amount without a file. */
function rowWithoutFile(account: Account, oldest: Bill) {
  const billDay = addDays(oldest.billDay, -31);
  return {
    acctNbr: account.number,
    custNbr: `C${account.number}`,
    billingDateTimestamp: momentOf({ billDay }),
    billPeriod: periodOf(billDay),
    adjustedBillAmount: 61.4,
    totalAdjustments: 0,
    systemOfRecord: SYSTEM,
    showViewBillLink: false,
    servLocs: [],
  };
}

/** Newest first; the oldest row has no file. */
export function historyOf(account: Account) {
  const [oldest] = account.bills;
  return oldest === undefined
    ? []
    : [...account.bills.toReversed().map((bill) => rowOf(account, bill)), rowWithoutFile(account, oldest)];
}

/** The bill that moment, UUID and system of an address name together. */
export const billOf = ({ bills }: Account, query: URLSearchParams): Bill | undefined =>
  bills.find(
    (bill) =>
      uuidOf(bill) === query.get("uuid") &&
      String(momentOf(bill)) === query.get("timestamp") &&
      query.get("systemOfRecord") === SYSTEM,
  );

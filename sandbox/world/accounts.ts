/** An account's bills: each carries the balance of the one before, and some scenarios bend the list. */
import { createHash } from "node:crypto";
import { addDays, nextWorkingDay } from "./days.ts";
import { meterParts, openLedger, readAll } from "./ledger.ts";
import type { Ledger, Whose } from "./ledger.ts";
import type { MeterPeriod } from "./meter-reads.ts";
import type { Account, Bill, DocumentState, UtilitySlug } from "./model.ts";
import { PLAIN_BILLS_LISTED, isPlain } from "./plain-customers.ts";
import { PLAIN } from "./plain-utilities.ts";
import { createRandom, hashText, randomInt } from "./random.ts";
import { BILL_COUNT } from "./read-days.ts";
import type { Scenario } from "./scenarios.ts";

/** Positions in the list of bills, oldest first, at which a scenario applies. */
export const GAP_AT = 17;
export const ESTIMATED_AT: readonly number[] = [20, 21];
export const CORRECTED_AT = BILL_COUNT - 3;
export const BROKEN_AT: ReadonlyMap<number, DocumentState> = new Map([
  [12, "empty"],
  [19, "protected"],
  [26, "cut_off"],
  [31, "web_page"],
]);

/** A document's id reveals nothing about its account or month. */
function documentId(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 20);
}

/** The amount owed when the bill was written, and the payments received by then. */
interface Balance {
  previousBalanceCents: number;
  paidCents: number;
}

function writeBill(ledger: Ledger, periods: MeterPeriod[][], at: number, balance: Balance): Bill {
  const { previousBalanceCents, paidCents } = balance;
  const meters = meterParts(ledger, periods, at, previousBalanceCents - paidCents);
  const reads = meters.map(({ endDay }) => endDay).toSorted();
  const billDay = nextWorkingDay(addDays(reads.at(-1) ?? "", 2));
  const currentCents = meters.reduce((total, meter) => total + meter.totalCents, 0);
  const serial = (hashText(`${ledger.seed} bills`) % 8_000_000) + 1_000_000;
  return {
    documentId: documentId(`${ledger.seed} document ${at}`),
    billNumber: String(serial * 100 + at),
    billDay,
    dueDay: nextWorkingDay(addDays(billDay, 21)),
    previousBalanceCents,
    paidCents,
    paidDay: paidCents > 0 ? addDays(billDay, -9) : null,
    currentCents,
    dueCents: previousBalanceCents - paidCents + currentCents,
    estimated: meters.some(({ registers }) => registers.some(({ estimated }) => estimated)),
    corrects: null,
    document: "good",
    meters,
  };
}

/** Mostly the whole amount is paid; one time in twelve nothing arrives in time, one time in fifteen about half. */
function paidOf(owedCents: number, luck: number): number {
  if (luck < 0.083) return 0;
  if (luck < 0.15) return Math.floor(owedCents / 2000) * 1000;
  return owedCents;
}

function chainBills(ledger: Ledger, periods: MeterPeriod[][]): Bill[] {
  const random = createRandom(`${ledger.seed} payments`);
  const bills: Bill[] = [];
  let owedCents = randomInt(random, 6000, 14000) * (ledger.plan.business ? 20 : 1);
  for (let at = 0; at < ledger.billCount; at++) {
    const paidCents = at === 0 ? owedCents : paidOf(owedCents, random());
    const bill = writeBill(ledger, periods, at, { previousBalanceCents: owedCents, paidCents });
    bills.push(bill);
    owedCents = bill.dueCents;
  }
  return bills;
}

/** The right bill for the period that was misread, issued after the newest bill of the first day; balances as on the bill it replaces. */
function correctedBill(ledger: Ledger, bills: Bill[]): Bill | undefined {
  const wrong = bills[CORRECTED_AT];
  const newest = bills[BILL_COUNT - 1];
  if (!wrong || !newest) return undefined;
  const rightReads = readAll(ledger, { estimated: [], misread: null });
  const billDay = nextWorkingDay(addDays(newest.billDay, 5));
  return {
    ...writeBill(ledger, rightReads, CORRECTED_AT, wrong),
    documentId: documentId(`${ledger.seed} corrected document`),
    billNumber: String(Number(wrong.billNumber) + 50),
    billDay,
    dueDay: nextWorkingDay(addDays(billDay, 21)),
    corrects: wrong.billNumber,
  };
}

/** Where bills are late, one is listed so many days after its date: when the next one is late too, so that one is late on any day. */
const LATE_DAYS = 40;

const isListed = ({ billDay }: Bill, isLate: boolean, lastDay: string): boolean =>
  addDays(billDay, isLate ? LATE_DAYS : 0) <= lastDay;

/** All bills of one account, oldest first; `corrected` says that the corrected bill was issued. */
function listBills(ledger: Ledger, twist: Scenario["twist"] | "late", corrected: boolean): Bill[] {
  const oddities = {
    estimated: twist === "estimated" ? ESTIMATED_AT : [],
    misread: twist === "edited_bill" ? CORRECTED_AT : null,
  };
  const bills = chainBills(ledger, readAll(ledger, oddities));
  if (twist === "gap") return bills.toSpliced(GAP_AT, 1);
  if (twist === "broken_files") return bills.map((bill, at) => ({ ...bill, document: BROKEN_AT.get(at) ?? "good" }));
  const replacement = twist === "edited_bill" && corrected ? correctedBill(ledger, bills) : undefined;
  if (replacement === undefined) return bills;
  // After the bills of the first day, before those that came later: these are in the list from `BILL_COUNT` on.
  return bills.toSpliced(BILL_COUNT, 0, replacement).toSpliced(CORRECTED_AT, 1);
}

/** Those that its website still has. */
const keptBills = (utility: UtilitySlug, bills: Bill[]): Bill[] =>
  isPlain(utility) ? bills.slice(BILL_COUNT - PLAIN_BILLS_LISTED) : bills;

function accountNumber(utility: UtilitySlug, seed: string): string {
  const digits = hashText(`${seed} account`);
  if (isPlain(utility)) return PLAIN[utility].accountNumber(digits);
  if (utility === "northgate-electric") return String(5_500_000_000 + (digits % 100_000_000));
  return `${String(digits % 1000).padStart(4, "0")}-${10000 + (hashText(`${seed} suffix`) % 90000)}`;
}

/** An account of a scenario with all its bills. */
export function drawAccount(whose: Whose, corrected: boolean): Account {
  const { utility, scenario, plan, calendar } = whose;
  const ledger = openLedger(whose);
  const twist = plan.twist ?? scenario.twist;
  return {
    number: accountNumber(utility, ledger.seed),
    holder: plan.holder,
    nickname: plan.nickname,
    serviceAddress: plan.serviceAddress,
    bills: keptBills(utility, listBills(ledger, twist, corrected)).filter((bill) =>
      isListed(bill, twist === "late", calendar.lastDay),
    ),
  };
}

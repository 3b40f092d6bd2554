/** The bills of the sandbox as drawn, each with the data it was drawn from, to compare a statement with. */
import assert from "node:assert/strict";
import { createDocuments } from "../sandbox/web/documents.ts";
import type { UtilitySlug } from "../sandbox/world/model.ts";
import { truthOf } from "../sandbox/world/truth.ts";
import { createWorld } from "../sandbox/world/world.ts";
import type { Statement } from "../src/records/statement.ts";

type TrueBill = ReturnType<typeof truthOf>["accounts"][number]["bills"][number];

export interface DrawnBill {
  acct_num: string;
  bill: TrueBill;
  bytes: Uint8Array;
}

/** A bill of the sandbox that is drawn when it is asked for: drawing takes as long as reading. */
export interface SandboxBill extends Omit<DrawnBill, "bytes"> {
  draw(): Promise<DrawnBill>;
}

/** All good bills of an account of the sandbox, with `corrected` after a correction was issued. */
export function listBills(utility: UtilitySlug, username: string, corrected = false): SandboxBill[] {
  const world = createWorld();
  if (corrected) world.issueCorrection(utility, true);
  const documents = createDocuments();
  return (world.accountsOf(utility, username) ?? []).flatMap((account) => {
    const [truth] = truthOf([account]).accounts;
    const good = account.bills.filter(({ document }) => document === "good");
    return good.map((bill, at) => {
      const trueBill = truth?.bills[at];
      assert.ok(trueBill);
      const known = { acct_num: account.number, bill: trueBill };
      return { ...known, draw: async () => ({ ...known, bytes: await documents.fetch(utility, account, bill) }) };
    });
  });
}

/** One of them, by its place. */
export async function drawBill(utility: UtilitySlug, username: string, at = 0): Promise<DrawnBill> {
  const bill = listBills(utility, username)[at];
  assert.ok(bill);
  return bill.draw();
}

/** All of them. */
export async function drawBills(utility: UtilitySlug, username: string): Promise<DrawnBill[]> {
  const drawn: DrawnBill[] = [];
  for (const bill of listBills(utility, username)) drawn.push(await bill.draw());
  return drawn;
}

/** A statement in the form of the sandbox data, which has the meter's address but not the account's. */
export function asTruth(statement: Statement): TrueBill {
  const number = (decimal: string | null) => {
    assert.ok(decimal !== null);
    return Number(decimal);
  };
  return {
    invoice_number: statement.invoice_number ?? "",
    invoice_date: statement.invoice_date,
    account_holder_name: statement.account_holder_name ?? "",
    amount_due: number(statement.amount_due),
    previous_balance: number(statement.previous_balance),
    amount_paid: number(statement.amount_paid),
    estimated: statement.estimated,
    corrected: statement.corrected,
    meters: statement.meters.map((meter) => ({
      meter_num: meter.meter_num ?? "",
      // The sandbox data has only three types; another one would differ.
      energy_type: meter.energy_type as "ELECTRIC",
      association_type: meter.association_type,
      service_address: meter.service_address ?? statement.service_address ?? "",
      charges: meter.charges.map(({ description, amount, utility_charge_type, start_date, end_date }) => ({
        description,
        amount: number(amount),
        utility_charge_type,
        start_date,
        end_date,
      })),
      usages: meter.usages.map((usage) => ({
        amount: number(usage.amount),
        measurement_unit: usage.measurement_unit,
        // As above: the sandbox has no reactive power.
        utility_usage_type: usage.utility_usage_type as "usage_amount",
        start_date: usage.start_date,
        end_date: usage.end_date,
        estimated_meter_read: usage.estimated_meter_read,
      })),
    })),
  };
}

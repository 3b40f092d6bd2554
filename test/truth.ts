/** The truth of the sandbox and what the API says, brought into one form so that they can be compared line by line. */
import type { z } from "zod";
import type { ApiCaller } from "../src/cli/api-caller.ts";
import type { UtilityBill } from "../src/records/bill.ts";

export type Bill = z.infer<typeof UtilityBill>;

interface TruthLine {
  amount: number;
  start_date: string;
  end_date: string;
}

export interface Truth {
  accounts: {
    acct_num: string;
    bills: {
      invoice_date: string;
      amount_due: number;
      previous_balance: number | null;
      amount_paid: number | null;
      meters: {
        meter_num: string;
        charges: (TruthLine & { description: string; utility_charge_type: string })[];
        usages: (TruthLine & { measurement_unit: string; utility_usage_type: string })[];
      }[];
    }[];
  }[];
}

export async function readTruth(sandboxUrl: string, utility: string, username: string): Promise<Truth> {
  const response = await fetch(new URL(`/truth/${utility}/${username}`, sandboxUrl));
  return (await response.json()) as Truth;
}

/** One text per fact of the bills since a day: bills, charges and usages, sorted, so that a difference names the line. */
export function factsOfTruth(truth: Truth, since = ""): string[] {
  const facts = truth.accounts.flatMap(({ acct_num, bills }) =>
    bills
      .filter(({ invoice_date }) => invoice_date >= since)
      .flatMap(({ meters, ...bill }) => {
        const of = `${acct_num} ${bill.invoice_date}`;
        return [
          `${of} bill due ${bill.amount_due} previous ${bill.previous_balance} paid ${bill.amount_paid}`,
          ...meters.flatMap(({ meter_num, charges, usages }) => [
            ...charges.map(
              (line) => `${of} ${meter_num} charge ${line.description}|${line.utility_charge_type} ${amounts(line)}`,
            ),
            ...usages.map(
              (line) => `${of} ${meter_num} usage ${line.measurement_unit} ${line.utility_usage_type} ${amounts(line)}`,
            ),
          ]),
        ];
      }),
  );
  return facts.sort();
}

const amounts = ({ amount, start_date, end_date }: TruthLine) => `${amount} ${start_date}..${end_date}`;

const day = (wire: string | null) => wire?.slice(0, 10) ?? "none";

/** The same facts out of the API's live bills. */
export async function factsOfApi(caller: ApiCaller, accounts: { id: number; acct_num: string }[]): Promise<string[]> {
  const meters = await caller.get<{ id: number; meter_num: string }[]>("/meters");
  const numbers = new Map(meters.map(({ id, meter_num }) => [id, meter_num]));
  const facts: string[] = [];
  for (const { id, acct_num } of accounts) {
    const { bills } = await caller.get<{ bills: Bill[] }>(`/utility_accounts/${id}/bills`);
    for (const bill of bills.filter(({ archived }) => !archived)) {
      const of = `${acct_num} ${day(bill.invoice_date)}`;
      facts.push(`${of} bill due ${bill.amount_due} previous ${bill.previous_balance} paid ${bill.amount_paid}`);
      for (const line of bill.charges) {
        const place = { amount: line.amount, start_date: day(line.start_date), end_date: day(line.end_date) };
        const what = `charge ${line.description}|${line.utility_charge_type}`;
        facts.push(`${of} ${numbers.get(line.utility_meter_id)} ${what} ${amounts(place)}`);
      }
      for (const line of bill.usages) {
        const place = { amount: line.amount, start_date: day(line.start_date), end_date: day(line.end_date) };
        const what = `usage ${line.measurement_unit} ${line.utility_usage_type}`;
        facts.push(`${of} ${numbers.get(line.utility_meter_id)} ${what} ${amounts(place)}`);
      }
    }
  }
  return facts.sort();
}

/** The form in which a language model answers: for each value its text and the numbers of its words, never a value alone. */
import { z } from "zod";

/** A value as printed, and the numbers of the words that print it. */
const printed = z
  .strictObject({
    text: z.string().describe("The words as printed."),
    words: z.array(z.number()).describe("The numbers of these words, which stand one after the other on one line."),
  })
  .nullable();

const use = z.strictObject({
  description: printed,
  previous_read: printed,
  current_read: printed,
  multiplier: printed,
  read_type: printed.describe("Whether it was read or estimated."),
  amount: printed.describe("The use or the demand, without its unit."),
  unit: printed,
});

const charge = z.strictObject({
  description: printed,
  quantity: printed.describe("Without its unit."),
  unit: printed,
  rate: printed,
  amount: printed,
});

const meter = z.strictObject({
  meter_num: printed,
  start: printed.describe("The first day of the billing period."),
  end: printed.describe("Its last day."),
  days: printed.describe("How many days it has."),
  printed_total: printed.describe("The total of the charges of this meter, where one is printed."),
  uses: z.array(use),
  charges: z.array(charge).describe("No totals, no balances, no payments."),
});

/** No bounds here: servers know different parts of JSON Schema. The size of the answer bounds the lists. */
export const BillAnswer = z.strictObject({
  is_bill: z.boolean(),
  acct_num: printed.describe("The number of the customer's account."),
  invoice_number: printed,
  invoice_date: printed.describe("The day on which the bill was issued, not the day on which it is due."),
  amount_due: printed.describe("What the customer has to pay."),
  previous_balance: printed.describe("What was owed before this bill."),
  amount_paid: printed.describe("Payments received since the last bill."),
  current_charges: printed.describe("The total of the charges of this bill, where one is printed."),
  meters: z.array(meter),
});

export type BillAnswer = z.infer<typeof BillAnswer>;
export type Printed = NonNullable<z.infer<typeof printed>>;

/** The same form as JSON Schema, for the server of the model. */
export const ANSWER_SCHEMA: Record<string, unknown> = z.toJSONSchema(BillAnswer, { target: "draft-7" });

/** Null for a text that is not of the form. */
export function readBillAnswer(text: string): BillAnswer | null {
  try {
    const parsed = BillAnswer.safeParse(JSON.parse(withoutFence(text), clean));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Longer than any value of a bill. */
const TEXT_MAX = 500;

/** Texts come back in findings: without characters that cannot be stored. */
const clean = (_key: string, value: unknown): unknown =>
  typeof value === "string"
    ? value
        .toWellFormed()
        .replace(/\p{Cc}/gu, " ")
        .slice(0, TEXT_MAX)
        .toWellFormed()
    : value;

/** Some models put JSON between fences of Markdown, whatever they are asked. */
function withoutFence(text: string): string {
  const bare = text.trim();
  return bare.startsWith("```") && bare.endsWith("```") ? bare.slice(bare.indexOf("\n") + 1, -3) : bare;
}

/** A bill whose amounts stand below their descriptions, which no rule reads, and the answer of a model that reads it well. */
import type { PointTo } from "./language-model.ts";
import { pageOf, textAt } from "../src/parsers/parsers.fixtures.ts";
import type { BillAnswer } from "../src/parsers/model/answer.ts";

export const UNREAD_BILL = `
Hillview Energy Works                     Account number  7714-2093
Electric service                          Bill date  03/14/2026
Service period  02/10/2026 to 03/11/2026, 30 days
Meter number  L-7731
Dial then  02200   Dial now  02475   Ratio  2   Consumed  550 kWh
Basic charge
     8.00
Energy  550 kWh  0.0800
     44.00
City tax
     6.50
Total current charges      58.50
Balance brought forward   120.00
Your payment             -120.00
Amount due                 58.50   Due date  04/02/2026
A year ago you used  490 kWh  for  51.35
Please return this part with your payment
Account number  7714-2093   Bill date  03/14/2026
Service period  02/10/2026 to 03/11/2026   Meter number  L-7731
`;

export function rightAnswer(to: PointTo): BillAnswer {
  const none = { quantity: null, unit: null, rate: null };
  return {
    is_bill: true,
    acct_num: to("7714-2093"),
    invoice_number: null,
    invoice_date: to("03/14/2026"),
    amount_due: to("58.50", 1),
    previous_balance: to("120.00"),
    amount_paid: to("-120.00"),
    current_charges: to("58.50"),
    meters: [
      {
        meter_num: to("L-7731"),
        start: to("02/10/2026"),
        end: to("03/11/2026,"),
        days: to("30"),
        printed_total: null,
        uses: [
          {
            description: to("Consumed"),
            previous_read: to("02200"),
            current_read: to("02475"),
            multiplier: to("2"),
            read_type: null,
            amount: to("550"),
            unit: to("kWh"),
          },
        ],
        charges: [
          { description: to("Basic charge"), amount: to("8.00"), ...none },
          {
            description: to("Energy", 1),
            quantity: to("550", 1),
            unit: to("kWh", 1),
            rate: to("0.0800"),
            amount: to("44.00"),
          },
          { description: to("City tax"), amount: to("6.50"), ...none },
        ],
      },
    ],
  };
}

/** The text of a bill as a PDF of one page. */
export function pdfOfText(text: string): Buffer {
  const cells = text
    .split("\n")
    .flatMap((line, at) =>
      [...line.matchAll(/\S+(?: \S+)*/g)].map(({ 0: cell, index }) => textAt(cell, 20 + index * 6, 760 - at * 14)),
    );
  return pageOf(cells.join(""));
}

type Meter = BillAnswer["meters"][number];

/** The right answer with other values of its meter. */
const withMeter = (to: PointTo, change: (meter: Meter) => Partial<Meter>): BillAnswer => {
  const answer = rightAnswer(to);
  return { ...answer, meters: answer.meters.map((meter) => ({ ...meter, ...change(meter) })) };
};

const withUse = (to: PointTo, use: Partial<Meter["uses"][number]>): BillAnswer =>
  withMeter(to, ({ uses }) => ({ uses: uses.map((one) => ({ ...one, ...use })) }));

const chargeOf = (description: BillAnswer["acct_num"], amount: BillAnswer["acct_num"]): Meter["charges"][number] => ({
  description,
  quantity: null,
  unit: null,
  rate: null,
  amount,
});

/** Answers that are wrong, and a word of the reason why each is not accepted. */
export const LIES: Record<string, { lie: (to: PointTo) => BillAnswer; finding: string }> = {
  "a value that is not on the page": {
    lie: (to) => ({ ...rightAnswer(to), amount_due: { text: "19.99", words: to("58.50").words } }),
    finding: "not_on_page",
  },
  "words that do not exist": {
    lie: (to) => ({ ...rightAnswer(to), acct_num: { text: "9999-0000", words: [4000] } }),
    finding: "not_on_page",
  },
  "a value put together from different places": {
    lie: (to) => ({
      ...rightAnswer(to),
      invoice_date: { text: "03/14/2026 02/10/2026", words: [...to("03/14/2026").words, ...to("02/10/2026").words] },
    }),
    finding: "not_on_page",
  },
  "the previous balance as the amount due": {
    lie: (to) => ({ ...rightAnswer(to), amount_due: to("120.00"), previous_balance: null, amount_paid: null }),
    finding: "values_differ",
  },
  "rows that are no charges, so that a sum fits": {
    lie: (to) => ({
      ...withMeter(to, () => ({ charges: [chargeOf(to("Total current charges"), to("58.50"))] })),
      current_charges: null,
    }),
    finding: "row_is_no_charge",
  },
  "one row twice": {
    lie: (to) => withMeter(to, ({ charges }) => ({ charges: [...charges, ...charges.slice(0, 1)] })),
    finding: "read_twice",
  },
  "a row left out": {
    lie: (to) => withMeter(to, ({ charges }) => ({ charges: charges.slice(1) })),
    finding: "charges_do_not_add_up",
  },
  "the day it is due as the day of the bill": {
    lie: (to) => ({ ...rightAnswer(to), invoice_date: to("04/02/2026") }),
    finding: "values_differ",
  },
  "the days of a period swapped": {
    lie: (to) => withMeter(to, ({ start, end }) => ({ start: end, end: start })),
    finding: "field_missing",
  },
  "another period": {
    lie: (to) => withMeter(to, () => ({ start: to("03/14/2026"), end: to("04/02/2026"), days: null })),
    finding: "values_differ",
  },
  "another number as the account": {
    lie: (to) => ({ ...rightAnswer(to), acct_num: to("L-7731") }),
    finding: "values_differ",
  },
  "the use of a year ago": {
    lie: (to) => withUse(to, { amount: to("490"), unit: to("kWh", 2) }),
    finding: "reads_do_not_give_usage",
  },
  "another meter": {
    lie: (to) => withMeter(to, () => ({ meter_num: to("7714-2093") })),
    finding: "meters_not_told_apart",
  },
  "the descriptions of two charges swapped": {
    lie: (to) =>
      withMeter(to, ({ charges: [basic, energy, ...others] }) => ({
        charges:
          basic === undefined || energy === undefined
            ? []
            : [{ ...basic, description: energy.description }, { ...energy, description: basic.description }, ...others],
      })),
    finding: "row_not_understood",
  },
};

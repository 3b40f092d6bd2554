/** The bill of every utility without a layout of its own: one page with its name, balances, and a part for each meter. */
import { daysBetween, longDate, shortDate } from "../world/days.ts";
import { digits, fixed, signed } from "../world/decimal.ts";
import type { Account, Bill, ChargeLine, MeterPart } from "../world/model.ts";
import type { PlainUtility } from "../world/plain-utilities.ts";
import { drawPaper } from "./sheet.ts";
import type { Sheet, TextStyle } from "./sheet.ts";
import { drawTable } from "./table.ts";
import type { Column, Cursor, TableStyle } from "./table.ts";

const LEFT = 50;
const RIGHT = 562;
const GREY = "#59616b";
const bold = { font: "Helvetica-Bold" } as const;
const quiet = { color: GREY } as const;

const READS: Column[] = [
  { header: "Register", x: LEFT, align: "left" },
  { header: "Previous", x: 200, align: "right" },
  { header: "Current", x: 280, align: "right" },
  { header: "Factor", x: 350, align: "right" },
  { header: "Used", x: 430, align: "right" },
  { header: "Read by", x: 480, align: "left" },
];
const CHARGES: Column[] = [
  { header: "Charge", x: LEFT, align: "left" },
  { header: "Quantity", x: 350, align: "right" },
  { header: "Price", x: 450, align: "right" },
  { header: "Amount", x: RIGHT - 4, align: "right" },
];

const ENERGY = { ELECTRIC: "Electric", GAS: "Gas", WATER: "Water" } as const;

/** `$1,234.56`, and `-$10.92` for a credit. */
const money = (cents: number): string => `${cents < 0 ? "-" : ""}$${digits(fixed(cents, 2))}`;

const quantityText = ({ unit, quantity }: ChargeLine): string =>
  unit === "dollars" ? money(quantity.units) : `${digits(quantity)} ${unit}`;

const priceText = ({ unit, rate }: ChargeLine): string =>
  unit === "dollars" ? `${digits(fixed(rate.units, rate.places - 2))}%` : signed(rate);

function tableStyle(color: string): TableStyle {
  const header: TextStyle = { ...bold, sizePt: 8, color };
  return { left: LEFT, right: RIGHT, rowHeight: 14, header, headerFill: null, row: { sizePt: 9 } };
}

function drawHead(sheet: Sheet, { name, title, color }: PlainUtility, account: Account, bill: Bill): void {
  sheet.text(name, LEFT, 42, { ...bold, sizePt: 20, color });
  sheet.textRight(title, RIGHT, 48, { ...bold, sizePt: 13 });
  sheet.text("A fictional utility of the sandbox", LEFT, 66, { ...quiet, sizePt: 8 });
  sheet.rule(LEFT, RIGHT, 82, { widthPt: 1.5, color });
  const rows = [
    ["Account", account.number, "Bill", bill.billNumber],
    ["Customer", account.holder, "Billed on", longDate(bill.billDay)],
    ["Place", account.serviceAddress, "Pay by", longDate(bill.dueDay)],
  ];
  rows.forEach(([label = "", text = "", otherLabel = "", otherText = ""], at) => {
    const y = 94 + at * 14;
    sheet.text(label, LEFT, y, quiet);
    sheet.text(text, 108, y, bold);
    sheet.text(otherLabel, 400, y, quiet);
    sheet.textRight(otherText, RIGHT, y, bold);
  });
}

function drawBalances(sheet: Sheet, bill: Bill, color: string): void {
  const rows = [
    ["Previous balance", money(bill.previousBalanceCents)],
    ["Payments", money(-bill.paidCents)],
    ["Charges of this bill", money(bill.currentCents)],
  ];
  rows.forEach(([label = "", text = ""], at) => {
    sheet.text(label, LEFT, 152 + at * 14);
    sheet.textRight(text, RIGHT, 152 + at * 14);
  });
  sheet.rule(LEFT, RIGHT, 196, { color });
  sheet.text("Please pay", LEFT, 201, { ...bold, sizePt: 11 });
  sheet.textRight(money(bill.dueCents), RIGHT, 201, { ...bold, sizePt: 11 });
}

function drawMeter(sheet: Sheet, meter: MeterPart, cursor: Cursor, color: string): void {
  const style = tableStyle(color);
  const days = daysBetween(meter.startDay, meter.endDay);
  sheet.text(`${ENERGY[meter.energyType]} meter ${meter.meterNumber}`, LEFT, cursor.y, { ...bold, sizePt: 11, color });
  const period = `${shortDate(meter.startDay)} to ${shortDate(meter.endDay)}, ${days} days`;
  sheet.textRight(period, RIGHT, cursor.y + 1, bold);
  cursor.y += 22;
  const reads = meter.registers.map(({ name, dialDigits, previousRead, currentRead, ...register }) => [
    name,
    String(previousRead).padStart(dialDigits, "0"),
    String(currentRead).padStart(dialDigits, "0"),
    digits(register.multiplier),
    `${digits(register.usage)} ${register.unit}`,
    register.estimated ? "Estimate" : "Reader",
  ]);
  drawTable(sheet, cursor, { columns: READS, rows: reads, style });
  cursor.y += 8;
  const charges = meter.lines.map((line) => [line.description, quantityText(line), priceText(line), money(line.cents)]);
  drawTable(sheet, cursor, { columns: CHARGES, rows: charges, style });
  sheet.rule(LEFT, RIGHT, cursor.y, { color });
  sheet.text(`Sum of meter ${meter.meterNumber}`, LEFT, cursor.y + 5, bold);
  sheet.textRight(money(meter.totalCents), RIGHT - 4, cursor.y + 5, bold);
  cursor.y += 40;
}

/** The bytes of a bill; the same bill gives the same bytes. */
export function drawPlainBill(
  utility: PlainUtility,
  account: Account,
  bill: Bill,
  password?: string,
): Promise<Uint8Array> {
  const paper = { title: `Bill ${bill.billNumber}`, author: utility.name, day: bill.billDay, password };
  return drawPaper(paper, (sheet) => {
    drawHead(sheet, utility, account, bill);
    drawBalances(sheet, bill, utility.color);
    // Two meters fit on a page, and none of these utilities has more.
    const cursor: Cursor = { y: 240, makeRoom: () => false };
    for (const meter of bill.meters) drawMeter(sheet, meter, cursor, utility.color);
    const small = { sizePt: 7, color: GREY };
    sheet.text("Sandbox document: every customer, price and number on it is made up.", LEFT, 752, small);
  });
}

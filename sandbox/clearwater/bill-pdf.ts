/** Clearwater Gas & Water's statement as a file: a head in two columns, one part for gas and one for water and sewer. */
import { addDays, daysBetween, slashDate } from "../world/days.ts";
import { digits, fixed } from "../world/decimal.ts";
import type { Fixed } from "../world/decimal.ts";
import type { Account, Bill, ChargeLine, MeterPart } from "../world/model.ts";
import { drawPaper } from "../pdf/sheet.ts";
import type { Sheet } from "../pdf/sheet.ts";

const TEAL = "#0f6b6d";
const GREY = "#5c6a6a";
const LEFT = 54;
const MIDDLE = 318;
const RIGHT = 558;
const serif = { font: "Times-Roman", sizePt: 10 } as const;
const strong = { font: "Times-Bold", sizePt: 10 } as const;
const quiet = { font: "Times-Roman", sizePt: 10, color: GREY } as const;

/** `1,234.56`, and `(10.92)` for a credit. */
function amount(cents: number): string {
  const text = digits(fixed(cents, 2));
  return cents < 0 ? `(${text})` : text;
}

function rate(value: Fixed): string {
  return value.units < 0 ? `(${digits(value)})` : digits(value);
}

/** How the amount was calculated, in words: `115.472 therms @ 0.38120`. */
function workings(line: ChargeLine): string {
  if (line.unit === "month") return "";
  if (line.unit === "dollars")
    return `${digits(fixed(line.rate.units, line.rate.places - 2))}% of ${amount(line.quantity.units)}`;
  return `${digits(line.quantity)} ${line.unit} @ ${rate(line.rate)}`;
}

function pairs(
  sheet: Sheet,
  rows: readonly (readonly [string, string])[],
  place: { x: number; textX: number; y: number },
): void {
  rows.forEach(([label, text], at) => {
    sheet.text(label, place.x, place.y + at * 14, quiet);
    sheet.text(text, place.textX, place.y + at * 14, strong);
  });
}

function drawHead(sheet: Sheet, account: Account, bill: Bill): void {
  sheet.text("CLEARWATER", LEFT, 40, { font: "Times-Bold", sizePt: 22, color: TEAL });
  sheet.text("Gas & Water", LEFT, 64, { font: "Times-Italic", sizePt: 13, color: TEAL });
  sheet.textRight("STATEMENT OF SERVICE", RIGHT, 46, { font: "Times-Bold", sizePt: 13 });
  sheet.textRight("fictional utility of the sandbox", RIGHT, 64, { font: "Times-Italic", sizePt: 9, color: GREY });
  sheet.rule(LEFT, RIGHT, 86, { widthPt: 2, color: TEAL });
  const holder: [string, string][] = [
    ["Customer", account.holder],
    ["Service at", account.serviceAddress],
    ["Account No.", account.number],
  ];
  const statement: [string, string][] = [
    ["Statement No.", bill.billNumber],
    ["Statement Date", slashDate(bill.billDay)],
    ["Payment Due", slashDate(bill.dueDay)],
  ];
  pairs(sheet, holder, { x: LEFT, textX: LEFT + 66, y: 98 });
  pairs(sheet, statement, { x: 388, textX: 474, y: 98 });
  if (bill.corrects !== null) {
    sheet.box(LEFT, 144, RIGHT - LEFT, 16, "#fbe9d7");
    sheet.text(`CORRECTED BILL - replaces statement ${bill.corrects}`, LEFT + 6, 147, {
      font: "Times-Bold",
      color: "#8a3b00",
    });
  }
}

function drawBalances(sheet: Sheet, bill: Bill, top: number): number {
  const carried = bill.previousBalanceCents - bill.paidCents;
  const paid = bill.paidDay === null ? "Payments received" : `Payments received ${slashDate(bill.paidDay)}`;
  const rows: [string, string][] = [
    ["Balance from last statement", amount(bill.previousBalanceCents)],
    [paid, amount(-bill.paidCents)],
    ["Balance brought forward", amount(carried)],
    ["Current charges", amount(bill.currentCents)],
  ];
  rows.forEach(([label, text], at) => {
    sheet.text(label, MIDDLE, top + at * 14, serif);
    sheet.textRight(text, RIGHT, top + at * 14, serif);
  });
  const y = top + rows.length * 14 + 4;
  sheet.box(MIDDLE - 6, y, RIGHT - MIDDLE + 12, 22, TEAL);
  const white = { font: "Times-Bold", sizePt: 12, color: "#ffffff" } as const;
  sheet.text("TOTAL AMOUNT DUE", MIDDLE, y + 6, white);
  sheet.textRight(amount(bill.dueCents), RIGHT, y + 6, white);
  return y + 22;
}

function drawNotes(sheet: Sheet, bill: Bill, top: number): void {
  const notes = ["Questions about this statement?", "Sign in to your account to see all your statements.", ""];
  if (bill.estimated) notes.push("A read on this statement is estimated (E).");
  notes.forEach((note, at) => {
    if (note !== "") sheet.text(note, LEFT, top + at * 14, at === 0 ? strong : serif);
  });
}

function readsText(meter: MeterPart): [string, string][] {
  const [register] = meter.registers;
  if (!register) return [];
  const read = (value: number) => String(value).padStart(register.dialDigits, "0");
  const mark = register.estimated ? " E" : " A";
  const metered =
    (register.currentRead - register.previousRead + 10 ** register.dialDigits) % 10 ** register.dialDigits;
  const dials: [string, string][] = [
    ["Previous", read(register.previousRead)],
    ["Present", `${read(register.currentRead)}${mark}`],
  ];
  if (meter.energyType === "GAS") {
    return [
      ...dials,
      ["CCF", String(metered)],
      ["Therm factor", digits(register.multiplier)],
      ["Therms", digits(register.usage)],
    ];
  }
  const unit = register.unit === "kgal" ? "1000 gal (kgal)" : "CCF";
  return [...dials, [unit, digits(register.usage)]];
}

function drawMeter(sheet: Sheet, meter: MeterPart, top: number): number {
  const gas = meter.energyType === "GAS";
  sheet.text(gas ? "GAS SERVICE" : "WATER AND SEWER SERVICE", LEFT, top, {
    font: "Times-Bold",
    sizePt: 12,
    color: TEAL,
  });
  sheet.textRight(`Meter No. ${meter.meterNumber}`, RIGHT, top + 1, strong);
  sheet.rule(LEFT, RIGHT, top + 16, { widthPt: 1, color: TEAL });
  const through = addDays(meter.endDay, -1);
  const days = daysBetween(meter.startDay, meter.endDay);
  sheet.text(`From ${slashDate(meter.startDay)} Through ${slashDate(through)}`, LEFT, top + 22, serif);
  sheet.textRight(`Days ${days}`, RIGHT, top + 22, serif);
  let y = top + 40;
  readsText(meter).forEach(([label, text], at) => {
    sheet.text(label, LEFT + at * 104, y, { font: "Times-Roman", sizePt: 8, color: GREY });
    sheet.text(text, LEFT + at * 104, y + 10, strong);
  });
  y += 32;
  for (const line of meter.lines) {
    sheet.text(line.description, LEFT, y, serif);
    sheet.text(workings(line), 272, y, quiet);
    sheet.textRight(amount(line.cents), RIGHT, y, serif);
    y += 14;
  }
  sheet.rule(480, RIGHT, y + 1);
  sheet.text(gas ? "Total gas service" : "Total water and sewer service", LEFT, y + 5, strong);
  sheet.textRight(amount(meter.totalCents), RIGHT, y + 5, strong);
  return y + 34;
}

/** The bytes of a statement; the same statement gives the same bytes. */
export function drawClearwaterBill(account: Account, bill: Bill, password?: string): Promise<Uint8Array> {
  const paper = {
    title: `Statement ${bill.billNumber}`,
    author: "Clearwater Gas & Water",
    day: bill.billDay,
    password,
  };
  return drawPaper(paper, (sheet) => {
    drawHead(sheet, account, bill);
    drawNotes(sheet, bill, 170);
    let y = drawBalances(sheet, bill, 170) + 28;
    for (const meter of bill.meters) y = drawMeter(sheet, meter, y);
    sheet.text("Sandbox document: every customer, price and number on it is made up.", LEFT, 752, {
      ...quiet,
      sizePt: 8,
    });
    sheet.textRight("Page 1 of 1", RIGHT, 752, { ...quiet, sizePt: 8 });
  });
}

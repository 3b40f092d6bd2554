/** A meter's section on Northgate Electric's bill: service period, reads, demand, charges, total. */
import { drawTable } from "../pdf/table.ts";
import type { Column, TableStyle } from "../pdf/table.ts";
import type { Sheet } from "../pdf/sheet.ts";
import { daysBetween, shortDate } from "../world/days.ts";
import { digits, fixed } from "../world/decimal.ts";
import type { ChargeLine, MeterPart, Register } from "../world/model.ts";
import { GREY, LEFT, NAVY, PALE, RIGHT, WHITE, bold, money } from "./bill-style.ts";
import type { BillCursor } from "./bill-style.ts";

const TABLE: TableStyle = {
  left: LEFT,
  right: RIGHT,
  rowHeight: 14,
  header: { font: "Helvetica-Bold", sizePt: 8, color: NAVY },
  headerFill: PALE,
  row: { sizePt: 9 },
};
const READS: Column[] = [
  { header: "Register", x: LEFT + 6, align: "left" },
  { header: "Previous read", x: 208, align: "right" },
  { header: "Current read", x: 296, align: "right" },
  { header: "Multiplier", x: 370, align: "right" },
  { header: "Usage (kWh)", x: 462, align: "right" },
  { header: "Read type", x: 506, align: "left" },
];
const CHARGES: Column[] = [
  { header: "Description", x: LEFT + 6, align: "left" },
  { header: "Quantity", x: 348, align: "right" },
  { header: "Rate", x: 452, align: "right" },
  { header: "Amount", x: RIGHT - 6, align: "right" },
];

function quantityText({ unit, quantity }: ChargeLine): string {
  return unit === "dollars" ? money(quantity.units) : `${digits(quantity)} ${unit}`;
}

function rateText({ unit, rate }: ChargeLine): string {
  if (unit === "dollars") return `${digits(fixed(rate.units, rate.places - 2))}%`;
  return `${rate.units < 0 ? "-" : ""}$${digits(rate)}`;
}

function dial({ dialDigits }: Register, read: number): string {
  return String(read).padStart(dialDigits, "0");
}

/** What a section is called: `Electric meter NE1`, and of one side alone `Electric supply meter NE1`. */
export function meterTitle({ meterNumber, side }: Pick<MeterPart, "meterNumber" | "side">): string {
  return ["Electric", side, "meter", meterNumber].filter(Boolean).join(" ");
}

/** The bar that opens a section, and opens it again on the next page. */
export function drawMeterBar(sheet: Sheet, text: string, right: string, y: number): void {
  sheet.box(LEFT, y, RIGHT - LEFT, 20, NAVY);
  const white = { font: "Helvetica-Bold", sizePt: 10, color: WHITE } as const;
  sheet.text(text, LEFT + 6, y + 5, white);
  sheet.textRight(right, RIGHT - 6, y + 5, white);
}

function drawReads(sheet: Sheet, meter: MeterPart, cursor: BillCursor): void {
  const rows = meter.registers.map((register) => [
    register.name,
    dial(register, register.previousRead),
    dial(register, register.currentRead),
    digits(register.multiplier),
    digits(register.usage),
    register.estimated ? "Estimated" : "Actual",
  ]);
  drawTable(sheet, cursor, { columns: READS, rows, style: TABLE });
  if (meter.demand) {
    cursor.y += 2;
    sheet.text("Measured demand", LEFT + 6, cursor.y);
    sheet.textRight(`${digits(meter.demand.measuredKw)} kW`, 208, cursor.y);
    sheet.text("Billed demand", 240, cursor.y);
    sheet.textRight(`${digits(meter.demand.billedKw)} kW`, 370, cursor.y);
    cursor.y += 16;
  }
}

/** Height of a section down to its table of charges. */
const OPENING_PT = 118;

export function drawMeter(sheet: Sheet, meter: MeterPart, cursor: BillCursor): void {
  cursor.makeRoom(OPENING_PT);
  cursor.openMeter = meterTitle(meter);
  drawMeterBar(sheet, meterTitle(meter), meter.serviceName, cursor.y);
  cursor.y += 28;
  const days = daysBetween(meter.startDay, meter.endDay);
  sheet.text("Service period:", LEFT + 6, cursor.y, { color: GREY });
  sheet.text(`${shortDate(meter.startDay)} to ${shortDate(meter.endDay)}, ${days} days`, 132, cursor.y, bold);
  cursor.y += 20;
  drawReads(sheet, meter, cursor);
  cursor.y += 6;
  const rows = meter.lines.map((line) => [line.description, quantityText(line), rateText(line), money(line.cents)]);
  drawTable(sheet, cursor, { columns: CHARGES, rows, style: TABLE });
  cursor.makeRoom(18);
  sheet.rule(LEFT, RIGHT, cursor.y, { color: NAVY });
  sheet.text(`Total for meter ${meter.meterNumber}`, LEFT + 6, cursor.y + 5, bold);
  sheet.textRight(money(meter.totalCents), RIGHT - 6, cursor.y + 5, bold);
  cursor.y += 30;
  cursor.openMeter = null;
}

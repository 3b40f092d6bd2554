/** Northgate Electric's bill as a file: letter paper, a summary and a slip on page one, a section for each meter. */
import { drawPaper } from "../pdf/sheet.ts";
import type { Sheet } from "../pdf/sheet.ts";
import { longDate, shortDate } from "../world/days.ts";
import type { Account, Bill } from "../world/model.ts";
import { drawHistory } from "./bill-history.ts";
import { drawMeter, drawMeterBar } from "./bill-meter.ts";
import { GREY, LEFT, NAVY, RIGHT, WHITE, bold, money } from "./bill-style.ts";
import type { BillCursor } from "./bill-style.ts";

/** The lower limit for sections: on page one the slip is below it. */
const FOOT_FIRST_PAGE = 680;
const FOOT = 742;

function drawHead(sheet: Sheet, account: Account, bill: Bill): void {
  sheet.box(0, 0, 612, 60, NAVY);
  sheet.text("Northgate Electric", LEFT, 17, { font: "Helvetica-Bold", sizePt: 20, color: WHITE });
  sheet.text("A fictional utility of the sandbox", LEFT, 41, { sizePt: 8, color: "#c9d6e4" });
  const title = bill.corrects === null ? "Electric service bill" : "Corrected bill";
  sheet.textRight(title, RIGHT, 22, { font: "Helvetica-Bold", sizePt: 14, color: WHITE });
  const rows = [
    ["Account number:", account.number, "Bill number:", bill.billNumber],
    ["Account holder:", account.holder, "Bill date:", longDate(bill.billDay)],
    ["Service address:", account.serviceAddress, "Due date:", longDate(bill.dueDay)],
  ];
  rows.forEach(([leftLabel = "", leftText = "", rightLabel = "", rightText = ""], at) => {
    const y = 74 + at * 14;
    sheet.text(leftLabel, LEFT, y, { color: GREY });
    sheet.text(leftText, 132, y, bold);
    sheet.text(rightLabel, 398, y, { color: GREY });
    sheet.textRight(rightText, RIGHT, y, bold);
  });
  if (bill.corrects !== null) {
    const note = `Corrected bill. This bill replaces bill number ${bill.corrects} for the same service period.`;
    sheet.text(note, LEFT, 119, { ...bold, color: "#8c2f1b" });
  }
  if (bill.meters.some(({ side }) => side === "supply")) {
    sheet.text(
      "Your electricity is supplied by Riverbend Energy, another fictional company. We bill for it.",
      LEFT,
      119,
    );
  }
}

function drawSummary(sheet: Sheet, bill: Bill, cursor: BillCursor): void {
  const top = cursor.y;
  sheet.frame(LEFT, top, RIGHT - LEFT, 94, NAVY);
  sheet.text("Account summary", LEFT + 10, top + 8, { font: "Helvetica-Bold", sizePt: 11, color: NAVY });
  const paid = bill.paidDay === null ? "No payment received" : `Payment received ${shortDate(bill.paidDay)}, thank you`;
  const rows = [
    ["Previous balance", money(bill.previousBalanceCents)],
    [paid, bill.paidCents === 0 ? "$0.00" : `${money(-bill.paidCents)} CR`],
    ["Current charges", money(bill.currentCents)],
  ];
  rows.forEach(([label = "", text = ""], at) => {
    sheet.text(label, LEFT + 10, top + 26 + at * 14);
    sheet.textRight(text, RIGHT - 10, top + 26 + at * 14);
  });
  sheet.rule(LEFT + 10, RIGHT - 10, top + 70, { color: NAVY });
  const due = { font: "Helvetica-Bold", sizePt: 12 } as const;
  sheet.text("Amount due", LEFT + 10, top + 76, due);
  sheet.textRight(money(bill.dueCents), RIGHT - 10, top + 76, due);
  cursor.y += 108;
}

function drawSlip(sheet: Sheet, account: Account, bill: Bill): void {
  sheet.rule(LEFT, RIGHT, 690, { dashed: true });
  sheet.textCentered("Please return this part with your payment", 306, 694, { sizePt: 7, color: GREY });
  sheet.text("Northgate Electric", LEFT, 708, { font: "Helvetica-Bold", sizePt: 11, color: NAVY });
  sheet.text(`Account ${account.number}`, LEFT, 724);
  sheet.text(account.holder, LEFT, 737);
  sheet.text("Please pay", 398, 724, { color: GREY });
  sheet.textRight(money(bill.dueCents), RIGHT, 724, bold);
  sheet.text("by", 398, 737, { color: GREY });
  sheet.textRight(longDate(bill.dueDay), RIGHT, 737);
}

function drawFeet(sheet: Sheet, account: Account): void {
  const small = { sizePt: 7, color: GREY };
  sheet.eachPage((page, pages) => {
    sheet.text("Sandbox document: every customer, price and number on it is made up.", LEFT, 764, small);
    sheet.textRight(`Account ${account.number}   Page ${page} of ${pages}`, RIGHT, 764, small);
  });
}

function createCursor(sheet: Sheet, account: Account, bill: Bill): BillCursor {
  let foot = FOOT_FIRST_PAGE;
  return {
    y: 136,
    openMeter: null,
    makeRoom(height) {
      if (this.y + height <= foot) return false;
      sheet.addPage();
      const where = `Bill number ${bill.billNumber}, account ${account.number}`;
      sheet.text("Northgate Electric", LEFT, 36, { font: "Helvetica-Bold", sizePt: 11, color: NAVY });
      sheet.textRight(where, RIGHT, 38, { sizePt: 8, color: GREY });
      sheet.rule(LEFT, RIGHT, 54, { color: NAVY });
      this.y = 70;
      if (this.openMeter !== null) {
        drawMeterBar(sheet, this.openMeter, "continued", this.y);
        this.y += 30;
      }
      foot = FOOT;
      return true;
    },
  };
}

/** The bytes of a bill; the same bill gives the same bytes. */
export function drawNorthgateBill(account: Account, bill: Bill, password?: string): Promise<Uint8Array> {
  const paper = { title: `Bill ${bill.billNumber}`, author: "Northgate Electric", day: bill.billDay, password };
  return drawPaper(paper, (sheet) => {
    const cursor = createCursor(sheet, account, bill);
    drawHead(sheet, account, bill);
    drawSlip(sheet, account, bill);
    drawSummary(sheet, bill, cursor);
    for (const meter of bill.meters) drawMeter(sheet, meter, cursor);
    drawHistory(sheet, bill.meters, cursor);
    drawFeet(sheet, account);
  });
}

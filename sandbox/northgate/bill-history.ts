/** The small bar charts of Northgate Electric's bill: each meter's use over the last thirteen bills. */
import type { Sheet } from "../pdf/sheet.ts";
import type { MeterPart } from "../world/model.ts";
import { GREY, LEFT, NAVY, PALE, bold } from "./bill-style.ts";
import type { BillCursor } from "./bill-style.ts";

const CHART_WIDTH = 250;
const CHART_GAP = 16;
const BAR_HEIGHT = 62;
const CHART_HEIGHT = BAR_HEIGHT + 44;
const BAR_STEP = 19;
const BAR_WIDTH = 12;

function drawChart(sheet: Sheet, meter: MeterPart, x: number, y: number): void {
  sheet.text(`Use on meter ${meter.meterNumber}, bill by bill`, x, y, { ...bold, sizePt: 8, color: NAVY });
  const highest = Math.max(1, ...meter.history.map(({ units }) => units));
  const foot = y + 18 + BAR_HEIGHT;
  meter.history.forEach(({ month, units }, at) => {
    const height = Math.round((units / highest) * BAR_HEIGHT * 10) / 10;
    const left = x + at * BAR_STEP;
    const isThisBill = at === meter.history.length - 1;
    sheet.box(left, foot - height, BAR_WIDTH, height, isThisBill ? NAVY : "#9db4cc");
    sheet.textCentered(month, left + BAR_WIDTH / 2, foot + 5, { sizePt: 6.5, color: GREY });
  });
  sheet.rule(x, x + CHART_WIDTH, foot, { color: PALE });
}

/** Two charts side by side; left out on a customer's first bill, which has nothing to compare with. */
export function drawHistory(sheet: Sheet, meters: readonly MeterPart[], cursor: BillCursor): void {
  if (meters.every(({ history }) => history.length < 2)) return;
  cursor.makeRoom(CHART_HEIGHT);
  meters.forEach((meter, at) => drawChart(sheet, meter, LEFT + at * (CHART_WIDTH + CHART_GAP), cursor.y));
  cursor.y += CHART_HEIGHT;
}

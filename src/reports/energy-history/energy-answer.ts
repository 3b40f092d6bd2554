/** The answer of the energy history: how much the property used and cost in a year, against the year before. */
import { quotient } from "../../domain/exact.ts";
import type { Opening } from "../../records/table.ts";
import { withoutBills, withoutCompleteMonth, type Asked } from "../parts/no-answer.ts";
import { changeOf, changePhrase, partlyText, usesText, whenText, yearTiles } from "../parts/year-words.ts";
import type { Year } from "../parts/year.ts";

/** `months` is how many months there are in the days asked for, complete or not. */
export function energyAnswer(year: Year | null, months: number, sq_ft: number | null, asked: Asked): Opening {
  const { property, words } = asked;
  if (months === 0) return withoutBills(asked);
  const use = year === null ? "" : usesText(year.now, words, "energy");
  if (year === null || (year.now.cost === null && use === "")) return withoutCompleteMonth(asked);
  const { sentence, number, money } = words;
  const { now, before } = year;
  const intensity = quotient(now.kbtus, sq_ft);
  const change = changePhrase(changeOf(now.kbtus, before?.kbtus), words, "long");
  const values = {
    property,
    when: whenText(year, words),
    change,
    cost: now.cost === null ? "" : money(now.cost, 0),
    // Without a comparison of the energy, that of the cost says with what.
    costChange: changePhrase(changeOf(now.cost, before?.cost), words, change === "" ? "long" : "short"),
  };
  const answer =
    now.cost === null
      ? sentence("answer.history.noCost", { ...values, use })
      : intensity !== null
        ? sentence("answer.history.intensity", { ...values, intensity: number(intensity, 1) })
        : use !== ""
          ? sentence("answer.history.use", { ...values, use })
          : sentence("answer.history.cost", values);
  return { answer: answer + partlyText(year, months, asked), tiles: yearTiles(year, sq_ft, words) };
}

/** The answer of the months of meters: what the property cost in a year, against the year before, and what it used. */
import type { Opening } from "../../records/table.ts";
import { withoutBills, withoutCompleteMonth, type Asked } from "../parts/no-answer.ts";
import { changeOf, changePhrase, partlyText, usesText, whenText, yearTiles } from "../parts/year-words.ts";
import type { Year } from "../parts/year.ts";

/** `months` is how many months there are in the days asked for, complete or not. */
export function monthlyAnswer(year: Year | null, months: number, sq_ft: number | null, asked: Asked): Opening {
  const { property, words } = asked;
  if (months === 0) return withoutBills(asked);
  if (year === null) return withoutCompleteMonth(asked);
  const { now, before } = year;
  const use = usesText(now, words);
  const when = whenText(year, words);
  const tiles = yearTiles(year, sq_ft, words);
  const partly = partlyText(year, months, asked);
  if (now.cost === null)
    return use === ""
      ? withoutCompleteMonth(asked)
      : { answer: words.sentence("answer.history.noCost", { property, use, when, change: "" }) + partly, tiles };
  const values = {
    property,
    when,
    cost: words.money(now.cost, 0),
    costChange: changePhrase(changeOf(now.cost, before?.cost), words, "long"),
  };
  const answer =
    use === "" ? words.sentence("answer.history.cost", values) : words.sentence("answer.monthly", { ...values, use });
  return { answer: answer + partly, tiles };
}

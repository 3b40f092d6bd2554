/** Which year is shown: the fiscal year of the company, and those around it. */
import { Select } from "@mantine/core";
import { addMonths, monthParameter } from "../../data/months.ts";
import { month as writeMonth } from "../../parts/format.ts";
import { useBudgetWords } from "./budget.words.ts";

const [YEARS_BEFORE, YEARS_AFTER] = [4, 2];
const MONTHS_OF_YEAR = 12;

/** A calendar year by its number, another one by its months. */
function nameOf(from: string): string {
  return from.slice(5, 7) === "01"
    ? from.slice(0, 4)
    : `${writeMonth(from)} – ${writeMonth(addMonths(from, MONTHS_OF_YEAR - 1))}`;
}

export function YearSelect({ from, onChange }: { from: string; onChange: (from: string) => void }) {
  const say = useBudgetWords();
  // Around today, whatever is shown, so that the way back stays in the list.
  const today = new Date();
  const away = today.getUTCFullYear() - Number(from.slice(0, 4));
  const years = Array.from({ length: YEARS_BEFORE + YEARS_AFTER + 1 }, (_, at) =>
    addMonths(from, (away + YEARS_AFTER - at) * MONTHS_OF_YEAR),
  );
  const offered = years.includes(from) ? years : [from, ...years];
  return (
    <Select
      label={say("year")}
      data={offered.map((each) => ({ value: monthParameter(each), label: nameOf(each) }))}
      value={monthParameter(from)}
      allowDeselect={false}
      onChange={(value) => value !== null && onChange(value)}
      w={200}
    />
  );
}

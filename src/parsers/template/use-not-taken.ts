/** Notices a meter without use whose section states one: the bill would be accepted, and its use be missing. */
import { inWords } from "../../domain/bills/in-words.ts";
import { conversionOf, normaliseUnit } from "../../domain/units.ts";
import type { Finding } from "../../records/statement.ts";
import type { BillContext } from "./bill-context.ts";
import { quote, warning } from "./findings.ts";
import { foundIn, type Line } from "./lines.ts";
import { readDecimal } from "./numbers.ts";
import type { MeterSection } from "./template.ts";

/** Their quantities are those of the water, which is on the water meter. */
const WITHOUT_OWN_USE = new Set(["SEWER", "STORMWATER", "WASTE"]);

/** Letters that are units and mostly mean something else. */
const UNIT_LETTERS_MIN = 2;

/** The first line that states a quantity in a unit of the service; nothing where none does. */
export function useNotTaken(
  { template }: BillContext,
  lines: readonly Line[],
  { energy_type }: MeterSection,
  name: string,
): Finding[] {
  if (WITHOUT_OWN_USE.has(energy_type)) return [];
  for (const line of lines) {
    const words = line.row.words.map(({ text }) => text);
    for (const [at, word] of words.entries()) {
      const number = at === 0 ? null : readDecimal(words[at - 1] ?? "", template.locale.decimal_mark);
      const unit = number === null || word.length < UNIT_LETTERS_MIN ? null : normaliseUnit(word);
      if (unit === null || conversionOf({ energy_type, measurement_unit: unit }) === null) continue;
      const found = foundIn(line, 0, line.text.length);
      const detail = `The use of ${inWords(name)} was not found, and a line has a quantity in ${word} that no rule takes as one: ${quote(found)}.`;
      return [warning("use_not_taken", detail, found)];
    }
  }
  return [];
}

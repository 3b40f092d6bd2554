/** Finds the rows of several rules in one section, with the parts that are printed apart, and reports what no rule understands. */
import { inWords } from "../../domain/bills/in-words.ts";
import { asDecimal, asText, type BillContext } from "./bill-context.ts";
import { findField, type ReadText } from "./find-field.ts";
import { findRows, type Entry, type RowsResult } from "./find-rows.ts";
import { error, quote, warning } from "./findings.ts";
import { foundIn, type Line } from "./lines.ts";
import { readQuantity, readRate } from "./numbers.ts";
import type { Rows } from "./rows.ts";

/** The rows of one rule. */
export interface TakenRows<Rule extends Rows> {
  rule: Rule;
  /** What the rows are, in findings. */
  word: "usage" | "charges";
  entries: Entry[];
  result: RowsResult;
}

/** The rows of each rule. `name` is the section's name in findings. */
export function takeRows<Rule extends Rows>(
  context: BillContext,
  lines: Line[],
  rules: Rule[],
  { name, word }: { name: string; word: "usage" | "charges" },
): TakenRows<Rule>[] {
  return rules.map((rule, at) => {
    const result = findRows(lines, rule);
    const apart = partsApart(context, lines, rule, name);
    const isAlone = rule.columns === undefined && rule.row === undefined;
    const entries = isAlone ? alone(apart) : result.entries.map((entry) => completed(entry, apart));
    if (!result.isPresent && entries.length === 0 && !rule.optional) {
      const which = rules.length === 1 ? "" : ` by the rule ${word === "usage" ? "usages" : "charges"}.${at}`;
      const detail = `The ${word} of ${inWords(name)} ${word === "usage" ? "was" : "were"} not found${which}.`;
      context.findings.push(error("field_missing", detail));
    }
    return { rule, word, entries, result };
  });
}

const completed = ({ parts, whole }: Entry, apart: Entry["parts"]): Entry => ({ parts: { ...apart, ...parts }, whole });

/** Parts that are printed apart are one row if they have an amount, or the reads that give it. */
function alone(parts: Entry["parts"]): Entry[] {
  const { amount, previous_read, current_read } = parts;
  const whole = amount ?? (previous_read === undefined ? undefined : current_read);
  return whole === undefined ? [] : [{ parts, whole }];
}

/** What a part must be for its place to count; the value is read with its row. */
const READABLE: Record<string, (context: BillContext) => ReadText<unknown>> = {
  amount: quantityOf,
  quantity: quantityOf,
  rate:
    ({ template }) =>
    (text) =>
      readRate(text, template.locale.decimal_mark),
  description: () => asText,
  unit: () => asText,
  read_type: () => asText,
  start: dayOf,
  end: dayOf,
};

function quantityOf({ template }: BillContext) {
  return (text: string) => readQuantity(text, template.locale.decimal_mark);
}

/** A day after any other, in a leap year: the year of a day without one is decided with the row. */
const LATEST = "9996-12-31";

function dayOf({ days }: BillContext) {
  return (text: string) => days.readBefore(text, LATEST);
}

/** The parts of a rule that are printed apart from its rows. A missing amount is reported with the missing rows. */
function partsApart(context: BillContext, lines: Line[], { fields = {}, optional }: Rows, name: string) {
  const parts: Entry["parts"] = {};
  for (const [part, locator] of Object.entries(fields)) {
    if (locator === undefined) continue;
    const read = (READABLE[part] ?? asDecimal)(context);
    const result = findField(locator.in === "document" ? context.lines : lines, locator, read);
    if (result.state === "found") parts[part] = result.found;
    else if (result.state === "unreadable") {
      const detail = `The ${inWords(part)} of ${inWords(name)} is printed as ${quote(result.found)}, which cannot be read.`;
      context.findings.push(error("row_not_understood", detail, result.found));
    } else if (part !== "amount" && !locator.optional && !optional) {
      context.findings.push(warning("field_missing", `The ${inWords(part)} of ${inWords(name)} was not found.`));
    }
  }
  return parts;
}

/** More lines than these are one finding: then the rule is wrong, not the lines. */
const LINES_SAID_MAX = 3;

/**
 * Reports the lines between rows that no rule of the section understands. Among tables of usage they are errors, because a lost
 * read is in no total; among charges they are warnings, because the printed totals show whether one is missing.
 */
export function reportUnknownLines(context: BillContext, name: string, taken: TakenRows<Rows>[]): void {
  const known = new Set(taken.flatMap(({ result }) => [...result.known]));
  const said = new Set<Line>();
  for (const { rule, word, result } of taken) {
    if (word === "usage" && rule.columns === undefined) continue;
    const unknownLines = result.unknownLines.filter((line) => !known.has(line) && !said.has(line));
    for (const line of unknownLines) said.add(line);
    const say = word === "usage" ? error : warning;
    context.findings.push(
      ...sentencesOn(unknownLines, { name, word, advice: adviceOn(rule) }).map(({ detail, found }) =>
        say("row_not_understood", detail, found),
      ),
    );
  }
}

function sentencesOn(unknownLines: Line[], { name, word, advice }: { name: string; word: string; advice: string }) {
  const found = unknownLines.map((line) => foundIn(line, 0, line.text.length));
  const [first] = found;
  const last = found.at(-1);
  if (first === undefined || last === undefined) return [];
  if (found.length <= LINES_SAID_MAX) {
    return found.map((line) => ({ detail: `A line among the ${word} reads ${quote(line)}; ${advice}.`, found: line }));
  }
  const detail = `${found.length} lines among the ${word} of ${inWords(name)} are no rows, from ${quote(first)} to ${quote(last)}; ${advice}.`;
  return [{ detail, found: first }];
}

/** What the author of the template can do. */
function adviceOn({ after, end, columns }: Rows): string {
  const bounds = [
    ...(after === undefined && columns === undefined ? ["`after` to say where the rows begin"] : []),
    ...(end === undefined ? ["`end` to say where they end"] : []),
  ];
  const fitting = columns === undefined ? "a `row` that fits it if it is one, " : "";
  return [`the template needs ${fitting}\`skip\` for lines that are no rows`, ...bounds].join(", or ");
}

/**
 * What a template sees of a bill, for its author: which expression of `match` fails, which lines are kept and for which section,
 * and what each rule took.
 */
import type { Pattern } from "../domain/pattern.ts";
import type { Page } from "../parsers/pdf/page-model.ts";
import { findField } from "../parsers/template/find-field.ts";
import { findRows } from "../parsers/template/find-rows.ts";
import { findSections, type Section } from "../parsers/template/find-sections.ts";
import { keptLines } from "../parsers/template/kept-lines.ts";
import { linesOf, type Found, type Line } from "../parsers/template/lines.ts";
import type { Locator } from "../parsers/template/locator.ts";
import type { Rows } from "../parsers/template/rows.ts";
import type { Template } from "../parsers/template/template.ts";
import type { SourcePlace } from "../records/statement.ts";

/** Whether a template fits a bill, and why not. */
export interface MatchReport {
  id: string;
  version: number;
  fits: boolean;
  /** Expressions of `all` that no line matches. */
  missing: string[];
  /** Expressions of `none` that a line matches. */
  excluded: string[];
}

/** Those that fit first, then those that miss the fewest expressions. */
export function matchReports(templates: readonly Template[], pages: Page[]): MatchReport[] {
  const lines = linesOf(pages);
  const isThere = (pattern: Pattern) => lines.some(({ text }) => pattern.test(text));
  return templates
    .map(({ id, version, match }) => {
      const missing = match.all.filter((pattern) => !isThere(pattern)).map(({ source }) => source);
      const excluded = match.none.filter(isThere).map(({ source }) => source);
      return { id, version, fits: missing.length + excluded.length === 0, missing, excluded };
    })
    .toSorted(
      (one, other) =>
        one.missing.length + one.excluded.length - other.missing.length - other.excluded.length ||
        other.version - one.version,
    );
}

export interface TriedLine {
  page: number;
  text: string;
  /** The numbers of its sections from 1, `outside` all sections, or `ignored`. Null without a template. */
  use: number[] | "outside" | "ignored" | null;
  cells: { text: string; left: number; right: number }[];
}

/** What a locator found first; null when nothing. */
export interface Taken {
  name: string;
  text: string | null;
  place: SourcePlace | null;
}

export interface TriedRows {
  /** Such as `charges.0`: its place in the template. */
  rule: string;
  is_present: boolean;
  rows: Record<string, string>[];
  /** Lines between the rows that are not understood. */
  unknownLines: string[];
}

export interface TriedSection {
  /** The place of its description in `meters`. */
  meter: number;
  energy_type: string;
  lines: string[];
  fields: Taken[];
  rules: TriedRows[];
}

export interface TemplateTrial {
  fields: Taken[];
  sections: TriedSection[];
  lines: TriedLine[];
}

/** All lines of a bill without a template. */
export const plainLines = (pages: Page[]): TriedLine[] => linesOf(pages).map((line) => triedLine(line, null));

/** What the template takes from which line, also when it does not fit or a required field is missing. */
export function tryTemplate(template: Template, pages: Page[]): TemplateTrial {
  const lines = linesOf(pages);
  const kept = keptLines(lines, template.ignore);
  const sections = findSections(kept, template.meters);
  const uses = new Map<unknown, number[] | "outside">();
  // By word, because a margin that is ignored leaves a part of a line.
  for (const line of kept) for (const word of line.row.words) uses.set(word, "outside");
  for (const [at, section] of sections.entries())
    for (const line of section.lines) {
      for (const word of line.row.words) {
        const known = uses.get(word);
        uses.set(word, [...(Array.isArray(known) ? known : []), at + 1]);
      }
    }
  return {
    fields: Object.entries(template.fields).map(([name, locator]) => take(lines, name, locator)),
    sections: sections.map((section) => sectionOf(section, template, lines)),
    lines: lines.map((line) =>
      triedLine(line, line.row.words.map((word) => uses.get(word)).find(Boolean) ?? "ignored"),
    ),
  };
}

function sectionOf({ spec, lines, opening }: Section, template: Template, all: Line[]): TriedSection {
  const { start, end, days } = spec.period;
  const factors = (spec.heat?.factor ?? []).map((factor, at) => [`heat ${at + 1}`, factor] as const);
  const located: Record<string, Locator | undefined> = {
    ...spec.fields,
    start,
    end,
    days,
    ...Object.fromEntries(factors),
  };
  const given = Object.entries(opening).map(([name, found]) => takenOf(name, found));
  const taken = Object.entries(located).flatMap(([name, locator]) =>
    locator === undefined || name in opening ? [] : take(locator.in === "document" ? all : lines, name, locator),
  );
  const tried = (kind: string, rules: Rows[]) => rules.map((rows, at) => triedRows(`${kind}.${at}`, rows, lines));
  return {
    meter: template.meters.indexOf(spec),
    energy_type: spec.energy_type,
    lines: lines.map(({ text }) => text),
    fields: [...given, ...taken],
    rules: [...tried("usages", spec.usages), ...tried("charges", spec.charges)],
  };
}

function triedRows(rule: string, rows: Rows, lines: Line[]): TriedRows {
  const { isPresent, entries, unknownLines } = findRows(lines, rows);
  return {
    rule,
    is_present: isPresent,
    rows: entries.map(({ parts }) => Object.fromEntries(Object.entries(parts).map(([name, { text }]) => [name, text]))),
    unknownLines: unknownLines.map(({ text }) => text),
  };
}

/** The first text that the locator finds, whether or not it is a number or a day. */
function take(lines: Line[], name: string, locator: Locator): Taken {
  const result = findField(lines, locator, (text) => text);
  return result.state === "found" ? takenOf(name, result.found) : { name, text: null, place: null };
}

const takenOf = (name: string, { text, place }: Found): Taken => ({ name, text, place });

const triedLine = ({ page, text, cells }: Line, use: TriedLine["use"]): TriedLine => ({
  page: page.page,
  text,
  use,
  cells: cells.map(({ text: words, left, right }) => ({ text: words, left, right })),
});

/** Splits the lines of a bill into the sections of its meters, across pages. */
import { foundGroups, type Found, type Line } from "./lines.ts";
import type { MeterSection } from "./template.ts";

export interface Section {
  spec: MeterSection;
  /** From its opening line to its last line, across pages. */
  lines: Line[];
  /** Values in the opening line itself. */
  opening: Record<string, Found>;
}

/** The sections in the order of the bill. A section without an opening line is the whole document. */
export function findSections(lines: Line[], specs: MeterSection[]): Section[] {
  const sections: Section[] = specs
    .filter(({ start }) => start === undefined)
    .map((spec) => ({ spec, lines, opening: {} }));
  let open: Section | null = null;
  for (const line of lines) {
    // Checked first: the header of a continued section may look like that of a new one.
    if (specs.some(({ continues }) => continues?.test(line.text))) continue;
    const opened = openSection(line, specs);
    if (opened !== null) {
      open = opened;
      sections.push(opened);
      continue;
    }
    if (open === null) continue;
    open.lines.push(line);
    if (open.spec.end?.test(line.text)) open = null;
  }
  return sections;
}

function openSection(line: Line, specs: MeterSection[]): Section | null {
  for (const spec of specs) {
    const opening = spec.start === undefined ? null : foundGroups(line, spec.start);
    if (opening !== null) return { spec, lines: [line], opening };
  }
  return null;
}

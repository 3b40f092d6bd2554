/** Reads a bill file into a statement and findings. Every fault of a file is a finding; a thrown error is a fault of ours. */
import { readFileSync } from "node:fs";
import { checkReading } from "../domain/bills/reconcile.ts";
import { StartError } from "../errors.ts";
import type { Reading } from "../records/statement.ts";
import { error } from "./template/findings.ts";
import { linesOf } from "./template/lines.ts";
import type { Page } from "./pdf/page-model.ts";
import type { PdfReader } from "./pdf/read-pdf.ts";
import { fits, runTemplate } from "./template/run-template.ts";
import { readTemplate, type Template } from "./template/template.ts";

/** All templates. An old layout keeps its template next to the new one: both are tried. */
const TEMPLATE_FILES = ["northgate-electric.yaml", "clearwater-gas-water.yaml"];

export interface Parsers {
  /** Only the bytes decide. Rejects only when the signal is aborted or the reader cannot work at all. */
  read(bytes: Uint8Array, signal?: AbortSignal): Promise<Reading>;
}

/** Reads all templates once. @throws StartError when one is invalid. */
export function createParsers({ reader }: { reader: Pick<PdfReader, "read"> }): Parsers {
  return parsersOf(TEMPLATE_FILES.map(loadTemplate), reader);
}

function loadTemplate(file: string): Template {
  return readTemplate(readFileSync(new URL(`templates/${file}`, import.meta.url), "utf8"), `templates/${file}`);
}

/** Parsers with these templates. @throws StartError for an id and version used twice. */
export function parsersOf(templates: Template[], reader: Pick<PdfReader, "read">): Parsers {
  const names = new Set(templates.map(({ id, version }) => `${id} ${version}`));
  if (names.size < templates.length) throw new StartError("Two bill templates have the same id and version.");
  return {
    async read(bytes, signal) {
      const result = await reader.read(bytes, signal);
      if (!result.ok) return { statement: null, findings: [result.finding] };
      return readPages(templates, result.pages);
    },
  };
}

function readPages(templates: Template[], pages: Page[]): Reading {
  const lines = linesOf(pages);
  const readings = templates
    .filter((template) => fits(template, lines))
    .toSorted((one, other) => other.version - one.version)
    .map((template) => runTemplate(template, pages));
  return (
    readings.toSorted(byMerit)[0] ?? {
      statement: null,
      findings: [error("no_template", "No template matches this bill: its utility or layout is not supported yet.")],
    }
  );
}

/**
 * A statement first, then the fewest errors, then the fewest warnings; among equals the newest version, since sorting is
 * stable.
 */
function byMerit(one: Reading, other: Reading): number {
  return Number(one.statement === null) - Number(other.statement === null) || faults(one) - faults(other);
}

/** The faults of a reading, by the reader and the sums. Any error outweighs all warnings. */
function faults(reading: Reading): number {
  return checkReading(reading, { acct_num: null, today: null }).reduce(
    (sum, { severity }) => sum + (severity === "error" ? 1000 : 1),
    0,
  );
}

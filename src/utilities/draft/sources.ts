/** What a template is drafted from: the bill as it was read, and what was found in it. */
import { inWords } from "../../domain/bills/in-words.ts";
import type { DayReader } from "../../parsers/template/dates.ts";
import type { Line } from "../../parsers/template/lines.ts";
import type { DecimalMark } from "../../parsers/template/numbers.ts";
import type { EnergyType } from "../../records/codes.ts";
import type { Finding, IncompleteStatement, Statement } from "../../records/statement.ts";
import type { Shown } from "./by-labels.ts";
import type { DayForms } from "./days.ts";
import type { DraftMeter } from "./meters.ts";
import type { Doubt } from "./text.ts";

/** What the reader without templates made of a bill, complete or not. */
export type Read = Statement | IncompleteStatement;

/** The bill that a template is drafted from. */
export interface Sources {
  lines: Line[];
  /** What the reader without templates made of the bill. */
  read: Read | null;
  findings: readonly Finding[];
  mark: DecimalMark;
  days: DayReader;
}

/** What was found for the template. */
export interface Parts {
  name: string;
  isNamed: boolean;
  title: string;
  forms: DayForms;
  shown: Shown & { periods: number };
  meters: DraftMeter[];
  energy_type: EnergyType;
}

/** What the findings say about a value; nothing when it is confirmed. */
export function doubtAbout({ read, findings }: Sources, name: string, doubt: Doubt): string {
  const said = findings.find(({ detail }) => detail.startsWith(`The ${inWords(name)} `));
  if (said !== undefined) return doubt(said.detail.replace(/\.$/, ""));
  return read?.unconfirmed?.includes(name) === true ? doubt("nothing else on the bill confirms it") : "";
}

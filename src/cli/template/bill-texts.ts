/** What was read from a bill, as text for a person: its lines, what each rule took, the sums, the findings and the verdict. */
import { balanceOf } from "../../domain/bills/rules/sums.ts";
import { addDecimals, compareDecimals } from "../../domain/decimal.ts";
import { countOf } from "../../domain/text.ts";
import type { Finding, SourcePlace, Statement } from "../../records/statement.ts";
import type { BillVerdict } from "../../utilities/read-bill.ts";
import type { TemplateTrial, MatchReport, Taken, TriedLine, TriedSection } from "../../utilities/trial.ts";
import { tableOf } from "../utility-folders.ts";

/** Templates that do not fit and are named one by one; the rest is counted. */
const MISFITS_SHOWN = 5;

export function matchLines(reports: readonly MatchReport[]): string[] {
  const misfits = reports.filter(({ fits }) => !fits);
  const fitting = reports.filter(({ fits }) => fits).map(({ id, version }) => `  fits      ${id} ${version}`);
  const others = misfits
    .slice(0, MISFITS_SHOWN)
    .flatMap(({ id, version, missing, excluded }) => [
      `  does not  ${id} ${version}`,
      ...missing.map((source) => `              no line matches ${source}`),
      ...excluded.map((source) => `              a line matches ${source}, which \`none\` excludes`),
    ]);
  const rest = misfits.length - MISFITS_SHOWN;
  return ["Templates", ...fitting, ...others, ...(rest > 0 ? [`  and ${rest} others do not fit`] : [])];
}

/** `isPlaced`: each cell with its start and end, in points from the left. */
export function lineLines(lines: readonly TriedLine[], { isPlaced }: { isPlaced: boolean }): string[] {
  const marks = { outside: ".", ignored: "-" };
  const markOf = (use: TriedLine["use"]) => (use === null ? " " : Array.isArray(use) ? use.join(",") : marks[use]);
  const cell = ({ text, left, right }: TriedLine["cells"][number]) =>
    `${text} [${left.toFixed(1)}-${right.toFixed(1)}]`;
  const hasUses = lines.some(({ use }) => use !== null);
  return [
    hasUses ? "Lines (page, then the numbers of its meter sections, . outside all, - ignored)" : "Lines",
    ...lines.map(
      ({ page, use, text, cells }) => `  ${page} ${markOf(use)}| ${isPlaced ? cells.map(cell).join("  ") : text}`,
    ),
  ];
}

export function anatomyLines({ fields, sections }: TemplateTrial): string[] {
  return [
    "Fields",
    ...takenLines(fields),
    ...(sections.length === 0 ? ["No section of a meter: no line matches its `start`."] : []),
    ...sections.flatMap(sectionLines),
  ];
}

function sectionLines({ meter, energy_type, lines, fields, rules }: TriedSection, at: number): string[] {
  const head = `Section ${at + 1}: ${energy_type}, by meters.${meter}, ${countOf(lines.length, "line")}`;
  const ofRules = rules.flatMap(({ rule, is_present, rows, unknownLines }) => [
    `  ${rule}: ${is_present ? countOf(rows.length, "row") : "not found"}`,
    ...rows.map(
      (row) =>
        `    ${Object.entries(row)
          .map(([name, text]) => `${name}: ${text}`)
          .join(" | ")}`,
    ),
    ...unknownLines.map((text) => `    not a row: ${text}`),
  ]);
  return [head, ...takenLines(fields), ...ofRules];
}

function takenLines(fields: readonly Taken[]): string[] {
  return tableOf(
    fields.map(({ name, text, place }) => [`  ${name}`, text ?? "not found", place === null ? "" : placeText(place)]),
  );
}

const placeText = (place: SourcePlace): string =>
  "page" in place ? `page ${place.page} at ${place.box[0]}, ${place.box[1]}` : `row ${place.row}`;

/** How the figures of the bill hang together; `=` or `≠` says whether they agree. */
function sumLines(statement: Statement): string[] {
  const { meters, current_charges, previous_balance, amount_paid, adjustments, amount_due } = statement;
  const sign = (one: string, other: string) => (compareDecimals(one, other) === 0 ? "=" : "≠");
  const sumOf = (each: Statement["meters"]) =>
    addDecimals(each.flatMap(({ charges }) => charges.map(({ amount }) => amount)));
  const ofMeters = meters.flatMap((meter) => {
    const sum = sumOf([meter]);
    if (meter.printed_total === null || meter.charges.length === 0) return [];
    const name = meter.meter_num ?? meter.energy_type;
    return `  charges of ${name} ${sum} ${sign(sum, meter.printed_total)} printed total ${meter.printed_total}`;
  });
  const sum = sumOf(meters);
  const ofBill =
    current_charges === null
      ? `  all charges ${sum}`
      : `  all charges ${sum} ${sign(sum, current_charges)} current charges ${current_charges}`;
  if (amount_due === null) return ["Sums", ...ofMeters, ofBill];
  const due = addDecimals([balanceOf(statement), current_charges ?? sum]);
  const adjusted = adjustments === undefined ? "" : ` + adjustments ${adjustments}`;
  const balance = `  balance ${previous_balance ?? "0"} - paid ${amount_paid ?? "0"}${adjusted} + charges ${current_charges ?? sum} = ${due} ${sign(due, amount_due)} amount due ${amount_due}`;
  return ["Sums", ...ofMeters, ofBill, balance];
}

export function findingLines(findings: readonly Finding[]): string[] {
  if (findings.length === 0) return ["Findings: none"];
  return [
    "Findings",
    ...findings.map(
      ({ severity, name, detail, place }) =>
        `  ${severity} ${name}: ${detail}${place === undefined ? "" : ` (${placeText(place)})`}`,
    ),
  ];
}

export function verdictLines(bill: BillVerdict): string[] {
  const { statement, findings } = bill;
  return [...(statement === null ? [] : sumLines(statement)), ...findingLines(findings), verdictText(bill)];
}

export function verdictText({ accepted, checked_by, findings }: BillVerdict): string {
  if (accepted) return `Verdict: accepted, its charges were compared with ${checked_by}`;
  const errors = findings.filter(({ severity }) => severity === "error");
  return errors.length > 0 && errors.every(({ name }) => name === "not_confirmed")
    ? "Verdict: the first bill of its account waits in review, to be compared with the file; further ones are accepted when its account's records confirm them"
    : "Verdict: waits in review";
}

/** The statement of a bill: header, meters, usages and charges. */
export function statementLines(statement: Statement): string[] {
  const { template, acct_num, invoice_number, invoice_date, amount_due, account_holder_name, service_address } =
    statement;
  const head = [
    ["  account", acct_num],
    ["  date", invoice_date],
    ["  number", invoice_number],
    ["  holder", account_holder_name],
    ["  address", service_address],
    ["  amount due", amount_due],
    ["  template", `${template.id} ${template.version}`],
  ].filter((row): row is string[] => row[1] !== null);
  return [...tableOf(head), ...statement.meters.flatMap(meterLines)];
}

function meterLines({
  energy_type,
  meter_num,
  usages,
  charges,
  registers = [],
}: Statement["meters"][number]): string[] {
  const days = ({ start_date, end_date }: { start_date: string; end_date: string }) => `${start_date} to ${end_date}`;
  return [
    `  ${energy_type}${meter_num === null ? "" : ` meter ${meter_num}`}`,
    ...tableOf([
      ...usages.map((usage) => [
        `    ${usage.description}`,
        `${usage.amount} ${usage.measurement_unit}`,
        usage.utility_usage_type,
        days(usage),
        usage.estimated_meter_read ? "estimated" : "",
      ]),
      ...registers.map((register) => [
        `    ${register.description}`,
        `${register.amount} ${register.measurement_unit}`,
        `not added (${register.not_added})`,
        days(register),
        register.estimated_meter_read ? "estimated" : "",
      ]),
      ...charges.map((charge) => [
        `    ${charge.description}`,
        charge.amount,
        charge.utility_charge_type,
        days(charge),
        "",
      ]),
    ]),
  ];
}

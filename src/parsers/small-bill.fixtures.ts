/** A bill of a few lines for tests of the template language, and its reading after text was replaced. */
import { parse, stringify } from "yaml";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Reading, StatementMeter } from "../records/statement.ts";
import { pagesOfText } from "./parsers.fixtures.ts";
import { runTemplate } from "./template/run-template.ts";
import { readTemplate, type Template } from "./template/template.ts";

const YAML = readFileSync(new URL("fixtures/small.yaml", import.meta.url), "utf8");
export const smallTemplate = readTemplate(YAML, "small.yaml");

interface Tree {
  [key: string]: Tree;
}

/** The small template with values set at paths, such as `meters.0.charges`. */
export function templateWith(changes: Record<string, unknown>): Template {
  // Parsed YAML is a tree; the tests know its shape.
  const tree = parse(YAML) as Tree;
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    const branch = keys.reduce<Tree>((part, key) => (part[key] ??= {}), tree);
    Object.assign(branch, { [last]: value });
  }
  return readTemplate(stringify(tree), "changed.yaml");
}

export const BILL = `
Small Power
Account  12-34         Bill date
                       03/14/2026
Last bill  10.00
Paid on 03/01/2026     thank you   -10.00
Amount due             30.50
Meter 7
From 02/10/2026 to 03/12/2026, 30 days
Register      Before   Now      Used (kWh)
Day           00100    00200 A         100
Night         00300    00350 A          50
Charge               From         To           Amount
Energy day                                      20.00
Tax                                             10.50
Meter total                                     30.50
`;

/** The bill with some of its text replaced; each text must occur. */
export function readWith(changes: Record<string, string> = {}, bill = BILL, by: Template = smallTemplate): Reading {
  let text = bill;
  for (const [from, to] of Object.entries(changes)) {
    assert.ok(text.includes(from), from);
    text = text.replace(from, to);
  }
  return runTemplate(by, pagesOfText(text));
}

/** Severity and name of each finding. */
export const summaryOf = ({ findings }: Reading): string[] =>
  findings.map(({ name, severity }) => `${severity} ${name}`);
export const meterOf = ({ statement }: Reading): StatementMeter => {
  const meter = statement?.meters[0];
  assert.ok(meter);
  return meter;
};

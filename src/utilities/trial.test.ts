import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pagesOfText } from "../parsers/parsers.fixtures.ts";
import { BILL } from "../parsers/small-bill.fixtures.ts";
import { readTemplate, type Template } from "../parsers/template/template.ts";
import { tryTemplate, matchReports, plainLines } from "./trial.ts";

const YAML = readFileSync(new URL("../parsers/fixtures/small.yaml", import.meta.url), "utf8");
const small = readTemplate(YAML, "small.yaml");
const withMatch = (id: string, all: string): Template =>
  readTemplate(YAML.replace("id: small", `id: ${id}`).replace("all: [", `all: [${all}, `), id);
const pages = pagesOfText(`${BILL}Page 1\n`);

test("a template that does not fit names the expressions that fail, the nearest first", () => {
  const reports = matchReports([withMatch("far", "^Other, ^Another"), withMatch("near", "^Other"), small], pages);
  assert.deepEqual(
    reports.map(({ id, fits, missing }) => [id, fits, missing]),
    [
      ["small", true, []],
      ["near", false, ["^Other"]],
      ["far", false, ["^Other", "^Another"]],
    ],
  );
  const [report] = matchReports([small], pagesOfText(`${BILL}Reminder\n`));
  assert.deepEqual([report?.fits, report?.excluded], [false, ["^Reminder$"]]);
});

test("each line is in a section, outside all or ignored", () => {
  const { lines } = tryTemplate(small, pages);
  const useOf = (text: string) => lines.find((line) => line.text.startsWith(text))?.use;
  assert.deepEqual(["Small Power", "Meter 7", "Meter total", "Page 1"].map(useOf), ["outside", [1], [1], "ignored"]);
  assert.deepEqual(new Set(plainLines(pages).map(({ use }) => use)), new Set([null]));
});

test("each rule shows what it took, and what it did not understand", () => {
  const { fields, sections } = tryTemplate(small, pages);
  assert.equal(fields.find(({ name }) => name === "amount_due")?.text, "30.50");
  const [section] = sections;
  assert.equal(section?.fields.find(({ name }) => name === "meter_num")?.text, "7");
  assert.deepEqual(
    section?.rules.map(({ rule, rows }) => [rule, rows.map(({ description, amount }) => `${description} ${amount}`)]),
    [
      ["usages.0", ["Day 100", "Night 50"]],
      ["charges.0", ["Energy day 20.00", "Tax 10.50"]],
    ],
  );
});

test("a template that fits nowhere shows what is missing", () => {
  const { fields, sections } = tryTemplate(small, pagesOfText("Another bill"));
  assert.ok(fields.every(({ text }) => text === null));
  assert.deepEqual(sections, []);
});

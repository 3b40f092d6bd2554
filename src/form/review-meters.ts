/** Renders the fields of a bill, and a meter with its lines and what can be done with several of them. */
import { html, type Html } from "../formats/html/html.ts";
import { CHARGE_TYPES } from "../records/codes.ts";
import { actionName, linesOf, NEW_METER, pathOf, pickName, type Line } from "./review-lines.ts";
import {
  LINE_DAYS,
  LINE_FIELDS,
  LINE_KINDS,
  METER_FIELDS,
  MORE_LINES,
  shapeOf,
  type LineKind,
  type ValueErrors,
  type ValueField,
} from "./review-values.ts";
import type { Typed } from "./submitted.ts";

export const LINE_NAMES: Record<LineKind, string> = { usages: "Use", charges: "Charge" };

/** Sends what is typed, and comes back to the place of what it adds. */
export const formButton = (token: string, asks: string, place: string, words: string): Html =>
  html`<button
    type="submit"
    name="do"
    value="${asks}"
    class="plain"
    formaction="/review/${token}/values#${place}"
    formnovalidate
  >
    ${words}
  </button>`;

export const meterPart = (token: string, at: number, values: Typed, errors: ValueErrors): Html =>
  html`<fieldset class="meter" id="meters.${at}">
    <legend>Meter ${at + 1}</legend>
    <div class="values">${METER_FIELDS.map((field) => fieldOf(field, `meters.${at}.`, values, errors))}</div>
    ${daysPart(token, at, values)}
    ${LINE_KINDS.map((kind) => [
      linesOf(values, at, kind).map((line) => linePart(line, values, errors)),
      formButton(
        token,
        `meters.${at}.${kind}`,
        `meters.${at}.${kind}.${shapeOf(values)[at]?.[kind] ?? 0}`,
        `Add ${MORE_LINES[kind]} ${kind === "usages" ? "uses" : "charges"}`,
      ),
    ])}
    ${tickedPart(token, at, values)}
  </fieldset>`;

function linePart(line: Line, values: Typed, errors: ValueErrors): Html {
  const path = pathOf(line);
  const pick = pickName(path);
  return html`<fieldset class="line" id="${path}">
    <legend>
      <input type="checkbox" id="${pick}" name="${pick}" ${pick in values ? html`checked` : null} />
      <label for="${pick}">${LINE_NAMES[line.kind]} ${line.place + 1}</label>
    </legend>
    <div class="values">${LINE_FIELDS[line.kind].map((field) => fieldOf(field, `${path}.`, values, errors))}</div>
  </fieldset>`;
}

/** Two days for all lines of a meter. */
function daysPart(token: string, at: number, values: Typed): Html {
  const days = actionName("days", at);
  return html`<details class="all-days">
    <summary>The same days for all lines of this meter</summary>
    <div class="values">
      ${LINE_DAYS.map((field) => fieldOf({ ...field, isRequired: false }, `${days}.`, values, {}))}
      ${formButton(token, days, `meters.${at}`, "Set the days")}
    </div>
  </details>`;
}

/** What can be done with several lines at once. */
function tickedPart(token: string, at: number, values: Typed): Html {
  const shape = shapeOf(values);
  const others = shape.flatMap((_, other) => (other === at ? [] : [[String(other), `Meter ${other + 1}`] as const]));
  const meters = [...others, [NEW_METER, "A new meter"] as const];
  const types = CHARGE_TYPES.map((type) => [type, wordOf(type)] as const);
  const place = `meters.${at}`;
  return html`<fieldset class="ticked">
    <legend>The ticked lines of meter ${at + 1}</legend>
    <div class="act">
      ${choiceOf(actionName("move", at), "Move to", meters, values)}
      ${formButton(token, actionName("move", at), place, "Move them")}
    </div>
    <div class="act">
      ${choiceOf(actionName("type", at), "Type of charge", types, values)}
      ${formButton(token, actionName("type", at), place, "Set their type")}
    </div>
    ${formButton(token, actionName("delete", at), place, "Delete them")}
  </fieldset>`;
}

const choiceOf = (name: string, label: string, choices: readonly (readonly [string, string])[], values: Typed): Html =>
  html`<div class="value choice">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      <option value="">Choose</option>
      ${choices.map(([value, words]) => html`<option value="${value}" ${value === values[name] ? html`selected` : null}>${words}</option>`)}
    </select>
  </div>`;

export function fieldOf(
  { name, label, kind, isRequired, hint }: ValueField,
  path: string,
  values: Typed,
  errors: ValueErrors,
): Html {
  const id = path + name;
  const value = values[id] ?? "";
  const error = errors[id];
  if (kind === "flag")
    return html`<div class="tick small">
      <input type="checkbox" id="${id}" name="${id}" ${value === "" ? null : html`checked`} />
      <label for="${id}">${label}</label>
    </div>`;
  const described = [hint === undefined ? [] : `${id}-hint`, error === undefined ? [] : `${id}-error`].flat().join(" ");
  // Not `required`: the browser would complain of one field at a time, and of lines that are left out.
  const fault = html`${error === undefined ? null : html` aria-invalid="true"`}${described === "" ? null : html` aria-describedby="${described}"`}`;
  const input =
    typeof kind !== "string"
      ? html`<select id="${id}" name="${id}"${fault}>
          ${isRequired && value === "" ? html`<option value="">Choose</option>` : null}
          ${kind.map((choice) => html`<option value="${choice}" ${choice === value ? html`selected` : null}>${wordOf(choice)}</option>`)}
        </select>`
      : kind === "day"
        ? html`<input id="${id}" name="${id}" type="date" value="${value}"${fault} />`
        : html`<input id="${id}" name="${id}" type="text" ${kind === "number" ? html`inputmode="decimal"` : null} autocomplete="off" value="${value}"${fault} />`;
  return html`<div class="value ${typeof kind === "string" ? kind : "choice"}">
    <label for="${id}">${label}${isRequired ? html` <span class="must">*</span>` : null}</label>
    ${hint === undefined ? null : html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${error === undefined ? null : html`<p class="error" id="${id}-error">${error}</p>`} ${input}
  </div>`;
}

/** USAGE_COST, usage_cost: Usage cost. */
export const wordOf = (code: string): string => {
  const words = code.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

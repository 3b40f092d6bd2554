/** What the buttons for several lines of a meter make of the texts of the form: lines deleted, moved, of one type, or with the same days. */
import type { Typed } from "./submitted.ts";
import { FORM_LINES_MAX, LINE_FIELDS, LINE_KINDS, shapeOf, withMeter, type LineKind } from "./review-values.ts";

const ACTIONS = ["delete", "move", "type", "days"] as const;
export type LineAction = (typeof ACTIONS)[number];

/** The value of the button of an action, and the name of what is chosen for it. */
export const actionName = (action: LineAction, meter: number): string => `${action}.${meter}`;
export const pickName = (line: string): string => `pick.${line}`;

/** The choice of a meter that is not there yet. */
export const NEW_METER = "new";

export interface Line {
  meter: number;
  kind: LineKind;
  place: number;
}
export const pathOf = ({ meter, kind, place }: Line): string => `meters.${meter}.${kind}.${place}`;

/** The lines of a meter that are in the form: a deleted one is not, and the others keep their numbers. */
export function linesOf(values: Typed, meter: number, kind: LineKind): Line[] {
  return Array.from({ length: shapeOf(values)[meter]?.[kind] ?? 0 }, (_, place) => ({ meter, kind, place })).filter(
    (line) => LINE_FIELDS[kind].some(({ name }) => `${pathOf(line)}.${name}` in values),
  );
}

/** The button that was pressed; null for any other. */
export function lineActionOf(button: string): { action: LineAction; meter: number } | null {
  const [, name, meter] = /^([a-z]+)\.(\d{1,3})$/.exec(button) ?? [];
  const action = ACTIONS.find((one) => one === name);
  return action === undefined ? null : { action, meter: Number(meter) };
}

/** The texts after an action; or what is missing for it, as a sentence. */
export function withLineAction(
  values: Typed,
  { action, meter }: { action: LineAction; meter: number },
): { values: Typed } | { missing: string } {
  const all = LINE_KINDS.flatMap((kind) => linesOf(values, meter, kind));
  const chosen = values[actionName(action, meter)] ?? "";
  if (action === "days") return withDays(values, all, meter);
  const picked = all.filter((line) => pickName(pathOf(line)) in values);
  if (picked.length === 0) return { missing: "Tick the lines first." };
  if (action === "delete") return { values: without(values, picked) };
  if (action === "type") return withType(values, picked, chosen);
  const isNew = chosen === NEW_METER;
  const to = isNew ? shapeOf(values).length : Number(/^\d{1,3}$/.exec(chosen)?.[0] ?? Number.NaN);
  const more = isNew ? withMeter(values) : values;
  if (to === meter || shapeOf(more)[to] === undefined) return { missing: "Choose the meter to which the lines move." };
  return { values: picked.reduce((moved, line) => withMoved(moved, line, to), more) };
}

const without = (values: Typed, lines: readonly Line[]): Typed =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) =>
      lines.every((line) => name !== pickName(pathOf(line)) && !name.startsWith(`${pathOf(line)}.`)),
    ),
  );

/** The first line of a meter that is blank, else one more. */
function freeLine(values: Typed, meter: number, kind: LineKind): Line {
  const isBlank = (line: Line) =>
    ["description", "amount"].every((name) => (values[`${pathOf(line)}.${name}`] ?? "").trim() === "");
  const place = shapeOf(values)[meter]?.[kind] ?? 0;
  return linesOf(values, meter, kind).find(isBlank) ?? { meter, kind, place };
}

/** A line for which the other meter has no room stays where it is. */
function withMoved(values: Typed, line: Line, to: number): Typed {
  const target = freeLine(values, to, line.kind);
  if (target.place >= FORM_LINES_MAX) return values;
  const free = pathOf(target);
  const moved = LINE_FIELDS[line.kind].flatMap(({ name }) => {
    const text = values[`${pathOf(line)}.${name}`];
    return text === undefined ? [] : [[`${free}.${name}`, text]];
  });
  return { ...without(values, [line]), ...Object.fromEntries(moved) };
}

/** Uses keep theirs, which depends on their unit. */
function withType(values: Typed, picked: readonly Line[], type: string): { values: Typed } | { missing: string } {
  if (type === "") return { missing: "Choose the type of the ticked charges." };
  const typed = picked.flatMap((line) =>
    line.kind === "charges" ? [[`${pathOf(line)}.utility_charge_type`, type]] : [],
  );
  const ticks = new Set(picked.map((line) => pickName(pathOf(line))));
  const kept = Object.entries(values).filter(([name]) => !ticks.has(name));
  return { values: { ...Object.fromEntries(kept), ...Object.fromEntries(typed) } };
}

function withDays(values: Typed, lines: readonly Line[], meter: number): { values: Typed } | { missing: string } {
  const names = ["start_date", "end_date"] as const;
  const days = names.map((name) => [name, (values[`${actionName("days", meter)}.${name}`] ?? "").trim()] as const);
  if (days.some(([, day]) => day === "")) return { missing: "Give the first day and the first day after." };
  const set = lines.flatMap((line) => days.map(([name, day]) => [`${pathOf(line)}.${name}`, day]));
  return { values: { ...values, ...Object.fromEntries(set) } };
}

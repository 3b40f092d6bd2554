/** Drafts what printed units, descriptions of uses and descriptions of charges mean. */
import { normaliseUnit } from "../../domain/units.ts";
import type { ChargeType, EnergyType } from "../../records/codes.ts";
import { wordsForm } from "./forms.ts";
import type { Parts, Sources } from "./sources.ts";
import { note, quoted, type Doubt } from "./text.ts";

/** To begin with, where a bill prints no unit that was understood. */
const COMMON_UNIT: Partial<Record<EnergyType, string>> = { GAS: "therms: therm", WATER: "gallons: gal" };

export function unitLines({ meters, shown, energy_type }: Parts, doubt: Doubt): string[] {
  const units = new Map(meters.flatMap(({ uses }) => Object.entries(uses?.units ?? {})));
  const { unit, reads } = shown;
  if (meters.every(({ uses }) => uses === null) && unit !== null) units.set(unit, normaliseUnit(unit) ?? unit);
  const types = new Map(meters.flatMap(({ uses }) => Object.entries(uses?.readTypes ?? {})));
  const entries = [...units].map(([printed, known]) => `${quoted(printed)}: ${known}`).join(", ");
  const typeEntries = [...types].map(
    ([word, isEstimated]) => `${quoted(word)}: ${isEstimated ? "estimated" : "actual"}`,
  );
  const ofReads = (reads?.readTypes ?? []).filter(() => types.size === 0);
  const shownTypes = ofReads.map((text) => `${quoted(text)}: ${/^e/i.test(text) ? "estimated" : "actual"}`);
  const all = [...typeEntries, ...shownTypes];
  const hasColumn = reads !== null && "read_type" in reads.columns && types.size === 0;
  return [
    units.size === 0
      ? `units: { ${COMMON_UNIT[energy_type] ?? "kWh: kWh"} }${doubt("no unit was found: the printed one, then that of the record")}`
      : `units: { ${entries} }`,
    ...(hasColumn ? ["read_types: { Actual: actual, Estimated: estimated }"] : []),
    ...(all.length === 0 || hasColumn
      ? []
      : [`read_types: { ${all.join(", ")} }${doubt("which word means an estimated read")}`]),
  ];
}

export function usageMap({ meters, shown }: Parts): string[] {
  const read = meters.flatMap(({ uses, meter }) => (uses === null ? [] : meter.usages));
  const types = new Map(read.map(({ description, utility_usage_type }) => [description, utility_usage_type]));
  const ofTable = shown.reads?.descriptions ?? [];
  if (types.size === 0) for (const text of ofTable.length === 0 ? ["Use"] : ofTable) types.set(text, "usage_amount");
  return [
    "usage_map:",
    ...[...types].map(([text, type]) => `  - { description: ${quoted(`^${wordsForm(text)}$`)}, type: ${type} }`),
  ];
}

/** Services that stand among the charges of another one, by the words of a description. */
const BESIDE: [EnergyType, RegExp][] = [
  ["SEWER", /sewer|waste ?water|assainissement|abwasser|alcantarillado|esgoto/i],
  ["STORMWATER", /storm ?water|drainage/i],
  ["IRRIGATION", /irrigation/i],
  ["WASTE", /\btrash|refuse|garbage|recycling|solid waste|ordures/i],
];

/** A comment for each service but its own that the charges of a section name: a charge counts for the service of its section. */
export function otherServices(descriptions: readonly string[], own: EnergyType, doubt: Doubt): string[] {
  return BESIDE.flatMap(([type, words]) => {
    const named = descriptions.find((text) => words.test(text));
    return type === own || named === undefined
      ? []
      : [note("    ", `${quoted(named)} is billed for ${type}: give that a section of its own`, doubt)];
  });
}

/** By the words of a description, the first that fits. */
const CHARGE_WORDS: [RegExp, ChargeType][] = [
  [/\btax\b|\btaxes\b|franchise/i, "tax_cost"],
  [/demand/i, "demand_cost"],
  [/basic|customer charge|service charge|facilit|fixed|meter charge|base charge|minimum/i, "service_cost"],
  [/rider|interim/i, "interim_rate_cost"],
  [/energy|usage|consumption|generation|supply|delivery|distribution|transmission|commodity|kwh|therm/i, "usage_cost"],
];

export function chargeMap({ findings }: Sources, { meters, shown, energy_type }: Parts, doubt: Doubt): string[] {
  const types = new Map<string, { type: ChargeType; isSure: boolean }>();
  for (const { meter } of meters)
    for (const { description, utility_charge_type: type } of meter.charges) {
      const isUnknown = findings.some(
        ({ name, detail }) => name === "unknown_charge" && detail.includes(`"${description}"`),
      );
      types.set(description, { type, isSure: !isUnknown });
    }
  const others = meters.some(({ charges }) => charges !== null) ? [] : (shown.charges?.rows ?? []);
  for (const { description, isPriced } of others) {
    if (types.has(description)) continue;
    const found = CHARGE_WORDS.find(([words]) => words.test(description))?.[1];
    const isNamed = description.toUpperCase().startsWith(energy_type);
    const type = found ?? (isPriced || isNamed ? "usage_cost" : "other_applied_cost");
    types.set(description, { type, isSure: found !== undefined });
  }
  const lines = [...types].map(([description, { type, isSure }]) => {
    const line = `  - { description: ${quoted(`^${wordsForm(description)}(  |$)`)}, type: ${type} }`;
    return isSure ? line : `${line}${doubt(`is "${description}" a ${type}?`)}`;
  });
  const entries = [...new Set(lines)];
  return entries.length === 0
    ? ["charge_map: []"]
    : [
        "charge_map: # usage_cost, demand_cost, service_cost, interim_rate_cost, other_applied_cost or tax_cost",
        ...entries,
      ];
}

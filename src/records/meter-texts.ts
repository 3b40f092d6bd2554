/** What bills and spreadsheets say of a meter in words: each is read, imported and kept as the field of its name. */

/** With what the reference says of a spreadsheet's column of it. */
export const METER_TEXTS = {
  meter_num: "Number of the meter.",
  service_address: "Where the energy is used; a property is made of it.",
  service_name: "What the utility calls the service.",
  premise_num: "Number of the place at the utility.",
} as const;
export type MeterText = keyof typeof METER_TEXTS;
export type MeterTexts = { [name in MeterText]: string | null };

// The keys of the table.
export const METER_TEXT_NAMES = Object.keys(METER_TEXTS) as MeterText[];

/** A value for each of them. */
export const eachMeterText = <Value>(valueOf: (name: MeterText) => Value): { [name in MeterText]: Value } =>
  // All of them were given.
  Object.fromEntries(METER_TEXT_NAMES.map((name) => [name, valueOf(name)])) as { [name in MeterText]: Value };

/** The text fields of a meter, which bills and spreadsheets provide and which are stored under the same names. */

/** Each with the description of its spreadsheet column in the API reference. */
export const METER_TEXTS = {
  meter_num: "Number of the meter.",
  service_address: "Where the energy is used; its property is found or created by this address.",
  service_name: "The utility's name for the service.",
  premise_num: "The utility's number for the premises.",
} as const;
export type MeterText = keyof typeof METER_TEXTS;
export type MeterTexts = { [name in MeterText]: string | null };

// The keys of the table are the field names.
export const METER_TEXT_NAMES = Object.keys(METER_TEXTS) as MeterText[];

/** Makes an object with a value for each text field. */
export const eachMeterText = <Value>(valueOf: (name: MeterText) => Value): { [name in MeterText]: Value } =>
  // Every name has a value.
  Object.fromEntries(METER_TEXT_NAMES.map((name) => [name, valueOf(name)])) as { [name in MeterText]: Value };

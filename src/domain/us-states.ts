/** The states of the US, with the District of Columbia and Puerto Rico, and in which of them a ZIP code is. */

/** By the first three digits of a ZIP code (USPS, list L002): each state begins at its number and ends before the next. Null: military mail, a territory without a row here, or not in use. */
const BY_PREFIX: readonly (readonly [number, string | null])[] = [
  [0, null],
  [5, "NY"],
  [6, "PR"],
  [8, null],
  [9, "PR"],
  [10, "MA"],
  [28, "RI"],
  [30, "NH"],
  [39, "ME"],
  [50, "VT"],
  [55, "MA"],
  [56, "VT"],
  [60, "CT"],
  [70, "NJ"],
  [90, null],
  [100, "NY"],
  [150, "PA"],
  [197, "DE"],
  [200, "DC"],
  [201, "VA"],
  [202, "DC"],
  [206, "MD"],
  [220, "VA"],
  [247, "WV"],
  [269, null],
  [270, "NC"],
  [290, "SC"],
  [300, "GA"],
  [320, "FL"],
  [340, null],
  [341, "FL"],
  [350, "AL"],
  [370, "TN"],
  [386, "MS"],
  [398, "GA"],
  [400, "KY"],
  [428, null],
  [430, "OH"],
  [460, "IN"],
  [480, "MI"],
  [500, "IA"],
  [529, null],
  [530, "WI"],
  [550, "MN"],
  [569, "DC"],
  [570, "SD"],
  [578, null],
  [580, "ND"],
  [589, null],
  [590, "MT"],
  [600, "IL"],
  [630, "MO"],
  [659, null],
  [660, "KS"],
  [680, "NE"],
  [694, null],
  [700, "LA"],
  [715, null],
  [716, "AR"],
  [730, "OK"],
  [733, "TX"],
  [734, "OK"],
  [750, "TX"],
  [800, "CO"],
  [817, null],
  [820, "WY"],
  [832, "ID"],
  [839, null],
  [840, "UT"],
  [848, null],
  [850, "AZ"],
  [866, null],
  [870, "NM"],
  [885, "TX"],
  [886, null],
  [889, "NV"],
  [899, null],
  [900, "CA"],
  [962, null],
  [967, "HI"],
  [969, null],
  [970, "OR"],
  [980, "WA"],
  [995, "AK"],
];

export const US_STATES: ReadonlySet<string> = new Set(BY_PREFIX.flatMap(([, state]) => state ?? []));

/** Null for anything but five digits of which a state is known. */
export function stateOfZip(zip: string): string | null {
  if (!/^\d{5}$/.test(zip)) return null;
  const prefix = Number(zip.slice(0, 3));
  return BY_PREFIX.findLast(([first]) => first <= prefix)?.[1] ?? null;
}

/** The state that a typed place names: `ny`, or a ZIP code in it. Null: neither. */
export function stateOfPlace(typed: string): string | null {
  const place = typed.trim().toUpperCase();
  return US_STATES.has(place) ? place : stateOfZip(place.slice(0, 5));
}

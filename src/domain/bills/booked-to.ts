/** Says to which cost center and which account of the general ledger a charge is booked. */

/** Null: not set here. */
export interface Costing {
  cost_center: string | null;
  gl_account: string | null;
}

/** Each of the two from the nearest that has it: the meter, else its account, else its property. */
export function bookedTo(meter: Costing, account: Costing, property: Costing | null): Costing {
  const nearest = [meter, account, ...(property === null ? [] : [property])];
  const first = (field: keyof Costing) => nearest.find((place) => place[field] !== null)?.[field] ?? null;
  return { cost_center: first("cost_center"), gl_account: first("gl_account") };
}

/** What the three places say, as a row of the database has it. */
export type BookedPlace = Record<`${"meter" | "account" | "property"}_${keyof Costing}`, string | null>;

export function costingOf(place: BookedPlace): Costing {
  const of = (what: "meter" | "account" | "property"): Costing => ({
    cost_center: place[`${what}_cost_center`],
    gl_account: place[`${what}_gl_account`],
  });
  return bookedTo(of("meter"), of("account"), of("property"));
}

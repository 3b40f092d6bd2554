/** The classes of charges, in the order of the specification. */
export const CHARGE_TYPES = [
  "usage_cost",
  "demand_cost",
  "service_cost",
  "interim_rate_cost",
  "other_applied_cost",
  "tax_cost",
] as const;

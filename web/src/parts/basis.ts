/** How the figures of a property are shown: month by month, bill by bill, or month by month without the weather. */
export const BASES = ["calendar", "billed", "weather"] as const;
export type Basis = (typeof BASES)[number];

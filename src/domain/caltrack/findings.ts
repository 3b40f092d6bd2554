/** The findings on a baseline, by stable names: those that make it insufficient, and those that a reader should know. */

export type Weight = "disqualifies" | "flags";

interface Rule {
  weight: Weight;
  /** In CalTRACK 2.0; null for a rule of ours. */
  section: string | null;
  sentence: string;
}

export const RULES = {
  no_billing_cycle: {
    weight: "disqualifies",
    section: null,
    sentence: "The meter is read neither monthly nor every two months: the method has no rule for it.",
  },
  no_model: {
    weight: "disqualifies",
    section: "3.4.3.2",
    sentence: "No model without a negative coefficient fits the baseline.",
  },
  usage_days_missing: {
    weight: "disqualifies",
    section: "2.2.1.2",
    sentence: "More than 37 of the 365 days of the baseline have no metered use.",
  },
  temperature_days_missing: {
    weight: "disqualifies",
    section: "2.2.1.2",
    sentence: "More than 37 of the 365 days of the baseline have no temperature.",
  },
  days_missing: {
    weight: "disqualifies",
    section: "2.2.1.2",
    sentence: "More than 37 of the 365 days of the baseline lack use or temperature.",
  },
  impossible_period: {
    weight: "flags",
    section: "2.3.1",
    sentence: "Reads that cover no day, or end before they begin, were left out.",
  },
  conflicting_reads: {
    weight: "flags",
    section: "2.3.2",
    sentence: "Reads of the same period state different uses; one was kept.",
  },
  overlapping_reads: { weight: "flags", section: "2.3.2", sentence: "Reads overlap; the later ones were left out." },
  negative_usage: {
    weight: "flags",
    section: "2.3.5",
    sentence: "Metered use is negative, as behind an unreported generator.",
  },
  extreme_usage: {
    weight: "flags",
    section: "2.3.6",
    sentence:
      "In the baseline, use per day of a bill lies above the median by more than three interquartile ranges; it was kept.",
  },
  station_far: { weight: "flags", section: "2.4", sentence: "The weather station is farther away than 200 km." },
  long_period: {
    weight: "flags",
    section: "3.5.5.4",
    sentence: "Periods of the savings are longer than the billing cycle allows.",
  },
  weak_fit: {
    weight: "flags",
    section: null,
    sentence: "The weather explains less than half of the variation in use.",
  },
  wide_scatter: {
    weight: "flags",
    section: null,
    sentence: "The model misses the periods by more than a quarter of the mean use.",
  },
  too_few_to_judge: {
    weight: "flags",
    section: null,
    sentence: "There are few more periods than coefficients, so a good fit means little.",
  },
  balance_point_at_edge: {
    weight: "flags",
    section: null,
    sentence: "A balance point is at the edge of the searched range.",
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;

export interface CaltrackFinding {
  rule: RuleName;
  /** The number of days, reads or periods; absent when there is nothing to count. */
  count?: number;
}

export const disqualifies = ({ rule }: CaltrackFinding): boolean => RULES[rule].weight === "disqualifies";

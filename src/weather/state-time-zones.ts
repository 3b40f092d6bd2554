/** The time zone of each state that has only one. For the other states the zone of a place is unknown. */

const ZONES: Record<string, string> = {
  "America/New_York": "CT DE DC GA ME MD MA NH NJ NY NC OH PA RI SC VT VA WV",
  "America/Chicago": "AL AR IL IA LA MN MS MO OK WI",
  "America/Denver": "CO MT NM UT WY",
  "America/Phoenix": "AZ",
  "America/Los_Angeles": "CA WA",
  "Pacific/Honolulu": "HI",
  "America/Puerto_Rico": "PR",
};

export const STATE_TIME_ZONES: Record<string, string> = Object.fromEntries(
  Object.entries(ZONES).flatMap(([zone, states]) => states.split(" ").map((state) => [state, zone])),
);

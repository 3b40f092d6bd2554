/** How often a portal may be visited and signed in to, as its recipe or its declaration says. */
import type { Connector } from "./contract.ts";
import type { Portal } from "./recipe-shape.ts";

type Limits = Pick<Connector, "loginsPerDay" | "utilityLoginsPerDay" | "visitsPerMinute">;

export const visitLimitsOf = ({
  logins_per_day,
  utility_logins_per_day,
  visits_per_minute,
}: Pick<Portal["limits"], "logins_per_day" | "utility_logins_per_day" | "visits_per_minute">): Limits => ({
  ...(logins_per_day === undefined ? {} : { loginsPerDay: logins_per_day }),
  ...(utility_logins_per_day === undefined ? {} : { utilityLoginsPerDay: utility_logins_per_day }),
  ...(visits_per_minute === undefined ? {} : { visitsPerMinute: visits_per_minute }),
});

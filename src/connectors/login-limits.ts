/** How often a day a portal may be signed in to, as its recipe or its declaration says. */
import type { Connector } from "./contract.ts";
import type { Portal } from "./recipe.ts";

export const loginLimitsOf = ({
  logins_per_day,
  utility_logins_per_day,
}: Pick<Portal["limits"], "logins_per_day" | "utility_logins_per_day">): Pick<
  Connector,
  "loginsPerDay" | "utilityLoginsPerDay"
> => ({
  ...(logins_per_day === undefined ? {} : { loginsPerDay: logins_per_day }),
  ...(utility_logins_per_day === undefined ? {} : { utilityLoginsPerDay: utility_logins_per_day }),
});

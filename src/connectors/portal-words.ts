/** Words that every portal may write and that say nothing about a customer: no names of persons, months or places. */

/** Words of buttons and messages that distinguish one sign-in page from another. */
export const SIGN_IN_WORDS = new Set(
  `a account accounts address again agree all an and answer app are authenticator available back bill bills billing blocked browser by
  cancel captcha change choose code confirm continue cookies could download down e-mail email enable enter error expired failed for forgot
  found from history home human in incorrect invalid is it javascript locked log login logout maintenance messages method must my name new next no
  not of on online or our out page password pay pdf phone please policy previous privacy question register remember required reset robot
  scheduled security select send service session sign signin statement statements submit temporarily terms text the this to too try
  system outage site closed unavailable update us use user username verification verify view was we website welcome were with wrong you your`.split(
    /\s+/,
  ),
);

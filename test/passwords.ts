/** A password for tests, with the cheapest possible stored hash: a hash states its cost, so a login with it takes no time. */

export const PASSWORD = "correct horse battery";

/** What an app in a test spends on a password. */
export const QUICK_COST = { memoryKib: 8, passes: 1 };

/** By 8 KiB and one pass, where the service itself spends 64 MiB and three. */
export const QUICK_HASH =
  "$argon2id$v=19$m=8,t=1,p=1$AQEBAQEBAQEBAQEBAQEBAQ$OFV8TrrEQliqqHF4+jF1XekyKTLvLxAcRxwpKMBoFjc";

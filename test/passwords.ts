/** A password for tests, and what is stored of it at the least cost there is: a hash says what it costs, so a login by it takes no time. */

export const PASSWORD = "correct horse battery";

/** By 8 KiB and one pass, where the service itself spends 64 MiB and three. */
export const QUICK_HASH =
  "$argon2id$v=19$m=8,t=1,p=1$AQEBAQEBAQEBAQEBAQEBAQ$OFV8TrrEQliqqHF4+jF1XekyKTLvLxAcRxwpKMBoFjc";

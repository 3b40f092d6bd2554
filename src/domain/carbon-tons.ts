/** CO2 equivalent in metric tons, as inventories of greenhouse gases state it, whatever units a company chose for its use. */
import { rounded } from "./exact.ts";

/** The unit as tables and tiles name it. */
export const CARBON_UNIT = "metric tons";

/** One pound in metric tons (NIST Handbook 44, appendix C: 1 lb = 0.453 592 37 kg). */
const TONS_PER_POUND = 0.00045359237;

/** Of pounds; null when they are not known. */
export const tonsOf = (pounds: number | null): number | null =>
  pounds === null ? null : rounded(pounds * TONS_PER_POUND);

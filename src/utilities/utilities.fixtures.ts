/** The utilities that come with the service, for tests. */
import type { Template } from "../parsers/template/template.ts";
import { BUILT_IN_UTILITIES, openUtilities, type UtilitySet } from "./utilities.ts";

export const builtInUtilities = (): UtilitySet =>
  openUtilities({ folders: [BUILT_IN_UTILITIES], now: () => 0 }).current();

export const builtInTemplates = (): readonly Template[] => builtInUtilities().templates;

/** What a person who writes a recipe may watch of a visit: each answer, with the part of the recipe that asked for it. */
import type { Page } from "./page.ts";

export interface Observed {
  /** As errors name it, such as `the list of bills`. */
  part: string;
  /** The step of the part; null for a page that a list itself led to. */
  at: number | null;
  page: Page;
}

export type Observe = (observed: Observed) => void;

/** The pages of the menu, in their order, and who sees each. */
import type { IconName } from "../parts/icons.tsx";

export interface MenuEntry {
  to: string;
  icon: IconName;
  word: "home";
}

export const MENU = [{ to: "/", icon: "home", word: "home" }] as const satisfies MenuEntry[];

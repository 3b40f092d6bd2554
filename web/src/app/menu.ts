/** The pages of the menu, in their order. */
import type { IconName } from "../parts/icons.tsx";

interface MenuEntry {
  to: string;
  icon: IconName;
  word: string;
}

export const MENU = [
  { to: "/", icon: "home", word: "home" },
  { to: "/properties", icon: "building", word: "properties" },
  { to: "/budget", icon: "budget", word: "budget" },
  { to: "/bills", icon: "bill", word: "bills" },
  { to: "/review", icon: "review", word: "review" },
  { to: "/bring-bills", icon: "upload", word: "bringBills" },
  { to: "/connections", icon: "plug", word: "connections" },
  { to: "/reports", icon: "report", word: "reports" },
  { to: "/deliveries", icon: "mail", word: "deliveries" },
  { to: "/developers", icon: "code", word: "developers" },
  { to: "/settings", icon: "settings", word: "settings" },
] as const satisfies MenuEntry[];

/** For administrators of the service. */
export const OPERATOR_MENU = [{ to: "/operator", icon: "operator", word: "operator" }] as const satisfies MenuEntry[];

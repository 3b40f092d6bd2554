/** What a portal does with a user name and a password: the scenario decides, the portal only shows it. */
import { PASSWORD, findScenario } from "../world/scenarios.ts";
import type { Scenario } from "../world/scenarios.ts";

export type SignIn = Scenario["signIn"];

/** An unknown user name and a wrong password look the same, as they should. */
export function judgeSignIn(username: string, password: string): SignIn {
  const scenario = findScenario(username);
  if (!scenario || password !== PASSWORD) return "refused";
  return scenario.signIn;
}

const SLOW_MS = 1500;

/** How long each page takes for this user. */
export function delayFor(username: string | null): number {
  return username !== null && findScenario(username)?.twist === "slow" ? SLOW_MS : 0;
}

/** What a portal does with a user name and a password: the scenario decides, the portal only shows it. */
import { PASSWORD, findScenario } from "../world/scenarios.ts";
import type { UtilitySlug } from "../world/model.ts";
import { isServed } from "../world/plain-customers.ts";
import type { Scenario } from "../world/scenarios.ts";
import type { Step } from "./second-step.ts";

/** `asked`: the password was right, and something else must be answered. */
export type SignIn = Exclude<Scenario["signIn"], Step> | "asked";

const STEPS: readonly Step[] = ["choice", "code", "authenticator", "question"];

/** The question that a user gets after the password; undefined for users without one. */
export const stepOf = (username: string): Step | undefined =>
  STEPS.find((step) => step === findScenario(username)?.signIn);

/** An unknown user name and a wrong password look the same, as they should. */
export function outcomeOfSignIn(username: string, password: string): SignIn {
  const scenario = findScenario(username);
  if (!scenario || password !== PASSWORD) return "refused";
  const { signIn } = scenario;
  return isStep(signIn) ? "asked" : signIn;
}

/** At a utility that asks nothing after the password and does not know everyone. */
export function outcomeAt(utility: UtilitySlug, username: string, password: string): Exclude<SignIn, "asked"> {
  const outcome = isServed(utility, username) ? outcomeOfSignIn(username, password) : "refused";
  return outcome === "asked" ? "refused" : outcome;
}

const isStep = (signIn: Scenario["signIn"]): signIn is Step => STEPS.some((step) => step === signIn);

const SLOW_MS = 1500;

/** The delay of each page for this user. */
export function delayFor(username: string | null): number {
  return username !== null && findScenario(username)?.twist === "slow" ? SLOW_MS : 0;
}

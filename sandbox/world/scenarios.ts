/** The user names of the sandbox: each is a scenario, and behaves the same at every utility. */

export const PASSWORD = "sandbox";
/** What the authenticator app of `demo_totp` was set up with, in base32. */
export const TOTP_SECRET = "MJUXGY3VNF2C2Y3SOVWWEZLSNFXGOZJB";
/** What `demo_question` is asked, and the answer. */
export const PET_QUESTION = "What was the name of your first pet?";
export const PET = "Biscuit";

export interface Scenario {
  username: string;
  /** What a person who tries it will see, in one sentence. */
  what: string;
  /** What the portal does once user name and password were sent. */
  signIn: "accepted" | "refused" | "locked" | "down" | "code" | "choice" | "authenticator" | "question";
  /** `split`: the energy of the household's electricity is another company's, with an account of its own. */
  customer: "household" | "business" | "split" | "portfolio";
  twist: "none" | "slow" | "edited_bill" | "gap" | "estimated" | "broken_files" | "push";
}

const household = { signIn: "accepted", customer: "household", twist: "none" } as const;

export const SCENARIOS: readonly Scenario[] = [
  { ...household, username: "demo_residential", what: "One household account with 36 monthly bills." },
  {
    ...household,
    username: "demo_commercial",
    customer: "business",
    what: "Three business accounts with six meters and 36 monthly bills each.",
  },
  {
    ...household,
    username: "demo_bad_login",
    signIn: "refused",
    what: "The portal never recognises the user name or password.",
  },
  { ...household, username: "demo_locked", signIn: "locked", what: "The portal says that the account is locked." },
  {
    ...household,
    username: "demo_mfa",
    signIn: "code",
    what: "After the password the portal asks for a six-digit code, shown on this page.",
  },
  {
    ...household,
    username: "demo_site_down",
    signIn: "down",
    what: "The portal answers with a maintenance page (503) once you sign in.",
  },
  { ...household, username: "demo_slow", twist: "slow", what: "Every page of the portal takes 1.5 seconds." },
  {
    ...household,
    username: "demo_edited_bill",
    twist: "edited_bill",
    what: "One bill can be withdrawn and replaced by a corrected bill, with the button below.",
  },
  {
    ...household,
    username: "demo_gap",
    twist: "gap",
    what: "One month in the middle has no bill, and the next bill does not cover it.",
  },
  {
    ...household,
    username: "demo_estimated",
    twist: "estimated",
    what: "Two bills in a row are based on estimated reads; the bill after them on an actual read.",
  },
  {
    ...household,
    username: "demo_broken_files",
    twist: "broken_files",
    what: "Among the good bills: a web page named .pdf, a file cut off, a file with a password, and an empty file.",
  },
  {
    ...household,
    username: "demo_mfa_choice",
    signIn: "choice",
    what: "Asks where to send the six-digit code, then for the code.",
  },
  {
    ...household,
    username: "demo_totp",
    signIn: "authenticator",
    what: `Asks for the code of an authenticator app whose secret is ${TOTP_SECRET}.`,
  },
  {
    ...household,
    username: "demo_question",
    signIn: "question",
    what: `Asks a security question; the name of the first pet is ${PET}.`,
  },
  {
    ...household,
    username: "demo_supply_split",
    customer: "split",
    what: "Electricity is delivered by Northgate and supplied by another company: two accounts and two bills for one meter.",
  },
  {
    ...household,
    username: "demo_portfolio",
    customer: "portfolio",
    what: "Eight buildings in two towns: a retrofit, a gap, a bill that does not come, another tariff and a water leak.",
  },
  {
    ...household,
    username: "demo_push",
    twist: "push",
    what: "Northgate Electric asks to approve the sign-in in its app, which is shown on this page.",
  },
];

export function findScenario(username: string): Scenario | undefined {
  return SCENARIOS.find((scenario) => scenario.username === username);
}

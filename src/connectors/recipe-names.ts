/** Checks the names of values in a recipe: each is known where it is used, and the password goes once, into a body. */
import { stepOf, type PortalRequest, type Step } from "./recipe-parts.ts";
import type { Portal } from "./recipe-shape.ts";
import { namesIn } from "./values.ts";

interface NameFault {
  path: (string | number)[];
  /** Completes a sentence that begins with the path. */
  says: string;
}

const CREDENTIAL = ["username", "password"];
const OF_ACCOUNT = ["external_id", "acct_num", "service_address"];
const OF_DOCUMENT = ["document_id", "date"];
const OF_PAGING = ["next", "page", "offset"];

/** Cookies of the visit can be used by their own names, as `{cookie.XSRF-TOKEN}`. */
const isCookie = (name: string): boolean => name.startsWith("cookie.");

/** A password in an address or a header would stand in the logs of the portal. */
const openTexts = ({ url, headers }: PortalRequest): unknown[] => [url, headers];

/** The text of a GraphQL query has braces of its own. */
const bodyTexts = ({ body }: PortalRequest): unknown =>
  body !== null && "graphql" in body ? body.graphql.variables : body;

const namesOfStep = ({ page, fields, submit }: Step): string[] => [
  ...(page === undefined ? [] : namesIn([openTexts(page), bodyTexts(page)])),
  ...Object.values(fields),
  ...namesIn(submit),
];

/** The faults of steps that may use the names; what a step reads is known from the next one on, and added to the names. */
function checkSteps(path: string[], steps: readonly Step[], known: Set<string>): NameFault[] {
  return steps.flatMap((step, at) => {
    const faults = unknownIn(namesOfStep(step), known).map((says) => ({ path: [...path, at], says }));
    for (const name of Object.keys(step.values)) known.add(name);
    return faults;
  });
}

const unknownIn = (names: string[], known: ReadonlySet<string>): string[] =>
  [...new Set(names)]
    .filter((name) => !known.has(name) && !isCookie(name))
    .map((name) => `uses {${name}}, which is known as no value here; known are ${[...known].sort().join(", ")}`);

export function checkNames({
  headers,
  login,
  second_factor,
  accounts,
  documents,
  sign_out,
  session,
  renew,
}: Portal): NameFault[] {
  const signingIn = new Set(CREDENTIAL);
  const faults = [...checkSteps(["login", "steps"], login.steps, signingIn), ...checkCredential(login.steps)];
  const ofAnswers = (second_factor?.steps ?? []).flatMap(({ values }) => Object.keys(values));
  const read = [...signingIn, ...Object.keys(login.values), ...ofAnswers];
  const signedIn = new Set(read).difference(new Set(CREDENTIAL));
  for (const [at, { page, after = [], values }] of (second_factor?.steps ?? []).entries()) {
    const steps = [...(page === undefined ? [] : [{ ...stepOf(page), values }]), ...after];
    faults.push(...checkSteps(["second_factor", "steps", String(at)], steps, new Set([...signedIn, "answer"])));
  }

  const forAccounts = new Set([...signedIn, ...OF_PAGING]);
  faults.push(...checkSteps(["accounts"], accounts.steps, forAccounts));
  const ofAccount = [...signedIn, ...OF_ACCOUNT, ...Object.keys(accounts.values)];
  const forDocuments = new Set([...ofAccount, ...OF_PAGING]);
  faults.push(...checkSteps(["documents"], documents.steps, forDocuments));
  const forFile = new Set([...ofAccount, ...OF_DOCUMENT, ...Object.keys(documents.values)]);
  faults.push(...checkSteps(["documents", "file"], documents.file?.steps ?? [], forFile));

  const anywhere = new Set([...forDocuments, ...forFile]);
  faults.push(...unknownIn(namesIn(headers), anywhere).map((says) => ({ path: ["headers"], says })));
  if (sign_out !== undefined) faults.push(...checkSteps(["sign_out"], [stepOf(sign_out)], new Set(signedIn)));
  if (renew !== undefined) faults.push(...checkSteps(["renew", "steps"], renew.steps, new Set(signedIn)));
  if (session !== undefined) faults.push(...checkSteps(["session"], [stepOf(session.check)], new Set(signedIn)));
  return faults;
}

function checkCredential(steps: readonly Step[]): NameFault[] {
  const path = ["login"];
  const uses = (step: Step, name: string) => namesOfStep(step).includes(name);
  const isOpen = steps.some(({ page }) => page !== undefined && namesIn(openTexts(page)).includes("password"));
  if (isOpen) return [{ path, says: "puts the password into an address or a header: it belongs into a body" }];
  const withPassword = steps.filter((step) => uses(step, "password")).length;
  return withPassword === 1 && steps.some((step) => uses(step, "username"))
    ? []
    : [{ path, says: "must send username, and password in one step" }];
}

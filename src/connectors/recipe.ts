/**
 * Reads a recipe. It is validated strictly, so that a mistake is refused with its path and line, and never goes to a portal.
 */
import { z } from "zod";
import { readYaml, type YamlReading } from "../domain/yaml-file.ts";
import type { UtilityCard } from "./contract.ts";
import { checkNames } from "./recipe-names.ts";
import type { PortalRequest } from "./recipe-parts.ts";
import { RecipeShape, type Portal, type Question, type Recipe } from "./recipe-shape.ts";

/** Checks over several fields. */
const CHECKS: { path: string[]; holds: (recipe: Portal) => boolean; says: string }[] = [
  {
    path: ["login", "outcomes"],
    holds: ({ login }) => login.outcomes.some(({ kind }) => kind === "success"),
    says: "needs one of kind success",
  },
  {
    path: ["login", "outcomes"],
    holds: ({ login, second_factor }) =>
      second_factor === undefined || login.outcomes.some(({ kind }) => kind === "mfa_required"),
    says: "needs one of kind mfa_required, because there is a second_factor",
  },
  {
    path: ["match", "hosts"],
    holds: (recipe) => namedHosts(recipe).every((host) => hostsOf(recipe).includes(host)),
    says: "must list every host of the recipe's addresses (or match.also_visits must)",
  },
  {
    path: ["transport"],
    holds: (recipe) => recipe.transport === "http" || requestsOf(recipe).every((request) => request.method === "GET"),
    says: "is a browser, which opens pages and presses elements: a request with a method or a body needs http",
  },
  {
    path: ["renew"],
    holds: ({ renew, transport }) => renew === undefined || transport === "http",
    says: "is for http: in a browser the page renews its session itself",
  },
  {
    path: ["renew"],
    holds: ({ renew, session }) => renew === undefined || session === undefined,
    says: "is for a session that ends soon, so that none can be kept: leave out one of renew and session",
  },
  {
    path: ["documents", "next"],
    holds: ({ accounts, documents }) =>
      [accounts, documents].every(
        ({ next, empty }) =>
          next === undefined || !("number_from" in next) || next.pages !== undefined || empty !== undefined,
      ),
    says: "needs pages, or the list needs empty: else a changed page would look like the last one",
  },
  {
    // The request with a token or a number asks for a page of the list, never of a group.
    path: ["documents", "groups"],
    holds: ({ documents: { groups, next } }) => groups === undefined || next === undefined || "link" in next,
    says: "goes with a link in next, or without next: the further pages of a group are found by links alone",
  },
];

/** The senders of the mails with codes: those of the recipe, else the domain of the utility's website. */
export function codeSenders(
  { from }: NonNullable<Question["mail"]>,
  { website }: Pick<UtilityCard, "website">,
): string[] {
  if (from.length > 0 || website === undefined) return from;
  return [new URL(website).hostname.toLowerCase().replace(/^www\./, "")];
}

/** The schema for one utility: the sandbox has no hosts of its own. */
const portalOf = (card: UtilityCard) => {
  const { sandbox } = card;
  return RecipeShape.pipe(z.custom<Portal>()).superRefine((portal, context) => {
    const say = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
    if ((portal.match.hosts === undefined) !== (sandbox === true))
      say(["match"], sandbox ? "has no hosts, because the utility is one of the sandbox" : "needs hosts");
    const mails = (portal.second_factor?.steps ?? []).flatMap(({ mail }) => mail ?? []);
    if (mails.some((mail) => codeSenders(mail, card).length === 0) && sandbox !== true)
      say(["second_factor"], "needs `from` in its mail, because the card has no website");
    for (const { path, holds, says } of CHECKS) if (!holds(portal)) say(path, says);
    for (const { path, says } of checkNames(portal)) say(path, says);
  });
};

/** All hosts that a visit may use. */
export const hostsOf = ({ match }: Pick<Portal, "match">): string[] => [...(match.hosts ?? []), ...match.also_visits];

function requestsOf({ login, second_factor, accounts, documents, sign_out, session, renew }: Portal): PortalRequest[] {
  const steps = [login, second_factor, accounts, documents, documents.file, renew].flatMap<{
    page?: PortalRequest | undefined;
  }>((part) => part?.steps ?? []);
  const afterAnswer = (second_factor?.steps ?? []).flatMap((question) => question.after ?? []);
  return [...[...steps, ...afterAnswer].map(({ page }) => page), sign_out, session?.check].filter(
    (request) => request !== undefined,
  );
}

const namedHosts = (recipe: Portal): string[] =>
  requestsOf(recipe).flatMap(({ url }) => /^https:\/\/([^/]+)/.exec(url)?.[1] ?? []);

/** The recipe of a utility from what its text says; null when something is wrong in it. */
export function recipeOf(said: unknown, utility: UtilityCard): Recipe | null {
  const read = portalOf(utility).safeParse(said);
  return read.success ? { ...utility, ...read.data } : null;
}

/** The recipe of a utility, or the faults of its text. */
export function parseRecipe(yaml: string, utility: UtilityCard): YamlReading<Recipe> {
  const read = readYaml(portalOf(utility), yaml);
  return read.ok ? { ok: true, value: { ...utility, ...read.value } } : read;
}

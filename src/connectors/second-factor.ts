/**
 * The second step of a sign-in by a recipe: finds the question on a page, suspends the visit as text, and sends the answer
 * once.
 */
import { CookieJar, type SerializedCookieJar } from "tough-cookie";
import { z } from "zod";
import { PortalError, portalChanged, type Challenge } from "./contract.ts";
import { writeCookies } from "./cookies.ts";
import type { FormFields } from "./form-bytes.ts";
import { holds, outcomeOf } from "./outcome.ts";
import { readForm, readPage, singleSpaced, type Elements, type Page } from "./page.ts";
import type { Recipe, Step } from "./recipe.ts";
import type { Transport } from "./transport.ts";

const PROMPT_LENGTH_MAX = 500;

/** A visit that waits for an answer, in the form that is sealed. Its form is filled except for the answer. */
const Suspended = z.object({
  recipe: z.string(),
  /** In the format of the cookie library. */
  cookies: z.custom<SerializedCookieJar>((value) => typeof value === "object" && value !== null),
  page: z.url(),
  action: z.url(),
  field: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
  /** The question, to be asked again. */
  question: z.object({
    kind: z.enum(["code", "question", "choice"]),
    prompt: z.string(),
    options: z.array(z.string()).nullable(),
  }),
  /** The value to send for each option; empty when the answer is sent as it is. */
  values: z.array(z.string()),
});
type Suspended = z.infer<typeof Suspended>;

/** After a change of the recipe's version the visit begins again. */
const versionOf = ({ key, version }: Recipe): string => `${key} ${version}`;

/**
 * The question on the page; null when no step of the recipe matches. @throws PortalError when the form of the step has changed
 */
export function askedOn(page: Page, recipe: Recipe, jar: CookieJar, transport: Transport): Challenge | null {
  const step = recipe.second_factor?.steps.find(({ when }) => holds(when, page));
  if (step === undefined) return null;
  const where = `${transport.place(page.url)} (status ${page.status})`;
  const prompt = singleSpaced(page.$(step.prompt).first().text()).slice(0, PROMPT_LENGTH_MAX);
  if (prompt === "") throw portalChanged(`no question text at ${where}`);
  const choices = readChoices(page, step);
  if (step.kind === "choice" && choices.length === 0) throw portalChanged(`nothing to choose from at ${where}`);
  const question = {
    kind: step.kind,
    prompt,
    options: step.kind === "choice" ? choices.map(({ label }) => label) : null,
  };
  const suspended: Suspended = {
    recipe: versionOf(recipe),
    cookies: writeCookies(jar),
    ...fillForm(page, recipe, step, where),
    question,
    values: choices.map(({ value }) => value),
  };
  return { ...question, session: JSON.stringify(suspended) };
}

/** The form as a browser would send it, without the answer. @throws PortalError */
function fillForm(
  page: Page,
  recipe: Recipe,
  step: Step,
  where: string,
): Pick<Suspended, "page" | "action" | "field" | "fields"> {
  const form = readForm(page, step.form);
  if (form === null) throw portalChanged(`no form for the second step at ${where}`);
  if (form.method === "get") throw portalChanged(`the form of the second step at ${where} is not sent by POST`);
  if (controls(page, step).length === 0)
    throw portalChanged(`the form of the second step at ${where} has no field ${step.field}`);
  const besides = { ...recipe.second_factor?.remember?.fields, ...step.submit };
  const fields: FormFields = form.fields.filter(([name]) => name !== step.field && !(name in besides));
  return {
    page: page.url.href,
    action: form.action.href,
    field: step.field,
    fields: [...fields, ...Object.entries(besides)],
  };
}

const controls = (page: Page, { form, field }: Step): Elements =>
  page
    .$(form)
    .first()
    .find("input, select, textarea")
    .filter((_, element) => page.$(element).attr("name") === field);

/** The entries of a list, or radio buttons with their labels. */
function readChoices(page: Page, step: Step): { label: string; value: string }[] {
  const { $ } = page;
  if (step.kind !== "choice") return [];
  const found = controls(page, step)
    .toArray()
    .flatMap((element) => ($(element).is("select") ? $(element).find("option").toArray() : [element]));
  return found
    .map((element) => {
      const one = $(element);
      const id = one.attr("id") ?? "";
      const beside = id === "" ? one.closest("label") : $("label").filter((_, label) => $(label).attr("for") === id);
      const label = one.is("option") ? one : beside.length > 0 ? beside : one.closest("label");
      return { label: singleSpaced(label.text()), value: one.attr("value") ?? singleSpaced(one.text()) };
    })
    .filter(({ label, value }) => label !== "" && value !== "");
}

/** The suspended visit; null when it does not belong to this version of the recipe. */
export function readSuspended(session: string, recipe: Recipe): { suspended: Suspended; jar: CookieJar } | null {
  try {
    const { success, data } = Suspended.safeParse(JSON.parse(session));
    if (!success || data.recipe !== versionOf(recipe)) return null;
    return { suspended: data, jar: CookieJar.deserializeSync(data.cookies) };
  } catch {
    return null;
  }
}

/** Spaces in a code are removed; a choice is sent by its value. Null for an unknown option. */
function writeAnswer({ question, values }: Suspended, answer: string): string | null {
  if (question.kind === "code") return answer.replaceAll(/\s/g, "");
  if (question.kind === "question") return answer.trim();
  return values[question.options?.indexOf(answer.trim()) ?? -1] ?? null;
}

/**
 * Sends the answer: returns the next page, or `ended` when the visit no longer exists. @throws PortalError `mfa_failed` when it
 * is wrong, with the challenge that may still be answered.
 */
export async function giveAnswer(
  transport: Transport,
  recipe: Recipe,
  { suspended, jar, session }: { suspended: Suspended; jar: CookieJar; session: string },
  answer: string,
): Promise<Page | "ended"> {
  const written = writeAnswer(suspended, answer);
  if (written === null) {
    const challenge = { ...suspended.question, session };
    throw new PortalError("mfa_failed", "the answer is not one of the options, so it was not sent", { challenge });
  }
  const fields: FormFields = [[suspended.field, written], ...suspended.fields];
  const page = readPage(await transport.post(new URL(suspended.action), fields, new URL(suspended.page)));
  const refusal = outcomeOf(recipe.second_factor?.refusals ?? [], page);
  if (refusal !== "wrong") return refusal ?? page;
  const end = `${transport.place(page.url)} (status ${page.status})`;
  const challenge = askedOn(page, recipe, jar, transport);
  throw new PortalError("mfa_failed", `the second step was not passed, at ${end}`, { challenge });
}

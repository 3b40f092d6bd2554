/**
 * The second step of a sign-in by a recipe: finds the question on a page, suspends the visit as text, and sends the answer
 * once.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { CookieJar } from "tough-cookie";
import { z } from "zod";
import { formCall, getCall } from "./call.ts";
import { PortalError, portalChanged, type Challenge } from "./contract.ts";
import { mayComeByMail, type CodeMailRule } from "../domain/mailboxes/mail-code.ts";
import { SerializedCookies, writeCookies } from "./cookies.ts";
import { pathOf } from "./follow.ts";
import type { FormFields } from "./form-bytes.ts";
import { holds, outcomeOf } from "./outcome.ts";
import { readFormOf, readPage, textIn, type Elements, type Page } from "./page.ts";
import { buttonOf, readValues, runSteps, whereOf, type PortalSession } from "./portal-session.ts";
import { findField } from "./read-field.ts";
import { codeSenders } from "./recipe.ts";
import type { Question, Recipe } from "./recipe-shape.ts";
import { CHALLENGE_KINDS } from "../records/codes.ts";
import { selectAll, selectFirst, textOf } from "./select.ts";
import type { Reply } from "./reply.ts";
import type { Lookup } from "./values.ts";

const PROMPT_LENGTH_MAX = 500;

/** A visit that waits for an answer, in the form that is sealed. */
const Suspended = z.object({
  recipe: z.string(),
  cookies: SerializedCookies,
  /** Read by the steps so far, such as a token. */
  values: z.array(z.tuple([z.string(), z.string()])),
  /** The step of the sign-in that follows the answer. */
  at: z.int().min(0),
  /** The form, filled but for the answer; null where a request of the recipe sends it. */
  form: z
    .object({
      page: z.url(),
      action: z.url(),
      field: z.string(),
      fields: z.array(z.tuple([z.string(), z.string()])),
    })
    .nullable(),
  /** Which of the recipe's questions it is. */
  step: z.int().min(0),
  /** The question, to be asked again. */
  question: z.object({
    kind: z.enum(CHALLENGE_KINDS),
    prompt: z.string(),
    options: z.array(z.string()).nullable(),
  }),
  /** The value to send for each option; empty when the answer is sent as it is. */
  choices: z.array(z.string()),
});
type Suspended = z.infer<typeof Suspended>;

/** After a change of the recipe's version the visit begins again. */
export const versionOf = ({ key, version }: Recipe): string => `${key} ${version}`;

/** The visit that would be suspended. */
interface Asking {
  session: PortalSession;
  /** The step of the sign-in that follows the answer. */
  at: number;
}

/**
 * The question on the page; null when no step of the recipe matches. @throws PortalError when the form of the step has changed
 */
export async function askedOn(page: Page, recipe: Recipe, { session, at }: Asking): Promise<Challenge | null> {
  const steps = recipe.second_factor?.steps ?? [];
  const index = steps.findIndex(({ when }) => holds(when, page));
  const step = steps[index];
  if (step === undefined) return null;
  const where = whereOf(session, page);
  const prompt = promptOn(page, step.prompt).slice(0, PROMPT_LENGTH_MAX);
  if (prompt === "") throw portalChanged(`no question text at ${where}`);
  const choices = step.kind === "choice" ? readChoices(page, step) : [];
  if (step.kind === "choice" && choices.length === 0) throw portalChanged(`nothing to choose from at ${where}`);
  const question = {
    kind: step.kind,
    prompt,
    options: step.kind === "choice" ? choices.map(({ label }) => label) : null,
  };
  const suspended: Suspended = {
    recipe: versionOf(recipe),
    cookies: writeCookies(await session.transport.cookieJar()),
    values: [...session.values],
    at,
    form: step.page === undefined ? fillForm(page, recipe, step, where) : null,
    step: index,
    question,
    choices: choices.map(({ value }) => value),
  };
  return { ...question, session: JSON.stringify(suspended), mail: mailOf(recipe, step, prompt) };
}

/** The mail by which the code comes; of a choice, that of the code which follows. Null: none that the recipe knows. */
function mailOf(recipe: Recipe, step: Question, prompt: string): CodeMailRule | null {
  const later = step.kind === "choice" ? recipe.second_factor?.steps.find(({ mail }) => mail !== undefined) : undefined;
  const mail = step.mail ?? later?.mail;
  if (mail === undefined || (step.kind === "code" && !mayComeByMail(prompt))) return null;
  const from = codeSenders(mail, recipe);
  return from.length === 0 ? null : { from, subject: mail.subject ?? null, code: mail.code?.source ?? null };
}

function promptOn(page: Page, prompt: Question["prompt"]): string {
  if ("say" in prompt) return prompt.say;
  const found = selectFirst(prompt, page);
  return (found === null ? null : textOf(found)) ?? "";
}

/** The form as a browser would send it, without the answer. @throws PortalError */
function fillForm(page: Page, recipe: Recipe, step: Question, where: string): NonNullable<Suspended["form"]> {
  const element = formOf(page, step);
  const form = element === null ? null : readFormOf(page, element);
  const { field = "" } = step;
  if (element === null || form === null) throw portalChanged(`no form for the second step at ${where}`);
  if (form.method === "get" && page.live === undefined)
    throw portalChanged(`the form of the second step at ${where} is not sent by POST`);
  if (controls(page, element, field).length === 0)
    throw portalChanged(`the form of the second step at ${where} has no field ${field}`);
  const besides = { ...recipe.second_factor?.remember?.fields, ...step.submit };
  const fields: FormFields = form.fields.filter(([name]) => name !== field && !(name in besides));
  return {
    page: page.url.href,
    action: form.action.href,
    field,
    fields: [...fields, ...Object.entries(besides)],
  };
}

function formOf(page: Page, { form }: Question): Elements | null {
  const found = form === undefined ? null : selectFirst(form, page);
  return found !== null && "element" in found ? found.element : null;
}

const controls = (page: Page, form: Elements, field: string): Elements =>
  form.find("input, select, textarea").filter((_, element) => page.$(element).attr("name") === field);

interface Choice {
  label: string;
  value: string;
}

/** The rows that the recipe names; or the entries of a list, or radio buttons with their labels. */
function readChoices(page: Page, step: Question): Choice[] {
  const { options } = step;
  if (options !== undefined)
    return selectAll(options.rows, page).flatMap((row) => {
      const [label, value] = [findField(row, options.label), findField(row, options.value)];
      return label === null || value === null ? [] : [{ label, value }];
    });
  const form = formOf(page, step);
  if (form === null) return [];
  const { $ } = page;
  const found = controls(page, form, step.field ?? "")
    .toArray()
    .flatMap((element) => ($(element).is("select") ? $(element).find("option").toArray() : [element]));
  return found
    .map((element) => {
      const one = $(element);
      const id = one.attr("id") ?? "";
      const beside = id === "" ? one.closest("label") : $("label").filter((_, label) => $(label).attr("for") === id);
      const label = one.is("option") ? one : beside.length > 0 ? beside : one.closest("label");
      return { label: textIn(label), value: one.attr("value") ?? textIn(one) };
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

/** What a person answers who has approved the sign-in in an app. */
const APPROVED = "approved";
/** An app may take a moment to tell its portal. */
const APPROVAL_MS = 60_000;
const APPROVAL_POLLS_MAX = 20;

/** Spaces in a code are removed; a choice is sent by its value. Null for an unknown option. */
function writeAnswer({ question, choices }: Suspended, answer: string): string | null {
  if (question.kind === "code") return answer.replaceAll(/\s/g, "");
  if (question.kind === "question") return answer.trim();
  if (question.kind === "approval") return answer.trim().toLowerCase() === APPROVED ? APPROVED : null;
  return choices[question.options?.indexOf(answer.trim()) ?? -1] ?? null;
}

interface Continued {
  session: PortalSession;
  recipe: Recipe;
  suspended: Suspended;
  /** The suspended visit as text, for asking again. */
  challenge: string;
  signal: AbortSignal;
}

/**
 * Sends the answer: returns the next page, or `ended` when the visit no longer exists. @throws PortalError `mfa_failed` when it
 * is wrong, with the challenge that may still be answered.
 */
export async function giveAnswer(of: Continued, answer: string): Promise<Page | "ended"> {
  const { session, recipe, suspended } = of;
  const written = writeAnswer(suspended, answer);
  if (written === null) {
    const challenge = { ...suspended.question, session: of.challenge };
    throw new PortalError("mfa_failed", "the answer is not one of the options, so it was not sent", { challenge });
  }
  const page =
    suspended.question.kind === "approval" ? await askUntilDecided(of) : readPage(await sendAnswer(of, written));
  const refusal = outcomeOf(recipe.second_factor?.refusals ?? [], page);
  if (refusal === null) return await goOn(of, page, written);
  if (refusal === "ended") return refusal;
  const asked = await askedOn(page, recipe, { session, at: suspended.at });
  // The answer to a request says that the code is wrong, and asks nothing again: the question is the one before.
  const isSentByRequest = suspended.form === null && suspended.question.kind !== "approval";
  const challenge = asked ?? (isSentByRequest ? { ...suspended.question, session: of.challenge } : null);
  throw new PortalError("mfa_failed", `the second step was not passed, at ${whereOf(session, page)}`, { challenge });
}

/** The page after what the recipe reads and sends once the answer was right. @throws PortalError */
async function goOn({ session, recipe, suspended }: Continued, page: Page, written: string): Promise<Page> {
  const { after, values = {} } = recipe.second_factor?.steps[suspended.step] ?? {};
  const missing = readValues(values, page, session.values);
  if (missing !== null)
    throw portalChanged(`no value ${missing} at ${session.transport.place(page.url)}, after the second step`);
  if (after === undefined) return page;
  const more: Lookup = (name) => (name === "answer" ? written : undefined);
  const end = await runSteps({ session, steps: after, part: "what follows the answer", more, begin: { page, at: 0 } });
  for (const [name, value] of end.values) session.values.set(name, value);
  return end.page;
}

/** The page that shows what the person decided. @throws PortalError `mfa_failed`, with the same question, when no decision came in time */
async function askUntilDecided(of: Continued): Promise<Page> {
  const { session, recipe, suspended, signal } = of;
  const { until, when, every_ms = APPROVAL_MS } = recipe.second_factor?.steps[suspended.step] ?? {};
  const polls = Math.min(APPROVAL_POLLS_MAX, Math.floor(APPROVAL_MS / every_ms));
  for (let poll = 1; ; poll += 1) {
    const page = readPage(await sendAnswer(of, APPROVED));
    const isDecided = until === undefined ? when === undefined || !holds(when, page) : holds(until, page);
    if (isDecided || outcomeOf(recipe.second_factor?.refusals ?? [], page) !== null) return page;
    if (poll >= polls) {
      const cookies = writeCookies(await session.transport.cookieJar());
      const challenge = {
        ...suspended.question,
        session: JSON.stringify({ ...suspended, cookies } satisfies Suspended),
      };
      throw new PortalError("mfa_failed", "the sign-in was not approved", { challenge });
    }
    await sleep(every_ms, undefined, { signal });
  }
}

async function sendAnswer({ session, recipe, suspended: { form, step } }: Continued, written: string): Promise<Reply> {
  const question = recipe.second_factor?.steps[step];
  if (question === undefined) throw portalChanged("the recipe no longer has the question");
  if (question.page !== undefined) {
    const lookup = (name: string) => (name === "answer" ? written : undefined);
    return session.send(session.callOf(question.page, lookup), "page");
  }
  if (form === null) throw portalChanged("the question has no form");
  const page = new URL(form.page);
  const fields: FormFields = [[form.field, written], ...form.fields];
  if (recipe.transport === "http") return session.send(formCall("POST", new URL(form.action), fields, page), "page");
  // A browser opens the page again, and types.
  const shown = readPage(await session.transport.get(page, "page"));
  const element = formOf(shown, question);
  if (element === null || shown.live === undefined)
    throw portalChanged(`no form for the second step at ${session.transport.place(shown.url)}`);
  const besides = Object.entries(recipe.second_factor?.remember?.fields ?? {});
  const typed: FormFields = [...besides, [form.field, written]];
  const path = pathOf(element);
  const pressed = { live: shown.live, path, typed, ...buttonOf(path, question.submit) };
  return session.send({ ...getCall(page, page), element: pressed }, "page");
}

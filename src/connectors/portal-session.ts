/** A visit under way: the connection, the values read so far, and the answer shown last. Runs the steps of a recipe. */
import type { CookieJar } from "tough-cookie";
import { callOf, fillHeaders, formCall, getCall, type Call } from "./call.ts";
import type { PortalError } from "./contract.ts";
import { portalChanged } from "./contract.ts";
import { followCall, pathOf } from "./follow.ts";
import type { FormFields } from "./form-bytes.ts";
import type { Observe } from "./observe.ts";
import { VALUE_MAX } from "./list-limits.ts";
import { holds } from "./outcome.ts";
import { readFormOf, readPage, type Elements, type Page } from "./page.ts";
import type { PortalRequest, Step, ValueField } from "./recipe-parts.ts";
import { findField } from "./read-field.ts";
import { selectFirst } from "./select.ts";
import type { Transport } from "./transport.ts";
import type { Reply } from "./reply.ts";
import { fillText, type Lookup } from "./values.ts";

export interface PortalSession {
  transport: Transport;
  /** Of the whole visit, such as a token. */
  values: Map<string, string>;
  /** The values by name: these first, then those of the visit and its cookies. */
  lookup(more: Lookup): Lookup;
  /** The request of a recipe with these values. */
  callOf(request: PortalRequest, more?: Lookup): Call;
  send(call: Call, expected: "page" | "file"): Promise<Reply>;
  /** Called with each answer, for people who write a recipe. */
  observe: Observe;
}

interface SessionParts {
  transport: Transport;
  jar: CookieJar;
  /** Where the addresses of the recipe begin. */
  base: URL;
  /** Headers of the recipe for all requests. */
  headers: Record<string, string>;
  /** Known from before. */
  values?: Iterable<readonly [string, string]>;
  observe?: Observe | undefined;
}

const NONE: Lookup = () => undefined;
const COOKIE = "cookie.";

export function openSession({
  transport,
  jar,
  base,
  headers,
  values: known = [],
  observe = () => {},
}: SessionParts): PortalSession {
  const values = new Map(known);
  const cookie = (name: string): string | null =>
    jar.getCookiesSync(base.href).find(({ key }) => key === name)?.value ?? null;
  const lookup: PortalSession["lookup"] = (more) => (name) => {
    if (name.startsWith(COOKIE)) return cookie(name.slice(COOKIE.length));
    const own = more(name);
    return own === undefined ? values.get(name) : own;
  };
  return {
    transport,
    values,
    lookup,
    observe,
    callOf: (request, more = NONE) => callOf(request, headers, lookup(more), base),
    // What a link or a form of the portal itself leads to takes the headers, too; another host gets no token.
    send: (call, expected) =>
      transport.send(
        call.url.origin === base.origin
          ? { ...call, headers: { ...fillHeaders(headers, lookup(NONE)), ...call.headers } }
          : call,
        expected,
      ),
  };
}

/** The place and status of a page, as errors name them. */
export const whereOf = ({ transport }: Pick<PortalSession, "transport">, { url, status }: Page): string =>
  `${transport.place(url)} (status ${status})`;

/** How the steps of one part of a recipe are run. */
export interface StepsRun {
  session: PortalSession;
  steps: readonly Step[];
  /** Names the part in errors, such as `the sign-in`. */
  part: string;
  /** Values besides those of the visit, such as the account. */
  more?: Lookup;
  /** The last answer is a file. */
  lastIs?: "page" | "file";
  /** Looks at each answer before it is used; throws when the visit must end there. `at`: the index of its step. */
  check?: (page: Page, of: { at: number; isLast: boolean }) => void | Promise<void>;
  /** `check` decides about answers that the connection would refuse by their status. */
  readsAnyStatus?: boolean;
  /** What it means that the step of this index cannot be done on the page that is shown. */
  refuse?: (page: Page, detail: string, at: number) => PortalError | Promise<PortalError>;
  /** Runs before each request is made, because it may change values. */
  before?: () => Promise<void>;
  /** Where values are read into, at once: by default they are those of the steps alone. */
  into?: Map<string, string>;
  /** The page that is shown already, and the step to go on with. */
  begin?: { page: Page; at: number };
}

export interface StepsEnd {
  /** Null when no step was left to do. */
  reply: Reply | null;
  page: Page;
  /** What the steps read. */
  values: Map<string, string>;
}

/** Runs the steps one after the other and gives the last answer. @throws PortalError that names the step and its place */
export async function runSteps(run: StepsRun): Promise<StepsEnd> {
  const { session, steps, part, more = NONE, lastIs = "page", check = () => {}, begin, readsAnyStatus = false } = run;
  const refuse = run.refuse ?? ((_page: Page, detail: string) => portalChanged(detail));
  const read = run.into ?? new Map<string, string>();
  const own: Lookup = (name) => read.get(name) ?? more(name);
  let shown: StepsEnd | null = begin === undefined ? null : { reply: null, page: begin.page, values: read };
  for (const [at, step] of steps.entries().drop(begin?.at ?? 0)) {
    const name = steps.length === 1 ? part : `step ${at + 1} of ${part}`;
    const page: Page | null = shown?.page ?? null;
    if (step.when !== undefined && (page === null || !holds(step.when, page))) continue;
    await run.before?.();
    const call = callOfStep(session, step, page, own);
    if (typeof call === "string") {
      if (step.optional) continue;
      const where = page === null ? "the beginning" : whereOf(session, page);
      throw page === null
        ? portalChanged(`${call}, in ${name}`)
        : await refuse(page, `${call} at ${where}, in ${name}`, at);
    }
    const isLast = at === steps.length - 1;
    const ready = step.ready === undefined ? {} : { ready: step.ready.source };
    const reply: Reply = await session.send({ ...call, ...ready, readsAnyStatus }, isLast ? lastIs : "page");
    const next = readPage(reply);
    session.observe({ part, at, page: next });
    await check(next, { at, isLast });
    const missing = readValues(step.values, next, read);
    if (missing !== null)
      throw await refuse(next, `no value ${missing} at ${whereOf(session, next)}, in ${name}`, at + 1);
    shown = { reply, page: next, values: read };
  }
  if (shown === null) throw portalChanged(`no step of ${part} could be done`);
  return shown;
}

/** Adds the values of an answer by name; gives the name of the first that is missing. @throws PortalError for one that is too long */
export function readValues(fields: Record<string, ValueField>, page: Page, into: Map<string, string>): string | null {
  for (const [name, field] of Object.entries(fields)) {
    const value = findValue(field, page);
    if (value === null && field.optional === true) continue;
    if (value === null) return name;
    if (value.length > VALUE_MAX) throw portalChanged(`the value ${name} has more than ${VALUE_MAX} letters`);
    into.set(name, value);
  }
  return null;
}

function findValue({ header, address, optional: _optional, ...field }: ValueField, page: Page): string | null {
  if (header !== undefined) return findField(page.header(header), field);
  return findField(address === true ? page.url.href : page, field);
}

/** The request of the step; a text says why there is none. */
function callOfStep(session: PortalSession, step: Step, page: Page | null, own: Lookup): Call | string {
  const { page: request, form, follow } = step;
  if (request !== undefined) return session.callOf(request, own);
  if (page === null) return "no page is shown yet";
  const selector = form ?? follow;
  const found = selector === undefined ? null : selectFirst(selector, page);
  if (found === null || selector === undefined)
    return `no ${form === undefined ? "link" : "form"} ${selector?.source ?? ""}`;
  if (form === undefined) return followCall(found) ?? `a link ${selector.source} that leads nowhere`;
  return formCallOf(step, page, found, session.lookup(own));
}

function formCallOf(
  { fields, submit }: Step,
  page: Page,
  found: NonNullable<ReturnType<typeof selectFirst>>,
  lookup: Lookup,
): Call | string {
  if (page.live !== undefined && "element" in found)
    return typedCall({ fields, submit }, page, page.live, found.element, lookup);
  const form = "element" in found ? readFormOf(page, found.element) : null;
  if (form === null) return "an element that is no form";
  const filled = new Map(Object.entries(fields).map(([name, value]) => [name, lookup(value) ?? ""]));
  // A GET would put the password into the address, and so into the portal's logs.
  if (form.method === "get" && filled.size > 0) return "a form that is not sent by POST";
  const present = new Set(form.fields.map(([name]) => name));
  const missing = filled.keys().find((name) => !present.has(name));
  if (missing !== undefined) return `no field ${missing} in the form`;
  const besides = Object.entries(submit).map(([name, text]): [string, string] => [name, fillText(text, lookup) ?? ""]);
  const sent: FormFields = [
    ...form.fields
      .filter(([name]) => !(name in submit))
      .map(([name, value]): [string, string] => [name, filled.get(name) ?? value]),
    ...besides,
  ];
  return formCall(form.method === "post" ? "POST" : "GET", form.action, sent, page.url);
}

/** In a browser `submit` names the button of the form to press; without it the form's own is pressed. */
export function buttonOf(form: string, submit: Readonly<Record<string, string>>): { button?: string } {
  const [button] = Object.keys(submit);
  return button === undefined ? {} : { button: `${form} [name=${JSON.stringify(button)}]` };
}

/** In a browser the fields are typed and the form is sent as a person does it. */
function typedCall(
  { fields, submit }: Pick<Step, "fields" | "submit">,
  page: Page,
  live: number,
  form: Elements,
  lookup: Lookup,
): Call {
  const path = pathOf(form);
  const typed = Object.entries(fields).map(([name, value]): [string, string] => [name, lookup(value) ?? ""]);
  return { ...getCall(page.url, page.url), element: { live, path, typed, ...buttonOf(path, submit) } };
}

/** Does what the code of a connector asks for: makes requests by the connection of the visit, reads its answers, makes digests of the password. */
import type { Page } from "../page.ts";
import { readPage } from "../page.ts";
import type { Call } from "../call.ts";
import { portalChanged } from "../contract.ts";
import { inTime } from "../in-time.ts";
import { ROWS_MAX } from "../list-limits.ts";
import { runSteps, type PortalSession } from "../portal-session.ts";
import type { Step } from "../recipe-parts.ts";
import { findField } from "../read-field.ts";
import { selectAll } from "../select.ts";
import { mediaTypeOf, type Reply } from "../reply.ts";
import type { Ask, CodeRequest } from "./messages.ts";
import type { Secrets } from "./secrets.ts";

/** The state of a visit, which the methods of the connector share. */
export interface CodeSession {
  session: PortalSession;
  base: URL;
  secrets: Secrets;
  /** The origins that may get the password. */
  secretFor: ReadonlySet<string>;
  /** The forms in which it may be sent. */
  ways: readonly string[];
  sentAtMost: number;
  /** How many requests had it. */
  sent: number;
  /** The answer that was shown last. */
  shown: { reply: Reply; page: Page } | null;
  /** Files by number, of the method that runs. */
  files: Map<number, Reply>;
  /** What is left of the processor time for reading pages, in milliseconds. */
  readingMsLeft: number;
}

export async function doAsk(state: CodeSession, ask: Ask, part: string): Promise<unknown> {
  switch (ask.verb) {
    case "page":
      return show(state, await state.session.send(withSecrets(state, requestCall(state, ask.request)), "page"), part);
    case "file":
      return keepFile(state, await state.session.send(withSecrets(state, requestCall(state, ask.request)), "file"));
    case "form":
      return sendForm(state, ask, part);
    case "follow":
      return step(state, { follow: ask.selector, fields: {}, submit: {} }, {}, part);
    case "rows":
      return reading(state, () => rowsOf(lastPage(state), ask));
    case "says":
      return reading(state, () => says(state, ask.text));
    case "cookie":
      return cookieOf(state, ask.name);
    default:
      return state.secrets.digest(ask.making);
  }
}

/** What `work` reads in a page. @throws PortalError when that, or all of it in this visit, takes too long */
function reading<Result>(state: CodeSession, work: () => Result): Result {
  if (state.readingMsLeft <= 0) throw portalChanged("the connector has pages read for longer than a visit may");
  const before = process.threadCpuUsage();
  try {
    return inTime(work);
  } finally {
    const { user, system } = process.threadCpuUsage(before);
    state.readingMsLeft -= (user + system) / 1000;
  }
}

/** All of them: a list that was cut would lose bills in silence. */
function rowsOf(page: Page, { selector, fields }: Extract<Ask, { verb: "rows" }>) {
  const rows = selectAll(selector, page);
  if (rows.length > ROWS_MAX) throw portalChanged(`a page with more than ${ROWS_MAX} rows`);
  return rows.map((row) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, findField(row, field)])),
  );
}

function cookieOf({ session, secrets }: CodeSession, name: string): string | null {
  const value = session.lookup(() => undefined)(`cookie.${name}`) ?? null;
  return value === null ? null : secrets.mask(value);
}

/** Whether the answer that was shown last has this text. */
export const says = ({ shown }: Pick<CodeSession, "shown">, text: string): boolean =>
  shown !== null && shown.page.text.toLowerCase().includes(text.replaceAll(/\s+/g, " ").trim().toLowerCase());

function lastPage({ shown }: CodeSession): Page {
  if (shown === null) throw portalChanged("no page is shown yet");
  return shown.page;
}

/** All that the code can learn of an answer is of the masked one. */
function show(state: CodeSession, sent: Reply, part: string) {
  const { mask } = state.secrets;
  const reply = { ...sent, bytes: maskBytes(sent.bytes, mask) };
  const page = readPage(reply);
  state.shown = { reply, page };
  state.session.observe({ part, at: null, page });
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(reply.header("content-type") ?? "")?.[1] ?? "utf-8";
  return {
    path: mask(page.url.pathname),
    status: page.status,
    headers: Object.fromEntries(Object.entries(shownHeaders(reply)).map(([name, text]) => [name, mask(text)])),
    body: mask(decoderOf(charset).decode(reply.bytes)),
  };
}

/** Byte by byte, because the page itself may say its charset. */
function maskBytes(bytes: Uint8Array, mask: (text: string) => string): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  const masked = mask(text);
  return masked === text ? bytes : Buffer.from(masked, "latin1");
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** Without cookies, by which others could use the session. */
const shownHeaders = ({ headers = [] }: Reply): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name !== "set-cookie"));

function keepFile(state: CodeSession, reply: Reply) {
  const number = state.files.size + 1;
  state.files.set(number, reply);
  return { file: number, status: reply.status, type: mediaTypeOf(reply), bytes: reply.bytes.length };
}

const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** The same JSON with every text changed. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
}

function requestCall({ base }: CodeSession, request: CodeRequest): Call {
  const { url: text, method, headers, form, json, text: raw, type, any_status } = request;
  const url = URL.parse(text, base);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw portalChanged("the connector asked for something that is not a web address");
  url.hash = "";
  const body: Call["body"] =
    form !== undefined
      ? { form: Object.entries(form) }
      : json !== undefined
        ? { json }
        : raw !== undefined
          ? { text: raw, type }
          : null;
  if (body !== null && method === "GET") throw portalChanged("the connector asked by GET with a body");
  return {
    method: method ?? (body === null ? "GET" : "POST"),
    url,
    headers,
    body,
    from: null,
    ...(any_status ? { readsAnyStatus: true } : {}),
  };
}

/** The request with the secrets in their places. @throws PortalError where they may not be, or may not go */
function withSecrets(state: CodeSession, call: Call): Call {
  const { secrets } = state;
  const inHeaders = secrets.holds(Object.values(call.headers).join("\n"));
  if (secretsIn(secrets.holds(call.url.href))) throw portalChanged("the connector put the password into an address");
  if (inHeaders.password || inHeaders.answer) throw portalChanged("the connector put the password into a header");
  const headers = Object.entries(call.headers).map(([name, value]) => [name, secrets.fill(value)]);
  const filled = { ...call, headers: Object.fromEntries(headers), body: fillBody(call.body, secrets) };
  return guarded(state, filled, secrets.holds(JSON.stringify([call.headers, call.body])));
}

function fillBody(body: Call["body"], { fill }: Secrets): Call["body"] {
  if (body === null) return null;
  if ("form" in body) return { form: body.form.map(([name, value]) => [name, fill(value)]) };
  if ("json" in body) return { json: mapTexts(body.json, (text) => fill(text)) };
  return { ...body, text: fill(body.text, body.type.includes("xml") ? escapeXml : String) };
}

const secretsIn = (held: ReturnType<Secrets["holds"]>): boolean => held.password || held.answer || held.made;

/** The request with the origins that may get it, if it carries a secret. @throws PortalError for any other origin */
function guarded(state: CodeSession, call: Call, held: ReturnType<Secrets["holds"]>): Call {
  if (!secretsIn(held)) return call;
  if (!state.secretFor.has(call.url.origin))
    throw portalChanged(
      `the connector would send the password to ${call.url.host}, which connector.yaml does not allow`,
    );
  if (held.password && !state.ways.includes("plain"))
    throw portalChanged("the connector would send the password as it is, which connector.yaml does not allow");
  if (held.password || held.made) {
    state.sent += 1;
    if (state.sent > state.sentAtMost)
      throw portalChanged(
        `the connector would send the password more than ${state.sentAtMost === 1 ? "once" : `${state.sentAtMost} times`}`,
      );
  }
  return { ...call, secretFor: state.secretFor };
}

function sendForm(state: CodeSession, { selector, fields, submit }: Extract<Ask, { verb: "form" }>, part: string) {
  const named = (prefix: string, texts: Record<string, string>) =>
    Object.entries(texts).map(([name, text], at) => ({ name, text, value: `${prefix}${at}` }));
  const [filled, besides] = [named("field", fields), named("submit", submit)];
  const form = {
    form: selector,
    fields: Object.fromEntries(filled.map(({ name, value }) => [name, value])),
    submit: Object.fromEntries(besides.map(({ name, value }) => [name, `{${value}}`])),
  };
  const values = Object.fromEntries([...filled, ...besides].map(({ value, text }) => [value, text]));
  return step(state, form, values, part);
}

/** One step of a recipe on the answer shown last. */
async function step(
  state: CodeSession,
  given: Pick<Step, "form" | "follow" | "fields" | "submit">,
  values: Record<string, string>,
  part: string,
) {
  const { session } = state;
  const { reply } = await runSteps({
    // The form says where it goes, and a GET puts its fields into the address: both are known only when it is sent.
    session: { ...session, send: (call, expected) => session.send(withSecrets(state, call), expected) },
    steps: [{ ...given, optional: false, values: {} }],
    part,
    more: (name) => values[name],
    begin: { page: lastPage(state), at: 0 },
  });
  if (reply === null) throw new Error("a step that was done has an answer");
  return show(state, reply, part);
}

/** Drafts the sign-in of a recipe from the request that sent the password. */
import { load, type CheerioAPI } from "cheerio";
import { typeOf, type Exchange } from "./exchange.ts";
import { MASKED_PASSWORD, MASKED_USERNAME } from "./masks.ts";

export interface LoginDraft {
  lines: string[];
  headers: string[] | null;
  /** Values that later requests use, with the name by which the recipe has them. */
  known: { name: string; value: string }[];
  /** The first request of the sign-in. */
  first: Exchange | null;
}

interface Recorded {
  before: readonly Exchange[];
  signIn: Exchange;
  after: readonly Exchange[];
}

const textOf = ({ content }: Exchange): string => new TextDecoder().decode(content);
const pathOf = ({ url }: Exchange): string => new URL(url).pathname;
const quoted = (text: string): string => (/^[\w./-]+$/.test(text) ? text : JSON.stringify(text));

/** The fields of a form that was sent; null for another body. */
function formOf({ body, headers }: Exchange): [string, string][] | null {
  if (body === "" || /^\s*[[{]/.test(body) || /json|multipart/.test(headers["content-type"] ?? "")) return null;
  return [...new URLSearchParams(body)];
}

const PLACE_OF: Record<string, string> = { [MASKED_USERNAME]: "username", [MASKED_PASSWORD]: "password" };

export function draftLogin(recorded: Recorded): LoginDraft {
  const { before, signIn, after } = recorded;
  const first = before.findLast((exchange) => exchange.method === "POST" && formHas(exchange, MASKED_USERNAME));
  const sends = [...(formHas(signIn, MASKED_USERNAME) || first === undefined ? [] : [first]), signIn];
  const steps = sends.map((send) => stepOf(send, exchangesBefore(recorded, send)));
  const passed = passedForms(signIn, after);
  const landing = landingOf(passed.last, after);
  const token = tokenOf(signIn, after);
  const used = usedValues(signIn, after);
  const values = {
    ...(token === null ? {} : { token: token.path }),
    ...Object.fromEntries(used.map(({ name, path }) => [name, path])),
  };
  const isJson = typeOf(signIn).includes("json");
  const success = isJson
    ? `{ kind: success, when: { status: ${signIn.status}${token === null ? "" : `, selector: ${quoted(token.path)}`} } }`
    : `{ kind: success, when: { url: ${landing} } }`;
  const [only, ...others] = steps;
  const lines =
    only !== undefined && others.length === 0 && only.page !== null && passed.forms.length === 0
      ? [`  page: ${only.page}`, ...only.lines.map((line) => `  ${line}`)]
      : [
          "  steps:",
          ...steps.flatMap((step, at) => asSteps(at === 0 ? step : { ...step, page: null })),
          ...passed.forms,
        ];
  return {
    lines: [
      ...lines,
      "  outcomes: # of the last answer, the first that holds",
      `    - ${success} # LOOK: what one sees only when signed in`,
      `    - { kind: invalid_credentials, when: { ${isJson ? "status: 401" : "selector: .error"} } } # LOOK: try a wrong password once`,
      ...(Object.keys(values).length === 0
        ? []
        : [
            `  values: { ${Object.entries(values)
              .map(([name, path]) => `${name}: ${quoted(path)}`)
              .join(", ")} }`,
          ]),
    ],
    headers: headerLines(token, after),
    known: used,
    first: exchangesBefore(recorded, sends[0] ?? signIn)[0] ?? null,
  };
}

const formHas = ({ body }: Exchange, value: string): boolean =>
  body.includes(value) || body.includes(encodeURIComponent(value));

const exchangesBefore = ({ before }: Recorded, send: Exchange): readonly Exchange[] => {
  const at = before.indexOf(send);
  return at === -1 ? before : before.slice(0, at);
};

interface StepDraft {
  /** Where the form is; null when the request is made without one. */
  page: string | null;
  lines: string[];
}

const asSteps = ({ page, lines }: StepDraft): string[] => [
  ...(page === null ? [] : [`    - page: ${page}`]),
  ...lines.map((line, at) => (at === 0 ? `    - ${line}` : `      ${line}`)),
];

function stepOf(send: Exchange, before: readonly Exchange[]): StepDraft {
  const fields = formOf(send);
  if (fields === null) return { page: null, lines: requestLines(send) };
  const own = fields.filter(([, value]) => value in PLACE_OF);
  for (const shown of before.toReversed()) {
    if (!typeOf(shown).includes("html") || shown.status !== 200) continue;
    const $ = load(textOf(shown));
    const form = $("form")
      .toArray()
      .find((each) => own.every(([name]) => $(each).find(`[name=${JSON.stringify(name)}]`).length > 0));
    if (form === undefined) continue;
    const id = $(form).attr("id");
    const named = own[0]?.[0] ?? "";
    const selector = id !== undefined && /^[\w-]+$/.test(id) ? `form#${id}` : `'form:has([name="${named}"])'`;
    const sent = new Map(
      $(form)
        .serializeArray()
        .map(({ name, value }) => [name, value]),
    );
    const besides = fields.filter(([name, value]) => sent.get(name) !== value && !(value in PLACE_OF));
    return {
      page: pathOf(beginningOf(shown, before)),
      lines: [`form: ${selector}`, fieldsLine(own), ...submitLine(besides)],
    };
  }
  return { page: null, lines: requestLines(send) };
}

/** What was asked for when this page came: redirects led from there to it. */
function beginningOf(shown: Exchange, before: readonly Exchange[]): Exchange {
  const earlier = before.slice(0, before.indexOf(shown)).findLast(({ answered, url }) => {
    const to = answered["location"]?.[0];
    return to !== undefined && URL.parse(to, url)?.href === shown.url;
  });
  return earlier === undefined || earlier.method !== "GET" ? shown : beginningOf(earlier, before);
}

const fieldsLine = (own: [string, string][]): string =>
  `fields: { ${own.map(([name, value]) => `${quoted(name)}: ${PLACE_OF[value] ?? ""}`).join(", ")} }`;

const submitLine = (besides: [string, string][]): string[] =>
  besides.length === 0
    ? []
    : [
        `submit: { ${besides.map(([name, value]) => `${quoted(name)}: ${JSON.stringify(value)}`).join(", ")} } # LOOK: a button, or made by a script`,
      ];

const placed = (text: string): string =>
  text.replaceAll(MASKED_USERNAME, "{username}").replaceAll(MASKED_PASSWORD, "{password}");

function requestLines(send: Exchange): string[] {
  const url = `url: ${quoted(pathOf(send) + new URL(send.url).search)}`;
  const fields = formOf(send);
  if (fields !== null)
    return [
      "page:",
      `  ${url}`,
      `  form: { ${fields.map(([name, value]) => `${quoted(name)}: ${JSON.stringify(placed(value))}`).join(", ")} }`,
    ];
  return ["page:", `  ${url}`, `  json: ${placed(send.body)} # LOOK: what else is in it may be a value of the page`];
}

const isWord = (text: string | undefined): text is string => text !== undefined && /^[\w-]+$/.test(text);

const formSelector = ({ id, name }: Record<string, string | undefined>): string =>
  isWord(id) ? `form#${id}` : isWord(name) ? `"form[name=${name}]"` : "form";

/** Whoever sees a link or button that ends the session is signed in: forms of such a page are none of the sign-in. */
const isSignedIn = ($: CheerioAPI): boolean =>
  $("a, button, input[type=submit], form")
    .toArray()
    .some((element) =>
      /\b(?:sign|log)[\s_-]*(?:off|out)\b/i.test(
        [$(element).attr("href"), $(element).attr("action"), $(element).attr("value"), $(element).text()]
          .join(" ")
          .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " "),
      ),
    );

/** Forms of the pages after the password that were sent, too: by a script, as in SAML, or to pass a question. */
function passedForms(signIn: Exchange, after: readonly Exchange[]): { forms: string[]; last: Exchange } {
  const forms: string[] = [];
  let last = signIn;
  let shown = [signIn, ...after.slice(0, 1)];
  for (const [at, exchange] of after.entries()) {
    const page = shown.findLast((each) => typeOf(each).includes("html") && each.status === 200);
    if (exchange.method !== "POST" || forms.length > 5) {
      shown = [...shown, exchange];
      continue;
    }
    if (page === undefined || at > 12) break;
    const $ = load(textOf(page));
    if (isSignedIn($)) break;
    const form = $("form")
      .toArray()
      .find((each) => URL.parse($(each).attr("action") ?? page.url, page.url)?.href === exchange.url);
    const names = [...new URLSearchParams(exchange.body).keys()];
    // The form of a list is none of the sign-in: it is sent later, and again.
    if (form === undefined || names.some((name) => name.startsWith("__EVENT"))) break;
    forms.push(
      `    - form: ${formSelector($(form).attr() ?? {})} # LOOK: sent by a script, or a question; optional: true if it comes only sometimes`,
    );
    last = exchange;
    shown = [...shown, exchange];
  }
  return { forms, last };
}

/** Where the sign-in ends, after redirects. */
function landingOf(signIn: Exchange, after: readonly Exchange[]): string {
  let at = signIn;
  for (let hop = 0; hop < 10; hop += 1) {
    const to = URL.parse(at.answered["location"]?.[0] ?? "", at.url);
    if (at.answered["location"] === undefined || to === null) break;
    const rest = after.slice(after.indexOf(at) + 1);
    const next = rest.find(({ url }) => url === to.href);
    if (next === undefined) return to.pathname;
    at = next;
  }
  return pathOf(at);
}

/** Headers that pages set themselves: their values are in an earlier answer, or in a script. */
function headerLines(token: ReturnType<typeof tokenOf>, after: readonly Exchange[]): string[] | null {
  const names = new Set(after.flatMap(({ headers }) => Object.keys(headers)));
  for (const name of ["content-type", "authorization", "accept", "x-requested-with", token?.header ?? ""])
    names.delete(name);
  const lines = [
    ...(token === null ? [] : [`  ${token.header}: ${JSON.stringify(token.text)}`]),
    ...[...names].map(
      (name) =>
        `  # ${name}: "{value}" # LOOK: the browser sends it; is its value in an earlier answer (values), or in a script?`,
    ),
  ];
  return token === null ? null : lines;
}

function usedValues(signIn: Exchange, after: readonly Exchange[]): { name: string; path: string; value: string }[] {
  const sent = after.map(({ url, body }) => `${url} ${body}`).join("\n");
  return leavesOf(jsonOf(signIn), "$")
    .filter(({ value }) => value.length >= 5 && sent.includes(value))
    .map(({ path, value }) => ({
      name: path.replace(/^.*\W/, "").replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      path,
      value,
    }));
}

function jsonOf(exchange: Exchange): unknown {
  try {
    return JSON.parse(textOf(exchange));
  } catch {
    return null;
  }
}

/** The value of the answer that later requests carry in a header. */
function tokenOf(signIn: Exchange, after: readonly Exchange[]): { path: string; header: string; text: string } | null {
  const values = leavesOf(jsonOf(signIn), "$").filter(({ value }) => value.length >= 8);
  for (const { headers } of after)
    for (const [header, text] of Object.entries(headers)) {
      const found = values.find(({ value }) => text.includes(value));
      if (found !== undefined) return { path: found.path, header, text: text.replace(found.value, "{token}") };
    }
  return null;
}

function leavesOf(value: unknown, path: string): { path: string; value: string }[] {
  if (typeof value === "string") return [{ path, value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    leavesOf(
      item,
      Array.isArray(value) ? `${path}[${name}]` : /^\w+$/.test(name) ? `${path}.${name}` : `${path}['${name}']`,
    ),
  );
}

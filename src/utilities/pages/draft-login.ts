/** Drafts the sign-in of a recipe from the request that sent the password. */
import { parseHtml, type CheerioAPI } from "../../domain/html.ts";
import { contentOf as textOf, jsonText, leavesOf, quoted, requestLines, type NamedValue } from "./draft-parts.ts";
import { createNames, originOf, valuesSent, type Origin } from "./draft-values.ts";
import { typeOf, type Exchange } from "./exchange.ts";
import { MASKED_PASSWORD, MASKED_USERNAME, MASKED_WRONG_PASSWORD } from "./masks.ts";

export interface LoginDraft {
  lines: string[];
  headers: string[] | null;
  /** Values that later requests use, with the name by which the recipe has them. */
  known: NamedValue[];
  /** The first request of the sign-in. */
  first: Exchange | null;
}

interface Recorded {
  before: readonly Exchange[];
  signIn: Exchange;
  after: readonly Exchange[];
  /** Requests for lists and files: what they send is to be known from the sign-in. */
  wanted: readonly Exchange[];
  /** Where addresses of the recipe begin; undefined: where the sign-in does. */
  host: string | undefined;
}

const pathOf = ({ url }: Exchange): string => new URL(url).pathname;

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
  const passed = passedForms(signIn, after);
  const traced = traceValues(recorded, sends);
  const { asked, valuesOf, fill } = traced;
  const page = (send: Exchange): string[] => pageOf(send, fill, recorded.host);
  const steps = asked.map((send): StepDraft & { values: string[] } => {
    const values = valuesOf(send);
    const shown = exchangesBefore(recorded, send);
    const step = sends.includes(send) ? stepOf(send, shown, page) : { page: null, lines: page(send) };
    return { ...step, values };
  });
  const start = beginningOf(asked[0] ?? signIn, before);
  const last = [...asked, passed.last].reduce((one, other) =>
    indexOf(recorded, other) > indexOf(recorded, one) ? other : one,
  );
  const token = leavesOf(jsonText(textOf(last))).find(({ value }) => traced.known.some((each) => each.value === value));
  const isJson = typeOf(last).includes("json");
  const success = isJson
    ? `{ kind: success, when: { status: ${last.status}${token === undefined ? "" : `, selector: ${quoted(token.path)}`} } }`
    : `{ kind: success, when: { url: ${quoted(landingOf(last, after))} } }`;
  const [only, ...others] = steps;
  const isOne = only !== undefined && others.length === 0 && only.page !== null && only.values.length === 0;
  const passing = asked.indexOf(signIn) + 1;
  const lines =
    isOne && passed.forms.length === 0
      ? [`  page: ${only.page}`, ...only.lines.map((line) => `  ${line}`)]
      : [
          "  steps:",
          ...steps.slice(0, passing).flatMap((step, at) => asSteps(at === 0 ? step : { ...step, page: null })),
          ...passed.forms,
          ...steps.slice(passing).flatMap(asSteps),
        ];
  return {
    lines: [
      ...lines,
      "  outcomes: # of the last answer, the first that holds",
      `    - ${success} # LOOK: what one sees only when signed in`,
      `    - { kind: invalid_credentials, when: { ${refusedBy(signIn, before)} } } # LOOK: try a wrong password once`,
    ],
    headers: headerLines(recorded, traced),
    known: traced.known,
    first: start,
  };
}

const indexOf = ({ before, signIn, after }: Recorded, exchange: Exchange): number =>
  [...before, signIn, ...after].indexOf(exchange);

/** How a refused password looks; one that was tried is among the requests. */
function refusedBy(signIn: Exchange, before: readonly Exchange[]): string {
  const refused = before.findLast(({ url, body }) => url === signIn.url && body.includes(MASKED_WRONG_PASSWORD));
  if (refused !== undefined && refused.status !== signIn.status && refused.status >= 400)
    return `status: ${refused.status}`;
  return typeOf(signIn).includes("json") ? "status: 401" : "selector: .error";
}

interface Traced {
  /** The requests of the sign-in, in their order. */
  asked: Exchange[];
  known: NamedValue[];
  /** The lines of what is read from the answer of this request. */
  valuesOf(request: Exchange): string[];
  fill(text: string): string;
}

const ROUNDS_MAX = 200;

/** Follows what the requests send back to the answers that had it, and those back to the requests that got them. */
function traceValues(recorded: Recorded, sends: readonly Exchange[]): Traced {
  const { before, signIn, after, wanted } = recorded;
  const all = [...before, signIn, ...after];
  const nameOf = createNames();
  const asked = new Set<Exchange>(sends);
  const origins = new Map<string, Origin & { name: string; request: Exchange }>();
  const isForm = (exchange: Exchange): boolean => sends.includes(exchange) && hasForm(exchange, before);
  const lists = new Set(wanted.map(placeOf));
  const open = [...sends, ...wanted];
  for (let round = 0; round < ROUNDS_MAX && open.length > 0; round += 1) {
    const request = open.shift();
    // A form brings its hidden fields along.
    if (request === undefined || isForm(request)) continue;
    const earlier = all.slice(0, all.indexOf(request)).filter((each) => !lists.has(placeOf(each)));
    for (const value of new Set(valuesSent(request))) {
      const origin = origins.has(value) ? null : originOf(value, earlier);
      if (origin === null || (value === request.url && placeOf(origin.from) === placeOf(request))) continue;
      const begun = beginningOf(origin.from, all);
      origins.set(value, { ...origin, name: nameOf(origin.key, value), request: begun });
      if (asked.has(begun)) continue;
      asked.add(begun);
      open.push(begun);
    }
  }
  const known = [...origins].map(([value, { name }]) => ({ name, value }));
  const longestFirst = known.toSorted((one, other) => other.value.length - one.value.length);
  return {
    asked: [...asked].toSorted((one, other) => all.indexOf(one) - all.indexOf(other)),
    known: longestFirst,
    valuesOf: (request) => [
      ...new Set(
        [...origins.values()].flatMap(({ name, field, request: from }) =>
          from === request ? `${name}: ${field}` : [],
        ),
      ),
    ],
    fill: (text) =>
      longestFirst.reduce((filled, { name, value }) => filled.replaceAll(value, `{${name}}`), placed(text)),
  };
}

const placeOf = ({ method, url }: Exchange): string => `${method} ${new URL(url).origin}${new URL(url).pathname}`;

const pageOf = (send: Exchange, fill: Traced["fill"], host: string | undefined): string[] => {
  const [first = "", ...others] = requestLines(send, fill, { host });
  return [`page:${first === "" ? "" : ` ${first}`}`, ...others];
};

/** Headers that pages set themselves: their values are in an earlier answer, or in a script. */
function headerLines({ signIn, wanted }: Recorded, { known }: Traced): string[] | null {
  const sent = new Map([signIn, ...wanted].flatMap(({ headers }) => Object.entries(headers)));
  for (const name of ["content-type", "accept"]) sent.delete(name);
  const lines = [...sent].map(([name, text]) => {
    const value = known.find((each) => text.includes(each.value));
    if (value !== undefined) return `  ${name}: ${JSON.stringify(text.replace(value.value, `{${value.name}}`))}`;
    const isPlain = text.length < 16 && !/masked/i.test(text);
    return isPlain
      ? `  ${name}: ${JSON.stringify(text)}`
      : `  # ${name}: "{value}" # LOOK: the browser sends it; is its value in an earlier answer (values), or in a script?`;
  });
  return lines.some((line) => !line.includes("# ")) ? lines : null;
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

const asSteps = ({ page, lines, values = [] }: StepDraft & { values?: string[] }): string[] => [
  ...(page === null ? [] : [`    - page: ${page}`]),
  ...lines.map((line, at) => (at === 0 ? `    - ${line}` : `      ${line}`)),
  ...(values.length === 0 ? [] : ["      values:", ...values.map((value) => `        ${value}`)]),
];

const hasForm = (send: Exchange, before: readonly Exchange[]): boolean =>
  stepOf(send, before, () => []).lines[0]?.startsWith("form:") === true;

function stepOf(send: Exchange, before: readonly Exchange[], page: (send: Exchange) => string[]): StepDraft {
  const fields = formOf(send);
  if (fields === null) return { page: null, lines: page(send) };
  const own = fields.filter(([, value]) => value in PLACE_OF);
  for (const shown of before.toReversed()) {
    if (!typeOf(shown).includes("html") || shown.status !== 200) continue;
    const $ = parseHtml(textOf(shown));
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
  return { page: null, lines: page(send) };
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
    const $ = parseHtml(textOf(page));
    const form = $("form")
      .toArray()
      .find((each) => URL.parse($(each).attr("action") ?? page.url, page.url)?.href === exchange.url);
    const names = [...new URLSearchParams(exchange.body).keys()];
    // The form of a list is none of the sign-in: it is sent later, and again.
    if (form === undefined || names.some((name) => name.startsWith("__EVENT"))) break;
    if (isSignedIn($)) {
      // A question before the first page, such as about paper bills, asks for nothing but a button.
      const fields = $(form).find("input:not([type=hidden], [type=submit]), select, textarea").length;
      if (at > 6 || fields > 0 || $("table, form").length > 2 || !typeOf(answerOf(exchange, after)).includes("html"))
        break;
      forms.push(
        `    - form: ${formSelector($(form).attr() ?? {})} # LOOK: a question that comes only sometimes?`,
        "      optional: true",
      );
      last = exchange;
      break;
    }
    forms.push(
      `    - form: ${formSelector($(form).attr() ?? {})} # LOOK: sent by a script, or a question; optional: true if it comes only sometimes`,
    );
    last = exchange;
    shown = [...shown, exchange];
  }
  return { forms, last };
}

/** What the request led to, after redirects. */
function answerOf(request: Exchange, after: readonly Exchange[]): Exchange {
  const to = URL.parse(request.answered["location"]?.[0] ?? "", request.url)?.href;
  const next = after.slice(after.indexOf(request) + 1).find(({ url }) => url === to);
  return next === undefined || request.answered["location"] === undefined ? request : answerOf(next, after);
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

/** Drafts the lists of a recipe: rows of a page, or of a JSON answer, that look like accounts or like bills. */
import { load, type CheerioAPI } from "cheerio";
import { compileDayFormat } from "../../connectors/day-format.ts";
import { textIn } from "../../connectors/page.ts";
import { typeOf, type Exchange } from "./exchange.ts";
import { buttonSelector, linkOf, rowSets, type Row } from "./page-rows.ts";

/** Days as portals write them. */
const DAYS = [
  /\d{4}-\d\d-\d\d/,
  /\d{1,2}\/\d{1,2}\/\d{4}/,
  /\d{1,2}\/\d{1,2}\/\d\d/,
  /[A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}/,
  /\d{1,2} [A-Z][a-z]{2,8} \d{4}/,
  /\d\d-\d\d-\d{4}/,
  /[A-Z][a-z]{2,8}-\d{1,2}-\d{4}/,
  /\d{1,2}-[A-Z][a-z]{2,8}-\d{4}/,
];

/** The first form that the text has; null without a day. */
const dayIn = (text: string): string | null => DAYS.map((form) => form.exec(text)?.[0]).find(Boolean) ?? null;

export interface ListDraft {
  lines: string[];
  /** The ids and numbers of its rows, by which later addresses name an account. */
  ids: string[];
  numbers: string[];
}

const FORMATS = [
  "YYYY-MM-DD",
  "MM/DD/YYYY",
  "M/D/YYYY",
  "MMM D, YYYY",
  "MMMM D, YYYY",
  "D MMM YYYY",
  "MM-DD-YYYY",
  "MMM-D-YYYY",
  "D-MMM-YYYY",
  "MM/DD/YY",
  "M/D/YY",
  "YYYYMMDD",
];
const NUMBER = /\b\d[\d-]{3,}\d\b/;

const formatOf = (days: readonly string[]): string | null =>
  FORMATS.find((format) => days.every((day) => compileDayFormat(format, "UTC")?.(day) != null)) ?? null;

const textOf = ({ content }: Exchange): string => new TextDecoder().decode(content);
const quoted = (text: string): string => (/^[\w$.][\w.*[\]$-]*$/.test(text) ? text : JSON.stringify(text));

/** The number of a page in an address. */
const COUNTED = /([?&](?:page|p|pageno|pagenumber|pageindex)=)(?:0|1)(?=&|$)/i;

/** What is known when a list is asked for: values of the sign-in by name, and the accounts. */
export interface Known {
  values: readonly { name: string; value: string }[];
  account: ListDraft | null;
}

/** How the page is asked for; what names the account becomes `{external_id}` or `{acct_num}`. */
function pageLines({ url, method, body }: Exchange, { values, account }: Known): string[] {
  const fill = (text: string): string => {
    const id = account?.ids.find((each) => text.includes(each));
    const number = account?.numbers.find((each) => text.includes(each));
    const ofAccount =
      id !== undefined
        ? text.replaceAll(id, "{external_id}")
        : number === undefined
          ? text
          : text.replaceAll(number, "{acct_num}");
    return values.reduce((filled, { name, value }) => filled.replaceAll(value, `{${name}}`), ofAccount);
  };
  const { pathname, search } = new URL(url);
  const path = fill(pathname + search.replace(COUNTED, "$1{page}"));
  const isHeld = account !== null && account.ids.length > 1 && !/\{(external_id|acct_num)\}/.test(path + fill(body));
  if (isHeld) return [...HELD, `  page: ${path}`];
  if (method === "GET") return [`  page: ${/[{}?&:#]/.test(path) ? JSON.stringify(path) : path}`];
  return [
    "  page:",
    `    url: ${JSON.stringify(path)}`,
    ...(method === "POST" ? [] : [`    method: ${method}`]),
    ...bodyLines(body, fill),
  ];
}

const HELD = [
  "  # LOOK: nothing of the account is in this request. Where it is chosen on a page, give steps in place of page, such as",
  "  #   steps: [{ page: /bills }, { form: form, fields: { account: external_id } }]",
];

function bodyLines(body: string, fill: (text: string) => string): string[] {
  if (!/^\s*[[{]/.test(body))
    return [`    form: ${JSON.stringify(Object.fromEntries(new URLSearchParams(fill(body))))}`];
  const json = jsonText(body);
  if (typeof json !== "object" || json === null || !("query" in json) || typeof json.query !== "string")
    return [`    json: ${fill(body)}`];
  const variables = "variables" in json ? fill(JSON.stringify(json.variables)) : "{}";
  const named = "operationName" in json && typeof json.operationName === "string" ? json.operationName : null;
  return [
    "    graphql:",
    ...(named === null ? [] : [`      operationName: ${quoted(named)}`]),
    `      query: ${JSON.stringify(json.query.trim())}`,
    `      variables: ${variables} # LOOK: the value that asks for the next page is "{next}"`,
  ];
}

/** Arrays of objects, with their JSONPath. */
function* arraysIn(value: unknown, path: string): Generator<{ path: string; rows: Record<string, unknown>[] }> {
  if (Array.isArray(value)) {
    const rows = value.filter((item): item is Record<string, unknown> => typeof item === "object" && item !== null);
    if (rows.length > 0) yield { path: `${path}[*]`, rows };
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, item] of Object.entries(value)) yield* arraysIn(item, `${path}.${name}`);
}

/** The texts of an object, also one level below, by path. */
function leaves(row: Record<string, unknown>, path = "$"): [string, string][] {
  return Object.entries(row).flatMap(([name, value]): [string, string][] => {
    if (typeof value === "string" || typeof value === "number") return [[`${path}.${name}`, String(value)]];
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? leaves(value as Record<string, unknown>, `${path}.${name}`)
      : [];
  });
}

function jsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What selects the JSON of an answer: nothing before it, or the script of a page that holds it. */
function* jsonOf(page: Exchange): Generator<{ before: string; json: unknown }> {
  if (typeOf(page).includes("json")) {
    yield { before: "", json: jsonText(textOf(page)) };
    return;
  }
  const $ = load(textOf(page));
  for (const script of $("script[id], script[type*=json]").toArray()) {
    const id = $(script).attr("id");
    yield { before: id === undefined ? "script[type*=json] " : `script#${id} `, json: jsonText($(script).text()) };
  }
}

/** Letters of a name before an id. */
const NAME_MAX = 40;

/** The text before the part of addresses that differs from row to row, such as `/bills/` or `id=`; null: there is none. */
function beforeId(hrefs: readonly string[]): string | null {
  const [first = ""] = hrefs;
  for (const { index } of first.matchAll(/[/=](?=[\w-]{2})/g)) {
    let from = index;
    while (from > 0 && index - from < NAME_MAX && /[\w.-]/.test(first[from - 1] ?? "")) from -= 1;
    const before = first.slice(from, index + 1);
    const found = hrefs.map((href) => idAfter(before, href));
    const isOwn = before.length > 1 && found.every((id) => /\d/.test(id));
    if (isOwn && new Set(found).size === hrefs.length) return before;
  }
  return null;
}

/** The word after the text; empty where it is not there. */
function idAfter(before: string, href: string): string {
  const at = href.indexOf(before);
  return at === -1 ? "" : (/^[\w-]+/.exec(href.slice(at + before.length))?.[0] ?? "");
}

/** `accountIds`: a link that names its account has another one in the other accounts. */
function asExpression(before: string, accountIds: readonly string[] = []): string {
  const isAccount = accountIds.includes(before.slice(0, -1));
  // The last word, with what names its kind of file.
  if (isAccount) return String.raw`/([\w-]+)(?:\.\w+)?$`;
  return String.raw`${before.replaceAll(".", String.raw`\.`)}([\w-]+)`;
}

function* rowsOfJson(page: Exchange) {
  for (const { before, json } of jsonOf(page)) for (const found of arraysIn(json, "$")) yield { before, ...found };
}

export const draftAccounts = (pages: readonly Exchange[], known: Known): ListDraft | null =>
  firstOf(pages, known, [accountsOfJson, accountsOfPage]);

export const draftDocuments = (pages: readonly Exchange[], known: Known): ListDraft | null =>
  firstOf(pages, known, [documentsOfJson, documentsOfPage]);

type Find = (page: Exchange, known: Known) => ListDraft | null;

function firstOf(pages: readonly Exchange[], known: Known, ways: readonly Find[]): ListDraft | null {
  for (const page of pages)
    for (const find of ways) {
      const draft = find(page, known);
      if (draft !== null) return draft;
    }
  return null;
}

const isNumberName = (name: string): boolean =>
  (/account|acct|contract|customer/i.test(name) && /num|no|nbr/i.test(name)) || /^\$\.num(ber)?$/i.test(name);

function accountsOfJson(page: Exchange, known: Known): ListDraft | null {
  for (const { before, path, rows } of rowsOfJson(page)) {
    const [first] = rows;
    const found = first === undefined ? [] : leaves(first);
    const number = found.find(([name]) => isNumberName(name));
    if (number === undefined || found.some(([, value]) => dayIn(value) !== null)) continue;
    const id = found.find(([name]) => /id$/i.test(name)) ?? number;
    const address = found.find(([name]) => /address|street/i.test(name));
    const values = (at: string): string[] =>
      rows.flatMap((row) => leaves(row).find(([name]) => name === at)?.[1] ?? []);
    return {
      ids: values(id[0]),
      numbers: values(number[0]),
      lines: [
        ...pageLines(page, known),
        `  rows: ${before}${path}`,
        "  fields:",
        `    external_id: ${id[0]} # LOOK: is it the same tomorrow?`,
        `    acct_num: ${number[0]}`,
        ...(address === undefined ? [] : [`    service_address: { selector: ${address[0]}, optional: true }`]),
      ],
    };
  }
  return null;
}

function documentsOfJson(page: Exchange, known: Known): ListDraft | null {
  for (const { before, path, rows } of rowsOfJson(page)) {
    const [first] = rows;
    const found = first === undefined ? [] : leaves(first);
    const dates = found.filter(([, value]) => dayIn(value) !== null);
    const date = dates.find(([name]) => /bill|issue|invoice|statement/i.test(name)) ?? dates[0];
    const id = found.find(([name]) => /(id|number|key)$/i.test(name));
    if (date === undefined || id === undefined) continue;
    const link = found.find(([, value]) => /^https?:|^\//.test(value));
    const day = dayIn(date[1]) ?? "";
    return {
      ids: [],
      numbers: [],
      lines: [
        ...pageLines(page, known),
        `  rows: ${before}${path}`,
        "  fields:",
        `    external_id: ${id[0]} # LOOK: is it the same tomorrow?`,
        `    date: { selector: ${date[0]}, ${day === date[1] ? "" : String.raw`regex: '^[\d-]+', `}format: ${quoted(formatOf([day]) ?? "YYYY-MM-DD")} } # LOOK: the date of the bill, not the day it is due`,
        ...(link === undefined
          ? ["  file: # LOOK: what gets the file", '    page: "/bills/{document_id}/file"']
          : [`    url: ${link[0]}`]),
        ...JSON_PAGING,
      ],
    };
  }
  return null;
}

const JSON_PAGING = [
  "  # next: { token: $.cursor, more: $.hasMore } # LOOK: is there a second page? Without this line its bills would be missing",
  "  # count: $.total # LOOK: how many bills the portal says there are",
  "  # shown_acct_num: $.accountNumber # LOOK: the account that the answer names",
];

function accountsOfPage(page: Exchange, known: Known): ListDraft | null {
  const $ = load(textOf(page));
  for (const { selector, rows } of rowSets($)) {
    const all = rows.filter((row) => NUMBER.test(textIn(row)) && dayIn(textIn(row)) === null);
    const [first] = all;
    if (first === undefined || all.length !== rows.length || first.find("li, tr, option").length > 1) continue;
    // One account of several is chosen by a round button.
    const choice = first.find("input[type=radio][name]").first().attr("name");
    const attribute = Object.keys(first.attr() ?? {}).find(
      (name) => name === "value" || /^data-.*id|^data-acc/.test(name),
    );
    const number = NUMBER.exec(textIn(first))?.[0] ?? "";
    const before = beforeId(all.map((row) => linkOf(row).attr("href") ?? ""));
    const id =
      attribute !== undefined
        ? `{ attr: ${attribute} }`
        : choice !== undefined
          ? `{ selector: ${JSON.stringify(`input[name="${choice}"]`)}, attr: value }`
          : before === null
            ? String.raw`{ regex: '\d[\d-]{3,}\d' }`
            : `{ ${first.is("a") ? "" : "selector: a, "}attr: href, regex: '${asExpression(before)}' }`;
    const idOf = (row: Row): string[] =>
      [
        attribute !== undefined
          ? row.attr(attribute)
          : choice !== undefined
            ? row.find("input[type=radio]").attr("value")
            : idAfter(before ?? "", linkOf(row).attr("href") ?? ""),
      ].flatMap((each) => each ?? []);
    return {
      ids: all.flatMap(idOf),
      numbers: all.flatMap((row) => NUMBER.exec(textIn(row))?.[0] ?? []),
      lines: [
        ...pageLines(page, known),
        `  rows: ${JSON.stringify(selector)} # LOOK: ${all.length} found, the first with ${number}`,
        "  fields:",
        `    external_id: ${id} # LOOK: stable, and different for each account`,
        String.raw`    acct_num: { regex: '\d[\d-]{3,}\d' } # LOOK: as bills print it`,
      ],
    };
  }
  return null;
}

function documentsOfPage(page: Exchange, known: Known): ListDraft | null {
  const $ = load(textOf(page));
  for (const { selector, rows } of rowSets($)) {
    const bills = rows.filter((row) => dayIn(textIn(row)) !== null && linkOf(row).length > 0);
    const [first] = bills;
    if (first === undefined || first.find("tr, li").length > 1 || first.is("option")) continue;
    const cells = first.find("td, th, time, span, div, p").toArray();
    const at = cells.findIndex((cell) => dayIn($(cell).text()) === $(cell).text().trim());
    const days = bills.flatMap((row) => dayIn(textIn(row)) ?? []);
    const format = formatOf(days);
    const href = linkOf(first).attr("href") ?? "";
    const before = beforeId(bills.map((row) => linkOf(row).attr("href") ?? ""));
    const isPostback = href === "" || href.startsWith("javascript:") || href === "#";
    const link = buttonSelector(linkOf(first));
    const withLink = bills.length === rows.length ? selector : `${selector}:has(${link})`;
    const cell = at === -1 ? undefined : cells[at];
    const where =
      cell?.tagName === "td"
        ? `selector: "td:nth-child(${$(cell).index() + 1})"`
        : cell === undefined || cell.tagName === "div"
          ? ""
          : `selector: ${cell.tagName}`;
    const how = where === "" ? `regex: '${DAYS.map(({ source }) => source).join("|")}'` : where;
    return {
      ids: [],
      numbers: [],
      lines: [
        ...pageLines(page, known),
        `  rows: ${JSON.stringify(withLink)} # LOOK: ${bills.length} found`,
        "  fields:",
        isPostback || before === null
          ? `    external_id: td:nth-child(2) # LOOK: the number of the bill, never its place in the list`
          : `    external_id: { ${first.is("a") ? "" : "selector: a, "}attr: href, regex: '${asExpression(before, known.account?.ids)}' } # LOOK: is it the same tomorrow?`,
        `    date: { ${how}, format: ${quoted(format ?? "M/D/YYYY")} }${format === null ? " # LOOK" : " # LOOK: the date of the bill, not the day it is due"}`,
        `    url: ${link}`,
        ...(COUNTED.test(page.url)
          ? [
              `  next: { number_from: ${/=0(&|$)/.test(COUNTED.exec(page.url)?.[0] ?? "") ? 0 : 1} }`,
              "  empty: { selector: .none } # LOOK: what the page after the last one shows",
            ]
          : nextLines($)),
        "  # count: .total # LOOK: how many bills the portal says there are",
        "  # shown_acct_num: .account-number # LOOK: the account that the page names",
      ],
    };
  }
  return null;
}

/** A link that looks as if it led to more bills. */
function nextLines($: CheerioAPI): string[] {
  const none = "  # next: a.older # LOOK: is there a second page? Without this line its bills would be missing";
  const said = (element: Parameters<CheerioAPI>[0]): string => ($(element).attr("value") ?? $(element).text()).trim();
  const link = $("a, button, input[type=submit]")
    .toArray()
    .find(
      (element) =>
        $(element).attr("rel") === "next" || /^\W*(next|older|more|show more|earlier)\b/i.test(said(element)),
    );
  if (link === undefined) return [none];
  const own = $(link).attr("class")?.split(/\s+/)[0];
  const id = $(link).attr("id");
  const selector =
    $(link).attr("rel") === "next"
      ? "a[rel=next]"
      : id !== undefined && id !== ""
        ? `#${id}`
        : own
          ? `${link.tagName}.${own}`
          : link.tagName !== "a" && $(link).attr("name") !== undefined
            ? buttonSelector($(link))
            : null;
  if (selector === null) return [`${none} (there is a link "${said(link).slice(0, 30)}")`];
  return [`  next: ${JSON.stringify(selector)} # LOOK: leads to more bills`];
}

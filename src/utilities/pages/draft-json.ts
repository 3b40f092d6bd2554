/** Drafts the lists of a recipe from JSON answers: accounts, bills, what gets the file of a bill, and how a list goes on. */
import { parseHtml } from "../../domain/html.ts";
import { billsWithin, isBill } from "./bill-files.ts";
import { nextLinesOf, pagingOf } from "./draft-paging.ts";
import {
  contentOf,
  dayIn,
  fillerOf,
  formatOf,
  jsonText,
  leavesOf,
  pathWithin,
  quoted,
  requestLines,
  type Known,
  type Leaf,
  type ListDraft,
  type NamedValue,
} from "./draft-parts.ts";
import { typeOf, type Exchange } from "./exchange.ts";

type Row = Leaf[];

/** Arrays of objects, with their JSONPath. */
function* arraysIn(value: unknown, path: string): Generator<{ path: string; rows: Row[] }> {
  if (Array.isArray(value)) {
    const objects = value.filter((item) => typeof item === "object" && item !== null && !Array.isArray(item));
    if (objects.length > 0) yield { path: `${path}[*]`, rows: objects.map((item) => leavesOf(item).filter(isPlain)) };
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, item] of Object.entries(value)) yield* arraysIn(item, pathWithin(path, name));
}

const isPlain = ({ path, value }: Leaf): boolean => typeof value !== "boolean" && !/\[\d+\]/.test(path);

/** What selects the JSON of an answer: nothing before it, or the script of a page that holds it. */
function* jsonOf(page: Exchange): Generator<{ before: string; json: unknown }> {
  if (typeOf(page).includes("json")) {
    yield { before: "", json: jsonText(contentOf(page)) };
    return;
  }
  const $ = parseHtml(contentOf(page));
  for (const script of $("script[id], script[type*=json]").toArray()) {
    const id = $(script).attr("id");
    yield { before: id === undefined ? "script[type*=json] " : `script#${id} `, json: jsonText($(script).text()) };
  }
}

function* rowsOf(page: Exchange): Generator<{ before: string; path: string; rows: Row[]; json: unknown }> {
  for (const { before, json } of jsonOf(page))
    for (const found of arraysIn(json, "$")) yield { before, json, ...found };
}

const textsOf = (rows: readonly Row[], at: string): string[] =>
  rows.flatMap((row) => row.filter(({ path }) => path === at).map(({ value }) => String(value)));

const isNumberName = (name: string): boolean =>
  (/account|acct|contract|customer/i.test(name) && /num|no|nbr/i.test(name)) || /^\$\.num(ber)?$/i.test(name);

const isSent = (value: string, exchanges: readonly Exchange[]): boolean =>
  value.length > 2 && exchanges.some(({ url, body }) => `${url} ${body}`.includes(value));

/** The leaf that names a row in later requests; else the one that is called so. */
const idOf = (rows: readonly Row[], later: readonly Exchange[], isDay: (leaf: Leaf) => boolean): Leaf | undefined => {
  const [first = []] = rows;
  const unique = first.filter((leaf) => !isDay(leaf) && new Set(textsOf(rows, leaf.path)).size === rows.length);
  const used = unique.filter(({ path }) => textsOf(rows, path).some((value) => isSent(value, later)));
  const called = (leaves: Leaf[]) =>
    leaves.find(({ key }) => /id$/i.test(key)) ?? leaves.find(({ key }) => /(number|key)$/i.test(key));
  return called(used) ?? used[0] ?? called(unique);
};

const isDayLeaf = ({ value }: Leaf): boolean => dayIn(String(value)) !== null;

export function accountsOfJson(page: Exchange, known: Known): ListDraft | null {
  for (const { before, path, rows } of rowsOf(page)) {
    const [first = []] = rows;
    const number = first.find(({ path: name }) => isNumberName(name));
    if (number === undefined || first.some(isDayLeaf)) continue;
    const later = known.all.slice(known.all.indexOf(page) + 1);
    const id = idOf(rows, later, isDayLeaf) ?? number;
    const address = first.find(({ path: name }) => /address|street|line_?1$/i.test(name));
    const paging = pagingOf(page, rows.length, known.all);
    const more = nextLinesOf(paging);
    const further = more === null ? [] : pagesAfter(page, path, known.all).flatMap((each) => each.rows);
    const all = [...rows, ...further];
    return {
      page,
      ids: textsOf(all, id.path),
      numbers: textsOf(all, number.path),
      lines: [
        ...pageLines(requestLines(page, fillerOf(known), { asked: paging?.applied(page) })),
        `  rows: ${quoted(before + path)}`,
        ...(more ?? []),
        "  fields:",
        `    external_id: ${quoted(id.path)} # LOOK: is it the same tomorrow?`,
        `    acct_num: ${quoted(number.path)}`,
        ...(address === undefined
          ? []
          : [`    service_address: { selector: ${quoted(address.path)}, optional: true }`]),
      ],
    };
  }
  return null;
}

const pageLines = ([first = "", ...others]: string[]): string[] => [
  `  page:${first === "" ? "" : ` ${first}`}`,
  ...others.map((line) => `  ${line}`),
];

/** The pages of the same list that were recorded after this one. */
const pagesAfter = (page: Exchange, path: string, all: readonly Exchange[]) =>
  all
    .slice(all.indexOf(page) + 1)
    .filter(({ url, method }) => method === page.method && new URL(url).pathname === new URL(page.url).pathname)
    .flatMap((each) => [...rowsOf(each)].filter((found) => found.path === path));

export function documentsOfJson(page: Exchange, known: Known): ListDraft | null {
  for (const { before, path, rows, json } of rowsOf(page)) {
    const [first = []] = rows;
    const dates = first.filter(isDayLeaf);
    const date = dates.find(({ path: name }) => /bill|issue|invoice|statement/i.test(name)) ?? dates[0];
    const later = known.all.slice(known.all.indexOf(page) + 1);
    const id = idOf(rows, later, isDayLeaf);
    if (date === undefined || id === undefined) continue;
    const text = String(date.value);
    const day = dayIn(text) ?? "";
    const days = textsOf(rows, date.path);
    const isSorted =
      new Set(days).size > 1 &&
      days
        .toSorted()
        .toReversed()
        .every((each, at) => each === days[at]);
    const paging = pagingOf(page, rows.length, known.all);
    const file = fileOf({ rows, id, known, later });
    const link = first.find(({ value }) => /^https?:|^\//.test(String(value)));
    return {
      page,
      ids: [],
      numbers: [],
      lines: [
        ...pageLines(requestLines(page, fillerOf(known), { asked: paging?.applied(page) })),
        `  rows: ${quoted(before + path)}`,
        ...(isSorted && day.startsWith("20")
          ? ["  newest_first: true # checked: a list in another order stops the visit"]
          : []),
        ...(nextLinesOf(paging) ?? [NO_NEXT]),
        ...statedLines(json, rows.length, known),
        "  fields:",
        `    external_id: ${quoted(id.path)} # LOOK: is it the same tomorrow?`,
        `    date: { selector: ${quoted(date.path)}, ${day === text ? "" : String.raw`regex: '^[\d-]+', `}format: ${quoted(formatOf([day]) ?? "YYYY-MM-DD")} } # LOOK: the date of the bill, not the day it is due`,
        ...(file ??
          (link === undefined
            ? ["  file: # LOOK: what gets the file", '    page: "/bills/{document_id}/file"']
            : [`    url: ${quoted(link.path)}`])),
      ],
    };
  }
  return null;
}

const NO_NEXT =
  "  # next: { token: $.cursor, more: $.hasMore } # LOOK: is there a second page? Without this line its bills would be missing";

/** What the answer says of the whole list: how many rows there are, and whose they are. */
function statedLines(json: unknown, rows: number, { account }: Known): string[] {
  const outside = leavesOf(json).filter(({ path }) => !/\[\d+\]/.test(path));
  const count = outside.find(
    ({ key, value }) =>
      typeof value === "number" &&
      value >= rows &&
      /^(?:total|count)$|total_?(?:elements|count|items|results|records|rows)$/i.test(key),
  );
  const shown = outside.find(({ value }) => account?.numbers.includes(String(value)));
  return [
    count === undefined
      ? "  # count: $.total # LOOK: how many bills the portal says there are"
      : `  count: ${quoted(count.path)}`,
    shown === undefined
      ? "  # shown_acct_num: $.accountNumber # LOOK: the account that the answer names"
      : `  shown_acct_num: ${quoted(shown.path)}`,
  ];
}

interface BillOf {
  rows: readonly Row[];
  id: Leaf;
  known: Known;
  later: readonly Exchange[];
}

/** What gets the file of a bill that was opened; null where no file was recorded after the list, or a row has its address. */
function fileOf({ rows, id, known, later }: BillOf): string[] | null {
  const bill = later.find((exchange) => isBill(exchange) || billsWithin(exchange).length > 0);
  if (bill === undefined || rows.some((row) => row.some(({ value }) => isAddressOf(value, bill)))) return null;
  const of = (exchange: Exchange): Row | undefined =>
    rows.find((row) => row.some(({ path, value }) => path === id.path && isSent(String(value), [exchange])));
  const before = later.slice(0, later.indexOf(bill));
  const asked = before.findLast((each) =>
    leavesOf(jsonText(contentOf(each))).some(({ value }) => isAddressOf(value, bill)),
  );
  const row = of(asked ?? bill);
  if (row === undefined) return null;
  const own: NamedValue[] = [{ name: "document_id", value: String(row.find(({ path }) => path === id.path)?.value) }];
  const fill = fillerOf(known, own);
  const [within] = billsWithin(bill);
  if (asked === undefined) {
    const base64 =
      within === undefined ? undefined : leavesOf(jsonText(contentOf(bill))).find(({ value }) => isBase64(value));
    return [
      "  file:",
      ...pageLines(requestLines(bill, fill)).map((line) => `  ${line}`),
      ...(base64 === undefined ? [] : [`    base64: ${quoted(base64.path)}`]),
    ];
  }
  const address = leavesOf(jsonText(contentOf(asked))).find(({ value }) => isAddressOf(value, bill));
  const [begin = "", ...lines] = requestLines(asked, fill);
  return [
    "  file:",
    "    steps:",
    `      - page:${begin === "" ? "" : ` ${begin}`}`,
    ...lines.map((line) => `        ${line}`),
    `        values: { download: ${quoted(address?.path ?? "$")} }`,
    '      - page: "{download}"',
  ];
}

const isAddressOf = (value: Leaf["value"], { url }: Exchange): boolean =>
  typeof value === "string" && /^https?:|^\//.test(value) && URL.parse(value, url)?.href === url;

const isBase64 = (value: Leaf["value"]): boolean =>
  typeof value === "string" && /^(?:data:[^,]*,)?[\w+/=\s-]{100,}$/.test(value);

/** Drafts the lists of a recipe: rows of a page, or of a JSON answer, that look like accounts or like bills. */
import { parseHtml, type CheerioAPI } from "../../domain/html.ts";
import { textIn } from "../../connectors/page.ts";
import { accountsOfJson, documentsOfJson } from "./draft-json.ts";
import { linkLine, nextLinesOf, pagerOf, pagingOf } from "./draft-paging.ts";
import {
  contentOf as textOf,
  dayIn,
  DAYS,
  fillerOf,
  formatOf,
  quoted,
  requestLines,
  type Known,
  type ListDraft,
} from "./draft-parts.ts";
import type { Exchange } from "./exchange.ts";
import { buttonSelector, linkOf, rowSets, type Row } from "./page-rows.ts";

const NUMBER = /\b\d[\d-]{3,}\d\b/;

type Paged = ReturnType<typeof pagingOf>;

/** How the page is asked for; what names the account becomes `{external_id}` or `{acct_num}`. */
function pageLines(page: Exchange, known: Known, paging: Paged = null): string[] {
  const fill = fillerOf(known);
  const { account } = known;
  const [first = "", ...others] = requestLines(page, fill, { asked: paging?.applied(page) });
  const lines = [`  page:${first === "" ? "" : ` ${first}`}`, ...others.map((line) => `  ${line}`)];
  const isHeld = account !== null && account.ids.length > 1 && !/\{(external_id|acct_num)\}/.test(lines.join(""));
  if (!isHeld) return lines;
  const { pathname, search } = new URL(page.url);
  const path = quoted(fill(pathname + search));
  return chosenLines(page, path, account) ?? [...HELD, `  page: ${path}`];
}

/** The steps that choose the account in a list which posts its form when it is changed; null without such a list. */
function chosenLines(page: Exchange, path: string, account: ListDraft): string[] | null {
  const $ = parseHtml(textOf(page));
  const list = $("form select[name]").filter((_, element) =>
    $(element)
      .find("option[value]")
      .toArray()
      .some((option) => account.ids.includes($(option).attr("value") ?? "")),
  );
  const name = list.attr("name");
  if (name === undefined) return null;
  const id = list.closest("form").attr("id");
  const posts = (list.attr("onchange") ?? "").includes("__doPostBack");
  return [
    "  steps:",
    `    - page: ${path}`,
    `    - form: ${id === undefined ? "form" : `form#${id}`} # chooses the account`,
    `      fields: { ${quoted(name)}: external_id }`,
    ...(posts ? [`      submit: { __EVENTTARGET: ${quoted(name)} }`] : []),
    `  shown_acct_num: { selector: ${JSON.stringify(`select[name="${name}"] option[selected]`)}, attr: value } # LOOK: the account that the page names`,
  ];
}

const HELD = [
  "  # LOOK: nothing of the account is in this request. Where it is chosen on a page, give steps in place of page, such as",
  "  #   steps: [{ page: /bills }, { form: form, fields: { account: external_id } }]",
];

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

function accountsOfPage(page: Exchange, known: Known): ListDraft | null {
  const $ = parseHtml(textOf(page));
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
      page,
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
  const $ = parseHtml(textOf(page));
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
    const pager = pagerOf($);
    const linked = pager === null ? nextLines($) : [linkLine(pager)];
    // A link needs no page after the last one to see that the list ends.
    const paging = linked[0]?.startsWith("  next") === true ? null : pagingOf(page, bills.length, known.all);
    const start = pageLines(page, known, paging);
    return {
      page,
      ids: [],
      numbers: [],
      lines: [
        ...start,
        `  rows: ${JSON.stringify(withLink)} # LOOK: ${bills.length} found`,
        "  fields:",
        isPostback || before === null
          ? `    external_id: td:nth-child(2) # LOOK: the number of the bill, never its place in the list`
          : `    external_id: { ${first.is("a") ? "" : "selector: a, "}attr: href, regex: '${asExpression(before, known.account?.ids)}' } # LOOK: is it the same tomorrow?`,
        `    date: { ${how}, format: ${quoted(format ?? "M/D/YYYY")} }${format === null ? " # LOOK" : " # LOOK: the date of the bill, not the day it is due"}`,
        `    url: ${link}`,
        ...(nextLinesOf(paging) ?? linked),
        "  # count: .total # LOOK: how many bills the portal says there are",
        ...(start.some((line) => line.includes("shown_acct_num"))
          ? []
          : ["  # shown_acct_num: .account-number # LOOK: the account that the page names"]),
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

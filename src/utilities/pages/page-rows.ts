/** Finds the rows of a page of a portal that look alike, and what each leads to. */
import type { CheerioAPI } from "../../domain/html.ts";

export type Row = ReturnType<CheerioAPI>;

/** A class that every second row has, or the first: it says nothing of what a row is. */
const STRIPES = new Set([
  "alt",
  "alternate",
  "alternating",
  "odd",
  "even",
  "zebra",
  "stripe",
  "striped",
  "first",
  "last",
  "selected",
  "active",
]);
const isStripe = (name: string): boolean =>
  name
    .replaceAll(/(?=[A-Z])/g, "-")
    .split(/[-_]/)
    .some((word) => STRIPES.has(word.toLowerCase()));

const classesOf = (row: Row): string[] =>
  (row.attr("class") ?? "").split(/\s+/).filter((name) => name !== "" && !isStripe(name));

/** Elements of one kind side by side: rows of a table, items of a list, options, or boxes of one class. */
export function* rowSets($: CheerioAPI): Generator<{ selector: string; rows: Row[] }> {
  const parents = new Set(
    $("tr, li, option, article, div, section, a")
      .toArray()
      .map((element) => element.parent),
  );
  for (const parent of parents) {
    if (parent === null) continue;
    const around = $(parent as Parameters<CheerioAPI>[0]);
    for (const [, elements] of Map.groupBy(around.children().toArray(), (element) => {
      const row = $(element);
      const isHeading = row.is("tr") && row.children("td").length === 0;
      return `${element.tagName} ${isHeading ? "heading" : ""} ${classesOf(row).join(" ")}`;
    })) {
      const [first] = elements;
      if (first === undefined) continue;
      const own = classesOf($(first)).find((name) => /^[a-z][\w-]*$/i.test(name));
      const holder = around.closest("[id], table[class], ul[class], select[name]").first();
      const id = holder.attr("id");
      const tag = holder.prop("tagName")?.toLowerCase() ?? "";
      const held = holder.attr("class")?.split(/\s+/)[0];
      const name = holder.attr("name");
      const within =
        id !== undefined && /^[\w-]+$/.test(id)
          ? `#${id} `
          : held !== undefined && held !== ""
            ? `${tag}.${held} `
            : name === undefined
              ? ""
              : `${tag}[name="${name}"] `;
      const selector = `${within}${first.tagName}${own === undefined ? "" : `.${own}`}`;
      // A heading may be a row of the same kind elsewhere in the table.
      const ways = [selector, `${selector}:has(a)`, `${selector}:has(td)`];
      const exact = ways.find((way) => $(way).length === elements.length) ?? selector;
      yield { selector: exact, rows: elements.map((element) => $(element)) };
    }
  }
}

const BUTTONS = "button, input[type=submit], input[type=image]";

/** What a row leads to: its link, else the button of a form in it. */
export function linkOf(row: Row): Row {
  if (row.is("a")) return row;
  const link = row.find("a[href]").first();
  return link.length > 0 ? link : row.find(BUTTONS).first();
}

/** Selects a button by its name, else by its kind; `a` for a link. */
export function buttonSelector(link: Row): string {
  const tag = link.prop("tagName")?.toLowerCase() ?? "a";
  const name = link.attr("name");
  if (tag === "a") return tag;
  return name !== undefined && /^[\w-]+$/.test(name) ? `${tag}[name=${name}]` : tag;
}

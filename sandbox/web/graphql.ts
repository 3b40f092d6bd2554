/** As much of GraphQL as a portal needs: one operation without arguments of its own, and a reply with the selected fields alone. */

/** The selected fields, each with those selected below it. */
export interface Selection {
  [field: string]: Selection;
}

export interface Operation {
  /** The first selected field, which says what is asked for. */
  root: string;
  selection: Selection;
}

const DEPTH_MAX = 12;

/** The tokens of a document: braces and names; arguments and their values are left out, since all come as variables. */
function tokensOf(query: string): string[] {
  const start = query.indexOf("{");
  if (start < 0) return [];
  const withoutArguments = query.slice(start).replaceAll(/\([^()]*\)/g, " ");
  return withoutArguments.match(/[{}]|[A-Za-z_]\w*|\S/g) ?? [];
}

function readSelection(tokens: string[], depth: number): Selection | undefined {
  const fields: Selection = {};
  let last: string | undefined;
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    if (token === "}") return fields;
    if (token === "{") {
      const below = last === undefined || depth > DEPTH_MAX ? undefined : readSelection(tokens, depth + 1);
      if (last === undefined || below === undefined) return undefined;
      fields[last] = below;
      last = undefined;
    } else if (token === ",") continue;
    else if (/^\w+$/.test(token)) {
      fields[token] = {};
      last = token;
    } else return undefined;
  }
  return undefined;
}

/** What a query asks for; undefined when it cannot be read. */
export function readOperation(query: string): Operation | undefined {
  const [open, ...tokens] = tokensOf(query);
  const selection = open === "{" ? readSelection(tokens, 0) : undefined;
  const [first, ...others] = Object.entries(selection ?? {});
  return first === undefined || others.length > 0 ? undefined : { root: first[0], selection: first[1] };
}

/** The selected fields of a value. @throws RangeError when one of them does not exist */
export function select(value: unknown, selection: Selection): unknown {
  if (Array.isArray(value)) return value.map((each) => select(each, selection));
  if (typeof value !== "object" || value === null) return value;
  const record = new Map(Object.entries(value));
  return Object.fromEntries(
    Object.entries(selection).map(([field, below]) => {
      if (!record.has(field)) throw new RangeError(`Cannot query field "${field}".`);
      return [field, select(record.get(field), below)];
    }),
  );
}

/** Where the names of parts stand in JSON, pages, addresses and forms: a recipe uses them, so that they stay as they are. */
/**
 * `value`: anything may be the customer's. `name`: of a field, a key, a part of an address: it is masked only where it is written just
 * like a name or an address of the customer. `code`: the names of a GraphQL document, which are never a customer's.
 */
export type MaskedPlace = "value" | "name" | "code";

/** The text of a GraphQL request; what is in quotes within it is a value. */
const DOCUMENT = /"query"\s*:\s*"(?=(?:\s|\\[nrt])*(?:query|mutation|subscription|fragment|\{))(?:[^"\\]|\\.)*"/g;
const QUOTED_WITHIN = /\\"(?:[^"\\]|\\[^"])*\\"/g;
const OPERATION = /(?:"operationName"\s*:\s*"|(?<=[?&])operationName=)\w+/g;
const KEY = /"[\w$.-]+"(?=\s*:)/g;
const ATTRIBUTE = /\b(?:id|class|name|for)=(?:"[^"]*"|'[^']*')/g;
const PATH = /https?:\/\/[^\s"'<>\\?]+|(?<=["'])\/[\w/.-]+|^\/[^\s?]*/g;
/** Of a form or a query. */
const FIELD = /(?<=[?&]|^)[^\s=&?"'<>{}]+(?==)/g;

interface Part {
  from: number;
  to: number;
  place: MaskedPlace;
}

const partsOf = (text: string, form: RegExp, place: MaskedPlace): Part[] =>
  [...text.matchAll(form)].map(({ 0: found, index }) => ({ from: index, to: index + found.length, place }));

const PLACES: readonly MaskedPlace[] = ["value", "name", "code"];

/** What stands at each letter of the text. Where two things are seen, the later of the list below counts. */
export function placesIn(text: string): (at: number) => MaskedPlace {
  const documents = partsOf(text, DOCUMENT, "code");
  const quoted = documents.flatMap(({ from, to }) =>
    partsOf(text.slice(from, to), QUOTED_WITHIN, "value").map((part) => ({
      ...part,
      from: from + part.from,
      to: from + part.to,
    })),
  );
  const parts = [
    ...[PATH, FIELD, ATTRIBUTE, KEY].flatMap((form) => partsOf(text, form, "name")),
    ...partsOf(text, OPERATION, "code"),
    ...documents,
    ...quoted,
  ];
  // By letter, so that a page with thousands of names takes no longer for each of its values.
  const places = new Uint8Array(text.length);
  for (const { from, to, place } of parts) places.fill(PLACES.indexOf(place), from, to);
  return (at) => PLACES[places[at] ?? 0] ?? "value";
}

/** The names in GraphQL requests of a body: of operations, fields and arguments. */
export const namesOfDocuments = (body: string): string[] =>
  [...body.matchAll(DOCUMENT)].flatMap(
    ([document]) =>
      document
        .replaceAll(QUOTED_WITHIN, " ")
        .replaceAll(/\\./g, " ")
        .match(/[A-Za-z_]\w*/g) ?? [],
  );

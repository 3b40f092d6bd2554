/** The exact text of a member of a JSON object: the signed text may differ from what JSON.stringify would write. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The text of the value of a top-level member; for a repeated name the last one, as in JSON.parse. `json` must be valid. */
export function memberText(json: string, name: string): string | undefined {
  let depth = 0;
  let word = "";
  let start = -1;
  let found: string | undefined;
  for (const { 0: token, index } of json.matchAll(TOKEN)) {
    const isEnd = depth === 1 && (token === "," || token === "}");
    if (isEnd && start >= 0) {
      found = json.slice(start, index).trim();
      start = -1;
    }
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    if (depth !== 1) continue;
    if (token === ":" && JSON.parse(word) === name) start = index + 1;
    if (token.startsWith('"')) word = token;
  }
  return found;
}

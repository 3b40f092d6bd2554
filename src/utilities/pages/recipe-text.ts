/** The text of a recipe that is still to be filled in: every line is explained, and `LOOK` marks what differs from portal to portal. */
import { cutEnd } from "../../domain/text.ts";

/** What a recipe says of a portal, as YAML texts. What is not known is filled with an example and marked. */
export interface RecipeDraft {
  hosts: string[];
  alsoVisits: string[];
  /** The folder of the host in which the portal lies; `/` for all of it. */
  pathPrefix: string;
  /** Lines of each part, indented by two; null: an example that is marked. */
  headers: string[] | null;
  login: string[] | null;
  accounts: string[] | null;
  documents: string[] | null;
  /** What shows that the session has ended, and the request that ends it, where they were seen. */
  ended?: string | null;
  signOut?: string | null;
}

const HOST = "my.utility.example";

const LOGIN = `  page: /sign-in # LOOK: the address of the page with the form
  form: form#login # LOOK: a CSS selector; its hidden fields are sent, too
  fields: { user: username, secret: password } # LOOK: the names of the form's fields, and what goes in
  # submit: { go: Sign in } # sent besides: the name and value of the button, where the trial shows one
  outcomes: # of the last answer, the first that holds; if none does, the portal has changed
    - { kind: success, when: { url: /home } } # LOOK: what one sees only when signed in
    - { kind: invalid_credentials, when: { selector: .error, text: does not match } } # LOOK: try a wrong password once
    # - { kind: account_locked, when: { text: locked } }
    # - { kind: portal_down, when: { text: maintenance } } # a page at night, often with status 200: without this line it is a changed portal
    # - { kind: mfa_required, when: { url: /code } } # needs second_factor, see docs/second-factor.md`;

const ACCOUNTS = `  page: /home # LOOK: the address of the list of accounts
  rows: "#accounts li" # LOOK: finds a row for each account
  fields: # each within the row; its own text where there is no selector
    external_id: { attr: data-id } # LOOK: stable, and different for each account
    acct_num: .number # LOOK: as bills print it
    service_address: { selector: .address, optional: true }
  # empty: { text: no accounts } # without it, a page without rows is a changed portal
  # count: .total # how many accounts the portal says there are: a missing one is then noticed`;

const DOCUMENTS = `  page: /bills/{external_id} # LOOK: the address of the list of bills; {acct_num} and values of rows can be used, too
  rows: table.bills tr:has(a) # LOOK: finds a row for each bill, and no heading
  fields:
    external_id: { selector: a, attr: href, regex: 'id=(\\w+)' } # LOOK: stable, never a place in the list
    date: { selector: td, format: M/D/YYYY } # LOOK: of YYYY YY MMMM MMM MM M DD D; or unix, unix_ms
    url: a # LOOK: the link to the file
  # newest_first: true # lets a visit stop early; checked
  # next: a.older # LOOK: is there a second page? Without this line its bills would be missing
  # end: { selector: .last-page } # LOOK: what only the last page has
  # count: .total # LOOK: how many bills the portal says there are
  # shown_acct_num: .account-number # LOOK: the account that the page names: bills of another one are then noticed
  # empty: { text: No bills }`;

/** A portal on this machine is somebody's own, and needs no rest. */
export const restLine = (host: string | undefined): string =>
  /^(?:127\.|localhost(?::|$)|\[::1\])/.test(host ?? "")
    ? "delay_ms: 5 # the rest between two requests; this portal is on this machine, and a real one gets 1500 or more"
    : "delay_ms: 1500 # the rest between two requests";

const below = (prefix: string): string => (prefix === "/" ? "" : prefix);

/** The lines, or the example below the folder of the portal. */
const marked = (lines: string[] | null, example: string, prefix: string): string =>
  lines?.join("\n") ?? example.replaceAll(/(page|url): \//g, `$1: ${below(prefix)}/`);

export function recipeText({
  hosts,
  alsoVisits,
  pathPrefix,
  headers,
  login,
  accounts,
  documents,
  ended = null,
  signOut = null,
}: RecipeDraft): string {
  return `# How to sign in to the portal and where its bills are. docs/add-a-utility.md explains every word; LOOK marks what to look at.
version: 1

match:
  # What customers type, and all a visit may touch; the first is where addresses begin. With a port it is a portal of your own.
  hosts: [${(hosts.length === 0 ? [HOST] : hosts).map((host) => JSON.stringify(host)).join(", ")}]${hosts.length === 0 ? " # LOOK" : ""}
${alsoVisits.length === 0 ? "  # also_visits: [files.utility.example] # led to, but never typed" : `  also_visits: [${alsoVisits.map((host) => JSON.stringify(host)).join(", ")}] # led to, but never typed`}
${pathPrefix === "/" ? "" : `  path_prefix: ${pathPrefix} # the portal is this part of the host\n`}${headers === null ? "" : `\nheaders: # of every request, from when the values are known\n${headers.join("\n")}\n`}
login:
${marked(login, LOGIN, pathPrefix)}

interruptions: # looked for on every later page
  - { kind: portal_down, when: ${ended ?? `{ url: ${below(pathPrefix)}/sign-in }`} } # LOOK: where one is led when the session has ended
  # - { kind: terms_pending, when: { text: new terms of use } }

accounts:
${marked(accounts, ACCOUNTS, pathPrefix)}

documents:
${marked(documents, DOCUMENTS, pathPrefix)}

${signOut === null ? `# sign_out: ${below(pathPrefix)}/sign-out # LOOK` : `sign_out: ${signOut}`}

limits:
  ${restLine(hosts[0])}
  logins_per_day: 4 # with one user name
`;
}

/** Whether nobody has changed the recipe since it was made. */
export function isUntouched(text: string): boolean {
  const host = /^ +hosts: \["([^"]+)"\]/m.exec(text)?.[1];
  const prefix = /^ +path_prefix: (\S+)/m.exec(text)?.[1] ?? "/";
  return [null, URL.parse(`https://${host ?? ""}${prefix}`)].some((website) => text === recipeToFillIn(website));
}

export const recipeToFillIn = (website: URL | null): string =>
  recipeText({
    hosts: website === null ? [] : [website.host],
    alsoVisits: [],
    pathPrefix: website === null ? "/" : cutEnd(website.pathname, /\//) || "/",
    headers: null,
    login: null,
    accounts: null,
    documents: null,
  });

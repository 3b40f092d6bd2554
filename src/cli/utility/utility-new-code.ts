/** The files of a new connector in code: its declaration, the code with lines to look at, and the types for an editor. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { restLine } from "../../utilities/pages/recipe-text.ts";
import { DECLARATION_FILE, TYPES_FILE } from "../../utilities/read-folder.ts";

const TYPES = fileURLToPath(new URL("../../connectors/code/author.ts", import.meta.url));

/** Texts by the names of their files. */
export const codeToFillIn = (website: URL | null): Record<string, string> => ({
  [DECLARATION_FILE]: declarationOf(website?.host ?? "my.utility.example"),
  "connector.ts": CODE,
  [TYPES_FILE]: readFileSync(TYPES, "utf8"),
});

const declarationOf = (host: string): string => `# What the service must know of connector.ts without running it.
version: 1

match:
  hosts: ["${host}"] # what customers type, and where a visit begins
  # also_visits: [files.utility.example] # led to, but never typed

password:
  as: [plain] # LOOK: the forms in which it may be sent: plain, or ways of portal.digest such as hmac-sha256
  # hosts: [id.utility.example] # those that it may be sent to; by default those of match.hosts

# second_factor: [code] # what the portal asks after the password

limits:
  ${restLine(host)}
  logins_per_day: 4
`;

const CODE = `/** The portal of this utility. What it may use is in portal.ts; nothing else is there: no network, no files, no packages. */
import type { Bill, CodeConnector } from "./portal.ts";

export default {
  async signIn(portal) {
    await portal.page("/sign-in"); // LOOK
    const answer = await portal.form("form#login", { user: portal.username, secret: portal.password }); // LOOK
    if (answer.path === "/home") return; // LOOK
    // Only if the portal shows these words is the customer asked for another password.
    if (await portal.says("does not match")) throw portal.refuse("invalid_credentials", "does not match"); // LOOK
    throw portal.changed("neither signed in nor refused");
  },

  async accounts(portal) {
    await portal.page("/home"); // LOOK
    const rows = await portal.rows("#accounts li", { external_id: { attr: "data-id" }, acct_num: ".number", service_address: ".address" }); // LOOK
    const accounts = rows.map(({ external_id, acct_num, service_address }) => {
      if (external_id === null || acct_num === null) throw portal.changed("an account without its number");
      return { external_id, acct_num, service_address };
    });
    return { accounts };
  },

  async bills(portal, account, since) {
    const bills: Bill[] = [];
    await portal.page(\`/bills/\${encodeURIComponent(account.external_id)}\`); // LOOK
    for (const { date, href } of await portal.rows("table.bills tr:has(a)", { date: "td", href: { selector: "a", attr: "href" } })) { // LOOK
      if (date === null || href === null) throw portal.changed("a bill without date or link");
      bills.push({ external_id: href, date, source: href }); // LOOK: the date as YYYY-MM-DD, an id that stays the same
    }
    return { bills };
  },

  file: (portal, _account, bill) => portal.file(String(bill.source)),

  signOut: (portal) => portal.page("/sign-out"), // LOOK
} satisfies CodeConnector;
`;

/** A connector in code for tests: the methods that a test does not write are short and right. */
import type { CodePortal } from "./declaration.ts";
import { parseCodePortal } from "./declaration.ts";

const METHODS: Record<string, string> = {
  signIn: `async (portal) => {
    await portal.page("/in");
    const answer = await portal.form("form", { user: portal.username, secret: portal.password });
    if (await portal.says("does not match")) throw portal.refuse("invalid_credentials", "does not match");
    if (answer.path !== "/home") throw portal.changed("not at home");
  }`,
  accounts: `async (portal) => {
    await portal.page("/home");
    const accounts = await portal.rows("li", { external_id: { attr: "id" }, acct_num: "b" });
    return { accounts: accounts.map((account) => ({ ...account, service_address: null })) };
  }`,
  bills: `async (portal, account, since) => ({ bills: [{ external_id: "x1", date: "2026-10-04", source: { n: 1 } }] })`,
  file: `(portal, account, bill) => portal.file("/file?of=" + account.external_id + bill.source.n)`,
};

export const sourceOf = (methods: Record<string, string> = {}, before = ""): string =>
  `${before}\nexport default {\n${Object.entries({ ...METHODS, ...methods })
    .map(([name, code]) => `  ${name}: ${code},`)
    .join("\n")}\n};\n`;

export const declarationOf = (more = ""): string => `version: 1
match: { hosts: ["127.0.0.1:1"] }
limits: { delay_ms: 0 }
${more}
`;

/** @throws Error with its faults */
export function readCode(source: string, declaration: string): CodePortal {
  const card = { key: "odd", name: "Odd", energy_types: ["ELECTRIC" as const], time_zone: "UTC" };
  const { portal, ...read } = parseCodePortal(card, { declaration, source, file: "connector.ts" });
  if (portal === null) throw new Error(JSON.stringify(read));
  return portal;
}

/** Every page of the dashboard with addresses that show it with data; a page without one makes its test fail. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { ApiCaller } from "../../src/cli/api-caller.ts";

/** Records that pages are about. */
export interface Shown {
  property: number;
  month: string;
  bill: number;
  document: number;
  login: number;
  webhook: number;
  spreadsheet: number;
  delivery: number;
  /** Tokens of links that work once. */
  invitation: string;
}

export interface Place {
  /** Under `/app`. */
  path: string;
  /** For those who are not signed in. */
  isOpen?: boolean;
  /** For administrators of the service. */
  isOperators?: true;
  /** Buttons that open a dialog or a menu. */
  dialogs?: (string | RegExp)[];
  /** On a narrow page other things are operated, and gone through by keyboard once more. */
  isOtherNarrow?: boolean;
  /** What a viewer may change here: the own user. */
  isOwn?: string[];
}

const OWN_ACCOUNT = ["has a form: Save", "has a form: Change the password", "Set up an authenticator app opens a form"];

/** By the path of the route table. */
export const PLACES: Record<string, (shown: Shown) => Place[]> = {
  "/sign-in": () => [{ path: "/sign-in", isOpen: true }],
  "/invitation": ({ invitation }) => [
    { path: `/invitation#${invitation}`, isOpen: true },
    { path: "/invitation#used", isOpen: true },
  ],
  "/reset": () => [
    { path: "/reset", isOpen: true },
    { path: "/reset#anything", isOpen: true },
  ],
  "/welcome": () => [{ path: "/welcome" }],
  "/": () => [
    { path: "", isOtherNarrow: true, dialogs: [/^Account of/, "Download Cost by month", "Remove the demo data"] },
  ],
  "/properties": () => [{ path: "/properties", dialogs: ["New property"] }],
  "/properties/$id": ({ property }) => [{ path: `/properties/${property}`, dialogs: ["Edit"] }],
  "/properties/$id/why": ({ property, month }) => [{ path: `/properties/${property}/why?month=${month}` }],
  "/properties/$id/budget": ({ property }) => [
    { path: `/properties/${property}/budget`, dialogs: ["Propose from last year"] },
  ],
  "/budget": () => [{ path: "/budget" }],
  "/coverage": () => [{ path: "/coverage" }],
  "/deliveries": () => [{ path: "/deliveries" }],
  "/deliveries/new": () => [{ path: "/deliveries/new" }],
  "/deliveries/$id": ({ delivery }) => [{ path: `/deliveries/${delivery}`, dialogs: ["Delete"] }],
  "/deliveries/$id/edit": ({ delivery }) => [{ path: `/deliveries/${delivery}/edit` }],
  "/properties/$id/months/$month": ({ property, month }) => [{ path: `/properties/${property}/months/${month}` }],
  "/bills": () => [{ path: "/bills", dialogs: ["Download"] }],
  "/bills/$id": ({ bill }) => [{ path: `/bills/${bill}`, isOtherNarrow: true, dialogs: ["Void"] }],
  "/review": () => [{ path: "/review", dialogs: ["Keys"] }],
  "/review/$id": ({ document }) => [
    { path: `/review/${document}`, isOtherNarrow: true, dialogs: ["Accept", "Reject"] },
  ],
  "/bring-bills": ({ spreadsheet }) => [
    { path: "/bring-bills", dialogs: ["Add a mailbox"] },
    { path: `/bring-bills?import=${spreadsheet}` },
  ],
  "/connections": () => [
    { path: "/connections", dialogs: ["Connect a utility"] },
    { path: "/connections?view=links", dialogs: ["Make links"] },
  ],
  "/connections/$id": ({ login }) => [
    { path: `/connections/${login}`, dialogs: ["Correct the login", "Remove this login"] },
  ],
  "/reports": ({ property }) => [{ path: `/reports?property=${property}`, dialogs: ["Download", "Share by link"] }],
  "/developers": ({ webhook }) => [
    {
      path: `/developers?webhook=${webhook}`,
      dialogs: ["New token", "New webhook", "Replace the secret"],
      isOwn: ["New token opens a form"],
    },
  ],
  "/operator": () => [
    { path: "/operator", isOperators: true },
    { path: "/operator?view=companies", isOperators: true, dialogs: ["New company"] },
    { path: "/operator?view=audit", isOperators: true },
  ],
  // Leads to the first of the settings.
  "/settings": () => [],
  "/settings/account": () => [
    { path: "/settings/account", isOwn: OWN_ACCOUNT, dialogs: ["Set up an authenticator app", "Sign out everywhere"] },
  ],
  "/settings/company": () => [{ path: "/settings/company" }],
  "/settings/people": () => [{ path: "/settings/people", dialogs: ["More for A viewer", "Invite a person"] }],
  "/settings/rules": () => [{ path: "/settings/rules" }],
};

/** The paths of the route table of the dashboard as it runs, which the router keeps at the window. */
export async function readRoutes(page: Page): Promise<string[]> {
  const paths = await page.evaluate<(string | undefined)[]>(
    "Object.values(self.__TSR_ROUTER__.routesById).map(({ fullPath }) => fullPath)",
  );
  const known = paths.flatMap((path) => (path === undefined || path === "" ? [] : path.replace(/(?<=.)\/$/, "")));
  assert.ok(known.includes("/bills/$id"), "the router is no longer at the window");
  return [...new Set(known)].sort();
}

/** Makes what the journey leaves empty: a document in review, a link, a token, a spreadsheet to confirm. */
export async function fillPages(caller: ApiCaller, wrongAccount: () => Promise<Blob>): Promise<Omit<Shown, "webhook">> {
  const [property] = await caller.get<{ id: number; data_current_through: string | null }[]>("/properties");
  const bills = await caller.get<{ id: number; archived: boolean; utility_account_id: number }[]>("/utility_bills");
  const { authorizations } = await caller.get<{ authorizations: { id: number }[] }>("/authorizations");
  const bill = bills.findLast(({ archived }) => !archived);
  const login = authorizations[0];
  assert.ok(property && bill && login);
  const { id: document } = await caller.upload<{ id: number }>(
    `/documents?name=${encodeURIComponent(LONG_NAME)}&utility_account_id=${bill.utility_account_id}`,
    await wrongAccount(),
  );
  await caller.send("POST", "/form_links/batch", {
    form_links: [{ reference: "unit-12a" }, { reference: "unit-12b" }],
  });
  await caller.send("POST", "/api_tokens", { name: "Nightly sync", scopes: ["read"] });
  const { id: spreadsheet } = await caller.upload<{ id: number }>("/imports?name=years.csv", new Blob([SPREADSHEET]));
  const { id: delivery } = await caller.send<{ id: number }>("POST", "/delivery", {
    name: "Bills of the month",
    format: "csv",
    schedule: "monthly",
    day: 3,
    hour: 6,
    time_zone: "America/Chicago",
    content: { records: "bills", period: "last_month" },
  });
  const { link } = await caller.send<{ link: string }>("POST", "/invitations", {
    email: "colleague@example.com",
    company_role: "editor",
  });
  return {
    property: property.id,
    month: String(property.data_current_through).slice(0, 7),
    bill: bill.id,
    document,
    login: login.id,
    spreadsheet,
    delivery,
    invitation: new URL(link).hash.slice(1),
  };
}

const LONG_NAME = "a-file-name-that-somebody-made-very-long-so-that-nobody-could-say-what-it-is-2026-10.pdf";

const SPREADSHEET = [
  "utility_company,account_number,energy_type,start_date,end_date,usage,usage_unit,total_cost,property_name",
  "Hillside Power,A-1,ELECTRIC,2025-01-01,2025-01-31,100,kWh,21.50,North Hall",
  "Hillside Power,A-1,ELECTRIC,2025-02-01,2025-02-28,100,bushels,21.50,North Hall",
].join("\n");

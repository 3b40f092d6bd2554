/** Every page with its address. A page is loaded when it is first opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { RANKING_ORDERS, type RankingOrder } from "../data/portfolio.ts";
import { queryClient } from "../data/queries.ts";
import { sessionQuery } from "../data/session.ts";
import { validateBillsSearch } from "../pages/bills/bills-search.ts";
import { validateReviewSearch } from "../pages/review/review-search.ts";
import { BASES, type Basis } from "../parts/basis.ts";
import { Failed, Loading } from "../parts/page.tsx";
import { FIGURES, type Figure } from "../parts/month-figures.ts";
import { isDay } from "../parts/is-day.ts";
import { Missing } from "./missing.tsx";
import { Shell } from "./shell.tsx";

const isFigure = (value: unknown): value is Figure => FIGURES.some((figure) => figure === value);
const isBasis = (value: unknown): value is Basis => BASES.some((basis) => basis === value);
const isOrder = (value: unknown): value is RankingOrder => RANKING_ORDERS.some((order) => order === value);
const isMonth = (value: unknown): value is string => typeof value === "string" && /^\d{4}-(0[1-9]|1[0-2])$/.test(value);

/** Which report is shown; the days are those of its range. */
interface ReportSearch {
  /** All properties together; without it one property. */
  about?: "all";
  /** Only what is new since the last export; without it all bills. */
  bills?: "new";
  /** The days are due dates; without it those of the bills. */
  days?: "due";
  property?: number;
  report?: string;
  from?: string;
  to?: string;
}

interface PropertySearch {
  service?: string;
  figure?: Figure;
  basis?: Basis;
  /** The meter whose form is open. */
  meter?: number;
}

/** Which months are compared: `2026-03` with the same month of the year before, or twelve of them. */
interface WhySearch {
  month?: string;
  against?: string;
  months?: 12;
  /** Of one service or one meter instead of the property. */
  type?: string;
  meter?: number;
  /** The bar whose lines are shown. */
  cause?: string;
}

/** The first month of the year that is shown, the service, and the day up to which unbilled days are listed. */
interface BudgetSearch {
  from?: string;
  service?: string;
  as_of?: string;
}
const budgetSearch = (search: Record<string, unknown>): Omit<BudgetSearch, "service"> => ({
  ...(isMonth(search["from"]) ? { from: search["from"] } : {}),
  ...(isDay(search["as_of"]) ? { as_of: search["as_of"] } : {}),
});

const root = createRootRoute({ component: Outlet, notFoundComponent: Missing });

/** Pages for everyone who has their address. */
const open = [
  createRoute({
    getParentRoute: () => root,
    path: "/sign-in",
    validateSearch: (search): { to?: string } =>
      // An address within the dashboard: nobody is sent to another site after signing in.
      typeof search["to"] === "string" && /^\/(?![/\\])/.test(search["to"]) ? { to: search["to"] } : {},
    component: lazyRouteComponent(() => import("../pages/sign-in/sign-in-page.tsx"), "SignInPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/invitation",
    component: lazyRouteComponent(() => import("../pages/invitation/invitation-page.tsx"), "InvitationPage"),
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/reset",
    component: lazyRouteComponent(() => import("../pages/reset/reset-page.tsx"), "ResetPage"),
  }),
];

/** Pages of a company, behind the sign-in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  component: Shell,
  beforeLoad: async ({ location }) => {
    const me = await queryClient.ensureQueryData(sessionQuery);
    if (me === null) throw redirect({ to: "/sign-in", search: { to: location.href } });
  },
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: "/",
  validateSearch: ({ span }): { span?: "fiscal" | "before" } =>
    span === "fiscal" || span === "before" ? { span } : {},
  component: lazyRouteComponent(() => import("../pages/home/home-page.tsx"), "HomePage"),
});
const properties = createRoute({
  getParentRoute: () => signedIn,
  path: "/properties",
  validateSearch: (search): { find?: string; order?: RankingOrder; month?: string } => ({
    ...(isMonth(search["month"]) ? { month: search["month"] } : {}),
    ...(typeof search["find"] === "string" ? { find: search["find"] } : {}),
    ...(isOrder(search["order"]) ? { order: search["order"] } : {}),
  }),
  component: lazyRouteComponent(() => import("../pages/properties/properties-page.tsx"), "PropertiesPage"),
});
const property = createRoute({
  getParentRoute: () => signedIn,
  path: "/properties/$id",
  validateSearch: (search): PropertySearch => ({
    ...(typeof search["service"] === "string" ? { service: search["service"] } : {}),
    ...(isFigure(search["figure"]) ? { figure: search["figure"] } : {}),
    ...(isBasis(search["basis"]) ? { basis: search["basis"] } : {}),
    ...(Number.isSafeInteger(search["meter"]) ? { meter: Number(search["meter"]) } : {}),
  }),
  component: lazyRouteComponent(() => import("../pages/property/property-page.tsx"), "PropertyPage"),
});
const why = createRoute({
  getParentRoute: () => signedIn,
  path: "/properties/$id/why",
  validateSearch: (search): WhySearch => ({
    ...(isMonth(search["month"]) ? { month: search["month"] } : {}),
    ...(isMonth(search["against"]) ? { against: search["against"] } : {}),
    ...(Number(search["months"]) === 12 ? { months: 12 } : {}),
    ...(typeof search["type"] === "string" ? { type: search["type"] } : {}),
    ...(Number.isSafeInteger(search["meter"]) ? { meter: Number(search["meter"]) } : {}),
    ...(typeof search["cause"] === "string" ? { cause: search["cause"] } : {}),
  }),
  component: lazyRouteComponent(() => import("../pages/why/why-page.tsx"), "WhyPage"),
});
const month = createRoute({
  getParentRoute: () => signedIn,
  path: "/properties/$id/months/$month",
  beforeLoad: ({ params }) => {
    if (!isMonth(params.month)) throw notFound();
  },
  component: lazyRouteComponent(() => import("../pages/month/month-page.tsx"), "MonthPage"),
});
const propertyBudget = createRoute({
  getParentRoute: () => signedIn,
  path: "/properties/$id/budget",
  validateSearch: (search): BudgetSearch => ({
    ...budgetSearch(search),
    ...(typeof search["service"] === "string" ? { service: search["service"] } : {}),
  }),
  component: lazyRouteComponent(() => import("../pages/budget/property-budget-page.tsx"), "PropertyBudgetPage"),
});
const budget = createRoute({
  getParentRoute: () => signedIn,
  path: "/budget",
  validateSearch: budgetSearch,
  component: lazyRouteComponent(() => import("../pages/budget/budget-page.tsx"), "BudgetPage"),
});
const coverage = createRoute({
  getParentRoute: () => signedIn,
  path: "/coverage",
  validateSearch: (search): { find?: string; span?: 25 | 37; open?: true } => ({
    ...(typeof search["find"] === "string" ? { find: search["find"] } : {}),
    ...(search["span"] === 25 || search["span"] === 37 ? { span: search["span"] } : {}),
    ...(search["open"] === true ? { open: true } : {}),
  }),
  component: lazyRouteComponent(() => import("../pages/coverage/coverage-page.tsx"), "CoveragePage"),
});
const bills = createRoute({
  getParentRoute: () => signedIn,
  path: "/bills",
  validateSearch: validateBillsSearch,
  component: lazyRouteComponent(() => import("../pages/bills/bills-page.tsx"), "BillsPage"),
});
const bill = createRoute({
  getParentRoute: () => signedIn,
  path: "/bills/$id",
  validateSearch: (search): { line?: string } => {
    const { line } = search;
    return typeof line === "string" && /^(charge|usage) \d{1,15}$/.test(line) ? { line } : {};
  },
  component: lazyRouteComponent(() => import("../pages/bill/bill-page.tsx"), "BillPage"),
});
const review = createRoute({
  getParentRoute: () => signedIn,
  path: "/review",
  validateSearch: validateReviewSearch,
  component: lazyRouteComponent(() => import("../pages/review/review.tsx"), "Review"),
});
/** Shown by the page of the queue, which stays as it is from one document to the next. */
const document = createRoute({ getParentRoute: () => review, path: "$id" });
const bringBills = createRoute({
  getParentRoute: () => signedIn,
  path: "/bring-bills",
  validateSearch: (search): { import?: number; mailbox?: number } => ({
    ...(Number.isSafeInteger(search["import"]) ? { import: Number(search["import"]) } : {}),
    ...(Number.isSafeInteger(search["mailbox"]) ? { mailbox: Number(search["mailbox"]) } : {}),
  }),
  component: lazyRouteComponent(() => import("../pages/bring-bills/bring-bills-page.tsx"), "BringBillsPage"),
});
interface ConnectionsSearch {
  state?: string;
  q?: string;
  view?: "links";
  connect?: true;
  green_button?: "authorized" | "refused";
  authorization_id?: number;
  reason?: string;
}
const connections = createRoute({
  getParentRoute: () => signedIn,
  path: "/connections",
  validateSearch: (search): ConnectionsSearch => ({
    // Of the way back from a utility.
    ...(search["green_button"] === "authorized" || search["green_button"] === "refused"
      ? { green_button: search["green_button"] }
      : {}),
    ...(Number.isSafeInteger(search["authorization_id"])
      ? { authorization_id: Number(search["authorization_id"]) }
      : {}),
    ...(typeof search["reason"] === "string" ? { reason: search["reason"] } : {}),
    ...(typeof search["state"] === "string" ? { state: search["state"] } : {}),
    ...(typeof search["q"] === "string" ? { q: search["q"] } : {}),
    ...(search["view"] === "links" ? { view: "links" } : {}),
    ...(search["connect"] === true ? { connect: true } : {}),
  }),
  component: lazyRouteComponent(() => import("../pages/connections/connections-page.tsx"), "ConnectionsPage"),
});
const connection = createRoute({
  getParentRoute: () => signedIn,
  path: "/connections/$id",
  component: lazyRouteComponent(() => import("../pages/connections/connection-page.tsx"), "ConnectionPage"),
});
const reports = createRoute({
  getParentRoute: () => signedIn,
  path: "/reports",
  validateSearch: (search): ReportSearch => ({
    ...(Number.isInteger(search["property"]) ? { property: Number(search["property"]) } : {}),
    ...(search["about"] === "all" ? { about: "all" } : {}),
    ...(search["bills"] === "new" ? { bills: "new" } : {}),
    ...(search["days"] === "due" ? { days: "due" } : {}),
    ...(typeof search["report"] === "string" ? { report: search["report"] } : {}),
    ...(isDay(search["from"]) ? { from: search["from"] } : {}),
    ...(isDay(search["to"]) ? { to: search["to"] } : {}),
  }),
  component: lazyRouteComponent(() => import("../pages/reports/reports-page.tsx"), "ReportsPage"),
});
const deliveries = createRoute({
  getParentRoute: () => signedIn,
  path: "/deliveries",
  component: lazyRouteComponent(() => import("../pages/deliveries/deliveries-page.tsx"), "DeliveriesPage"),
});
const newDelivery = createRoute({
  getParentRoute: () => signedIn,
  path: "/deliveries/new",
  validateSearch: (search): { report?: string; portfolio?: string; property?: number } => ({
    ...(typeof search["report"] === "string" ? { report: search["report"] } : {}),
    ...(typeof search["portfolio"] === "string" ? { portfolio: search["portfolio"] } : {}),
    ...(Number.isSafeInteger(search["property"]) ? { property: Number(search["property"]) } : {}),
  }),
  component: lazyRouteComponent(() => import("../pages/deliveries/delivery-form-page.tsx"), "NewDeliveryPage"),
});
const delivery = createRoute({
  getParentRoute: () => signedIn,
  path: "/deliveries/$id",
  component: lazyRouteComponent(() => import("../pages/deliveries/delivery-page.tsx"), "DeliveryPage"),
});
const editDelivery = createRoute({
  getParentRoute: () => signedIn,
  path: "/deliveries/$id/edit",
  component: lazyRouteComponent(() => import("../pages/deliveries/delivery-form-page.tsx"), "EditDeliveryPage"),
});
const developers = createRoute({
  getParentRoute: () => signedIn,
  path: "/developers",
  validateSearch: (search): { webhook?: number; state?: "pending" | "delivered" | "failed" | "skipped" } => {
    const [webhook, state] = [Number(search["webhook"]), search["state"]];
    return {
      ...(Number.isSafeInteger(webhook) && webhook > 0 ? { webhook } : {}),
      ...(state === "pending" || state === "delivered" || state === "failed" || state === "skipped" ? { state } : {}),
    };
  },
  component: lazyRouteComponent(() => import("../pages/developers/developers-page.tsx"), "DevelopersPage"),
});
const operator = createRoute({
  getParentRoute: () => signedIn,
  path: "/operator",
  validateSearch: (search): { view?: "companies" | "audit"; company?: number; action?: string; days?: number } => {
    const { view, action } = search;
    const [company, days] = [Number(search["company"]), Number(search["days"])];
    return {
      ...(view === "companies" || view === "audit" ? { view } : {}),
      ...(Number.isSafeInteger(company) && company > 0 ? { company } : {}),
      ...(typeof action === "string" && action !== "" ? { action } : {}),
      ...(Number.isSafeInteger(days) && days > 0 && days <= 365 ? { days } : {}),
    };
  },
  component: lazyRouteComponent(() => import("../pages/operator/operator-page.tsx"), "OperatorPage"),
});
const settings = createRoute({
  getParentRoute: () => signedIn,
  path: "/settings",
  component: lazyRouteComponent(() => import("../pages/settings/settings-page.tsx"), "SettingsPage"),
});
const settingsPages = [
  createRoute({
    getParentRoute: () => settings,
    path: "/",
    beforeLoad: () => {
      throw redirect({ to: "/settings/account", replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/account",
    component: lazyRouteComponent(() => import("../pages/settings/account-page.tsx"), "AccountPage"),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/company",
    component: lazyRouteComponent(() => import("../pages/settings/company-page.tsx"), "CompanyPage"),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/people",
    component: lazyRouteComponent(() => import("../pages/settings/people-page.tsx"), "PeoplePage"),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/rules",
    component: lazyRouteComponent(() => import("../pages/settings/rules-page.tsx"), "RulesPage"),
  }),
];

const welcome = createRoute({
  getParentRoute: () => signedIn,
  path: "/welcome",
  component: lazyRouteComponent(() => import("../pages/welcome/welcome-page.tsx"), "WelcomePage"),
});

const pages = [
  welcome,
  home,
  properties,
  property,
  propertyBudget,
  budget,
  why,
  month,
  coverage,
  bills,
  bill,
  review.addChildren([document]),
  bringBills,
  connections,
  connection,
  reports,
  deliveries,
  newDelivery,
  delivery,
  editDelivery,
  developers,
  operator,
  settings.addChildren(settingsPages),
];

export const router = createRouter({
  routeTree: root.addChildren([...open, signedIn.addChildren(pages)]),
  basepath: "/app",
  defaultPreload: "intent",
  // The cache of queries says how old data may be.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: () => <Loading height={400} />,
  defaultErrorComponent: ({ error, reset }) => <Failed error={error} retry={reset} />,
  defaultNotFoundComponent: Missing,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

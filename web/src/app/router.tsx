/** Every page with its address. A page is loaded when it is first opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { queryClient } from "../data/queries.ts";
import { sessionQuery } from "../data/session.ts";
import { Failed, Loading } from "../parts/page.tsx";
import { Missing } from "./missing.tsx";
import { Shell } from "./shell.tsx";

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

const page = <const Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => signedIn, path, component });

const home = page(
  "/",
  lazyRouteComponent(() => import("../pages/home/home-page.tsx"), "HomePage"),
);

export const router = createRouter({
  routeTree: root.addChildren([...open, signedIn.addChildren([home])]),
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

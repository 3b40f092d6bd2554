/** Which problems an operation can answer, by rule, and how the document shows each: with a whole body as an example. */
import { PROBLEM_KINDS, type ProblemSlug } from "../../errors.ts";
import { scopeOf } from "../auth/access.ts";
import { takesIfMatch } from "../http/preconditions.ts";
import { headerRefs, type HeaderName } from "./headers.ts";
import {
  isCounted,
  isIdempotent,
  isRead,
  isSigned,
  isUnderV1,
  refTo,
  servesParts,
  type Answer,
  type Json,
  type Operation,
  type Route,
} from "./model.ts";
import { PROBLEM_CASES } from "./problem-cases.ts";

const takesPath = ({ operation: { parameters = [] } }: Route) => parameters.some((each) => each.in === "path");
const takesBody = ({ operation: { requestBody } }: Route) => requestBody !== undefined;

const RULES: { slugs: ProblemSlug[]; when: (route: Route) => boolean }[] = [
  { slugs: ["malformed-request"], when: isUnderV1 },
  { slugs: ["unauthenticated"], when: isSigned },
  {
    slugs: ["forbidden"],
    when: (route) =>
      isSigned(route) && (scopeOf(route.method, route.access) !== "read" || route.access.access !== "user"),
  },
  { slugs: ["cross-site-request"], when: (route) => isSigned(route) && !isRead(route) },
  { slugs: ["dead-link"], when: ({ access: { access } }) => access === "link" },
  { slugs: ["not-found"], when: takesPath },
  { slugs: ["range-not-satisfiable"], when: servesParts },
  { slugs: ["precondition-failed"], when: ({ method, path }) => takesIfMatch(method, path) },
  { slugs: ["payload-too-large", "unsupported-media-type", "invalid"], when: takesBody },
  {
    slugs: ["idempotency-key-in-use", "idempotency-outcome-unknown", "idempotency-key-reused"],
    when: isIdempotent,
  },
  { slugs: ["too-many-requests"], when: isCounted },
  { slugs: ["internal", "unavailable"], when: () => true },
  { slugs: ["storage-full"], when: (route) => isUnderV1(route) && !isRead(route) },
];

/** The problems of a route: those that follow from its form, and those that its schema names under `problems`. */
export function problemsOf(route: Route): ProblemSlug[] {
  const named = (route.operation["x-problems"] ?? []) as ProblemSlug[];
  const slugs = [...RULES.filter(({ when }) => when(route)).flatMap((rule) => rule.slugs), ...named];
  return [...new Set(slugs)].sort((a, b) => PROBLEM_KINDS[a].status - PROBLEM_KINDS[b].status);
}

/** Refers to one component per status: problems of the same status share it. */
export function addProblems(route: Route): void {
  const { operation } = route;
  for (const [status, slugs] of Map.groupBy(problemsOf(route), (slug) => String(PROBLEM_KINDS[slug].status))) {
    operation.responses[status] ??= refTo("responses", componentName(slugs));
  }
  delete operation["x-problems"];
}

const componentName = (slugs: ProblemSlug[]): string => slugs.join("-or-");

/** The components that those operations refer to. `problemsUrl` is the address of the problem pages. */
export function problemComponents(routes: Operation[], problemsUrl: string): Json {
  const names = new Set(JSON.stringify(routes).match(/(?<="#\/components\/responses\/)[\w-]+/g));
  const all = [...names].filter((name) => name.split("-or-").every((slug) => slug in PROBLEM_KINDS));
  // The names were made from slugs above.
  const slugsOf = (name: string) => name.split("-or-") as ProblemSlug[];
  return Object.fromEntries(all.map((name) => [name, problemAnswer(slugsOf(name), problemsUrl)]));
}

function problemAnswer(slugs: ProblemSlug[], problemsUrl: string): Answer {
  const bodies = slugs.map((slug) => [
    slug,
    { summary: PROBLEM_KINDS[slug].title, value: exampleOfProblem(slug, problemsUrl) },
  ]);
  return {
    description: slugs.map((slug) => `${PROBLEM_KINDS[slug].title}. ${PROBLEM_KINDS[slug].advice}`).join("\n\n"),
    headers: headerRefs(["x-request-id", ...slugs.flatMap((slug) => HEADERS_OF[slug] ?? [])]),
    content: {
      "application/problem+json": { schema: refTo("schemas", "Problem"), examples: Object.fromEntries(bodies) as Json },
    },
  };
}

const HEADERS_OF: Partial<Record<ProblemSlug, HeaderName[]>> = {
  unauthenticated: ["WWW-Authenticate"],
  "wrong-login": ["WWW-Authenticate"],
  "code-required": ["WWW-Authenticate"],
  "wrong-code": ["WWW-Authenticate"],
  "idempotency-key-in-use": ["Retry-After"],
  "too-many-requests": ["RateLimit", "RateLimit-Policy", "Retry-After"],
  "range-not-satisfiable": ["Content-Range"],
  unavailable: ["Retry-After"],
  "storage-full": ["Retry-After"],
};

/** A body of this problem as the service answers it. */
export function exampleOfProblem(slug: ProblemSlug, problemsUrl: string): Json {
  const { status, title } = PROBLEM_KINDS[slug];
  const { detail, instance, errors = [], findings = [] } = PROBLEM_CASES[slug];
  return {
    type: `${problemsUrl}/${slug}`,
    title,
    status,
    detail,
    instance,
    request_id: "6f1c1f0e-3a54-4f0b-9d1e-1a0b7f2f7c55",
    errors,
    ...(findings.length > 0 ? { findings } : {}),
    success: false,
  };
}

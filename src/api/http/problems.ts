/** Every refusal and every internal error as an answer: `application/problem+json` for programs, a page for people (RFC 9457). */
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { Problem, PROBLEM_KINDS, type FieldError, type ProblemSlug } from "../../errors.ts";
import { html, PAGE_HEADERS, renderPage } from "../../formats/html/html.ts";
import { isDatabaseAway, isPoolFull } from "../../store/db.ts";
import { FileStoreError } from "../../files/file-store.ts";
import { isStorageFull } from "../../store/storage-full.ts";
import { isBrokenOff } from "../../store/transactions.ts";
import { preferred } from "./accept.ts";
import { methodsOf, pathMeant } from "../auth/access.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route answers a person in a browser: its errors are pages too. */
    isPage?: boolean;
    /** The page for a problem on such a route, when it is not the plain one. */
    problemPage?: (problem: Problem, request: FastifyRequest) => { page: string; headers: Record<string, string> };
  }
}

export const ProblemBody = z
  .object({
    type: z.string().meta({ format: "uri", description: "A page that explains the problem." }),
    title: z.string().meta({ description: "The same for every case of the type." }),
    status: z.number().int().meta({ description: "The status code of the answer." }),
    detail: z.string().meta({ description: "A sentence about this case, for people." }),
    instance: z.string().meta({ description: "Path of the request." }),
    request_id: z.uuid().meta({ description: "For the operator: the log entries of this request carry this id." }),
    errors: z.array(
      z.object({
        pointer: z.string().meta({ description: "JSON pointer into the body, or the name of a parameter." }),
        detail: z.string().meta({ description: "What it must be." }),
      }),
    ),
    findings: z
      .array(
        z.object({
          name: z.string().meta({ description: "A stable name, which can be given in `accept`." }),
          detail: z.string().meta({ description: "What is wrong, with the figures." }),
        }),
      )
      .optional()
      .meta({ description: "Only for `does-not-add-up`: what is wrong with the bill." }),
    success: z.literal(false),
  })
  .meta({ id: "Problem", description: "A refusal, after RFC 9457." });

/** The framework's own refusals, by error code. */
const FRAMEWORK: Record<string, { slug: ProblemSlug; detail: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { slug: "payload-too-large", detail: "The body is larger than 1 MB." },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    slug: "unsupported-media-type",
    detail:
      "This address does not take a body of this Content-Type: most take application/json, uploads the type of the file.",
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    slug: "malformed-request",
    detail: "The body is not as long as its Content-Length.",
  },
  FST_ERR_BAD_URL: { slug: "malformed-request", detail: "The path is not a valid URL path." },
  FST_ERR_MAX_PARAM_LENGTH: { slug: "not-found", detail: "There is no such path." },
};

const DATABASE_AWAY = { detail: "The database does not answer.", retryAfterSeconds: 5 };

/** The refusal while the database does not answer. */
export const databaseAway = (): Problem =>
  new Problem("unavailable", DATABASE_AWAY.detail, { retryAfterSeconds: DATABASE_AWAY.retryAfterSeconds });

/** Temporary failures: the same request may succeed a moment later. */
const TEMPORARY: {
  is: (error: unknown) => boolean;
  detail: string;
  retryAfterSeconds: number;
  slug?: ProblemSlug;
  /** Nothing was begun, or all of it was rolled back. */
  hadNoEffect?: true;
}[] = [
  // Checked before unavailability, because a full file store also fails as unavailable.
  {
    is: isStorageFull,
    slug: "storage-full",
    detail: "The service has no room left to store this: nothing was stored.",
    retryAfterSeconds: 30,
    hadNoEffect: true,
  },
  { is: isDatabaseAway, ...DATABASE_AWAY },
  {
    is: isPoolFull,
    detail: "Too many requests were ahead of this one: it was not started.",
    retryAfterSeconds: 5,
    hadNoEffect: true,
  },
  {
    is: (error: unknown) => error instanceof FileStoreError,
    detail: "The file store does not answer.",
    retryAfterSeconds: 5,
  },
  // Only after several attempts (`inTransaction`).
  {
    is: isBrokenOff,
    detail: "Other writes of the same records were in the way.",
    retryAfterSeconds: 1,
    hadNoEffect: true,
  },
];

/** The problem that a caller receives for an error. An unexpected error becomes `internal` and reveals nothing. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const known = FRAMEWORK[code];
  if (known !== undefined) return new Problem(known.slug, known.detail, { cause: error });
  const temporary = TEMPORARY.find(({ is }) => is(error));
  if (temporary !== undefined) {
    const { slug = "unavailable", detail, retryAfterSeconds, hadNoEffect = false } = temporary;
    return new Problem(slug, detail, { retryAfterSeconds, hadNoEffect, cause: error });
  }
  if (error instanceof Error && "statusCode" in error && error.statusCode === 400) {
    return new Problem("malformed-request", "The request cannot be read.", { cause: error });
  }
  return new Problem("internal", "This is an error of the service, and it was logged.", { cause: error });
}

/** Detail for a field that a body may not have. */
export const NO_FIELD = "There is no such field.";

/** Zod's findings as pointers and sentences. They never repeat a value, which could be a password. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({ pointer: pointerOf([...issue.path, key]), detail: NO_FIELD }));
    return [{ pointer: pointerOf(issue.path), detail: sentenceOf(issue) }];
  });
}

/** Zod's own sentences name its types; these say what to send. */
function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") {
    if (issue.message.endsWith("received undefined")) return "This field is required.";
    // A schema may have its own message.
    if (!issue.message.startsWith("Invalid input")) return issue.message;
    return `This must be ${TYPE_WORDS[issue.expected] ?? issue.expected}.`;
  }
  // A union names the field that selects the form of the body.
  if (issue.code === "invalid_union" && "options" in issue && Array.isArray(issue.options))
    return `This must be one of ${issue.options.map(String).join(", ")}.`;
  if (issue.code === "invalid_value") return `This must be one of ${issue.values.map(String).join(", ")}.`;
  // Where a schema has no sentence of its own.
  if (!/^(Invalid|Too )/.test(issue.message)) return issue.message;
  if (issue.code === "too_small" || issue.code === "too_big") return limitSentence(issue);
  return issue.code === "invalid_format" ? (FORMAT_SENTENCES[issue.format] ?? issue.message) : issue.message;
}

const FORMAT_SENTENCES: Record<string, string> = {
  date: "This must be a date such as 2025-01-31.",
  datetime: "This must be a moment such as 2026-01-31T09:00:00.000Z.",
  email: "This must be an e-mail address.",
  url: "This must be a web address.",
};

/** Of texts, lists and numbers that are too long or too short, too many or too few, too large or too small. */
function limitSentence(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const counted = COUNTED[issue.origin];
  if (issue.code === "too_small") {
    const { minimum, inclusive = true } = issue;
    if (counted !== undefined)
      return minimum === 1 ? "This must not be empty." : `This must have at least ${minimum} ${counted}.`;
    return inclusive ? `This must be at least ${minimum}.` : `This must be more than ${minimum}.`;
  }
  const { maximum, inclusive = true } = issue;
  if (counted !== undefined) return `This may have at most ${maximum} ${counted}.`;
  return inclusive ? `This may be at most ${maximum}.` : `This must be less than ${maximum}.`;
}

const COUNTED: Record<string, string> = { string: "characters", array: "entries", set: "entries", map: "entries" };

const TYPE_WORDS: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
};

/** JSON pointer (RFC 6901). */
export const pointerOf = (path: PropertyKey[]): string =>
  path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** The body of a problem; `instance` is the path of the request. */
export const problemBody = (
  { publicUrl }: Pick<App, "publicUrl">,
  { slug, status, message: detail, errors, findings }: Problem,
  { instance, requestId }: { instance: string; requestId: string },
): z.infer<typeof ProblemBody> => ({
  type: `${publicUrl}/problems/${slug}`,
  title: PROBLEM_KINDS[slug].title,
  status,
  detail,
  instance,
  request_id: requestId,
  errors,
  ...(findings.length > 0 ? { findings } : {}),
  success: false,
});

/** Answers with a problem, and logs it once when it is an internal error. */
export function sendProblem(
  app: Pick<App, "log" | "publicUrl">,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = toProblem(error);
  const { slug, status, retryAfterSeconds } = problem;
  if (status >= 500) {
    const of = { request_id: request.id, method: request.method, route: request.routeOptions.url };
    // Overload is not an error: one short line, since there may be thousands of them.
    if (slug === "unavailable" && problem.cause === undefined)
      app.log.info({ ...of, detail: problem.message }, "request refused");
    else app.log[slug === "internal" ? "error" : "warn"]({ err: problem.cause ?? problem, ...of }, "request failed");
  }
  const { title } = PROBLEM_KINDS[slug];
  // A path that cannot be read is refused before the hook that sets the request id.
  reply.code(status).headers({ "x-request-id": request.id, "cache-control": "no-store" });
  if (retryAfterSeconds !== null) reply.header("retry-after", retryAfterSeconds);
  if (status === 401) reply.header("www-authenticate", "Bearer");
  const custom = request.routeOptions.config.problemPage?.(problem, request);
  if (custom !== undefined) return reply.headers(custom.headers).send(custom.page);
  if (request.routeOptions.config.isPage === true || wantsPage(request)) {
    return reply.headers(PAGE_HEADERS).send(renderPage({ title, body: plainPage(problem, request.id), top: WAY_HOME }));
  }
  const [instance = "/"] = request.url.split("?");
  const body = problemBody(app, problem, { instance, requestId: request.id });
  return reply.type("application/problem+json").send(JSON.stringify(body));
}

/** A person opened an API address in a browser: the request prefers a page to anything else. */
const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === "GET" || method === "HEAD") && preferred(headers.accept, PROBLEM_TYPES) === "page";

/** A caller that accepts anything gets the first. */
const PROBLEM_TYPES = { problem: "application/problem+json", json: "application/json", page: "text/html" } as const;

const WAY_HOME = html`<header class="top"><a class="brand" href="/">Meterbook</a></header>`;

const plainPage = ({ slug, message, status }: Problem, requestId: string) =>
  html` <h1>${PROBLEM_KINDS[slug].title}</h1>
    <p>${message}</p>
    <p><a href="/problems/${slug}">What this means</a></p>
    ${status >= 500 ? html`<p>Give the operator this number: ${requestId}</p>` : null}`;

/** The last path segment is empty where an id was expected. @throws Problem */
export function refuseSlashAtEnd(request: FastifyRequest): void {
  const [path = "/"] = request.url.split("?");
  // The dashboard decides about its own addresses.
  if (path !== "/" && path.endsWith("/") && request.routeOptions.url !== "/app/*")
    throw new Problem("not-found", noSuchPath(path));
}

function noSuchPath(path: string): string {
  const meant = pathMeant(path);
  return `There is no such path.${meant === null ? "" : ` Did you mean ${meant}?`}`;
}

/** There is no such path, or it does not accept this method. @throws Problem */
export function refuseUnknown(request: FastifyRequest, reply: FastifyReply): never {
  const [path = "/"] = request.url.split("?");
  const methods = methodsOf(path);
  if (methods.length === 0) throw new Problem("not-found", noSuchPath(path));
  reply.header("allow", methods.join(", "));
  throw new Problem("method-not-allowed", `The path accepts ${methods.join(", ")}.`);
}

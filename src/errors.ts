/** The catalogue of problems that a caller can receive, each with its status, title and advice. The problem pages are made from it. */

interface ProblemKind {
  status: number;
  title: string;
  /** For the page of this problem: when it happens and what the caller can do. */
  advice: string;
}

export const PROBLEM_KINDS = {
  "malformed-request": {
    status: 400,
    title: "The request cannot be read",
    advice:
      "The body, a parameter of the query or a header is not as the endpoint expects it. The detail names the cause. Correct the request and send it again.",
  },
  unauthenticated: {
    status: 401,
    title: "Sign in first",
    advice:
      "The request has neither an Authorization header nor the cookie of a session, or its token is wrong, expired or revoked. Get a new one with POST /v1/auth/login, or in a browser with POST /v1/sessions.",
  },
  "wrong-login": {
    status: 401,
    title: "E-mail or password is wrong",
    advice: "The answer does not say which of the two is wrong. Check both and try again.",
  },
  "code-required": {
    status: 401,
    title: "A code from the authenticator is needed",
    advice:
      "The user has an authenticator app. Send the same request again with its current six digits, or a recovery code, as code.",
  },
  "wrong-code": {
    status: 401,
    title: "The code is wrong",
    advice:
      "It is not the current code of the authenticator app, or it was used before: a code works once. Wait for the next one.",
  },
  forbidden: {
    status: 403,
    title: "Your role does not allow this",
    advice:
      "The role of the user, or the scope of the API token, is not enough for this request. The detail names the cause. Ask an owner of the company or an administrator.",
  },
  "cross-site-request": {
    status: 403,
    title: "The request comes from another website",
    advice:
      "A browser sends the cookie of a session by itself, so requests with it are accepted only from pages of this service. Programs send a token in the Authorization header instead.",
  },
  "not-found": {
    status: 404,
    title: "There is nothing at this address",
    advice: "The id does not exist, or it belongs to another company: the answer is the same for both.",
  },
  "method-not-allowed": {
    status: 405,
    title: "This method is not served here",
    advice: "The path exists with another method. The Allow header of the answer lists the methods it accepts.",
  },
  "dead-link": {
    status: 403,
    title: "This link does not work",
    advice:
      "Links to files are signed and work for seven days: read the bill again for a new one. Links of invitations and for a new password work once: ask an owner of the company for a new one.",
  },
  "not-acceptable": {
    status: 406,
    title: "This format is not available",
    advice:
      "The Accept header names none of the media types that the detail lists. Send one of them, or set format in the query.",
  },
  "request-timeout": {
    status: 408,
    title: "The request took too long to arrive",
    advice: "A request must arrive completely within 30 seconds. Send it again over a better connection.",
  },
  conflict: {
    status: 409,
    title: "The record does not allow this now",
    advice: "The detail gives the reason. Read the record again, then decide.",
  },
  "quota-exceeded": {
    status: 409,
    title: "A quota of the company is used up",
    advice:
      "The detail names the quota, how much is used, and the setting with which the operator of the service can raise it. GET /v1/quotas shows all quotas. Nothing of the request was stored.",
  },
  "idempotency-key-in-use": {
    status: 409,
    title: "A request with this key is being carried out",
    advice:
      "Wait as long as the Retry-After header says and send it again: it then gets the answer of the first request.",
  },
  "idempotency-outcome-unknown": {
    status: 409,
    title: "The first request with this key failed or was interrupted",
    advice: "It may or may not have taken effect. Check; if it did not, send it again with a new key.",
  },
  "precondition-failed": {
    status: 412,
    title: "The record has changed since",
    advice: "It was edited after the answer whose ETag was sent as If-Match. Read it again, then decide.",
  },
  "payload-too-large": {
    status: 413,
    title: "The request is too large",
    advice:
      "The limits are 1 MB for a body, 25 MB for the file of a bill, 50 MB for a file to import, 5 MB for a table of budgets, 200 KB for a logo, and 64 KB and 16 levels for metadata.",
  },
  "unsupported-media-type": {
    status: 415,
    title: "This content type is not accepted here",
    advice:
      "Send JSON with the header Content-Type: application/json; for an import, send the file itself, for example as text/csv.",
  },
  "range-not-satisfiable": {
    status: 416,
    title: "The file has no such part",
    advice:
      "The Range header begins after the last byte. The Content-Range header of the answer gives the size of the file.",
  },
  invalid: {
    status: 422,
    title: "A field is not valid",
    advice:
      "The list errors names each field by pointer and says what it must be. Correct the fields and send the request again.",
  },
  "does-not-add-up": {
    status: 422,
    title: "The corrected bill does not add up",
    advice:
      "The list findings says what is wrong, with the figures. Correct it, or send the same request again with accept: the names of the findings that you accept. They are stored with the bill.",
  },
  "idempotency-key-reused": {
    status: 422,
    title: "This key belongs to another request",
    advice: "For 24 hours a key belongs to one request with one body. Send this one with a new key.",
  },
  "too-many-requests": {
    status: 429,
    title: "Too many requests",
    advice: "Wait as long as the Retry-After header says.",
  },
  "headers-too-large": {
    status: 431,
    title: "The headers are too large",
    advice: "All headers together may have at most 16 KB. Send fewer or shorter ones.",
  },
  internal: {
    status: 500,
    title: "The service failed",
    advice:
      "The error was logged with the request_id of the answer. Trying again later may help; give the operator the request_id.",
  },
  unavailable: {
    status: 503,
    title: "The service cannot answer now",
    advice:
      "The database or another part is unavailable or overloaded. Wait as long as the Retry-After header says and try again.",
  },
  "storage-full": {
    status: 503,
    title: "There is no room to store this",
    advice:
      "A disk or bucket of the service is full: nothing of the request was stored. Existing data can be read. Wait as long as the Retry-After header says and send it again; the operator has to make room.",
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemSlug = keyof typeof PROBLEM_KINDS;

/** A rule that the sent data violates, by its stable name. */
export interface ProblemFinding {
  name: string;
  detail: string;
}

export interface FieldError {
  /** JSON pointer into the body, or the name of a query or path parameter. */
  pointer: string;
  detail: string;
}

/** A refusal that the API answers as `application/problem+json`. The caller reads the detail: no secrets, no internals. */
export class Problem extends Error {
  override name = "Problem";
  readonly slug: ProblemSlug;
  readonly status: number;
  readonly errors: FieldError[];
  /** Only for `does-not-add-up`. */
  readonly findings: ProblemFinding[];
  readonly retryAfterSeconds: number | null;
  /** The request changed nothing: it can be carried out again. */
  readonly hadNoEffect: boolean;
  constructor(
    slug: ProblemSlug,
    detail: string,
    options: {
      errors?: FieldError[];
      findings?: ProblemFinding[];
      retryAfterSeconds?: number;
      hadNoEffect?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: options.cause });
    this.slug = slug;
    this.status = PROBLEM_KINDS[slug].status;
    this.errors = options.errors ?? [];
    this.findings = options.findings ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.hadNoEffect = options.hadNoEffect ?? false;
  }
}

/** The same sentence for unknown ids and ids of other companies, so that a caller cannot distinguish them. */
export const notFound = (): Problem => new Problem("not-found", "No record of your company has this id.");

/** The requested record. @throws Problem not-found when it does not exist */
export async function found<Row>(asked: Promise<Row | undefined>): Promise<Row> {
  const row = await asked;
  if (row === undefined) throw notFound();
  return row;
}

export const invalid = (errors: FieldError[]): Problem =>
  new Problem(
    "invalid",
    errors.map(({ pointer, detail }) => (pointer === "" ? detail : `${pointer}: ${detail}`)).join("; "),
    { errors },
  );

/** A condition of the operator's machine that prevents the start; its message is all that the operator needs. */
export class StartError extends Error {
  override name = "StartError";
}

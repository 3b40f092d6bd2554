/** What a caller can be refused: one catalogue of problems, each with its status, title and what to do. Also made into pages. */

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
      "The body is not JSON, or a query parameter is not one of this endpoint. The detail names what was found. Send it again corrected.",
  },
  unauthenticated: {
    status: 401,
    title: "Sign in first",
    advice:
      "The Authorization header is missing, or its token is wrong, expired or revoked. Get a new one by POST /v1/auth/login.",
  },
  "wrong-login": {
    status: 401,
    title: "E-mail or password is wrong",
    advice: "Both were compared; the answer does not say which of them is wrong. Check them and try again.",
  },
  "code-required": {
    status: 401,
    title: "A code of the authenticator is needed",
    advice:
      "The password is right, and the user has an authenticator app. Send the same again with its present six digits, or with a recovery code, as code.",
  },
  "wrong-code": {
    status: 401,
    title: "The code is wrong",
    advice:
      "It is not the present code of the authenticator app, or it was used before: a code works once. Wait for the next one.",
  },
  forbidden: {
    status: 403,
    title: "Your role does not allow this",
    advice: "The endpoint is for another role. Ask an administrator.",
  },
  "not-found": {
    status: 404,
    title: "There is nothing under this address",
    advice: "The id does not exist, or belongs to another company: both get this same answer.",
  },
  "method-not-allowed": {
    status: 405,
    title: "This method is not served here",
    advice: "The path exists under another method. The Allow header of the answer names those it serves.",
  },
  "dead-link": {
    status: 403,
    title: "This link opens nothing",
    advice: "Links to files are signed and work for seven days. Read the bill again for a new one.",
  },
  "not-acceptable": {
    status: 406,
    title: "There is no such form of this",
    advice:
      "The Accept header names none of the media types that the detail lists. Send one of them, or say format in the query.",
  },
  "request-timeout": {
    status: 408,
    title: "The request took too long to arrive",
    advice: "A request must be whole within 30 seconds. Send it again over a better connection.",
  },
  conflict: {
    status: 409,
    title: "The record does not allow this now",
    advice: "The detail says what stands against it. Read the record again, then decide.",
  },
  "quota-exceeded": {
    status: 409,
    title: "A quota of the company is used up",
    advice:
      "The detail names the quota, how much is held, and the setting by which the operator of the service can raise it. GET /v1/quotas shows all of them. Nothing of the request was kept.",
  },
  "idempotency-key-in-use": {
    status: 409,
    title: "A request with this key is being carried out",
    advice: "Wait as long as the Retry-After header says and send it again: then it gets the answer of the first.",
  },
  "idempotency-outcome-unknown": {
    status: 409,
    title: "The first request with this key was cut off",
    advice: "It may have taken effect or not. Look whether it did; if not, send it again with a new key.",
  },
  "precondition-failed": {
    status: 412,
    title: "The record has changed since",
    advice: "Somebody else has edited it since the answer whose ETag was sent as If-Match. Read it again, then decide.",
  },
  "payload-too-large": {
    status: 413,
    title: "The request is too large",
    advice: "A body may have 1 MB, a file to import 50 MB, metadata 64 KB and 16 levels.",
  },
  "unsupported-media-type": {
    status: 415,
    title: "This content type is not read here",
    advice:
      "Send JSON with the header Content-Type: application/json; an import takes the file itself, as text/csv for example.",
  },
  "range-not-satisfiable": {
    status: 416,
    title: "The file has no such part",
    advice:
      "The Range header begins after the last byte. The Content-Range header of the answer says how many there are.",
  },
  invalid: {
    status: 422,
    title: "A field is not as it must be",
    advice: "The list errors names each field by pointer and says what it must be. Send it again corrected.",
  },
  "does-not-add-up": {
    status: 422,
    title: "The corrected bill does not add up",
    advice:
      "The list findings names what does not hold, with the figures. Correct it, or send the same again with accept: the names of the findings that you accept. They are kept with the bill.",
  },
  "idempotency-key-reused": {
    status: 422,
    title: "This key belongs to another request",
    advice: "A key stands for one request with one body for 24 hours. Send this one with a new key.",
  },
  "too-many-requests": {
    status: 429,
    title: "Too many requests",
    advice: "Wait as long as the Retry-After header says.",
  },
  "headers-too-large": {
    status: 431,
    title: "The headers are too large",
    advice: "All headers together may have 16 KB. Send fewer or shorter ones.",
  },
  internal: {
    status: 500,
    title: "Something went wrong on our side",
    advice:
      "It was logged under the request_id of the answer. Trying again later may help; tell the operator the request_id.",
  },
  unavailable: {
    status: 503,
    title: "The service cannot answer now",
    advice:
      "The database or another part is away for the moment, or has too much to do. Wait as long as the Retry-After header says and try again.",
  },
  "storage-full": {
    status: 503,
    title: "There is no room for this now",
    advice:
      "A disk or bucket of the service is full: nothing of the request was kept. What is there can be read. Send it again after as long as the Retry-After header says; the operator has to make room.",
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemSlug = keyof typeof PROBLEM_KINDS;

/** Something that does not hold of what was sent, by its stable name. */
export interface ProblemFinding {
  name: string;
  detail: string;
}

export interface FieldError {
  /** JSON pointer into the body, or the name of a query or path parameter. */
  pointer: string;
  detail: string;
}

/** A refusal of a caller; the api turns it into `application/problem+json`. The detail is read by the caller: no secrets, no internals. */
export class Problem extends Error {
  override name = "Problem";
  readonly slug: ProblemSlug;
  readonly status: number;
  readonly errors: FieldError[];
  /** Of `does-not-add-up` alone. */
  readonly findings: ProblemFinding[];
  readonly retryAfterSeconds: number | null;
  constructor(
    slug: ProblemSlug,
    detail: string,
    options: { errors?: FieldError[]; findings?: ProblemFinding[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause });
    this.slug = slug;
    this.status = PROBLEM_KINDS[slug].status;
    this.errors = options.errors ?? [];
    this.findings = options.findings ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

/** One sentence for every unknown and every foreign id, so that the two cannot be told apart. */
export const notFound = (): Problem => new Problem("not-found", "No record of your company has this id.");

/** The record that was asked for. @throws Problem not-found when there is none */
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

/** A condition of the operator's machine that stops a start; its message is all the operator needs. */
export class StartError extends Error {
  override name = "StartError";
}

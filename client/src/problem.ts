/** The error of a failed call that its caller did not end. It never contains the token, the password or the request body. */
import type { Problem } from "./generated/records.ts";

/** A name for a failure without an answer from the service itself. */
type OwnSlug = "unreachable" | "timeout" | "unexpected-answer";

export class MeterbookError extends Error {
  override readonly name = "MeterbookError";
  /** Stable name of the kind of problem, such as `not-found`; for a call without an answer `unreachable` or `timeout`. */
  readonly slug: OwnSlug | (string & {});
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** Address of a page that explains the problem. */
  readonly type: string | null;
  readonly title: string;
  /** What is wrong in this case. */
  readonly detail: string | null;
  /** For the operator: the log entries of this request carry this id. */
  readonly request_id: string | null;
  /** The invalid fields of the body, or parameters, with the reason. */
  readonly errors: Problem["errors"];
  /** Only for `does-not-add-up`: what is wrong with the bill, by the names that `accept` takes. */
  readonly findings: NonNullable<Problem["findings"]>;
  /** How long the service asks the caller to wait. */
  readonly retryAfterMs: number | null;

  constructor(parts: {
    slug: OwnSlug | (string & {});
    title: string;
    /** Verb and path, for the message. */
    call: string;
    status?: number | null;
    type?: string | null;
    detail?: string | null;
    request_id?: string | null;
    errors?: Problem["errors"];
    findings?: NonNullable<Problem["findings"]>;
    retryAfterMs?: number | null;
    cause?: unknown;
  }) {
    const { slug, title, call, status = null, detail = null, errors = [], cause } = parts;
    const fields = errors.map(({ pointer, detail: fault }) => ` ${pointer}: ${fault}`).join("");
    const said = detail === null ? `${title}.` : `${title}: ${detail}`;
    super(`${said}${fields} (${call}${status === null ? "" : `, ${status}`})`, cause === undefined ? {} : { cause });
    this.slug = slug;
    this.status = status;
    this.type = parts.type ?? null;
    this.title = title;
    this.detail = detail;
    this.request_id = parts.request_id ?? null;
    this.errors = errors;
    this.findings = parts.findings ?? [];
    this.retryAfterMs = parts.retryAfterMs ?? null;
  }
}

/** The problem in an answer (RFC 9457). Of an answer written by an intermediary, only the status is reported. */
export async function readProblem(response: Response, call: string): Promise<MeterbookError> {
  const problem = asProblem(await readObject(response));
  const request_id = problem.request_id ?? response.headers.get("x-request-id");
  const said = { call, status: response.status || null, request_id, retryAfterMs: retryAfterMs(response.headers) };
  const { type, title, detail, errors, findings } = problem;
  if (type === undefined || title === undefined) {
    return new MeterbookError({ slug: "unexpected-answer", title: titleOf(response), ...said });
  }
  return new MeterbookError({ slug: type.split("/").at(-1) ?? type, type, title, detail, errors, findings, ...said });
}

/** Redirects are not followed: they would send the request to an address that the user did not choose. */
const titleOf = ({ status, type }: Response): string =>
  type === "opaqueredirect" || (status >= 300 && status < 400)
    ? "The base URL leads to a redirect; name the address it leads to"
    : `The answer does not come from the service`;

async function readObject(response: Response): Promise<Record<string, unknown>> {
  if (!/\bjson\b/.test(response.headers.get("content-type") ?? "")) {
    await response.body?.cancel();
    return {};
  }
  try {
    const value: unknown = await response.json();
    // Any object has names.
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function asProblem(
  value: Record<string, unknown>,
): Partial<Pick<Problem, "type" | "title" | "detail" | "request_id" | "errors" | "findings">> {
  const text = (name: string): string | undefined => {
    const field = value[name];
    return typeof field === "string" ? field : undefined;
  };
  // The service's own.
  const errors = Array.isArray(value["errors"]) ? (value["errors"] as Problem["errors"]) : [];
  const findings = Array.isArray(value["findings"]) ? (value["findings"] as NonNullable<Problem["findings"]>) : [];
  const said = { type: text("type"), title: text("title"), detail: text("detail"), request_id: text("request_id") };
  return { ...said, errors, findings };
}

/** Retry-After as a wait: whole seconds, or an HTTP date compared with the answer's clock. Null without a readable header. */
export function retryAfterMs(headers: Headers, nowMs: number = Date.now()): number | null {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2}, /.test(text)) return null;
  const sentAt = Date.parse(headers.get("date") ?? "");
  const waitMs = Date.parse(text) - (Number.isNaN(sentAt) ? nowMs : sentAt);
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}

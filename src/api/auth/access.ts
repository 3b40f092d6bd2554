/**
 * Every route of the service, who may call it and whose records it reaches, in one table. The service does not start with a route
 * that has no row.
 */
import { similarName } from "../../domain/imports/similar-name.ts";
import type { Scope } from "../../records/api-token.ts";

/**
 * `public`: anyone. `user`: any signed-in user; a viewer of the company only reads. `editor`: no viewer, although it is a read.
 * `owner`: the owners of the company. `admin`: the operator's admins, who may also do what owners do. `link`: a caller with a
 * link that the route itself checks.
 */
export type Access = "public" | "user" | "editor" | "owner" | "admin" | "link";

/** Whether a route needs a token or a session. */
export const isSignedIn = (access: Access): boolean => access !== "public" && access !== "link";

/**
 * `none`: no records. `self`: the caller's own user, whom a viewer manages too. `company`: the caller's company, whatever the role.
 * `shared`: the caller's company; for an admin every company. `all`: every company. `link`: what the link names.
 */
type Records = "none" | "self" | "company" | "shared" | "all" | "link";

export interface AccessRow {
  access: Access;
  records: Records;
  /** The scope that an API token must have. Absent: it follows from the method and the role, see `scopeOf`. */
  scope?: Scope;
}

export const ACCESS: Record<string, AccessRow> = {
  "GET /": { access: "public", records: "none" },
  "GET /livez": { access: "public", records: "none" },
  "GET /readyz": { access: "public", records: "none" },
  "GET /openapi.json": { access: "public", records: "none" },
  "GET /openapi.yaml": { access: "public", records: "none" },
  "GET /docs": { access: "public", records: "none" },
  "GET /docs/guides": { access: "public", records: "none" },
  "GET /docs/:name": { access: "public", records: "none" },
  "GET /docs/decisions": { access: "public", records: "none" },
  "GET /docs/decisions/:name": { access: "public", records: "none" },
  "GET /docs/files/:name": { access: "public", records: "none" },
  "GET /docs/assets/:name": { access: "public", records: "none" },
  "GET /app": { access: "public", records: "none" },
  "GET /app/*": { access: "public", records: "none" },
  "GET /app/assets/:name": { access: "public", records: "none" },
  "GET /app/icon.svg": { access: "public", records: "none" },
  "GET /llms.txt": { access: "public", records: "none" },
  "GET /problems": { access: "public", records: "none" },
  "GET /problems/:slug": { access: "public", records: "none" },
  // The route itself asks for the token of the settings; it answers counts, and no record.
  "GET /metrics": { access: "public", records: "none" },
  "GET /.well-known/jwks.json": { access: "public", records: "none" },

  "GET /files/:ref": { access: "link", records: "link" },
  "GET /reports/:ref": { access: "link", records: "link" },
  "GET /files/deliveries/:ref": { access: "link", records: "link" },
  "GET /mail/:ref": { access: "link", records: "link" },
  "POST /mail/:ref": { access: "link", records: "link" },
  "GET /form/:token": { access: "link", records: "link" },
  "GET /form/:token/logo": { access: "link", records: "link" },
  "POST /form/:token": { access: "link", records: "link" },
  "GET /form/:token/receipts/:ref": { access: "link", records: "link" },
  "GET /form/:token/receipts/:ref/status": { access: "link", records: "link" },
  "POST /form/:token/receipts/:ref/answer": { access: "link", records: "link" },
  "POST /form/:token/receipts/:ref/mend": { access: "link", records: "link" },
  "POST /form/:token/receipts/:ref/retry": { access: "link", records: "link" },
  "GET /form/:token/receipts/:ref/forget": { access: "link", records: "link" },
  "POST /form/:token/receipts/:ref/forget": { access: "link", records: "link" },
  "GET /form/:token/green-button": { access: "link", records: "link" },
  "GET /form/:token/receipts/:ref/green-button": { access: "link", records: "link" },
  "GET /green-button/start/:token": { access: "link", records: "link" },
  "GET /green-button/start/:token/go": { access: "link", records: "link" },
  // What comes back from a utility: the route itself compares its state, and the cookie of the browser, with what it gave away.
  "GET /green-button/callback": { access: "public", records: "none" },
  // Nothing in it is believed, and it answers nothing.
  "POST /green-button/notifications/:utility": { access: "public", records: "none" },
  "GET /setup/:token": { access: "link", records: "link" },
  "POST /setup/:token": { access: "link", records: "link" },
  "GET /review/:token": { access: "link", records: "link" },
  "GET /review/:token/pages/:page.png": { access: "link", records: "link" },
  "POST /review/:token/accept": { access: "link", records: "link" },
  "POST /review/:token/reject": { access: "link", records: "link" },
  "POST /review/:token/values": { access: "link", records: "link" },

  "POST /v1/auth/login": { access: "public", records: "none" },
  "POST /v1/auth/revoke": { access: "owner", records: "company", scope: "admin" },
  "POST /v1/auth/logout": { access: "user", records: "self", scope: "admin" },
  "POST /v1/sessions": { access: "public", records: "none" },
  "POST /v1/sessions/link": { access: "public", records: "none" },
  "DELETE /v1/sessions": { access: "user", records: "self", scope: "admin" },
  "DELETE /v1/sessions/current": { access: "user", records: "self", scope: "admin" },
  "GET /v1/me/sessions": { access: "user", records: "self" },
  "DELETE /v1/me/sessions/:id": { access: "user", records: "self", scope: "admin" },
  "GET /v1/me/authenticator": { access: "user", records: "self" },
  "POST /v1/me/authenticator": { access: "user", records: "self", scope: "admin" },
  "POST /v1/me/authenticator/confirm": { access: "user", records: "self", scope: "admin" },
  "POST /v1/me/authenticator/remove": { access: "user", records: "self", scope: "admin" },
  "GET /v1/me": { access: "user", records: "self" },
  "PATCH /v1/me": { access: "user", records: "self", scope: "admin" },
  "POST /v1/auth/rotate_key": { access: "admin", records: "none" },
  "POST /v1/me/password": { access: "user", records: "self", scope: "admin" },
  "GET /v1/api_tokens": { access: "user", records: "company" },
  "POST /v1/api_tokens": { access: "user", records: "self", scope: "admin" },
  // An owner also ends those of others.
  "DELETE /v1/api_tokens/:id": { access: "user", records: "self", scope: "admin" },
  "GET /v1/quotas": { access: "user", records: "company" },
  "GET /v1/companies": { access: "admin", records: "all" },
  "POST /v1/companies": { access: "admin", records: "all" },
  "GET /v1/company": { access: "user", records: "company" },
  "PATCH /v1/company": { access: "owner", records: "company" },
  "GET /v1/company/logo": { access: "user", records: "company" },
  "PUT /v1/company/logo": { access: "owner", records: "company" },
  "DELETE /v1/company/logo": { access: "owner", records: "company" },
  "GET /v1/demo_data": { access: "user", records: "company" },
  "POST /v1/demo_data": { access: "owner", records: "company" },
  "DELETE /v1/demo_data": { access: "owner", records: "company" },
  "GET /v1/users": { access: "user", records: "shared" },
  "PATCH /v1/users/:id": { access: "owner", records: "shared", scope: "admin" },
  "DELETE /v1/users/:id/authenticator": { access: "admin", records: "all" },
  "POST /v1/users/:id/reset_link": { access: "owner", records: "shared", scope: "admin" },
  "POST /v1/password_resets": { access: "public", records: "none" },
  "POST /v1/password_resets/accept": { access: "public", records: "none" },
  "GET /v1/invitations": { access: "owner", records: "company" },
  "POST /v1/invitations": { access: "owner", records: "company", scope: "admin" },
  "POST /v1/invitations/:id/renew": { access: "owner", records: "company", scope: "admin" },
  "DELETE /v1/invitations/:id": { access: "owner", records: "company", scope: "admin" },
  "POST /v1/invitations/open": { access: "public", records: "none" },
  "POST /v1/invitations/accept": { access: "public", records: "none" },
  "POST /v1/users": { access: "admin", records: "all" },

  "GET /v1/authorizations": { access: "user", records: "shared" },
  "POST /v1/authorizations": { access: "user", records: "company" },
  // The link is for submitting credentials, which is writing.
  "GET /v1/authorizations/formlink": { access: "user", records: "company", scope: "write" },
  "DELETE /v1/authorizations/formlink": { access: "user", records: "company" },
  "POST /v1/authorizations/formlink/renew": { access: "user", records: "company" },
  "GET /v1/green_button_requests/:id": { access: "user", records: "company" },
  "POST /v1/green_button_requests": { access: "user", records: "company" },
  "GET /v1/form_links": { access: "user", records: "company" },
  "POST /v1/form_links": { access: "user", records: "company" },
  "POST /v1/form_links/batch": { access: "user", records: "company" },
  "GET /v1/form_links/:id": { access: "user", records: "company" },
  "DELETE /v1/form_links/:id": { access: "user", records: "company" },
  "POST /v1/form_links/:id/renew": { access: "user", records: "company" },
  "POST /v1/form_links/:id/mail": { access: "user", records: "company" },
  "GET /v1/authorizations/:id": { access: "user", records: "shared" },
  "PATCH /v1/authorizations/:id": { access: "user", records: "shared" },
  "DELETE /v1/authorizations/:id": { access: "user", records: "shared" },
  "PUT /v1/authorizations/:id/update_account_status": { access: "user", records: "shared" },
  "POST /v1/authorizations/:id/inventory": { access: "user", records: "shared" },
  "GET /v1/authorizations/:id/progress": { access: "user", records: "shared" },
  "GET /v1/authorizations/:id/challenge": { access: "user", records: "shared" },
  "POST /v1/authorizations/:id/challenge": { access: "user", records: "shared" },

  "GET /v1/utilities": { access: "user", records: "none" },
  "GET /v1/utilities/wishes": { access: "user", records: "shared" },
  "GET /v1/utilities/health": { access: "user", records: "none" },
  "GET /v1/utilities/changed_pages": { access: "admin", records: "all" },
  "POST /v1/utilities/wishes": { access: "user", records: "company" },
  "GET /v1/utility_accounts": { access: "user", records: "company" },
  "GET /v1/utility_accounts/:id": { access: "user", records: "company" },
  "PUT /v1/utility_accounts/:id": { access: "user", records: "company" },
  "PATCH /v1/utility_accounts/:id": { access: "user", records: "company" },
  "GET /v1/utility_accounts/:id/bills": { access: "user", records: "company" },
  "GET /v1/utility_accounts/:id/documents": { access: "user", records: "company" },
  "POST /v1/documents": { access: "user", records: "company" },
  "PATCH /v1/documents/:id": { access: "user", records: "company" },
  "GET /v1/documents": { access: "user", records: "company" },
  "GET /v1/documents/:id": { access: "user", records: "company" },
  "GET /v1/documents/:id/pages/:page.png": { access: "user", records: "company" },
  "GET /v1/documents/:id/words": { access: "user", records: "company" },
  "GET /v1/documents/:id/review_link": { access: "user", records: "company", scope: "write" },
  "POST /v1/documents/:id/accept": { access: "user", records: "company" },
  "POST /v1/documents/:id/reject": { access: "user", records: "company" },
  "POST /v1/documents/:id/reread": { access: "user", records: "company" },
  "POST /v1/utility_bills": { access: "user", records: "company" },
  "GET /v1/utility_bills/summaries": { access: "user", records: "company" },
  "GET /v1/utility_bills/:id": { access: "user", records: "company" },
  "GET /v1/utility_bills/:id/history": { access: "user", records: "company" },
  "GET /v1/utility_bills/:id/lineage": { access: "user", records: "company" },
  "PATCH /v1/utility_bills/:id": { access: "user", records: "company" },
  "POST /v1/utility_bills/:id/void": { access: "user", records: "company" },
  "GET /v1/utility_bills": { access: "user", records: "company" },
  "GET /v1/findings": { access: "user", records: "company" },
  "GET /v1/findings/:id": { access: "user", records: "company" },
  "POST /v1/findings/:id/close": { access: "user", records: "company" },
  "POST /v1/findings/:id/reopen": { access: "user", records: "company" },
  "GET /v1/finding_rules": { access: "user", records: "company" },
  "PATCH /v1/finding_rules": { access: "user", records: "company" },
  "GET /v1/days": { access: "user", records: "company" },
  "GET /v1/days/:date": { access: "user", records: "company" },

  "GET /v1/meters": { access: "user", records: "company" },
  "GET /v1/meters/:id": { access: "user", records: "company" },
  "PUT /v1/meters/:id": { access: "user", records: "company" },
  "PATCH /v1/meters/:id": { access: "user", records: "company" },
  "GET /v1/meters/:id/monthly": { access: "user", records: "company" },
  "GET /v1/meters/:id/bills": { access: "user", records: "company" },

  "GET /v1/coverage": { access: "user", records: "company" },
  "GET /v1/coverage/summary": { access: "user", records: "company" },
  "GET /v1/portfolio/summary": { access: "user", records: "company" },
  "GET /v1/meters/:id/signature": { access: "user", records: "company" },
  "GET /v1/properties/:id/signature": { access: "user", records: "company" },
  "GET /v1/portfolio/monthly": { access: "user", records: "company" },
  "GET /v1/portfolio/properties": { access: "user", records: "company" },
  "GET /v1/portfolio/budget": { access: "user", records: "company" },
  "PUT /v1/portfolio/budget": { access: "user", records: "company" },
  "GET /v1/portfolio/budget_variance": { access: "user", records: "company" },
  "GET /v1/portfolio/accruals": { access: "user", records: "company" },
  "GET /v1/portfolio/reports": { access: "user", records: "none" },
  "GET /v1/portfolio/reports/:report_type": { access: "user", records: "company" },
  "GET /v1/tasks": { access: "user", records: "company" },

  "GET /v1/properties": { access: "user", records: "company" },
  "POST /v1/properties": { access: "user", records: "company" },
  "GET /v1/properties/:id": { access: "user", records: "company" },
  "PUT /v1/properties/:id": { access: "user", records: "company" },
  "PATCH /v1/properties/:id": { access: "user", records: "company" },
  "GET /v1/properties/:id/bills": { access: "user", records: "company" },
  "GET /v1/properties/:id/monthly/meters": { access: "user", records: "company" },
  "GET /v1/properties/:id/snapshots": { access: "user", records: "company" },
  "GET /v1/properties/:id/score": { access: "user", records: "company" },
  "GET /v1/properties/:id/variance": { access: "user", records: "company" },
  "GET /v1/properties/:id/budget": { access: "user", records: "company" },
  "PUT /v1/properties/:id/budget": { access: "user", records: "company" },
  "GET /v1/properties/:id/budget/proposal": { access: "user", records: "company" },
  "GET /v1/properties/:id/budget_variance": { access: "user", records: "company" },
  "GET /v1/properties/:id/accruals": { access: "user", records: "company" },
  "GET /v1/properties/:id/monthly": { access: "user", records: "company" },
  "GET /v1/properties/:id/monthly/energytype": { access: "user", records: "company" },
  "GET /v1/properties/:id/degreedays": { access: "user", records: "company" },
  "GET /v1/weather_stations": { access: "user", records: "none" },

  // Anyone with the address can read the report: sharing it is writing.
  "GET /v1/report_links": { access: "user", records: "company", scope: "write" },
  "POST /v1/report_links": { access: "user", records: "company" },
  "DELETE /v1/report_links/:id": { access: "user", records: "company" },
  "GET /v1/reports": { access: "user", records: "none" },
  "GET /v1/reports/:report_type/:property_id": { access: "user", records: "company" },
  "GET /v1/delivery": { access: "user", records: "company" },
  "POST /v1/delivery": { access: "user", records: "company" },
  "GET /v1/delivery/:id": { access: "user", records: "company" },
  "PATCH /v1/delivery/:id": { access: "user", records: "company" },
  "DELETE /v1/delivery/:id": { access: "user", records: "company" },
  "POST /v1/delivery/:id/run": { access: "user", records: "company" },
  "POST /v1/delivery/:id/test": { access: "user", records: "company" },
  "GET /v1/mailboxes": { access: "user", records: "company" },
  "POST /v1/mailboxes": { access: "user", records: "company" },
  "GET /v1/mailboxes/:id": { access: "user", records: "company" },
  "PATCH /v1/mailboxes/:id": { access: "user", records: "company" },
  "DELETE /v1/mailboxes/:id": { access: "user", records: "company" },
  "POST /v1/mailboxes/:id/check": { access: "user", records: "company" },
  "GET /v1/mailboxes/:id/mails": { access: "user", records: "company" },
  "GET /v1/imports": { access: "user", records: "company" },
  "POST /v1/imports": { access: "user", records: "company" },
  "GET /v1/imports/template.csv": { access: "user", records: "none" },
  "GET /v1/imports/:id": { access: "user", records: "company" },
  "GET /v1/imports/:id/refusals": { access: "user", records: "company" },
  "POST /v1/imports/:id/confirm": { access: "user", records: "company" },
  "POST /v1/imports/:id/cancel": { access: "user", records: "company" },
  "GET /v1/import_profiles": { access: "user", records: "company" },
  "GET /v1/import_profiles/:name": { access: "user", records: "company" },
  "PUT /v1/import_profiles/:name": { access: "user", records: "company" },
  "DELETE /v1/import_profiles/:name": { access: "user", records: "company" },
  "GET /v1/operations": { access: "admin", records: "all" },
  "GET /v1/audit": { access: "owner", records: "shared", scope: "admin" },
  "GET /v1/changes/stream": { access: "user", records: "company" },
  "GET /v1/changes": { access: "user", records: "company" },

  "GET /v1/webhooks": { access: "user", records: "company" },
  "POST /v1/webhooks": { access: "user", records: "company" },
  "GET /v1/webhooks/validate": { access: "editor", records: "company" },
  "POST /v1/webhooks/validate/reset": { access: "user", records: "company" },
  "GET /v1/webhooks/:id": { access: "user", records: "company" },
  "PUT /v1/webhooks/:id": { access: "user", records: "company" },
  "DELETE /v1/webhooks/:id": { access: "user", records: "company" },
  "POST /v1/webhooks/:id/test": { access: "user", records: "company" },
  "GET /v1/webhooks/:id/deliveries": { access: "user", records: "company" },
  "GET /v1/webhooks/:id/deliveries/:delivery_id/attempts": { access: "editor", records: "company" },
  "POST /v1/webhooks/:id/deliveries/:delivery_id/redeliver": { access: "user", records: "company" },
};

/** The row of a route. HEAD has the row of GET. @throws Error for a route that has no row */
export function accessOf(method: string, pattern: string): AccessRow {
  const access = ACCESS[`${method === "HEAD" ? "GET" : method} ${pattern}`];
  if (access === undefined) throw new Error(`the route ${method} ${pattern} has no row in the access table`);
  return access;
}

/** The scope that an API token needs to call a route: read, write, or everything its user may do. */
export function scopeOf(method: string, { access, scope }: AccessRow): Scope {
  if (scope !== undefined) return scope;
  if (access === "admin") return "admin";
  return method === "GET" || method === "HEAD" ? "read" : "write";
}

const PATTERNS = Object.keys(ACCESS).map((row) => {
  const [method = "", pattern = ""] = row.split(" ");
  return { method, steps: pattern.split("/") };
});

/** Compares segment by segment; `:page.png` matches any text before that ending. */
function isPath(steps: string[], asked: string[]): boolean {
  return steps.length === asked.length && steps.every((step, at) => isStep(step, asked[at] ?? ""));
}

function isStep(step: string, text: string): boolean {
  if (!step.startsWith(":")) return text === step;
  const ending = step.replace(/^:\w+/, "");
  return text.length > ending.length && text.endsWith(ending);
}

const WORDS = [...new Set(Object.keys(ACCESS).flatMap((row) => row.split(/[ /]/).slice(1)))].filter(
  (word) => word !== "" && !word.startsWith(":"),
);
/** A longer path is not a typo of one of ours. */
const PATH_LENGTH_MAX = 200;

/**
 * The served path that an unknown one was probably meant to be: without its trailing slash, with `/v1` in front, or with a typo
 * corrected; null when none is close.
 */
export function pathMeant(path: string): string | null {
  if (path.length > PATH_LENGTH_MAX) return null;
  const bare = path.endsWith("/") ? path.slice(0, -1) : path;
  const mended = bare
    .split("/")
    .map((part) => (/^\d*$/.test(part) ? part : (similarName(part, WORDS) ?? part)))
    .join("/");
  return [bare, `/v1${bare}`, mended, `/v1${mended}`].find((each) => methodsOf(each).length > 0) ?? null;
}

/** The methods that a path serves; empty for an unknown path. */
export function methodsOf(path: string): string[] {
  const asked = path.split("/");
  const methods = PATTERNS.filter(({ steps }) => isPath(steps, asked)).map(({ method }) => method);
  return [...new Set(methods.includes("GET") ? [...methods, "HEAD"] : methods)].sort();
}

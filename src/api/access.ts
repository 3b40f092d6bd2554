/** Every route of the service and who may call it: the whole surface on one screen. A route without a row does not start. */

/**
 * `public`: anybody. `user`: whoever is signed in, bound to the own company. `admin`: the operator's admins.
 * `link`: whoever holds a link that the route itself checks.
 */
export type Access = "public" | "user" | "admin" | "link";

export const ACCESS: Record<string, Access> = {
  "GET /": "public",
  "GET /livez": "public",
  "GET /readyz": "public",
  "GET /openapi.json": "public",
  "GET /problems": "public",
  "GET /problems/:slug": "public",
  "GET /.well-known/jwks.json": "public",

  "GET /files/:ref": "link",
  "GET /form/:token": "link",
  "POST /form/:token": "link",
  "GET /form/:token/receipts/:ref": "link",
  "POST /form/:token/receipts/:ref/forget": "link",
  "GET /setup/:token": "link",
  "POST /setup/:token": "link",

  "POST /v1/auth/login": "public",
  "POST /v1/auth/revoke": "user",
  "GET /v1/me": "user",
  "POST /v1/companies": "admin",
  "POST /v1/users": "admin",

  "GET /v1/authorizations": "user",
  "POST /v1/authorizations": "user",
  "GET /v1/authorizations/formlink": "user",
  "GET /v1/authorizations/:id": "user",
  "PATCH /v1/authorizations/:id": "user",
  "DELETE /v1/authorizations/:id": "user",
  "PUT /v1/authorizations/:id/update_account_status": "user",
  "POST /v1/authorizations/:id/inventory": "user",
  "GET /v1/authorizations/:id/progress": "user",

  "GET /v1/utility_accounts": "user",
  "GET /v1/utility_accounts/:id": "user",
  "PUT /v1/utility_accounts/:id": "user",
  "GET /v1/utility_accounts/:id/bills": "user",
  "GET /v1/utility_accounts/:id/documents": "user",
  "GET /v1/utility_bills/:id": "user",

  "GET /v1/meters": "user",
  "GET /v1/meters/:id": "user",
  "PUT /v1/meters/:id": "user",
  "GET /v1/meters/:id/monthly": "user",
  "GET /v1/meters/:id/bills": "user",

  "GET /v1/properties": "user",
  "GET /v1/properties/:id": "user",
  "PUT /v1/properties/:id": "user",
  "GET /v1/properties/:id/bills": "user",
  "GET /v1/properties/:id/monthly/meters": "user",

  "GET /v1/webhooks": "user",
  "POST /v1/webhooks": "user",
  "GET /v1/webhooks/validate": "user",
  "POST /v1/webhooks/validate/reset": "user",
  "GET /v1/webhooks/:id": "user",
  "PUT /v1/webhooks/:id": "user",
  "DELETE /v1/webhooks/:id": "user",
  "GET /v1/webhooks/:id/deliveries": "user",
  "POST /v1/webhooks/:id/deliveries/:delivery_id/redeliver": "user",
};

/** Who may call a route. A HEAD is a GET without its body. @throws Error for a route that has no row. */
export function accessOf(method: string, pattern: string): Access {
  const access = ACCESS[`${method === "HEAD" ? "GET" : method} ${pattern}`];
  if (access === undefined) throw new Error(`the route ${method} ${pattern} has no row in the table of access`);
  return access;
}

const PATTERNS = Object.keys(ACCESS).map((row) => {
  const [method = "", pattern = ""] = row.split(" ");
  const form = pattern.replace(/[.]/g, "\\.").replace(/:\w+/g, "[^/]+");
  return { method, path: new RegExp(`^${form}$`) };
});

/** The methods under which a path is served; none for an unknown path. */
export function methodsOf(path: string): string[] {
  const methods = PATTERNS.filter((row) => row.path.test(path)).map(({ method }) => method);
  return [...new Set(methods.includes("GET") ? [...methods, "HEAD"] : methods)].sort();
}

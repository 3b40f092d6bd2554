/** The page behind the one-time link of a fresh service: it makes the first administrator, once. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { App } from "../app.ts";
import { Problem } from "../errors.ts";
import { findSetupLink, hasAdmin } from "../store/companies.ts";
import { createFirstAdminByLink, setupLinkHash, type NewAdmin } from "../tenants.ts";
import { isUnkeepable, readTexts, renderField, renderSummary, type Field } from "./fields.ts";
import { html, type Html } from "../html.ts";
import { FORM_BYTES_MAX, PAGE_ROUTE, requireOwnPage, sendDeadLink, sendPage } from "./pages.ts";

const text = z.string().refine((value) => !isUnkeepable(value), "This holds a character that cannot be kept.");

const Admin = z.object({
  name: text.trim().min(1, "Enter a name.").max(200, "This is too long."),
  email: text.trim().max(320, "This is too long.").pipe(z.email("Enter an e-mail address.")),
  password: text.min(8, "Enter at least 8 characters.").max(1024, "This is too long."),
});

type Errors = Partial<Record<string, string>>;

export function setupRoutes(server: FastifyInstance, app: App): void {
  server.get<{ Params: { token: string } }>("/setup/:token", PAGE_ROUTE, async ({ params: { token } }, reply) =>
    (await isOpen(app, token)) ? sendPage(reply, setupPage(token, {}, {})) : sendDeadLink(reply),
  );

  server.post<{ Params: { token: string } }>(
    "/setup/:token",
    { ...PAGE_ROUTE, bodyLimit: FORM_BYTES_MAX },
    async (request, reply) => {
      requireOwnPage(app, request);
      const { token } = request.params;
      if (!(await isOpen(app, token))) return sendDeadLink(reply);
      const typed = readTexts(request.body);
      const parsed = Admin.safeParse({ name: "", email: "", password: "", ...typed });
      if (!parsed.success) {
        const errors = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]));
        return sendPage(reply, { ...setupPage(token, typed, errors), status: 422 });
      }
      const made = await makeAdmin(app, token, parsed.data);
      if (made === "taken") {
        const errors = { email: "A user with this e-mail address exists already." };
        return sendPage(reply, { ...setupPage(token, typed, errors), status: 409 });
      }
      return made === "late" ? sendDeadLink(reply) : sendPage(reply, donePage(app, parsed.data.email));
    },
  );
}

/** Nobody becomes the first admin when there is one. */
const isOpen = async ({ db, now }: App, token: string): Promise<boolean> =>
  (await findSetupLink(db, setupLinkHash(token), new Date(now()).toISOString())) !== undefined && !(await hasAdmin(db));

async function makeAdmin(app: App, token: string, admin: NewAdmin): Promise<"made" | "late" | "taken"> {
  try {
    return (await createFirstAdminByLink(app, token, admin)) === undefined ? "late" : "made";
  } catch (error) {
    if (error instanceof Problem && error.slug === "conflict") return "taken";
    throw error;
  }
}

function setupPage(token: string, typed: Record<string, string>, errors: Errors): { title: string; body: Html } {
  const fields: Field[] = [
    {
      name: "name",
      label: "Your name",
      value: typed["name"] ?? "",
      error: errors["name"],
      autocomplete: "name",
    },
    {
      name: "email",
      label: "E-mail",
      hint: "You sign in with it.",
      value: typed["email"] ?? "",
      error: errors["email"],
      kind: "email",
      autocomplete: "username",
      inputmode: "email",
    },
    {
      name: "password",
      label: "Password",
      hint: "At least 8 characters; a long sentence is best.",
      error: errors["password"],
      kind: "password",
      autocomplete: "new-password",
    },
  ];
  const title = "Make the first administrator";
  return {
    title: Object.keys(errors).length > 0 ? `Please check: ${title}` : title,
    body: html` <h1>${title}</h1>
      ${renderSummary(fields)}
      <p>
        An administrator makes companies and users, and sees the authorizations of all companies. This link works once.
      </p>
      <form method="post" action="/setup/${token}">
        ${fields.map(renderField)}
        <button type="submit">Make administrator</button>
      </form>`,
  };
}

const donePage = ({ publicUrl }: App, email: string): { title: string; body: Html } => ({
  title: "The administrator is made",
  body: html` <h1>The administrator is made</h1>
    <p>
      Sign in as ${email} by <code>POST ${publicUrl}/v1/auth/login</code> with e-mail and password. The answer holds a
      token for all other requests.
    </p>
    <p>
      Then make a company by <code>POST ${publicUrl}/v1/companies</code> and its first user by
      <code>POST ${publicUrl}/v1/users</code>.
    </p>
    <p><a href="/">Start page</a> · <a href="/openapi.json">The API as an OpenAPI document</a></p>`,
});

/** The page behind the one-time link of a new service: it creates the first administrator, once. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { App } from "../app.ts";
import { Problem } from "../errors.ts";
import { html } from "../formats/html/html.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "../records/caller.ts";
import { findSetupLink } from "../store/records/companies.ts";
import { hasAdmin } from "../store/users/users.ts";
import { createFirstAdminByLink, type NewAdmin } from "../operations/companies.ts";
import { oneTimeHash } from "../operations/one-time-links.ts";
import { filledIn, renderField, renderSummary, type Field } from "./fields.ts";
import { readReader, type Reader } from "./languages.ts";
import { FORM_BYTES_MAX, PAGE_ROUTE, requireOwnPage, sendDeadLink, sendPage, type Page } from "./pages.ts";
import { isUnkeepable, readTexts, type ErrorKey, type Typed } from "./submitted.ts";
import { instantOf } from "../domain/instant.ts";

/** Checks that a message of a schema is a key of the catalog. */
const because = (key: ErrorKey): ErrorKey => key;

const text = z.string().refine((value) => !isUnkeepable(value), because("error.unkeepable"));

const Admin = z.object({
  name: text.trim().min(1, because("setup.error.name")).max(200, because("error.tooLong")),
  email: text
    .trim()
    .max(320, because("error.tooLong"))
    .pipe(z.email(because("setup.error.email"))),
  password: text.min(PASSWORD_MIN, because("setup.error.password")).max(PASSWORD_MAX, because("error.tooLong")),
});

export function setupRoutes(server: FastifyInstance, app: App): void {
  server.get<{ Params: { token: string } }>("/setup/:token", PAGE_ROUTE, async (request, reply) => {
    const reader = readReader(request);
    const { token } = request.params;
    if (!(await isOpen(app, token))) return sendDeadLink(reply, reader, { reason: "setup" });
    return sendPage(reply, reader, setupPage(reader, token, {}, {}));
  });

  server.post<{ Params: { token: string } }>(
    "/setup/:token",
    { ...PAGE_ROUTE, bodyLimit: FORM_BYTES_MAX },
    async (request, reply) => {
      requireOwnPage(app, request);
      const reader = readReader(request);
      const { token } = request.params;
      if (!(await isOpen(app, token))) return sendDeadLink(reply, reader, { reason: "setup" });
      const typed = readTexts(request.body);
      const parsed = Admin.safeParse({ name: "", email: "", password: "", ...typed });
      if (!parsed.success) {
        // Every message above is a key.
        const errors = Object.fromEntries(
          parsed.error.issues.map(({ path, message }) => [String(path[0]), message as ErrorKey]),
        );
        return sendPage(reply, reader, { ...setupPage(reader, token, typed, errors), status: 422 });
      }
      const made = await makeAdmin(app, token, parsed.data);
      if (made === "taken") {
        return sendPage(reply, reader, {
          ...setupPage(reader, token, typed, { email: "setup.error.taken" }),
          status: 409,
        });
      }
      if (made === "late") return sendDeadLink(reply, reader, { reason: "setup" });
      return sendPage(reply, reader, donePage(app, reader, parsed.data.email));
    },
  );
}

/** The link is closed as soon as an admin exists. */
const isOpen = async ({ db, now }: App, token: string): Promise<boolean> =>
  (await findSetupLink(db, oneTimeHash(token), instantOf(now()))) !== undefined && !(await hasAdmin(db));

async function makeAdmin(app: App, token: string, admin: NewAdmin): Promise<"made" | "late" | "taken"> {
  try {
    return (await createFirstAdminByLink(app, token, admin)) === undefined ? "late" : "made";
  } catch (error) {
    if (error instanceof Problem && error.slug === "conflict") return "taken";
    throw error;
  }
}

function setupPage(
  { say, chosen }: Reader,
  token: string,
  typed: Typed,
  errors: Partial<Record<string, ErrorKey>>,
): Page {
  const of = (name: string) => filledIn(name, typed, errors, say);
  const fields: Field[] = [
    { ...of("name"), label: say("setup.name"), autocomplete: "name" },
    {
      ...of("email"),
      label: say("setup.email"),
      hint: say("setup.email.hint"),
      kind: "email",
      autocomplete: "username",
      inputmode: "email",
    },
    {
      ...of("password"),
      value: "",
      label: say("setup.password"),
      hint: say("setup.password.hint"),
      kind: "password",
      autocomplete: "new-password",
    },
  ];
  const title = say("setup.title");
  return {
    title: Object.keys(errors).length > 0 ? say("frame.title.check", { title }) : title,
    path: `/setup/${token}`,
    body: html`<h1>${title}</h1>
      ${renderSummary(fields, say)}
      <p class="lead">${say("setup.lead")}</p>
      <form method="post" action="/setup/${token}${chosen}" data-once>
        ${fields.map((field) => renderField(field, say))}
        <button type="submit">${say("setup.button")}</button>
      </form>`,
  };
}

function donePage({ publicUrl }: App, { say }: Reader, email: string): Page {
  const title = say("setup.done.title");
  return {
    title,
    path: null,
    body: html`<h1>${title}</h1>
      <p class="lead"><a class="row-link" href="/app/sign-in?to=%2Fwelcome">${say("setup.done.dashboard")}</a></p>
      <p>${say("setup.done.signIn", { email })}<br /><code>POST ${publicUrl}/v1/auth/login</code></p>
      <p>
        ${say("setup.done.next")}<br /><code>POST ${publicUrl}/v1/companies</code><br /><code
          >POST ${publicUrl}/v1/users</code
        >
      </p>
      <p>
        <a class="row-link" href="/docs/quick-start#against-your-own-service">${say("setup.done.guide")}</a><br />
        <a class="row-link" href="/">${say("setup.done.start")}</a><br />
        <a class="row-link" href="/openapi.json">${say("setup.done.api")}</a>
      </p>`,
  };
}

/** Users of companies: made by an admin, changed and switched off by an admin or the owners of their company, seen by all of it. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { invalid, notFound, Problem } from "../../errors.ts";
import { CompanyRoleOfUser, NewPassword, User, type Caller } from "../../records/caller.ts";
import { ROLES } from "../../records/codes.ts";
import { UserName } from "../../records/invitation.ts";
import { Id } from "../../records/scalars.ts";
import { findCompany } from "../../store/records/companies.ts";
import { listUsers, versionOfUsers } from "../../store/users/users.ts";
import { createUser, editUser } from "../../operations/companies.ts";
import { audit } from "../auth/audit.ts";
import { callerOf, type Auth } from "../auth/auth.ts";
import { answerOnce } from "../http/idempotency.ts";
import { paging } from "../list-query.ts";
import { answerList } from "../lists.ts";
import { IdPath, type Server } from "../schemas.ts";
import { wireUser } from "../answers/wire.ts";

const NewUser = z
  .strictObject({
    company_id: Id,
    email: z.email().max(320),
    password: NewPassword,
    name: UserName,
    role: z.enum(ROLES),
    company_role: CompanyRoleOfUser.optional().meta({
      description: "`editor` unless given. The first user of a company is its `owner`.",
    }),
  })
  .meta({
    id: "NewUser",
    example: {
      company_id: 2,
      email: "person@example.com",
      password: "a long passphrase",
      name: "Facilities office",
      role: "user",
      company_role: "owner",
    },
  });

const UserEdit = z
  .strictObject({
    name: UserName.optional(),
    role: z.enum(ROLES).optional().meta({ description: "For administrators." }),
    company_role: CompanyRoleOfUser.optional(),
    active: z.boolean().optional().meta({ description: "`false` ends the sessions and the API tokens of the user." }),
    password: NewPassword.optional().meta({ description: "For administrators." }),
  })
  .meta({ id: "UserEdit", example: { active: false } });

const tags = ["Companies"];

export function userRoutes(server: Server, app: App, auth: Auth): void {
  server.get(
    "/users",
    {
      schema: {
        operationId: "listUsers",
        summary: "Users",
        description:
          "Those of the caller's company; an admin gets those of all companies. Includes users who are switched off.",
        tags,
        querystring: z.strictObject(paging),
        response: { 200: z.array(User) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      return answerList(app, request, reply, {
        paging: request.query,
        read: (window) => listUsers(app.db, caller, window),
        write: (rows) => rows.map((row) => JSON.stringify(wireUser(row))),
        version: () => versionOfUsers(app.db, caller),
      });
    },
  );

  server.post(
    "/users",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "createUser",
        summary: "Make a user of a company",
        description: "The user can sign in at once.",
        tags,
        body: NewUser,
        response: { 201: User },
        problems: ["conflict"],
      },
    },
    async (request, reply) => {
      const { company_id } = request.body;
      if ((await findCompany(app.db, company_id)) === undefined)
        throw invalid([{ pointer: "/company_id", detail: "There is no company with this id." }]);
      reply.code(201);
      const user = await createUser(app, request.body, async (trx, row) => {
        const what = { company_id, action: "user.created", record_type: "User", record_id: row.id };
        await audit(trx, app, request, what);
        await answerOnce(trx, request, reply, wireUser(row));
      });
      return wireUser(user);
    },
  );

  server.patch(
    "/users/:id",
    {
      schema: {
        operationId: "updateUser",
        summary: "Change a user",
        description:
          "An owner changes name, company_role and active of users of the own company who are no administrators; an administrator changes any user. A new password ends the sessions of the user. The last administrator cannot lose that role, nor can the last owner of a company, who can be switched off by an administrator only.",
        tags,
        params: IdPath,
        body: UserEdit,
        response: { 200: User },
        problems: ["conflict"],
      },
    },
    async (request) => {
      const caller = callerOf(request);
      requireOwnFields(caller, request.body);
      const edited = await editUser(app, caller, request.params.id, request.body, (trx, { company_id, id }) =>
        audit(trx, app, request, {
          company_id,
          action: "user.changed",
          record_type: "User",
          record_id: id,
          detail: { fields: Object.keys(request.body).sort() },
        }),
      );
      if (edited === undefined) throw notFound();
      auth.forget();
      return wireUser(edited);
    },
  );
}

/** @throws Problem forbidden for a field that only an admin changes */
function requireOwnFields({ role }: Caller, edit: z.infer<typeof UserEdit>): void {
  if (role === "admin" || (edit.role === undefined && edit.password === undefined)) return;
  throw new Problem("forbidden", "Only an administrator sets the role in the service, or a password.");
}

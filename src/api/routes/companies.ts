/** Companies and users, made by an admin. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { invalid } from "../../errors.ts";
import { Company, User } from "../../records/caller.ts";
import { ROLES } from "../../records/codes.ts";
import { Id } from "../../records/scalars.ts";
import { findCompany } from "../../store/companies.ts";
import { createCompany, createUser } from "../../tenants.ts";
import { audit } from "../audit.ts";
import type { Server } from "../schemas.ts";
import { wireCompany, wireUser } from "../wire.ts";

const NewCompany = z
  .strictObject({ name: z.string().trim().min(1).max(200) })
  .meta({ id: "NewCompany", example: { name: "Sample Holdings" } });

const NewUser = z
  .strictObject({
    company_id: Id,
    email: z.email().max(320),
    password: z.string().min(8).max(1024).meta({ description: "At least 8 characters; a long sentence is best." }),
    name: z.string().trim().min(1).max(200),
    role: z.enum(ROLES),
  })
  .meta({
    id: "NewUser",
    example: {
      company_id: 2,
      email: "person@example.com",
      password: "a long passphrase",
      name: "Facilities office",
      role: "user",
    },
  });

export function companyRoutes(server: Server, app: App): void {
  server.post(
    "/companies",
    {
      schema: {
        operationId: "createCompany",
        summary: "Make a company",
        tags: ["Companies"],
        body: NewCompany,
        response: { 201: Company },
      },
    },
    async (request, reply) => {
      const company = await createCompany(app, request.body, (trx, { id }) =>
        audit(trx, app, request, {
          company_id: id,
          action: "company.created",
          record_type: "Company",
          record_id: id,
        }),
      );
      return reply.code(201).send(wireCompany(company));
    },
  );

  server.post(
    "/users",
    {
      schema: {
        operationId: "createUser",
        summary: "Make a user of a company",
        tags: ["Companies"],
        body: NewUser,
        response: { 201: User },
      },
    },
    async (request, reply) => {
      const { company_id } = request.body;
      if ((await findCompany(app.db, company_id)) === undefined)
        throw invalid([{ pointer: "/company_id", detail: "There is no company with this id." }]);
      const user = await createUser(app, request.body, (trx, { id }) =>
        audit(trx, app, request, { company_id, action: "user.created", record_type: "User", record_id: id }),
      );
      return reply.code(201).send(wireUser(user));
    },
  );
}

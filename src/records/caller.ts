/** Who is asking: the user behind a token, the company the answer is bound to, and what the role allows. */
import { z } from "zod";
import { ROLES, type Role } from "./codes.ts";
import { Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

export interface Caller {
  company_id: number;
  user_id: number;
  role: Role;
  email: string;
  name: string;
}

export const Company = z
  .object({ id: Id, uuid: z.uuid(), name: z.string(), created_at: Timestamp, updated_at: Timestamp })
  .meta({ id: "Company", description: "A customer of the service. Every record belongs to one." });

export const User = z
  .object({
    id: Id,
    company_id: Id,
    email: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "User", description: "A person who signs in." });

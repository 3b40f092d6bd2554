/** The utilities that the service knows, with what it can do for each. */
import { z } from "zod";
import { CHALLENGE_KINDS, ENERGY_TYPES } from "./codes.ts";

/** How bills of a utility come in. */
export const WAYS_IN = ["portal", "templates", "uploads"] as const;

export const Utility = z
  .object({
    svc_object_type: z.literal("Utility"),
    key: z.string().meta({ description: "Names the utility and never changes.", example: "northgate" }),
    name: z.string().meta({ description: "Its name.", example: "Northgate Electric & Gas" }),
    website: z.string().nullable().meta({
      description:
        "Where customers sign in: `online_access_url` of an authorization. Null for a utility without a website.",
      example: "https://www.example.com/login",
    }),
    energy_types: z.array(z.enum(ENERGY_TYPES)).meta({ description: "What it bills.", example: ["ELECTRIC", "GAS"] }),
    time_zone: z.string().meta({ description: "Of its service territory.", example: "America/Chicago" }),
    ways_in: z.array(z.enum(WAYS_IN)).meta({
      description:
        "`portal`: the service signs in and fetches its bills. `templates`: layouts of its bills are described. `uploads`: its bill files can be uploaded, as those of any utility.",
      example: ["portal", "templates", "uploads"],
    }),
    second_factors: z.array(z.enum(CHALLENGE_KINDS)).meta({
      description: "What its website can ask for after the password; empty when nothing is known of it.",
      example: ["code"],
    }),
  })
  .meta({ id: "Utility", description: "A utility that the service knows." });

/** Demo data: what a company has from the utilities that come with the service for trying it. */
import { z } from "zod";

const count = (description: string, example: number) => z.number().int().meta({ description, example });

export const DemoData = z
  .object({
    svc_object_type: z.literal("DemoData"),
    available: z.boolean().meta({
      description: "Its utilities run beside the service, so POST /v1/demo_data can collect some.",
      example: true,
    }),
    present: z.boolean().meta({ description: "The company has some.", example: true }),
    deleting: z.boolean().meta({ description: "It is being deleted now.", example: false }),
    authorizations: count("Its authorizations.", 5),
    accounts: count("Its accounts.", 18),
    bills: count("Its live bills.", 646),
  })
  .meta({ id: "DemoData", description: "What the company has from utilities for trying the service." });

/** ServiceState: the state of the whole service, for its operator. */
import { z } from "zod";
import { Timestamp } from "./wire.ts";

const count = (description: string, example = 0) => z.number().int().meta({ description, example });

export const ServiceState = z
  .object({
    svc_object_type: z.literal("ServiceState"),
    version: z.string().meta({ description: "Of the process that answers.", example: "0.6.0" }),
    at: Timestamp.meta({ description: "When this was counted." }),
    processes: z
      .array(
        z.object({
          host: z.string().meta({ example: "meterbook-1" }),
          pid: count("Number of the process on its host.", 4711),
          roles: z.array(z.string()).meta({ description: "What it does.", example: ["api", "workers"] }),
        }),
      )
      .meta({ description: "Processes that live: seen within 15 seconds." }),
    queues: z
      .array(
        z.object({
          kind: z.string().meta({ description: "Kind of job.", example: "parse" }),
          due: count("Jobs that are due and not yet started."),
          later: count("Jobs whose time has not come.", 12),
          running: count("Jobs that a worker runs now.", 2),
          failing: count("Of all these, jobs whose last run failed."),
          oldest_due_seconds: z
            .number()
            .int()
            .nullable()
            .meta({ description: "How long the longest waiting due job waits; null when none does.", example: null }),
        }),
      )
      .meta({ description: "By kind, those with jobs." }),
    utilities: z
      .array(
        z.object({
          utility_company: z.string().meta({ description: "Name of the utility.", example: "Northgate Electric" }),
          logins: count("Authorizations that are not stopped.", 40),
          visited: count("Of these, how many a visit succeeded for within the last day.", 38),
          trouble: z
            .record(z.string(), z.number().int())
            .meta({ description: "How many do not work, by `status_detail`.", example: { invalid_credentials: 2 } }),
        }),
      )
      .meta({ description: "By utility, those with logins." }),
    storage: z
      .object({
        database_bytes: count("Size of the database.", 52_428_800),
        file_bytes: count("Kept files of all companies.", 10_485_760),
      })
      .meta({ description: "What is stored." }),
    weather: z
      .object({
        stations: count("Stations of properties.", 3),
        current: count("Of these, how many have temperatures of the last five days.", 3),
        last_day: Timestamp.nullable().meta({ description: "The newest day with a temperature; null: none." }),
      })
      .meta({ description: "Temperatures of the stations of properties." }),
    webhooks: z
      .object({
        waiting: count("Deliveries that wait."),
        failing: count("Webhooks that fail now."),
      })
      .meta({ description: "Notifications of all companies." }),
    root_key: z
      .object({
        source: z.enum(["file", "setting"]).meta({ example: "file" }),
        changed_at: Timestamp.nullable().meta({ description: "Of the file; null for the setting." }),
      })
      .meta({ description: "Where the root key comes from." }),
    last_backup_at: Timestamp.nullable().meta({
      description:
        "When the file `last-backup` of the data folder was changed last, which a backup touches; null: never.",
      example: null,
    }),
  })
  .meta({ id: "ServiceState", description: "The state of the whole service." });
export type ServiceState = z.infer<typeof ServiceState>;

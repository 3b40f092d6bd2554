/** Task: something that waits for someone, with who must act and how. It is made from the records when it is read, and ends when they change. */
import { z } from "zod";
import { Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

/** In the order of the list: what loses time first. */
export const TASK_KINDS = [
  "second_factor",
  "sign_in_refused",
  "login_lost",
  "sign_in_failing",
  "document_unreadable",
  "document_in_review",
  "bill_late",
  "meter_without_bill",
  "finding_open",
  "mailbox_failing",
  "delivery_failing",
  "webhook_failing",
  "import_to_confirm",
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** customer: a user of the company, or its account holder. operator: who runs the service. utility: nobody here. */
export const TASK_ACTORS = ["customer", "operator", "utility"] as const;
export type TaskActor = (typeof TASK_ACTORS)[number];

export const TASK_RECORDS = [
  "Authorization",
  "Document",
  "UtilityAccount",
  "UtilityMeter",
  "BillFinding",
  "Mailbox",
  "DataDelivery",
  "Webhook",
  "BillImport",
] as const;
export type TaskRecord = (typeof TASK_RECORDS)[number];

export const Task = z
  .object({
    svc_object_type: z.literal("Task"),
    kind: z.enum(TASK_KINDS).meta({ description: "What kind of task it is.", example: "document_in_review" }),
    who: z.enum(TASK_ACTORS).meta({
      description:
        "Who must act. customer: a user of the company or the account holder. operator: who runs the service. utility: the utility, and there is nothing to do here but ask it.",
      example: "customer",
    }),
    severity: z.enum(["error", "warning"]).meta({
      description: "error: data is missing until it is done. warning: data may be missing.",
      example: "error",
    }),
    since: Timestamp.meta({ description: "Since when it waits." }),
    what: z
      .string()
      .meta({ description: "What is the matter, in a sentence.", example: "“bill.pdf” waits in review." }),
    how: z.string().meta({
      description: "How it is done, in a sentence.",
      example: "Look at the document, then accept, correct or reject it.",
    }),
    method: z.enum(["GET", "POST", "PATCH", "PUT"]).meta({ description: "The request to begin with.", example: "GET" }),
    path: z.string().meta({ description: "The path of that request.", example: "/v1/documents/640" }),
    record_type: z.enum(TASK_RECORDS).meta({ description: "Type of the record it is about.", example: "Document" }),
    record_id: Id.meta({ description: "Id of that record.", example: 640 }),
    utility_account_id: Id.nullable().meta({
      description: "The account it is about; null if it is about none.",
      example: 15,
    }),
    authorization_id: Id.nullable().meta({ description: "The authorization it is about.", example: null }),
    property_id: Id.nullable().meta({
      description: "The property where it is done or seen; null if it is about none.",
      example: null,
    }),
    utility_bill_id: Id.nullable().meta({ description: "The bill it is about.", example: null }),
    facts: z.record(z.string(), z.string().nullable()).meta({
      description: "What `what` names, for a client that writes the sentence itself; null where it is not known.",
      example: { name: "bill.pdf" },
    }),
  })
  .meta({ id: "Task", description: "Something that waits for someone." });
export type Task = z.infer<typeof Task>;

const count = z.number().int();

export const TaskList = z
  .object({
    svc_object_type: z.literal("TaskList"),
    total: count.meta({ description: "How many tasks there are on all pages.", example: 3 }),
    counts: z
      // One entry per kind.
      .object(Object.fromEntries(TASK_KINDS.map((kind) => [kind, count])) as Record<TaskKind, typeof count>)
      .meta({
        description: "How many of each kind.",
        example: { ...Object.fromEntries(TASK_KINDS.map((kind) => [kind, 0])), document_in_review: 3 },
      }),
    tasks: z
      .array(Task)
      .meta({ description: "By kind, in the order of `counts`; of one kind by the id of the record." }),
  })
  .meta({ id: "TaskList", description: "What waits for someone." });
export type TaskList = z.infer<typeof TaskList>;

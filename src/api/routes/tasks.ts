/** Tasks: what waits for someone, who must act, and how. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { dayOfTime } from "../../domain/calendar.ts";
import { taskOf } from "../../domain/tasks/tasks.ts";
import { TASK_ACTORS, TASK_KINDS, TaskList, type TaskKind } from "../../records/task.ts";
import { countTasks, listTasks, type Moment } from "../../store/tasks.ts";
import { callerOf } from "../auth/auth.ts";
import { filters, ID_PART, pagesBy } from "../list-query.ts";
import { answerList, within } from "../lists.ts";
import type { Server } from "../schemas.ts";
import { instantOf } from "../../domain/instant.ts";

const TasksQuery = z.strictObject({
  ...pagesBy(ID_PART, ID_PART),
  kind: z.enum(TASK_KINDS).optional().meta({ description: "Only tasks of this kind.", example: "document_in_review" }),
  who: z.enum(TASK_ACTORS).optional().meta({ description: "Only tasks that wait for them.", example: "customer" }),
  utility_account_id: filters.utility_account_id,
});

export function taskRoutes(server: Server, app: App): void {
  server.get(
    "/tasks",
    {
      schema: {
        operationId: "listTasks",
        summary: "What waits for someone",
        description:
          "Documents to decide about, sign-ins to mend, questions to answer, bills that are late, receivers that fail, imports to confirm: who must act, since when, and the request to begin with. A task ends when its record changes; none is stored. The counts are of all pages.",
        tags: ["Coverage"],
        querystring: TasksQuery,
        response: { 200: TaskList },
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const { limit, cursor, ...filter } = request.query;
      const moment: Moment = { now: instantOf(app.now()), today: dayOfTime(app.now()) };
      const found = await countTasks(app.db, company_id, filter, moment);
      // One entry per kind.
      const counts = Object.fromEntries(TASK_KINDS.map((kind) => [kind, 0])) as Record<TaskKind, number>;
      for (const { kind, count } of found) counts[kind] = count;
      const total = found.reduce((sum, { count }) => sum + count, 0);
      return answerList(app, request, reply, {
        paging: { limit, cursor },
        around: within({ svc_object_type: "TaskList", total, counts }, "tasks"),
        read: (window) => listTasks(app.db, company_id, filter, { moment, window }),
        keyOf: ({ rank, id }) => [rank, id],
        write: (rows) => rows.map((row) => JSON.stringify(taskOf(row))),
      });
    },
  );
}

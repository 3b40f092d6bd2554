/** What waits for someone. */
import { queryOptions } from "@tanstack/react-query";
import type { TaskList } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";

/** The first tasks with the counts of all. */
export const tasksQuery = (limit: number) =>
  queryOptions({
    queryKey: ["tasks", limit],
    queryFn: ({ signal }) => meterbook.request<TaskList>("GET", "/v1/tasks", { query: { limit }, signal }),
  });

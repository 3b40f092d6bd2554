/** What waits for someone. */
import { queryOptions } from "@tanstack/react-query";
import type { TaskList } from "@meterbook/client";
import { meterbook } from "./meterbook.ts";

/** More than anybody reads at once; the counts are of all. */
const LIMIT = 200;

export const tasksQuery = queryOptions({
  queryKey: ["tasks"],
  queryFn: ({ signal }) => meterbook.request<TaskList>("GET", "/v1/tasks", { query: { limit: LIMIT }, signal }),
});

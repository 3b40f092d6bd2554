/** The change feed: what was created, edited or archived last. */
import { queryOptions } from "@tanstack/react-query";
import { meterbook } from "./meterbook.ts";

const SHOWN = 50;
const POLL_MS = 3000;

export const newestChangesQuery = (isFollowed: boolean) =>
  queryOptions({
    queryKey: ["changes", "newest"],
    queryFn: ({ signal }) => meterbook.changes.list({ newest: SHOWN, signal }),
    refetchInterval: isFollowed ? POLL_MS : false,
  });

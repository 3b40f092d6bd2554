/** The change feed: what was created, edited or archived last. */
import { queryOptions } from "@tanstack/react-query";
import { meterbook } from "./meterbook.ts";

const SHOWN = 50;

/** Asked again with each change that the stream tells of, while it is followed. */
export const newestChangesQuery = (isFollowed: boolean) =>
  queryOptions({
    queryKey: ["changes", "newest"],
    queryFn: ({ signal }) => meterbook.changes.list({ newest: SHOWN, signal }),
    enabled: isFollowed,
  });

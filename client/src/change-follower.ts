/** Follows the change feed without gaps: past changes, then new ones as they appear. */
import type { CallOptions } from "./call.ts";
import type { ChangesMethods } from "./generated/operations.ts";
import type { Changes } from "./generated/records.ts";
import { pause } from "./waiting.ts";

export interface FollowOptions extends CallOptions {
  /** `next_cursor` of the last handled batch; without it the feed is read from its beginning. */
  cursor?: string | undefined;
  /** The maximum number of changes in a batch. */
  limit?: number;
  /** Between two polls after everything was read; five seconds by default. */
  pollMs?: number;
}

export interface ChangeFollower {
  /**
   * Batches of changes in commit order, without end. Keep `next_cursor` when a batch is handled and start from it the next time:
   * then no change is missed. Ends with the signal, by its reason, or by leaving the loop.
   */
  follow(options?: FollowOptions): AsyncIterable<Changes>;
}

export const followerOf = (changes: Pick<ChangesMethods, "list">): ChangeFollower => ({
  async *follow({ pollMs = 5000, ...options } = {}) {
    for (let { cursor } = options; ;) {
      const batch = await changes.list({ ...options, cursor });
      cursor = batch.next_cursor;
      if (batch.changes.length > 0) yield batch;
      if (!batch.has_more) await pause(pollMs, options.signal);
    }
  },
});

/** What the address of the review says: which documents are listed. */
import type { ReviewFilter } from "../../data/documents.ts";

export type ReviewSearch = ReviewFilter;

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

export function validateReviewSearch(search: Record<string, unknown>): ReviewSearch {
  const { finding, utility_account_id, utility } = search;
  return {
    ...(typeof finding === "string" && /^[a-z][a-z0-9_]{0,99}$/.test(finding) ? { finding } : {}),
    ...(isId(utility_account_id) ? { utility_account_id } : {}),
    ...(typeof utility === "string" && utility !== "" && utility.length <= 200 ? { utility } : {}),
  };
}

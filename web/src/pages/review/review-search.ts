/** What the address of the review says: which documents are listed. */

export interface ReviewSearch {
  finding?: string | undefined;
  account?: number | undefined;
  /** Its name. */
  utility?: string | undefined;
}

export function validateReviewSearch({ finding, account, utility }: Record<string, unknown>): ReviewSearch {
  return {
    ...(typeof finding === "string" && /^[a-z][a-z0-9_]{0,99}$/.test(finding) ? { finding } : {}),
    ...(Number.isSafeInteger(account) && Number(account) > 0 ? { account: Number(account) } : {}),
    ...(typeof utility === "string" && utility !== "" && utility.length <= 200 ? { utility } : {}),
  };
}

/** What a receipt says in other words when the customer gave a permission at the utility in place of a login. */
import type { Say } from "./languages.ts";
import type { ReceiptState, Stage } from "./receipt-state.ts";

interface Values {
  utility: string;
  company: string;
}

/** Null: the words for a login fit. */
export const permissionTitle = (stage: Stage, { utility }: Values, say: Say): string | null =>
  stage === "signing" ? say("gb.receipt.signing", { utility }) : stage === "stopped" ? say("gb.receipt.stopped") : null;

const STAGE_TEXTS: Partial<Record<Stage, (values: Values, say: Say) => string>> = {
  signing: (_, say) => say("gb.receipt.signing.text"),
  found: ({ company }, say) => say("gb.receipt.found.text", { company }),
  stopped: (values, say) => say("gb.receipt.stopped.text", values),
};

const DETAIL_TEXTS: Partial<Record<NonNullable<ReceiptState["detail"]>, (values: Values, say: Say) => string>> = {
  invalid_credentials: ({ utility }, say) => say("gb.detail.invalid_credentials", { utility }),
  no_accounts: ({ utility }, say) => say("gb.detail.no_accounts", { utility }),
};

/** The same for the sentence below the title. */
export function permissionText({ stage, detail }: ReceiptState, values: Values, say: Say): string | null {
  const text = detail === null ? STAGE_TEXTS[stage] : DETAIL_TEXTS[detail];
  return text === undefined ? null : text(values, say);
}

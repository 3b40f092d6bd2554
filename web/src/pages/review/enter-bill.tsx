/** Entering the bill of a document by hand, over what was read of it. */
import { useState } from "react";
import type { DocumentWithReading } from "@meterbook/client";
import { useEnterBill } from "../../data/documents.ts";
import { BillForm } from "../../parts/bill/bill-form.tsx";
import { ENTERED, ENTERED_WITHOUT_ACCOUNT } from "../../parts/bill/bill-form-shape.ts";
import { keyedInOf, typedReading } from "../../parts/bill/bill-form-values.ts";
import { Section } from "../../parts/section.tsx";
import { useNotice } from "../../parts/notice.ts";
import { useReviewWords } from "./review.words.ts";

interface EnterBillProps {
  document: DocumentWithReading;
  onEnd: () => void;
  onEntered: () => void;
}

export function EnterBill({ document, onEnd, onEntered }: EnterBillProps) {
  const say = useReviewWords();
  const notice = useNotice();
  const { id, reading, utility_account_id } = document;
  const enter = useEnterBill(id);
  const [initial] = useState(() => typedReading(reading));
  const shape = utility_account_id === null ? ENTERED_WITHOUT_ACCOUNT : ENTERED;
  return (
    <Section
      title={say(reading === null ? "act.enter" : "act.correct")}
      sentence={utility_account_id === null ? say("enter.account") : undefined}
    >
      <BillForm
        shape={shape}
        initial={initial}
        printed={null}
        reasonLabel={say("accept.note")}
        saveLabel={say("enter.save")}
        isSaving={enter.isPending}
        error={enter.error}
        onCancel={onEnd}
        onSave={(typed, { accept, reason }) =>
          enter.mutate(
            {
              ...keyedInOf(shape, typed, reading),
              accept,
              ...(reason === "" ? {} : { note: reason }),
            },
            {
              onSuccess: () => {
                notice(say("enter.done"));
                onEntered();
              },
            },
          )
        }
      />
    </Section>
  );
}

/** Correcting a bill in place: a new version of it is saved, and the months follow. */
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Reading, UtilityBill } from "@meterbook/client";
import { useCorrectBill } from "../../data/bills.ts";
import { BillForm } from "../../parts/bill/bill-form.tsx";
import { SAVED } from "../../parts/bill/bill-form-shape.ts";
import { editOf, typedBill } from "../../parts/bill/bill-form-values.ts";
import { Section } from "../../parts/section.tsx";
import { useNotice } from "../../parts/notice.ts";
import { useBillPageWords } from "./bill-page.words.ts";

interface CorrectBillProps {
  bill: UtilityBill;
  /** What was read of its file: the printed totals are compared with the lines. */
  reading: Reading | null;
  nameOf: (meter: number) => string;
  onEnd: () => void;
}

export function CorrectBill({ bill, reading, nameOf, onEnd }: CorrectBillProps) {
  const say = useBillPageWords();
  const notice = useNotice();
  const navigate = useNavigate();
  const correct = useCorrectBill(bill.id);
  const [initial] = useState(() => typedBill(bill, nameOf));
  return (
    <Section title={say("correct.title")} sentence={say("correct.sentence")}>
      <BillForm
        shape={SAVED}
        initial={initial}
        printed={{
          current_charges: bill.total_charges,
          deferred_amount: reading?.deferred_amount ?? null,
          adjustments: reading?.adjustments ?? null,
          totals: [],
        }}
        reasonLabel={say("correct.reason")}
        saveLabel={say("correct.save")}
        isSaving={correct.isPending}
        error={correct.error}
        onCancel={onEnd}
        onSave={(typed, { accept, reason }) => {
          const edit = editOf(typed, bill);
          if (edit === null) return onEnd();
          correct.mutate(
            {
              ...edit,
              // The names are those of the refusal.
              accept: accept as NonNullable<typeof edit.accept>,
              ...(reason === "" ? {} : { note: reason }),
            },
            {
              onSuccess: ({ id }) => {
                notice(say("correct.done"));
                onEnd();
                void navigate({ to: "/bills/$id", params: { id: String(id) }, replace: true });
              },
            },
          );
        }}
      />
    </Section>
  );
}

/** Rejecting a document that is no bill to keep, with the reason. */
import { useRejectDocument } from "../../data/documents.ts";
import { useNotice } from "../../parts/notice.ts";
import { ReasonDialog } from "../../parts/reason-dialog.tsx";
import { useReviewWords } from "./review.words.ts";

interface RejectDialogProps {
  isOpen: boolean;
  id: number;
  onClose: () => void;
  onDone: () => void;
}

export function RejectDialog({ isOpen, id, onClose, onDone }: RejectDialogProps) {
  const say = useReviewWords();
  const notice = useNotice();
  const { mutate, error, isPending } = useRejectDocument();
  const onSuccess = () => {
    notice(say("reject.done"));
    onDone();
  };
  return (
    <ReasonDialog
      isOpen={isOpen}
      words={{
        title: say("reject.title"),
        text: say("reject.text"),
        reason: say("reject.reason"),
        act: say("act.reject"),
      }}
      error={error}
      isPending={isPending}
      onClose={onClose}
      onGiven={(reason) => mutate({ id, reason }, { onSuccess })}
    />
  );
}

/** Rejecting a document that is no bill to keep, with the reason. */
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useRejectDocument } from "../../data/documents.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { useNotice } from "../../parts/notice.ts";
import { useCommon } from "../../words/common.ts";
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
  const common = useCommon();
  const [reason, setReason] = useState("");
  const reject = useRejectDocument();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={say("reject.title")}
      closeButtonProps={{ "aria-label": common("act.close") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          reject.mutate(
            { id, reason: reason.trim() },
            {
              onSuccess: () => {
                notice(say("reject.done"));
                onDone();
              },
            },
          );
        }}
      >
        <Stack gap="md">
          <Text>{say("reject.text")}</Text>
          <Refusal error={reject.error} />
          <TextInput
            label={say("reject.reason")}
            required
            data-autofocus
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group gap="sm">
            <Button type="submit" color="red" loading={reject.isPending} disabled={reason.trim() === ""}>
              {say("act.reject")}
            </Button>
            <Button variant="default" onClick={onClose}>
              {common("act.cancel")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

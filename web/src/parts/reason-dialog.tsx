/** Asks for the reason of a step that cannot be taken back, and takes it. What was typed stays when the service refuses. */
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useCommon } from "../words/common.ts";
import { Refusal } from "./refusal.tsx";

interface ReasonDialogProps {
  isOpen: boolean;
  words: { title: string; text: string; reason: string; act: string };
  error: unknown;
  isPending: boolean;
  onClose: () => void;
  /** Without blanks at its ends, and never empty. */
  onGiven: (reason: string) => void;
}

export function ReasonDialog({ isOpen, words, error, isPending, onClose, onGiven }: ReasonDialogProps) {
  const common = useCommon();
  const [reason, setReason] = useState("");
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={words.title}
      closeButtonProps={{ "aria-label": common("act.close") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onGiven(reason.trim());
        }}
      >
        <Stack gap="md">
          <Text>{words.text}</Text>
          <Refusal error={error} />
          <TextInput
            label={words.reason}
            required
            data-autofocus
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group gap="sm">
            <Button type="submit" color="red" loading={isPending} disabled={reason.trim() === ""}>
              {words.act}
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

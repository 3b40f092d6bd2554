/** Accepting a reading: every finding that kept it in review is named and accepted with it. */
import { Button, Group, List, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Finding } from "@meterbook/client";
import { useAcceptDocument } from "../../data/documents.ts";
import { findingName, useBillWords } from "../../parts/bill/bill.words.ts";
import { useFindingSentence } from "../../parts/bill/finding-sentence.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { useNotice } from "../../parts/notice.ts";
import { useCommon } from "../../words/common.ts";
import { useReviewWords } from "./review.words.ts";

interface AcceptDialogProps {
  isOpen: boolean;
  id: number;
  errors: Finding[];
  onClose: () => void;
  onDone: () => void;
}

export function AcceptDialog({ isOpen, id, errors, onClose, onDone }: AcceptDialogProps) {
  const say = useReviewWords();
  const notice = useNotice();
  const words = useBillWords();
  const sentence = useFindingSentence();
  const common = useCommon();
  const [note, setNote] = useState("");
  const accept = useAcceptDocument();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={say("accept.title")}
      closeButtonProps={{ "aria-label": common("act.close") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const findings = [...new Set(errors.map(({ name }) => name))];
          const given = note.trim();
          accept.mutate(
            { id, findings, ...(given === "" ? {} : { note: given }) },
            {
              onSuccess: () => {
                notice(say("accept.done"));
                onDone();
              },
            },
          );
        }}
      >
        <Stack gap="md">
          {errors.length === 0 ? (
            <Text>{say("accept.none")}</Text>
          ) : (
            <div>
              <Text>{say("accept.text")}</Text>
              <List mt="xs" spacing={4}>
                {errors.map(({ name, detail }) => (
                  <List.Item key={`${name} ${detail}`}>
                    <strong>{findingName(words, name)}</strong>: {sentence({ name, detail })}
                  </List.Item>
                ))}
              </List>
            </div>
          )}
          <Refusal error={accept.error} />
          <TextInput
            label={say("accept.note")}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Group gap="sm">
            <Button type="submit" loading={accept.isPending} data-autofocus>
              {say("accept.act")}
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

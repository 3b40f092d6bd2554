/** Asks before something that cannot be taken back: what ends, what stays, and the button that says what it does. */
import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useCommon } from "../words/common.ts";
import { Refusal } from "./refusal.tsx";

interface ConfirmProps {
  isOpen: boolean;
  title: string;
  /** What ends and what stays. */
  children: ReactNode;
  /** The words of the button. */
  act: string;
  isPending: boolean;
  error: unknown;
  onAct: () => void;
  onClose: () => void;
}

export function Confirm({ isOpen, title, children, act, isPending, error, onAct, onClose }: ConfirmProps) {
  const say = useCommon();
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ "aria-label": say("act.close") }}>
      <Stack gap="md">
        {children}
        <Refusal error={error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {say("act.cancel")}
          </Button>
          <Button color="red.9" autoContrast={false} c="white" loading={isPending} onClick={onAct}>
            {act}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

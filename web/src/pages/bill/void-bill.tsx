/** Taking a bill out of use for good, with the reason. */
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useVoidBill } from "../../data/bills.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { useNotice } from "../../parts/notice.ts";
import { useCommon } from "../../words/common.ts";
import { useBillPageWords } from "./bill-page.words.ts";

export function VoidBill({ id }: { id: number }) {
  const say = useBillPageWords();
  const notice = useNotice();
  const common = useCommon();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const voiding = useVoidBill(id);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {say("void")}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={say("void.title")}
        closeButtonProps={{ "aria-label": common("act.close") }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            voiding.mutate(reason.trim(), {
              onSuccess: () => {
                setOpen(false);
                notice(say("void.done"));
              },
            });
          }}
        >
          <Stack gap="md">
            <Text>{say("void.text")}</Text>
            <Refusal error={voiding.error} />
            <TextInput
              label={say("void.reason")}
              required
              data-autofocus
              maxLength={2000}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <Group gap="sm">
              <Button type="submit" color="red" loading={voiding.isPending} disabled={reason.trim() === ""}>
                {say("void.act")}
              </Button>
              <Button variant="default" onClick={() => setOpen(false)}>
                {common("act.cancel")}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}

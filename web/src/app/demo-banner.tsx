/** Says that figures come from the sandbox, and removes them. */
import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { demoDataQuery, useDeleteDemoData } from "../data/demo.ts";
import { messageOf } from "../data/meterbook.ts";
import { number } from "../parts/format.ts";
import { useMay } from "../parts/may.ts";
import { useCommon } from "../words/common.ts";
import { useShellWords } from "./shell.words.ts";

export function DemoBanner() {
  const say = useShellWords();
  const common = useCommon();
  const mayRemove = useMay("own");
  const { data } = useQuery(demoDataQuery);
  const remove = useDeleteDemoData();
  const [isOpen, { open, close }] = useDisclosure(false);
  if (data === undefined || !data.present) return null;
  return (
    <Alert variant="outline" color="ocean" mb="md" role="region" aria-label={say("demo.name")}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{data.deleting ? say("demo.deleting") : say("demo.text")}</Text>
        {mayRemove && !data.deleting ? (
          <Button size="compact-sm" variant="default" onClick={open}>
            {say("demo.remove")}
          </Button>
        ) : null}
      </Group>
      <Modal opened={isOpen} onClose={close} title={say("demo.remove")}>
        <Stack>
          <Text>{say("demo.question", { bills: number(data.bills), accounts: number(data.accounts) })}</Text>
          {remove.isError ? (
            <Text c="var(--bad)" role="alert">
              {messageOf(remove.error)}
            </Text>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {common("act.cancel")}
            </Button>
            <Button loading={remove.isPending} onClick={() => remove.mutate(undefined, { onSuccess: close })}>
              {say("demo.remove")}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Alert>
  );
}

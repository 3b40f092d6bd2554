/** Says that figures come from the sandbox, and removes them. */
import { Alert, Button, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { demoDataQuery } from "../data/demo.ts";
import { useMay } from "../parts/permissions.ts";
import { useShellWords } from "./shell.words.ts";

const RemoveDemoData = lazy(async () => ({ default: (await import("./remove-demo-data.tsx")).RemoveDemoData }));

export function DemoBanner() {
  const say = useShellWords();
  const mayRemove = useMay("own");
  const { data } = useQuery(demoDataQuery);
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
      {isOpen ? (
        <Suspense fallback={null}>
          <RemoveDemoData bills={data.bills} accounts={data.accounts} close={close} />
        </Suspense>
      ) : null}
    </Alert>
  );
}

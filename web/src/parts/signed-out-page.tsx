/** The frame of pages outside the sign-in: one small sheet in the middle. */
import { Center, Stack, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";

export function SignedOutPage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(`${title} · Meterbook`);
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack className="paper" p="xl" gap="md" style={{ width: "100%", maxWidth: 440 }}>
        <Title order={1} fz="h2" style={{ overflowWrap: "anywhere" }}>
          {title}
        </Title>
        {children}
      </Stack>
    </Center>
  );
}

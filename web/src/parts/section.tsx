/** A part of a page with its heading, on paper; and the three states that its content can be in. */
import { Group, Stack, Text, Title } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import { Failed, Loading, Page } from "./page.tsx";

interface SectionProps {
  title: string;
  /** A sentence that gives the answer. */
  sentence?: ReactNode;
  beside?: ReactNode;
  children: ReactNode;
}

export function Section({ title, sentence, beside, children }: SectionProps) {
  const id = useId();
  return (
    <Stack component="section" className="paper" p={{ base: "md", sm: "lg" }} gap="sm" aria-labelledby={id}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div style={{ minWidth: 0, flex: "1 1 16rem" }}>
          <Title order={2} fz="h4" id={id}>
            {title}
          </Title>
          {sentence === undefined ? null : (
            <Text component="div" c="dimmed">
              {sentence}
            </Text>
          )}
        </div>
        {beside}
      </Group>
      {children}
    </Stack>
  );
}

/** What a query gives, or what stands in its place while it loads or after it failed. */
export function Loaded<T>({
  query,
  height,
  children,
}: {
  query: UseQueryResult<T>;
  height?: number;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Failed error={query.error} retry={() => void query.refetch()} />;
  return <Loading {...(height === undefined ? {} : { height })} />;
}

/** The same for a page whose title follows from what it shows: until then it has another. */
export function LoadedPage<T>({
  query,
  title,
  children,
}: {
  query: UseQueryResult<T>;
  title: string;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  return (
    <Page title={title}>
      <Loaded query={query} height={400}>
        {children}
      </Loaded>
    </Page>
  );
}

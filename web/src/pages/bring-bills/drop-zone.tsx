/** Where files are dropped or chosen, and what is said about all of them. */
import { Button, FileButton, Group, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type DragEvent } from "react";
import { accountsQuery } from "../../data/accounts.ts";
import { TEMPLATE_ADDRESS } from "../../data/imports.ts";
import { propertiesQuery } from "../../data/properties.ts";
import { addFiles, type Given } from "../../data/uploads.ts";
import { Icon } from "../../parts/icons.tsx";
import { Section } from "../../parts/section.tsx";
import { useBringWords } from "./bring-bills.words.ts";
import "./drop-zone.css";

const ACCEPTED =
  ".pdf,.png,.jpg,.jpeg,.tif,.tiff,.zip,.xml,.x12,.edi,.htm,.html,.csv,.xlsx,application/pdf,image/png,image/jpeg,image/tiff";

export function DropZone() {
  const say = useBringWords();
  const [isOver, setOver] = useState(false);
  const [given, setGiven] = useState<Given>({});
  const reset = useRef<() => void>(null);
  const choose = (files: File[]) => {
    addFiles(files, given);
    // The same file, mended, is chosen again.
    reset.current?.();
  };
  const take = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    addFiles([...event.dataTransfer.files], given);
  };
  return (
    <Section title={say("drop.title")} sentence={say("drop.sentence")} beside={<TemplateButton />}>
      <Stack
        className="drop"
        data-over={isOver}
        gap="xs"
        align="center"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={take}
      >
        <Text c="dimmed" component="span" display="flex">
          <Icon name="upload" size={32} />
        </Text>
        <Text fw={600}>{say("drop.here")}</Text>
        <FileButton resetRef={reset} onChange={choose} accept={ACCEPTED} multiple>
          {(props) => <Button {...props}>{say("drop.choose")}</Button>}
        </FileButton>
        <Text size="sm" c="dimmed" ta="center" maw={640}>
          {say("drop.kinds")}
        </Text>
      </Stack>
      <Place given={given} onChange={setGiven} />
    </Section>
  );
}

/** Where the bills belong, if the files do not say so. */
function Place({ given, onChange }: { given: Given; onChange: (given: Given) => void }) {
  const say = useBringWords();
  const properties = useQuery(propertiesQuery);
  const accounts = useQuery(accountsQuery);
  const choose = (name: keyof Given) => (value: string | null) => {
    const others = Object.entries(given).filter(([key]) => key !== name);
    onChange(Object.fromEntries(value === null ? others : [...others, [name, Number(value)]]));
  };
  return (
    <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
      <Select
        label={say("place.property")}
        description={say("place.propertyHint")}
        data={(properties.data ?? []).map(({ id, name }) => ({ value: String(id), label: name ?? `#${id}` }))}
        value={given.property_id === undefined ? null : String(given.property_id)}
        onChange={choose("property_id")}
        searchable
        clearable
        clearButtonProps={{ "aria-label": say("place.clear") }}
        nothingFoundMessage={say("place.none")}
      />
      <Select
        label={say("place.account")}
        description={say("place.accountHint")}
        data={(accounts.data ?? []).map(({ id, acct_num, utility_company_name }) => ({
          value: String(id),
          label: `${acct_num} · ${utility_company_name}`,
        }))}
        value={given.utility_account_id === undefined ? null : String(given.utility_account_id)}
        onChange={choose("utility_account_id")}
        searchable
        clearable
        clearButtonProps={{ "aria-label": say("place.clear") }}
        nothingFoundMessage={say("place.none")}
      />
    </Group>
  );
}

function TemplateButton() {
  const say = useBringWords();
  return (
    <Button
      component="a"
      href={TEMPLATE_ADDRESS}
      download
      variant="default"
      leftSection={<Icon name="down" size={16} />}
    >
      {say("drop.template")}
    </Button>
  );
}

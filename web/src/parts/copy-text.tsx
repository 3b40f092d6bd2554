/** A text to copy, such as a link: selected by a click, copied by its button. */
import { Button, CopyButton, Group, TextInput } from "@mantine/core";
import { Icon } from "./icons.tsx";

export function CopyText({
  label,
  text,
  words,
}: {
  label: string;
  text: string;
  words: { copy: string; copied: string };
}) {
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        value={text}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
        style={{ flex: 1 }}
      />
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy} leftSection={<Icon name={copied ? "check" : "copy"} size={16} />}>
            {copied ? words.copied : words.copy}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}

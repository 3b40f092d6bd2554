/** A text to copy, such as a link: it can always be selected, where the browser does not let the button copy it. */
import { Button, CopyButton, Group, TextInput } from "@mantine/core";
import { useCommon } from "../words/common.ts";
import { Icon } from "./icons.tsx";

export function CopyField({ label, value }: { label: string; value: string }) {
  const say = useCommon();
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label={label}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        style={{ flex: "1 1 14rem" }}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" leftSection={<Icon name={copied ? "check" : "copy"} size={16} />} onClick={copy}>
            <span aria-live="polite">{say(copied ? "act.copied" : "act.copy")}</span>
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}

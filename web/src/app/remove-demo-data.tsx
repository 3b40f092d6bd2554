/** Asks before the demo data are removed. Loaded when it is asked for: without its dialog the first page has 6 kB less of script. */
import { Text } from "@mantine/core";
import { useDeleteDemoData } from "../data/demo.ts";
import { Confirm } from "../parts/confirm.tsx";
import { useFocusBack } from "../parts/focus-back.ts";
import { number } from "../parts/format.ts";
import { useShellWords } from "./shell.words.ts";

interface RemoveDemoDataProps {
  bills: number;
  accounts: number;
  close: () => void;
}

export function RemoveDemoData({ bills, accounts, close }: RemoveDemoDataProps) {
  useFocusBack();
  const say = useShellWords();
  const remove = useDeleteDemoData();
  return (
    <Confirm
      isOpen
      title={say("demo.remove")}
      act={say("demo.remove")}
      isPending={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate(undefined, { onSuccess: close })}
      onClose={close}
    >
      <Text>{say("demo.question", { bills: number(bills), accounts: number(accounts) })}</Text>
    </Confirm>
  );
}

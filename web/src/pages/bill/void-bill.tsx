/** Taking a bill out of use for good, with the reason. */
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useVoidBill } from "../../data/bills.ts";
import { useNotice } from "../../parts/notice.ts";
import { ReasonDialog } from "../../parts/reason-dialog.tsx";
import { useBillPageWords } from "./bill-page.words.ts";

export function VoidBill({ id }: { id: number }) {
  const say = useBillPageWords();
  const notice = useNotice();
  const [isOpen, { open, close }] = useDisclosure(false);
  const { mutate, error, isPending } = useVoidBill(id);
  const onSuccess = () => {
    close();
    notice(say("void.done"));
  };
  return (
    <>
      <Button variant="default" onClick={open}>
        {say("void")}
      </Button>
      <ReasonDialog
        isOpen={isOpen}
        words={{ title: say("void.title"), text: say("void.text"), reason: say("void.reason"), act: say("void.act") }}
        error={error}
        isPending={isPending}
        onClose={close}
        onGiven={(reason) => mutate(reason, { onSuccess })}
      />
    </>
  );
}

/** The keys of the review, and the switch that turns them off: a single letter can be pressed by mistake, or by speech. */
import { Kbd, Modal, Stack, Switch, Table } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useCommon } from "../../words/common.ts";
import { useReviewWords } from "./review.words.ts";

export const useKeysOn = () =>
  useLocalStorage({ key: "meterbook-review-keys", defaultValue: true, getInitialValueInEffect: false });

const KEYS = ["j", "k", "a", "e", "x", "r", "?"] as const;

export function KeysHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const say = useReviewWords();
  const common = useCommon();
  const [keysOn, setKeysOn] = useKeysOn();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={say("keys")}
      closeButtonProps={{ "aria-label": common("act.close") }}
    >
      <Stack gap="md">
        <Table className="keys" withRowBorders={false}>
          <Table.Tbody>
            {KEYS.map((key) => (
              <Table.Tr key={key}>
                <Table.Th scope="row" w={60}>
                  <Kbd>{key}</Kbd>
                </Table.Th>
                <Table.Td>{say(`key.${key}`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Switch label={say("keys.on")} checked={keysOn} onChange={(event) => setKeysOn(event.currentTarget.checked)} />
      </Stack>
    </Modal>
  );
}

/** Asks for a proposal from the months before; what it gives is filled in and not yet saved. */
import { Button, Group, Modal, NumberInput, Radio, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useRef, useState } from "react";
import type { PropertyBudget, ProposedBudget } from "@meterbook/client";
import { useProposal } from "../../data/budgets.ts";
import { Refusal } from "../../parts/refusal.tsx";
import { useCommon } from "../../words/common.ts";
import { useBudgetWords } from "./budget.words.ts";

interface ProposeProps {
  budget: PropertyBudget;
  /** Opens by itself: the editing began for a proposal. */
  isFirst: boolean;
  onFill: (proposal: ProposedBudget) => void;
}

const [LEAST, MOST] = [-100, 1000];

export function Propose({ budget: { property_id, from, to }, isFirst, onFill }: ProposeProps) {
  const say = useBudgetWords();
  const common = useCommon();
  const [isOpen, { open, close }] = useDisclosure(isFirst);
  const opener = useRef<HTMLButtonElement>(null);
  // Where it opens at once, the button that asked for it is gone.
  const leave = () => {
    close();
    setTimeout(() => opener.current?.focus());
  };
  const [percent, setPercent] = useState<number | string>(0);
  const [by, setBy] = useState<"service" | "property">("service");
  const proposal = useProposal();
  const ask = () =>
    proposal.mutate(
      { id: property_id, from, to, percent: Number(percent), by },
      {
        onSuccess: (proposed) => {
          onFill(proposed);
          leave();
        },
      },
    );
  return (
    <>
      <Button variant="default" ref={opener} onClick={open}>
        {say("propose.open")}
      </Button>
      <Modal
        opened={isOpen}
        onClose={leave}
        title={say("propose.title")}
        closeButtonProps={{ "aria-label": common("act.close") }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            ask();
          }}
        >
          <Stack>
            <Text size="sm">{say("propose.text")}</Text>
            <NumberInput
              label={say("propose.percent")}
              description={say("propose.percentHint")}
              value={percent}
              onChange={setPercent}
              min={LEAST}
              max={MOST}
              decimalScale={2}
              suffix=" %"
              data-autofocus
            />
            <Radio.Group
              label={say("propose.by")}
              value={by}
              onChange={(value) => setBy(value === "property" ? "property" : "service")}
            >
              <Stack gap={6} mt={6}>
                <Radio value="service" label={say("propose.by.service")} />
                <Radio value="property" label={say("propose.by.property")} />
              </Stack>
            </Radio.Group>
            <Refusal error={proposal.error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={leave}>
                {common("act.cancel")}
              </Button>
              <Button type="submit" loading={proposal.isPending}>
                {say("propose.do")}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}

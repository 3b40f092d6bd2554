/** The sum of the charges, and what does not add up, as it stands now. */
import { Group, Stack, Text } from "@mantine/core";
import { money } from "../format.ts";
import { Icon } from "../icons.tsx";
import { useBillWords } from "./bill.words.ts";
import type { Sums } from "./sums.ts";

export function SumsView({ sums: { charges, against, differences } }: { sums: Sums }) {
  const say = useBillWords();
  const isGood = differences.length === 0;
  const tone = !isGood ? "var(--bad)" : against === null ? "var(--warn)" : "var(--good)";
  return (
    <Stack gap={4} role="status">
      <Text>
        {say("sums.charges")}: <strong data-sum>{money(charges)}</strong>
      </Text>
      {isGood ? (
        <Group gap={6} c={tone} wrap="nowrap">
          <Icon name={against === null ? "info" : "check"} size={16} />
          <Text size="sm">{against === null ? say("sums.nothing") : say(`sums.good.${against}`)}</Text>
        </Group>
      ) : (
        differences.map(({ name, meter, sum, printed, off }) => (
          <Group key={`${name} ${meter}`} gap={6} c={tone} wrap="nowrap" align="flex-start">
            <Icon name="alert" size={16} />
            <Text size="sm">
              {name === "meter"
                ? say("sums.meter", {
                    meter: (meter ?? 0) + 1,
                    sum: money(sum),
                    printed: money(printed),
                    off: money(off),
                  })
                : say(name === "charges" ? "sums.off" : "sums.balance", {
                    sum: money(sum),
                    printed: money(printed),
                    off: money(off),
                  })}
            </Text>
          </Group>
        ))
      )}
    </Stack>
  );
}

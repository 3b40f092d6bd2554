/** How the websites of utilities do, the ones in trouble first, with what a changed one showed. */
import { Button, Code, Modal, ScrollArea, Stack, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { UtilityHealth } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { changedPagesQuery, utilityHealthQuery } from "../../data/utility-health.ts";
import { useFocusBack } from "../../parts/focus-back.ts";
import { day, moment, number } from "../../parts/format.ts";
import { Empty } from "../../parts/page.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { useCommon } from "../../words/common.ts";
import { useOperatorWords } from "./operator.words.ts";
import { useWebsiteWords } from "./websites.words.ts";

export function Websites() {
  const say = useWebsiteWords();
  const health = useQuery(utilityHealthQuery);
  const troubles = health.data?.filter(({ state }) => state === "trouble").length ?? 0;
  const sentence = health.data === undefined ? null : troubles === 0 ? say("good") : say("bad", { count: troubles });
  return (
    <Section title={say("title")} sentence={sentence}>
      <Loaded query={health} height={160}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty icon="plug" title={say("none")} text={say("noneText")} />
          ) : (
            <>
              <WebsiteTable rows={rows} />
              <Text size="sm" c="dimmed">
                {say("shares")}
              </Text>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

/** Trouble first. */
const rankOf = ({ state }: UtilityHealth): number => (state === "trouble" ? 0 : state === "works" ? 2 : 1);

function WebsiteTable({ rows }: { rows: UtilityHealth[] }) {
  const say = useWebsiteWords();
  const sorted = rows.toSorted((one, other) => rankOf(one) - rankOf(other));
  return (
    <div className="wide" role="region" aria-label={say("title")} tabIndex={0}>
      <Table miw={980}>
        <Table.Thead>
          <Table.Tr>
            {(["utility", "state", "day", "week", "refusals", "success", "median", "recipe"] as const).map((name) => (
              <Table.Th key={name} ta={name === "day" || name === "week" || name === "median" ? "right" : "left"}>
                {say(name)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.map((row) => (
            <Website key={`${row.access} ${row.utility}`} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Website({ row }: { row: UtilityHealth }) {
  const say = useWebsiteWords();
  const sayKind = useOperatorWords();
  const { name, last_day, last_week, last_success_at, median_seconds, recipe_version, recipe_changed_at } = row;
  const refusals = Object.entries(last_week?.refusals ?? {}).map(([kind, count]) =>
    sayKind("utilities.troubleOf", {
      what:
        row.access === "green_button" && kind === "invalid_credentials"
          ? say("permissionRefused")
          : sayWord(sayKind, "detail", kind),
      number: number(count),
    }),
  );
  return (
    <Table.Tr>
      <Table.Th scope="row">
        {name}
        {row.access === "green_button" ? (
          <Text size="xs" c="dimmed">
            {say("withPermission")}
          </Text>
        ) : null}
      </Table.Th>
      <Table.Td miw={180}>
        <State row={row} />
        {row.unproven ? (
          <Text size="xs" c="dimmed" mt={2} maw={260}>
            {say(unprovenWord(row))}
          </Text>
        ) : null}
      </Table.Td>
      <Counts counts={last_day} />
      <Counts counts={last_week} />
      <Table.Td miw={160}>
        {refusals.join(", ")}
        {(row.changed_pages ?? 0) > 0 ? <PagesButton row={row} /> : null}
      </Table.Td>
      <Table.Td miw={110}>{last_success_at === null ? null : moment(last_success_at)}</Table.Td>
      <Table.Td className="number">
        {median_seconds === null ? null : say("seconds", { seconds: number(median_seconds, 1) })}
      </Table.Td>
      <Table.Td>
        {recipe_version === null ? null : say("version", { version: recipe_version, when: day(recipe_changed_at) })}
      </Table.Td>
    </Table.Tr>
  );
}

/** What the operator can do for a utility that nobody had tried before. */
const unprovenWord = ({ state, last_success_at, changed_pages }: UtilityHealth) => {
  if (state !== "trouble" && last_success_at !== null) return "unprovenWorks";
  return (changed_pages ?? 0) > 0 ? "unprovenPages" : "unproven";
};

function State({ row: { state, trouble_since, trouble_kind } }: { row: UtilityHealth }) {
  const say = useWebsiteWords();
  if (state !== "trouble")
    return (
      <StateMark tone={state === "works" ? "good" : "quiet"}>{say(state === "works" ? "works" : "unknown")}</StateMark>
    );
  const kind = sayWord(say, "kind", trouble_kind ?? "portal_changed");
  return <StateMark tone="bad">{say("trouble", { when: moment(trouble_since), kind })}</StateMark>;
}

function Counts({ counts }: { counts: UtilityHealth["last_day"] }) {
  const say = useWebsiteWords();
  if (counts === null || counts.visits === 0) return <Table.Td />;
  const { visits, successes, share } = counts;
  return (
    <Table.Td className="number">
      {say("counts", { successes: number(successes), visits: number(visits) })}
      {share === null || successes === visits ? null : (
        <Text size="xs" c="dimmed">
          {say("share", { percent: number(share * 100) })}
        </Text>
      )}
    </Table.Td>
  );
}

function PagesButton({ row }: { row: UtilityHealth }) {
  const say = useWebsiteWords();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <div>
      <Button variant="subtle" size="compact-sm" px={4} ml={-4} mt={2} onClick={open}>
        {say("pages", { count: row.changed_pages ?? 0 })}
      </Button>
      {isOpen ? <PagesDialog row={row} onClose={close} /> : null}
    </div>
  );
}

function PagesDialog({ row: { utility, name }, onClose }: { row: UtilityHealth; onClose: () => void }) {
  const say = useWebsiteWords();
  const common = useCommon();
  const pages = useQuery(changedPagesQuery(utility));
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      title={say("pagesOf", { utility: name })}
      size="xl"
      closeButtonProps={{ "aria-label": common("act.close") }}
    >
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {say("pagesText")}
        </Text>
        <Loaded query={pages} height={200}>
          {(kept) =>
            kept.length === 0 ? (
              <Empty icon="info" title={say("pagesNone")} text={say("pagesNoneText")} />
            ) : (
              kept.map((page) => (
                <Stack key={page.id} component="section" gap={4}>
                  <Text fw={600} style={{ overflowWrap: "anywhere" }}>
                    {say("pageAt", { when: moment(page.created_at), place: page.place, status: page.http_status })}
                  </Text>
                  <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                    {page.detail}
                  </Text>
                  {page.recipe_version === null ? null : (
                    <Text size="sm" c="dimmed">
                      {say("pageBy", { version: page.recipe_version })}
                    </Text>
                  )}
                  {page.content === "" ? (
                    <Text size="sm">{say("pageEmpty", { type: page.media_type ?? "" })}</Text>
                  ) : (
                    <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0 }}>
                      <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                        {page.content}
                      </Code>
                    </ScrollArea.Autosize>
                  )}
                </Stack>
              ))
            )
          }
        </Loaded>
      </Stack>
    </Modal>
  );
}

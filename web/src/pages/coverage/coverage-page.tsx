/** Which months of which properties are billed, of all properties and up to three years: those that need someone first. */
import { Button, Group, SegmentedControl, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { coverageQuery } from "../../data/coverage.ts";
import { lastMonths, monthParameter } from "../../data/months.ts";
import { propertiesQuery } from "../../data/properties.ts";
import { CoverageGrid } from "../../parts/coverage-grid.tsx";
import { openCells, openOf, worstByProperty, type CoverageRow } from "../../parts/coverage-states.ts";
import { Icon } from "../../parts/icons.tsx";
import { HowToBegin } from "../../parts/how-to-begin.tsx";
import { Empty, Page } from "../../parts/page.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { useCoveragePageWords } from "./coverage-page.words.ts";

const SPANS = [13, 25, 37] as const;
/** Each row has up to 37 buttons. */
const ROWS_AT_ONCE = 50;

export function CoveragePage() {
  const say = useCoveragePageWords();
  const common = useCommon();
  const navigate = useNavigate({ from: "/coverage" });
  const { find = "", span: count = 13, open = false } = useSearch({ from: "/signed-in/coverage" });
  const months = lastMonths(count);
  const coverage = useQuery(coverageQuery({ from: monthParameter(months[0] ?? "") }));
  const properties = useQuery(propertiesQuery);
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  return (
    <Page title={say("title")} lead={say("lead")}>
      <Group align="flex-end">
        <TextInput
          type="search"
          label={say("find")}
          leftSection={<Icon name="search" size={16} />}
          defaultValue={find}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: (before) => ({ ...before, find: value || undefined }), replace: true })
          }
          w={{ base: "100%", sm: 280 }}
        />
        <SegmentedControl
          aria-label={say("span")}
          value={String(count)}
          data={SPANS.map((each) => ({ value: String(each), label: say(`span.${each}`) }))}
          onChange={(value) =>
            void navigate({
              search: (before) => ({ ...before, span: value === "25" ? 25 : value === "37" ? 37 : undefined }),
            })
          }
        />
        <Switch
          label={say("open")}
          checked={open}
          onChange={({ currentTarget: { checked } }) =>
            void navigate({ search: (before) => ({ ...before, open: checked ? true : undefined }) })
          }
          mb={8}
        />
      </Group>
      <Loaded query={coverage} height={500}>
        {(meters) => {
          const names = new Map(properties.data?.map(({ id, name }) => [id, name]));
          const all = [...worstByProperty(meters)].map(([id, cells]): CoverageRow => ({
            key: id,
            property_id: id,
            cells,
            name: names.get(id) ?? `#${id}`,
          }));
          const wanted = find.trim().toLocaleLowerCase();
          const rows = all
            .filter((row) => row.name.toLocaleLowerCase().includes(wanted) && (!open || openCells(row) > 0))
            .sort((one, other) => openCells(other) - openCells(one) || one.name.localeCompare(other.name));
          if (all.length === 0)
            return (
              <Empty icon="bill" title={say("none")} text={say("noneText")}>
                <HowToBegin />
              </Empty>
            );
          if (rows.length === 0) return <Empty icon="search" title={say("noMatch")} text={say("noMatchText")} />;
          const needed = openOf(rows);
          return (
            <Section
              title={say("grid", { count: rows.length })}
              sentence={needed.count === 0 ? say("all") : say("needed", needed)}
            >
              <CoverageGrid key={`${count} ${find} ${open}`} rows={rows.slice(0, shown)} months={months} />
              {rows.length > shown ? (
                <Group>
                  <Button variant="default" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
                    {common("act.more")}
                  </Button>
                </Group>
              ) : null}
            </Section>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** Whether all bills are there: the properties with the most open months of the last thirteen. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { coverageQuery } from "../../data/coverage.ts";
import { lastMonths, monthParameter } from "../../data/months.ts";
import { propertiesQuery } from "../../data/properties.ts";
import { CoverageGrid } from "../../parts/coverage-grid.tsx";
import { openCells, openOf, worstByProperty } from "../../parts/coverage-states.ts";
import { Empty } from "../../parts/page.tsx";
import { HowToBegin } from "../../parts/how-to-begin.tsx";
import { TextLink } from "../../parts/link.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useHomeWords } from "./home.words.ts";

const MONTHS = 13;
const SHOWN = 12;

export function Coverage() {
  const say = useHomeWords();
  const months = lastMonths(MONTHS);
  const coverage = useQuery(coverageQuery({ from: monthParameter(months[0] ?? "") }));
  const properties = useQuery(propertiesQuery);
  return (
    <Loaded query={coverage} height={300}>
      {(meters) => {
        const names = new Map(properties.data?.map(({ id, name }) => [id, name]));
        const rows = [...worstByProperty(meters)]
          .map(([id, cells]) => ({ key: id, property_id: id, cells, name: names.get(id) ?? `#${id}` }))
          .sort((one, other) => openCells(other) - openCells(one) || one.name.localeCompare(other.name));
        const open = openOf(rows);
        const sentence =
          rows.length === 0
            ? say("coverage.none")
            : open.count === 0
              ? say("coverage.all")
              : say("coverage.open", open);
        return (
          <Section title={say("coverage.title")} sentence={sentence}>
            {rows.length === 0 ? (
              <Empty title={say("coverage.none")} text={say("start.text")}>
                <HowToBegin />
              </Empty>
            ) : (
              <CoverageGrid rows={rows.slice(0, SHOWN)} months={months} />
            )}
            {rows.length === 0 ? null : (
              <Text size="sm" c="dimmed">
                {rows.length > SHOWN ? say("coverage.shown", { count: SHOWN }) : null}{" "}
                <TextLink to="/coverage" inherit>
                  {say("coverage.whole")}
                </TextLink>
              </Text>
            )}
          </Section>
        );
      }}
    </Loaded>
  );
}

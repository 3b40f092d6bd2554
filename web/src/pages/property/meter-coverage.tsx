/** Whether all bills of the property are there: its meters by month. */
import { useQuery } from "@tanstack/react-query";
import { sayWord } from "../../app/language.ts";
import { coverageQuery } from "../../data/coverage.ts";
import { lastMonths, monthParameter } from "../../data/months.ts";
import { CoverageGrid } from "../../parts/coverage-grid.tsx";
import { cellsOf, openCells } from "../../parts/coverage-states.ts";
import { Loaded, Section } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { useRecordWords } from "./records.words.ts";

const MONTHS = 25;

export function MeterCoverage({ propertyId }: { propertyId: number }) {
  const say = useRecordWords();
  const common = useCommon();
  const months = lastMonths(MONTHS);
  const coverage = useQuery(coverageQuery({ property_id: propertyId, from: monthParameter(months[0] ?? "") }));
  return (
    <Loaded query={coverage} height={160}>
      {(meters) => {
        const rows = meters.map((meter) => ({
          key: meter.utility_meter_id,
          property_id: null,
          name: `${sayWord(common, "energy", meter.energy_type)} ${meter.meter_num ?? `#${meter.utility_meter_id}`}`,
          cells: cellsOf(meter),
        }));
        if (rows.length === 0) return null;
        const open = rows.reduce((sum, row) => sum + openCells(row), 0);
        return (
          <Section
            title={say("coverage.title")}
            sentence={open === 0 ? say("coverage.all") : say("coverage.open", { count: open })}
          >
            <CoverageGrid rows={rows} months={months} />
          </Section>
        );
      }}
    </Loaded>
  );
}

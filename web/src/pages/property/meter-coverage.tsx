/** Whether all bills of the property are there: its meters by month. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sayWord } from "../../app/language.ts";
import { coverageQuery } from "../../data/coverage.ts";
import { lastMonths, monthParameter } from "../../data/months.ts";
import { CoverageGrid } from "../../parts/coverage-grid.tsx";
import { cellsOf, openCells, openOf } from "../../parts/coverage-states.ts";
import { Loaded, Section } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { useRecordWords } from "./records.words.ts";

const MONTHS = 25;
/** Each row has a button for each month. */
const ROWS_AT_ONCE = 50;

export function MeterCoverage({ propertyId }: { propertyId: number }) {
  const say = useRecordWords();
  const common = useCommon();
  const months = lastMonths(MONTHS);
  const [shown, setShown] = useState(ROWS_AT_ONCE);
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
        // Of many, those that need someone come first.
        const ordered =
          rows.length > ROWS_AT_ONCE ? rows.toSorted((one, other) => openCells(other) - openCells(one)) : rows;
        const open = openOf(rows);
        return (
          <Section
            title={say("coverage.title")}
            sentence={open.count === 0 ? say("coverage.all") : say("coverage.open", open)}
          >
            <CoverageGrid rows={ordered.slice(0, shown)} months={months} />
            {rows.length > shown ? (
              <Button
                variant="default"
                onClick={() => setShown(shown + ROWS_AT_ONCE)}
                style={{ alignSelf: "flex-start" }}
              >
                {common("act.more")}
              </Button>
            ) : null}
          </Section>
        );
      }}
    </Loaded>
  );
}

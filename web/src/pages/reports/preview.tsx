/** One report of a property, with its files and its link. */
import { useQuery } from "@tanstack/react-query";
import { sayWord } from "../../app/language.ts";
import { reportAddress, reportQuery, type ReportAsked } from "../../data/reports.ts";
import { useMay } from "../../parts/permissions.ts";
import { Loaded } from "../../parts/section.tsx";
import { ReportCharts } from "./report-charts.tsx";
import { ReportView } from "./report-view.tsx";
import { useReportsWords } from "./reports.words.ts";
import { ScheduleReport } from "./schedule-report.tsx";
import { ShareReport } from "./share-report.tsx";

export function Preview({ asked }: { asked: ReportAsked }) {
  const say = useReportsWords();
  const mayShare = useMay("edit");
  const report = useQuery(reportQuery(asked));
  return (
    <Loaded query={report} height={400}>
      {(data) => (
        <ReportView
          report={data}
          title={`${data.property.name}: ${sayWord(say, "type", data.report_type)}`}
          addressOf={(format) => reportAddress(asked, format)}
          propertyId={asked.propertyId}
          beside={
            mayShare ? (
              <>
                <ScheduleReport of={{ report: asked.type, property: asked.propertyId }} often="monthly" />
                <ShareReport asked={asked} />
              </>
            ) : null
          }
          charts={<ReportCharts asked={asked} />}
          empty={{ title: say("empty"), text: say("emptyText") }}
        />
      )}
    </Loaded>
  );
}

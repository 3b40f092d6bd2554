/** The way from a report to having it sent on a schedule. */
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { useReportsWords } from "./reports.words.ts";

interface ScheduleReportProps {
  /** A report on a property, or one over all properties. */
  of: { report: string; property: number } | { portfolio: string };
  often: "weekly" | "monthly";
}

export function ScheduleReport({ of, often }: ScheduleReportProps) {
  const say = useReportsWords();
  return (
    <ButtonLink variant="default" to="/deliveries/new" search={of} leftSection={<Icon name="mail" size={16} />}>
      {say(`schedule.${often}`)}
    </ButtonLink>
  );
}

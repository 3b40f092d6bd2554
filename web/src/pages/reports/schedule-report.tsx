/** The way from a report to having it sent on a schedule. */
import type { ReportAsked } from "../../data/reports.ts";
import { Icon } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { useReportsWords } from "./reports.words.ts";

export function ScheduleReport({ asked: { type, propertyId } }: { asked: ReportAsked }) {
  const say = useReportsWords();
  return (
    <ButtonLink
      variant="default"
      to="/deliveries/new"
      search={{ report: type, property: propertyId }}
      leftSection={<Icon name="mail" size={16} />}
    >
      {say("schedule")}
    </ButtonLink>
  );
}

/** ReportsPage. */
import { Page } from "../../parts/page.tsx";

export function ReportsPage() {
  return <Page title="ReportsPage">{null}</Page>;
}

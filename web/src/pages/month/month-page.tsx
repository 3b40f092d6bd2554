/** MonthPage. */
import { Page } from "../../parts/page.tsx";

export function MonthPage() {
  return <Page title="MonthPage">{null}</Page>;
}

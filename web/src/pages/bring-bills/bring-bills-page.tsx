/** BringBillsPage. */
import { Page } from "../../parts/page.tsx";

export function BringBillsPage() {
  return <Page title="BringBillsPage">{null}</Page>;
}

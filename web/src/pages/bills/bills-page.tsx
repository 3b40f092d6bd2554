/** BillsPage. */
import { Page } from "../../parts/page.tsx";

export function BillsPage() {
  return <Page title="BillsPage">{null}</Page>;
}

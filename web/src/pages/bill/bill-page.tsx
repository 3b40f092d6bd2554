/** BillPage. */
import { Page } from "../../parts/page.tsx";

export function BillPage() {
  return <Page title="BillPage">{null}</Page>;
}

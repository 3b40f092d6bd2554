/** ConnectionsPage. */
import { Page } from "../../parts/page.tsx";

export function ConnectionsPage() {
  return <Page title="ConnectionsPage">{null}</Page>;
}

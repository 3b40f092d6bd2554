/** ConnectionPage. */
import { Page } from "../../parts/page.tsx";

export function ConnectionPage() {
  return <Page title="ConnectionPage">{null}</Page>;
}

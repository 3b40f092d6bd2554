/** PropertyPage. */
import { Page } from "../../parts/page.tsx";

export function PropertyPage() {
  return <Page title="PropertyPage">{null}</Page>;
}

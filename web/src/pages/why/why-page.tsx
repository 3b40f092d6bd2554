/** WhyPage. */
import { Page } from "../../parts/page.tsx";

export function WhyPage() {
  return <Page title="WhyPage">{null}</Page>;
}

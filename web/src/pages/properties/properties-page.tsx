/** PropertiesPage. */
import { Page } from "../../parts/page.tsx";

export function PropertiesPage() {
  return <Page title="PropertiesPage">{null}</Page>;
}

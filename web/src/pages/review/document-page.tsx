/** DocumentPage. */
import { Page } from "../../parts/page.tsx";

export function DocumentPage() {
  return <Page title="DocumentPage">{null}</Page>;
}

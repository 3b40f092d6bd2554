/** The overview: what needs someone, the last twelve months, and what changed. */
import { Page } from "../../parts/page.tsx";

export function HomePage() {
  return <Page title="Overview">{null}</Page>;
}

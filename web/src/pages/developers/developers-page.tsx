/** For those who write programs: how to begin, tokens, webhooks with what became of each event, and what changes now. */
import { Page } from "../../parts/page.tsx";
import { ApiTokens } from "./api-tokens.tsx";
import { Changes } from "./changes.tsx";
import { useDevelopersWords } from "./developers.words.ts";
import { Start } from "./start.tsx";
import { Webhooks } from "./webhooks.tsx";

export function DevelopersPage() {
  const say = useDevelopersWords();
  return (
    <Page title={say("title")} lead={say("lead")}>
      <Start />
      <ApiTokens />
      <Webhooks />
      <Changes />
    </Page>
  );
}

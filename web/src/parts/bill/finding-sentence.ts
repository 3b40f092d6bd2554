/** What a finding about a file says, in the language of the reader. In English it is the service's own sentence. */
import type { Finding } from "@meterbook/client";
import { useLanguage } from "../../app/language.ts";
import { withDays } from "../format.ts";
import { findingInSpanish } from "./finding-sentences.es.ts";

export function useFindingSentence(): (finding: Pick<Finding, "name" | "detail">) => string {
  const language = useLanguage();
  return (finding) => withDays(language === "es" ? findingInSpanish(finding) : finding.detail);
}

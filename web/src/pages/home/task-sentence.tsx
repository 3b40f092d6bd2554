/** What is the matter with a task, written from what it names. Loaded by readers of another language than the service's own. */
import type { Task } from "@meterbook/client";
import { findingSentence, useFindingWords } from "../../parts/finding.words.ts";
import { day, UNKNOWN } from "../../parts/format.ts";
import { inSpanish } from "../../words/in-spanish.ts";
import { useTaskWords } from "./task-sentence.words.ts";

export function TaskSentence({ task: { kind, record_type: ofRecord, what, facts } }: { task: Task }) {
  const say = useTaskWords();
  const ofFinding = useFindingWords();
  const { rule, message } = facts;
  if (rule && message) return findingSentence(ofFinding, { rule, message, figures: facts });
  // Of a login, whose sentence has no other form.
  const told = facts["errors"] == null ? null : inSpanish(facts["errors"]);
  if (told !== null && ofRecord === "Authorization") return told;
  const written = Object.entries(facts).map(([name, value]) => [
    name,
    /^\d{4}-\d{2}-\d{2}$/.test(value ?? "") ? day(value) : (value ?? UNKNOWN),
  ]);
  // What a sentence names depends on its kind.
  const saying = say as unknown as (key: string, values: Record<string, string>) => string;
  return saying(`what.${kind}`, { ...Object.fromEntries(written), what, defaultValue: what });
}

/** Language and colours of the pages, kept in this browser. */
import { Group, Input, SegmentedControl, useMantineColorScheme, type MantineColorScheme } from "@mantine/core";
import { useId } from "react";
import { chooseLanguage, LANGUAGES, useLanguage, type Language } from "../../app/language.ts";
import { Section } from "../../parts/section.tsx";
import { useAccountWords } from "./account.words.ts";

const SCHEMES = ["auto", "light", "dark"] as const satisfies MantineColorScheme[];

export function Look() {
  const say = useAccountWords();
  const language = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [languageId, schemeId] = [useId(), useId()];
  return (
    <Section title={say("look.title")} sentence={say("look.sentence")}>
      <Group gap="lg">
        <div>
          <Input.Label id={languageId} component="div" display="block" mb={4}>
            {say("look.language")}
          </Input.Label>
          <SegmentedControl
            aria-labelledby={languageId}
            value={language}
            onChange={(next) => chooseLanguage(next)}
            data={(Object.entries(LANGUAGES) as [Language, string][]).map(([value, label]) => ({ value, label }))}
          />
        </div>
        <div>
          <Input.Label id={schemeId} component="div" display="block" mb={4}>
            {say("look.colours")}
          </Input.Label>
          <SegmentedControl
            aria-labelledby={schemeId}
            value={colorScheme}
            onChange={(next) => setColorScheme(next)}
            data={SCHEMES.map((value) => ({ value, label: say(`look.${value}`) }))}
          />
        </div>
      </Group>
    </Section>
  );
}

/** The ENERGY STAR score of a property, or why there is none; and the form of its use, from which the score follows. */
import { Button, Modal, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { Property, PropertyScore } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { scoreQuery } from "../../data/properties.ts";
import { monthName } from "../../parts/format.ts";
import { useMay } from "../../parts/permissions.ts";
import { Loading } from "../../parts/page.tsx";
import { Loaded, Section } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { useScoreWords } from "./score.words.ts";

/** Few readers open it. */
const UseForm = lazy(async () => ({ default: (await import("./use-form.tsx")).UseForm }));

type Say = ReturnType<typeof useScoreWords>;

export function ScoreSection({ property }: { property: Property }) {
  const say = useScoreWords();
  const common = useCommon();
  const score = useQuery(scoreQuery(property.id));
  const mayEdit = useMay("edit");
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Loaded query={score} height={90}>
      {(data) => (
        <Section
          title={say("title")}
          sentence={sentenceOf(data, say)}
          beside={
            mayEdit ? (
              <Button
                variant={data.reason === "use_not_entered" ? "filled" : "default"}
                size="compact-sm"
                onClick={open}
              >
                {say(data.reason === "use_not_entered" ? "enter" : "edit")}
              </Button>
            ) : null
          }
        >
          {data.STAR_rating === null ? null : <Scale score={data.STAR_rating} />}
          <Modal
            opened={isOpen}
            onClose={close}
            title={say("edit")}
            size="lg"
            closeButtonProps={{ "aria-label": common("act.close") }}
          >
            <Suspense fallback={<Loading height={200} />}>
              <UseForm property={property} score={data} close={close} />
            </Suspense>
          </Modal>
        </Section>
      )}
    </Loaded>
  );
}

function sentenceOf({ STAR_rating, effective_month, reason, inputs }: PropertyScore, say: Say): string {
  if (STAR_rating !== null && effective_month !== null)
    return say("score", { score: STAR_rating, month: monthName(effective_month) });
  const named = inputs.map((name) => sayWord(say, "input", name).toLocaleLowerCase()).join(", ");
  // What a reason names depends on it.
  const saying = say as unknown as (key: string, values: Record<string, string>) => string;
  return say("none", { reason: saying(`reason.${reason}`, { inputs: named === "" ? say("reason.range") : named }) });
}

/** From 1 to 100, with the median and the score. The sentence says the same. */
function Scale({ score }: { score: number }) {
  return (
    <div aria-hidden style={{ position: "relative", height: 28, maxWidth: 480 }}>
      <div style={{ position: "absolute", inset: "10px 0", background: "var(--soft)", borderRadius: 4 }} />
      <div
        style={{
          position: "absolute",
          inset: "10px auto 10px 0",
          width: `${score}%`,
          background: "var(--mantine-color-anchor)",
          borderRadius: 4,
        }}
      />
      <div style={{ position: "absolute", left: "50%", top: 6, bottom: 6, borderLeft: "2px dashed var(--edge)" }} />
      <Text fw={650} size="sm" style={{ position: "absolute", left: `calc(${score}% + 6px)`, top: 3 }}>
        {score}
      </Text>
    </div>
  );
}

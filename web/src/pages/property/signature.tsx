/** How the use of a service depends on the weather: a point for each month, and the line of the model. */
import { useQuery } from "@tanstack/react-query";
import type { EnergySignature } from "@meterbook/client";
import { ChartSection } from "../../charts/chart-section.tsx";
import { usePalette } from "../../charts/palette.ts";
import { scatterWithLine } from "../../charts/scatter.ts";
import { signatureQuery, type EnergyType } from "../../data/properties.ts";
import { month as writeMonth, number } from "../../parts/format.ts";
import { Empty } from "../../parts/page.tsx";
import { Loaded } from "../../parts/section.tsx";
import { usePropertyWords } from "./property.words.ts";

interface SignatureProps {
  propertyId: number;
  types: string[];
  type: string | null;
}

/** Without a choice the first service that the weather could explain. */
const WEATHERED = ["ELECTRIC", "GAS", "STEAM", "CHILLED_WATER", "HOT_WATER"];

export function Signature({ propertyId, types, type }: SignatureProps) {
  const shown = type ?? WEATHERED.find((each) => types.includes(each)) ?? null;
  if (shown === null) return null;
  // The types come from the service itself.
  return <SignatureOf propertyId={propertyId} type={shown as EnergyType} />;
}

function SignatureOf({ propertyId, type }: { propertyId: number; type: EnergyType }) {
  const signature = useQuery(signatureQuery(propertyId, type));
  return <Loaded query={signature}>{(data) => <SignatureChart signature={data} />}</Loaded>;
}

function SignatureChart({ signature }: { signature: EnergySignature }) {
  const say = usePropertyWords();
  const palette = usePalette();
  const { points, line, facts, reason_sentence } = signature;
  const unit = signature.usage_unit ?? "";
  const title = say("signature.title");
  const known = points.flatMap((point) => {
    const { mean_temperature_f: temperature, usage_per_day: use, effective_month, modelled_per_day } = point;
    return temperature === null || use === null
      ? []
      : [{ name: writeMonth(effective_month), x: temperature, y: use, expected: modelled_per_day }];
  });
  if (known.length === 0 || facts === null)
    return <Empty icon="chart" title={title} text={say("signature.none", { reason: reason_sentence ?? "" })} />;
  const sentence = say("signature.base", {
    amount: number(facts.base_load_per_month),
    unit,
    share: facts.base_share === null ? "–" : `${number(facts.base_share * 100)} %`,
  });
  const write = (value: number | null) => number(value, 1);
  return (
    <ChartSection
      title={title}
      sentence={sentence}
      option={scatterWithLine(
        {
          points: known,
          line: line.map(({ temperature_f, usage_per_day }) => [temperature_f, usage_per_day]),
          xName: say("signature.temperature"),
          yName: say("signature.perDay", { unit }),
          words: { points: say("signature.months"), line: say("signature.line") },
          write,
        },
        palette,
      )}
      legend={[
        { name: say("signature.months"), color: palette.total },
        { name: say("signature.line"), color: palette.up, isLine: true },
      ]}
      data={{
        columns: [
          { key: "name", label: say("month.label") },
          { key: "x", label: say("signature.temperature"), format: write },
          { key: "y", label: say("signature.perDay", { unit }), format: write },
          { key: "expected", label: say("signature.expected"), format: write },
        ],
        rows: known,
      }}
    />
  );
}

/** How the use of a service depends on the weather: a point for each month, and the line of the model. */
import { useQuery } from "@tanstack/react-query";
import type { EnergySignature } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import { ChartSection } from "../../charts/chart-section.tsx";
import { usePalette } from "../../charts/palette.ts";
import { scatterWithLine } from "../../charts/scatter.ts";
import { signatureQuery, type EnergyType } from "../../data/properties.ts";
import { month as writeMonth, number, unitName } from "../../parts/format.ts";
import { Empty } from "../../parts/page.tsx";
import { Loaded } from "../../parts/section.tsx";
import { useCommon } from "../../words/common.ts";
import { usePropertyWords } from "./property.words.ts";

interface SignatureProps {
  propertyId: number;
  type: EnergyType;
  /** The last complete month. */
  last: string | null;
}

export function Signature({ propertyId, type, last }: SignatureProps) {
  const signature = useQuery(signatureQuery(propertyId, type, last));
  return <Loaded query={signature}>{(data) => <SignatureChart signature={data} />}</Loaded>;
}

/** Why there is no model, in the language of the reader. */
export function reasonOf({ reason, points }: EnergySignature, say: ReturnType<typeof usePropertyWords>): string {
  const usable = points.filter(
    ({ month_complete, usage, mean_temperature_f }) => month_complete && usage !== null && mean_temperature_f !== null,
  );
  // What a reason names depends on it.
  const saying = say as unknown as (key: string, values: Record<string, number>) => string;
  return saying(`signature.reason.${reason}`, { count: usable.length });
}

function SignatureChart({ signature }: { signature: EnergySignature }) {
  const say = usePropertyWords();
  const common = useCommon();
  const palette = usePalette();
  const { points, line, facts, model } = signature;
  const unit = unitName(signature.usage_unit);
  const title = say("signature.title", { service: sayWord(common, "energy", signature.energy_type) });
  const known = points.flatMap((point) => {
    const { mean_temperature_f: temperature, usage_per_day: use, effective_month, modelled_per_day } = point;
    return temperature === null || use === null
      ? []
      : [{ name: writeMonth(effective_month), x: temperature, y: use, expected: modelled_per_day }];
  });
  if (known.length === 0 || facts === null)
    return <Empty icon="chart" title={title} text={say("signature.none", { reason: reasonOf(signature, say) })} />;
  const sentence = say("signature.base", {
    amount: number(facts.base_load_per_month),
    unit,
    share: facts.base_share === null ? "–" : `${number(facts.base_share * 100)} %`,
  });
  const flags = model?.flags.map(({ rule }) => sayWord(say, "flag", rule)) ?? [];
  const write = (value: number | null) => number(value, 1);
  return (
    <ChartSection
      title={title}
      sentence={[sentence, ...flags].join(" ")}
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

/** The values of the head of a bill, each with the way to its place on the page. */
import { Badge } from "@mantine/core";
import { sayWord } from "../../app/language.ts";
import { day, money, UNKNOWN } from "../format.ts";
import { useBillWords } from "./bill.words.ts";
import type { ShownValue } from "./shown-bill.ts";
import { useValueRow, ValueName } from "./value-row.tsx";

export function BillValues({ values, onShow }: { values: ShownValue[]; onShow?: () => void }) {
  return (
    <dl className="values">
      {values.map((value) => (
        <ValueRow key={value.key} value={value} onShow={onShow} />
      ))}
    </dl>
  );
}

export function writeValue({ kind, value }: Pick<ShownValue, "kind" | "value">): string {
  if (value === null || value === "") return UNKNOWN;
  if (kind === "money") return money(Number(value));
  return kind === "day" ? day(String(value)) : String(value);
}

function ValueRow({ value, onShow }: { value: ShownValue; onShow: (() => void) | undefined }) {
  const say = useBillWords();
  const { name, source } = value;
  return (
    <div {...useValueRow<HTMLDivElement>(value)}>
      <dt>
        <ValueName known={value} onShow={onShow}>
          {sayWord(say, "field", name)}
        </ValueName>
      </dt>
      <dd>
        {writeValue(value)}{" "}
        {source === "corrected" || source === "entered" ? (
          <Badge size="xs" variant="default">
            {say(`source.${source}`)}
          </Badge>
        ) : null}
      </dd>
    </div>
  );
}

/** The way to a bill, called by the date that is printed on it. */
import { useQuery } from "@tanstack/react-query";
import { defineWords } from "../app/language.ts";
import { billQuery } from "../data/bills.ts";
import { day } from "./format.ts";
import { TextLink } from "./link.tsx";

const useBillLinkWords = defineWords("bill link", {
  en: { unknown: "Bill", of: "Bill of {{day}}" },
  es: { unknown: "Factura", of: "Factura del {{day}}" },
});

/** For a few bills: each is asked for. */
export function BillLink({ id, size = "sm", underline }: { id: number; size?: "xs" | "sm"; underline?: "always" }) {
  const say = useBillLinkWords();
  const { data } = useQuery(billQuery(id));
  return (
    <TextLink
      to="/bills/$id"
      params={{ id: String(id) }}
      size={size}
      {...(underline === undefined ? {} : { underline })}
    >
      {data?.invoice_date ? say("of", { day: day(data.invoice_date) }) : say("unknown")}
    </TextLink>
  );
}

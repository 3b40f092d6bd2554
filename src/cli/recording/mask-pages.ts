/** Masks recorded exchanges together, with the text of the bills among them, which tells whose they are. */
import { createPdfReader } from "../../parsers/pdf/read-pdf.ts";
import { billsWithin, isFile } from "../../utilities/pages/bill-files.ts";
import { isText, typeOf, type Exchange } from "../../utilities/pages/exchange.ts";
import { learnExchange, maskExchange } from "../../utilities/pages/mask-exchanges.ts";
import type { Masks } from "../../utilities/pages/masks.ts";

/** Learns from all of them, and gives those that are `written`, masked. */
export async function maskAll<Each extends Exchange>(
  masks: Masks,
  exchanges: readonly Each[],
  { written }: { written: readonly Each[] },
): Promise<Exchange[]> {
  for (const exchange of exchanges) learnExchange(masks, exchange);
  const reader = createPdfReader({ processes: 1 });
  try {
    const masked: Exchange[] = [];
    for (const exchange of written) masked.push(maskExchange(masks, exchange, await textsOfBills(exchange, reader)));
    return masked;
  } finally {
    await reader.close();
  }
}

/** The words of the bill that the answer is, or of those that stand in it as base64; empty for what has no words. */
async function textsOfBills(
  exchange: Exchange,
  reader: Pick<ReturnType<typeof createPdfReader>, "read">,
): Promise<string[]> {
  const isWhole = exchange.content.length > 0 && (!isText(typeOf(exchange)) || isFile(exchange.content));
  const files = isWhole ? [exchange.content] : billsWithin(exchange);
  const texts: string[] = [];
  for (const file of files) texts.push(await textOfPdf(file, reader));
  return texts;
}

export async function textOfPdf(
  bytes: Uint8Array,
  reader: Pick<ReturnType<typeof createPdfReader>, "read">,
): Promise<string> {
  const read = await reader.read(bytes);
  if (!read.ok) return "";
  return read.pages.flatMap(({ rows }) => rows.flatMap(({ words }) => words.map(({ text }) => text))).join(" ");
}

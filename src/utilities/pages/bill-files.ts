/** Files of bills among recorded answers: as they are, whatever type the portal says, or as base64 in JSON and pages. */
import { isText, typeOf, type Exchange } from "./exchange.ts";

/** How the files begin that are bills: PDF, ZIP, PNG, JPEG and TIFF. */
const BEGINNINGS = ["%PDF-", "PK\u0003\u0004", "\u0089PNG\r\n", "\u00ff\u00d8\u00ff", "II*\0", "MM\0*"];

export const isFile = (content: Uint8Array): boolean => {
  const begins = Buffer.from(content.subarray(0, 1024)).toString("latin1");
  return BEGINNINGS.some((beginning) => begins.startsWith(beginning)) || /^\s{0,512}%PDF-/.test(begins);
};

/** Whether the answer itself is the file of a bill. */
export const isBill = (exchange: Exchange): boolean =>
  exchange.status === 200 &&
  (typeOf(exchange) === "application/pdf" ||
    isFile(exchange.content) ||
    /\.(?:pdf|zip|tiff?)\b/i.test(exchange.answered["content-disposition"]?.[0] ?? ""));

/** Base64 as it may stand in JSON, with its slashes and the ends of its lines escaped. */
const LONG_BASE64 =
  /(?<![\w+/])(?:JVBERi0|UEsDB|iVBORw0KGgo|\/9j\/|SUkqA|TU0AK)(?:[\w+/-]|\\[/nr]|[\r\n]){100,}={0,2}/g;

const bytesOf = (text: string): Buffer =>
  Buffer.from(text.replaceAll(/\\[nr]|\s/g, "").replaceAll("\\/", "/"), "base64");

const textOf = (exchange: Exchange): string =>
  isText(typeOf(exchange)) && !isFile(exchange.content) ? new TextDecoder().decode(exchange.content) : "";

/** The files that stand as base64 in the answer. */
export const billsWithin = (exchange: Exchange): Uint8Array[] =>
  [...textOf(exchange).matchAll(LONG_BASE64)].map(([text]) => bytesOf(text)).filter(isFile);

/** The text with another in place of each file. */
export function withoutBills(text: string, replacementOf: (at: number) => string): string {
  let at = 0;
  return text.replaceAll(LONG_BASE64, (found) => (isFile(bytesOf(found)) ? replacementOf(at++) : found));
}

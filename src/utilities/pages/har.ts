/** Reads a HAR file, in which a browser saved its requests and their answers (http://www.softwareishard.com/blog/har-12-spec/). */
import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { StartError } from "../../errors.ts";
import type { Exchange } from "./exchange.ts";

const BYTES_MAX = 300_000_000;
const EXCHANGES_MAX = 10_000;

const Headers = z.array(z.object({ name: z.string(), value: z.string() }));
const Har = z.object({
  log: z.object({
    entries: z
      .array(
        z.object({
          request: z.object({
            method: z.string(),
            url: z.string(),
            headers: Headers,
            postData: z
              .object({
                text: z.string().optional(),
                params: z.array(z.object({ name: z.string(), value: z.string().optional() })).optional(),
              })
              .optional(),
          }),
          response: z.object({
            status: z.number(),
            headers: Headers,
            content: z.object({
              mimeType: z.string().optional(),
              text: z.string().optional(),
              encoding: z.string().optional(),
            }),
          }),
        }),
      )
      .max(EXCHANGES_MAX),
  }),
});
type Entry = z.infer<typeof Har>["log"]["entries"][number];

/** The requests of the file in their order. @throws StartError when it is not a HAR file */
export function readHar(file: string): Exchange[] {
  if (statSync(file).size > BYTES_MAX) throw new StartError(`${file} is larger than ${BYTES_MAX / 1e6} MB.`);
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) throw new StartError(`${file} is no HAR file: it is not JSON.`);
    throw error;
  }
  const read = Har.safeParse(given);
  if (!read.success) throw new StartError(`${file} is no HAR file: it has no log of requests and answers.`);
  return read.data.log.entries.filter(({ request }) => /^https?:/.test(request.url)).map(exchangeOf);
}

function exchangeOf({ request, response }: Entry): Exchange {
  const { text, params } = request.postData ?? {};
  const fields = (params ?? []).map(({ name, value = "" }): [string, string] => [name, value]);
  const answered: Record<string, string[]> = {};
  for (const { name, value } of response.headers) (answered[name.toLowerCase()] ??= []).push(...value.split("\n"));
  if (answered["content-type"] === undefined && response.content.mimeType)
    answered["content-type"] = [response.content.mimeType];
  const { content } = response;
  return {
    method: request.method,
    url: request.url.split("#", 1)[0] ?? request.url,
    headers: Object.fromEntries(request.headers.map(({ name, value }) => [name.toLowerCase(), value])),
    body: text ?? new URLSearchParams(fields).toString(),
    status: response.status,
    answered,
    content: Buffer.from(content.text ?? "", content.encoding === "base64" ? "base64" : "utf8"),
  };
}

/** The part of a host by which hosts of one company are recognised: its last two names. */
const companyOf = (url: string): string => new URL(url).hostname.split(".").slice(-2).join(".");

/** The requests to the portal itself and to where it led; those of trackers and advertisers are left out. */
export function ofPortal(exchanges: readonly Exchange[], signIn: Exchange): Exchange[] {
  const hosts = new Set([companyOf(signIn.url)]);
  for (const { url, answered } of exchanges) {
    const to = URL.parse(answered["location"]?.[0] ?? "", url)?.href;
    if (to !== undefined && hosts.has(companyOf(url))) hosts.add(companyOf(to));
    if (answered["content-type"]?.[0]?.includes("pdf")) hosts.add(companyOf(url));
  }
  return exchanges.filter(({ url }) => hosts.has(companyOf(url)));
}

/** A table as an answer: in the requested format, read and sent row by row, and cut off when it fails midway. */
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import { TABLE_FORMATS, type About, type TableFormat } from "../../formats/about.ts";
import { reportPageHeaders } from "../../formats/html/page-look.ts";
import { PDF_ROWS_MAX } from "../../formats/pdf/pdf-file.ts";
import { checkTable, fileOf, FORMATS, hasLimit, writeTable, type TableFile } from "../../formats/write-table.ts";
import { PAGE_LANGUAGES } from "../../records/company.ts";
import type { Table } from "../../records/table.ts";
import { preferred } from "../http/accept.ts";
import { dispositionOf } from "../http/disposition.ts";
import { createLimiter } from "../http/limiter.ts";

/** How the report is written. */
export const howWritten = {
  format: z.enum(TABLE_FORMATS).optional().meta({
    description: "Format of the report. Without it, the Accept header decides; the default is JSON.",
    example: "csv",
  }),
  language: z.enum(PAGE_LANGUAGES).optional().meta({
    description:
      "Language of the answer, the names, the notes and everything else that people read. Without it that of the company's profile, else English. Labels of CSV and the keys of rows in JSON are always English.",
    example: "es",
  }),
  bom: z
    .enum(["0", "1"])
    .transform((word) => word === "1")
    .optional()
    .meta({
      description: "Only for CSV: `1` adds the byte order mark by which Excel recognizes UTF-8.",
      enum: ["0", "1"],
      example: "1",
    }),
};

// Every format, from the list of all formats.
const MEDIA_TYPES = Object.fromEntries(TABLE_FORMATS.map((format) => [format, FORMATS[format].mediaType])) as Record<
  TableFormat,
  string
>;

/** Without its parameters. */
const bareType = (format: TableFormat): string => FORMATS[format].mediaType.split(";")[0] ?? "";
const file = (description: string) => ({ schema: z.string().meta({ description, format: "binary" }) });

/** Until its first byte is sent, a report holds in memory what it has read, so many at once would fill the memory. */
const limitReport = createLimiter({
  atOnce: 8,
  atOnceOfCompany: 3,
  waitingMax: 300,
  refusal: "Too many reports of your company are being made. Wait for one of them to finish.",
});

export const NOT_ACCEPTABLE = `A report is written as ${TABLE_FORMATS.map((format) => bareType(format)).join(", ")}.`;

/** For the schema of the route; `json` is the record of the answer. */
export const tableAnswer = <Json extends z.ZodType>(json: Json) => ({
  description: "The report.",
  content: {
    [bareType("json")]: { schema: json },
    [bareType("csv")]: { schema: z.string().meta({ description: "A line of labels, then the rows." }) },
    [bareType("xlsx")]: file("A workbook: Read me, Data, and Charts and Bills where there are any."),
    [bareType("html")]: { schema: z.string().meta({ description: "A page with charts, ready to print." }) },
    [bareType("pdf")]: file(`At most ${PDF_ROWS_MAX} rows.`),
  },
});

/** The format that the query asks for, else that of the Accept header. @throws Problem not-acceptable */
export function formatAsked(
  { headers }: FastifyRequest,
  { format }: { format?: TableFormat | undefined },
): TableFormat {
  const asked = format ?? preferred(headers.accept, MEDIA_TYPES);
  if (asked === null) throw new Problem("not-acceptable", NOT_ACCEPTABLE);
  return asked;
}

/** `open` is called in the turn of the company, at most once. */
export async function answerTable(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  of: { company_id: number; format: TableFormat; bom?: boolean | undefined; about: About; open: () => Promise<Table> },
): Promise<FastifyReply> {
  const { company_id, format, bom = false, about, open } = of;
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  if (reply.raw.destroyed) gone.abort();
  // For HEAD no report is made, but a request that would be refused is refused.
  const head = async (): Promise<TableFile> => {
    if (hasLimit(format)) await checkTable(await open(), format);
    return { ...fileOf(format, about), body: Readable.from([]) };
  };
  const write = async () => writeTable(await open(), format, about, { bom, signal: gone.signal });
  const isHead = request.method === "HEAD";
  const limited = format === "pdf" && !isHead ? app.limitPdf : limitReport;
  const written = await limited(company_id, isHead ? head : write, gone.signal).catch((error: unknown) => {
    if (!gone.signal.aborted) throw error;
    return null;
  });
  // The caller has gone: there is no connection to answer on.
  if (written === null) return reply.hijack();
  written.body.once("error", (error) =>
    app.log.error({ err: error, request_id: request.id }, "a report failed while it was being sent"),
  );
  return sendFile(reply, format, about, written);
}

function sendFile(
  reply: FastifyReply,
  format: TableFormat,
  about: About,
  { mediaType, name, body }: TableFile,
): FastifyReply {
  reply.headers(format === "html" ? reportPageHeaders(about) : { "cache-control": "private, no-store" });
  reply.headers({ vary: "accept, authorization, cookie" }).type(mediaType);
  if (format !== "json")
    reply.header(
      "content-disposition",
      dispositionOf(format === "html" ? "inline" : "attachment", name, `report.${format}`),
    );
  return reply.send(body);
}

/** Address of the same report in another format: the requested path with the other format. */
export function addressOf({ publicUrl }: Pick<App, "publicUrl">, url: string, format: TableFormat): string {
  const { pathname, search } = new URL(url, publicUrl);
  const address = new URL(publicUrl + pathname + search);
  address.searchParams.set("format", format);
  return address.href;
}

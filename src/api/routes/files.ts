/** The original files, behind signed links: what was fetched, byte for byte, and never run as part of this site. */
import { once } from "node:events";
import { z } from "zod";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import { findDocument } from "../../store/documents.ts";
import type { Server } from "../schemas.ts";

/** What a browser may show. Everything else is offered for saving: a page from elsewhere must not run under our name. */
const SHOWN: Record<string, string> = { pdf: "application/pdf" };
const SAVED: Record<string, string> = {
  csv: "text/csv",
  xml: "application/xml",
  html: "text/html",
  zip: "application/zip",
};
const OTHER = "application/octet-stream";

export function fileRoutes(server: Server, app: App): void {
  server.get(
    "/files/:ref",
    {
      schema: {
        operationId: "getFile",
        summary: "Open a file by its signed link",
        description: "The link is in `source.expiring_link` of a bill and works for 7 days.",
        tags: ["Files"],
        params: z.object({ ref: z.string() }),
        response: {
          200: {
            description: "The file.",
            content: { [OTHER]: { schema: z.unknown().meta({ type: "string", format: "binary" }) } },
          },
        },
      },
    },
    async ({ params: { ref } }, reply) => {
      const link = app.links.open("file", ref);
      if (link === null) throw new Problem("dead-link", "This link was not made by this service.");
      if (link.expired) throw new Problem("dead-link", "This link has expired. Read the bill again for a new one.");
      const [companyId, documentId] = link.values.map(Number);
      const document = await findDocument(app.db, companyId ?? 0, documentId ?? 0);
      if (document === undefined) throw new Problem("not-found", "This file is no more.");
      const { format, bytes, name } = document;
      const shown = SHOWN[format];
      reply.headers({
        "content-type": shown ?? SAVED[format] ?? OTHER,
        "content-length": bytes,
        "content-disposition": `${shown === undefined ? "attachment" : "inline"}; ${fileName(name, format)}`,
        "cache-control": "private, no-store",
        "referrer-policy": "no-referrer",
      });
      return reply.send(await openFile(app, document));
    },
  );
}

/** The stream once it is sure that there is a file. @throws Problem when it is lost */
async function openFile({ files, log }: App, document: { id: number; company_uuid: string; sha256: Buffer }) {
  const stream = files.stream(document.company_uuid, document.sha256);
  try {
    await once(stream, "readable");
    return stream;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    log.error({ err: error, document_id: document.id }, "the file of a document is lost");
    throw new Problem("not-found", "This file is no more.");
  }
}

/** RFC 6266, with plain letters for old programs: whatever a portal called the file can do nothing here. */
function fileName(name: string, format: string): string {
  const plain =
    name
      .replace(/[^\w. -]/g, "_")
      .replace(/^\.+/, "")
      .slice(0, 120) || `document.${format}`;
  return `filename="${plain}"; filename*=UTF-8''${encodeURIComponent(plain)}`;
}

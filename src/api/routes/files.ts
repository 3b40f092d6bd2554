/** The original files, behind signed links: what was fetched, as it was fetched. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { findDocument, type DocumentRow } from "../../store/bills/documents.ts";
import { answerFile, FILE_ANSWERS, FileQuery, noSuchFile, openFileLink } from "../answers/file-answers.ts";
import type { Server } from "../schemas.ts";

export function fileRoutes(server: Server, app: App): void {
  server.get(
    "/files/:ref",
    {
      schema: {
        operationId: "getFile",
        summary: "Open a file by its signed link",
        description:
          "The link is in `source.expiring_link` of a bill and works for 7 days. A single `Range` of bytes is served in part; the `ETag` is the SHA-256 of the file.",
        tags: ["Files"],
        params: z.object({
          ref: z.string().meta({
            description: "The signed part of the link.",
            example: "2.640.mx0ptmo0.B6aHG8AP6ZBku3oaN03VIFc2b3cHuHBY5K3Dg71GpLI",
          }),
        }),
        querystring: FileQuery,
        response: FILE_ANSWERS,
      },
    },
    async (request, reply) => answerFile(app, request, reply, await findLinkedDocument(app, request.params.ref)),
  );
}

/** @throws Problem when the link is not ours, is too old, or the document or its company is gone */
async function findLinkedDocument(app: App, ref: string): Promise<DocumentRow> {
  const { companyId, id } = openFileLink(app, "file", ref);
  const document = await findDocument(app.db, companyId, id);
  if (document === undefined) throw noSuchFile();
  return document;
}

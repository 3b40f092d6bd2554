/** The files of deliveries, behind signed links. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { findDeliveryFile } from "../../store/deliveries/data-delivery-files.ts";
import {
  answerFile,
  FILE_ANSWERS,
  FileQuery,
  noSuchFile,
  openFileLink,
  type KeptFile,
} from "../answers/file-answers.ts";
import type { Server } from "../schemas.ts";

export function deliveryFileRoutes(server: Server, app: App): void {
  server.get(
    "/files/deliveries/:ref",
    {
      schema: {
        operationId: "getDeliveryFile",
        summary: "Open a delivered file by its signed link",
        description:
          "The link is in `files` of a delivery and works for 7 days. A single `Range` of bytes is served in part; the `ETag` is the SHA-256 of the file.",
        tags: ["Files"],
        params: z.object({
          ref: z.string().meta({
            description: "The signed part of the link.",
            example: "2.641.mx0ptmo0.Oi4hsQqEE57pC7_3D5Fsohk_VlzhnJHRVFNMt8c3ZFs",
          }),
        }),
        querystring: FileQuery,
        response: FILE_ANSWERS,
      },
    },
    async (request, reply) => answerFile(app, request, reply, await findLinkedFile(app, request.params.ref)),
  );
}

/** @throws Problem when the link is not ours, is too old, or the file was let go */
async function findLinkedFile(app: App, ref: string): Promise<KeptFile> {
  const { companyId, id } = openFileLink(app, "delivery_file", ref);
  const file = await findDeliveryFile(app.db, companyId, id);
  if (file === undefined) throw noSuchFile();
  return file;
}

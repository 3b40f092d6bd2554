/** Kept files behind signed links: fetched bill files, unchanged, and delivered files. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { findDocument } from "../../store/bills/documents.ts";
import type { Sql } from "../../store/db.ts";
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

interface FileKind {
  path: "/files/:ref" | "/files/deliveries/:ref";
  purpose: Parameters<typeof openFileLink>[1];
  operationId: string;
  summary: string;
  /** The record that has the link. */
  linkIn: string;
  /** The signed part of a link. */
  example: string;
  /** Undefined when the file, or its company, no longer exists. */
  find(db: Sql, companyId: number, id: number): Promise<KeptFile | undefined>;
}

const KINDS: FileKind[] = [
  {
    path: "/files/:ref",
    purpose: "file",
    operationId: "getFile",
    summary: "Open a file by its signed link",
    linkIn: "`source.expiring_link` of a bill",
    example: "2.640.mx0ptmo0.B6aHG8AP6ZBku3oaN03VIFc2b3cHuHBY5K3Dg71GpLI",
    find: findDocument,
  },
  {
    path: "/files/deliveries/:ref",
    purpose: "delivery_file",
    operationId: "getDeliveryFile",
    summary: "Open a delivered file by its signed link",
    linkIn: "`files` of a delivery",
    example: "2.641.mx0ptmo0.Oi4hsQqEE57pC7_3D5Fsohk_VlzhnJHRVFNMt8c3ZFs",
    find: findDeliveryFile,
  },
];

export function fileRoutes(server: Server, app: App): void {
  for (const { path, purpose, operationId, summary, linkIn, example, find } of KINDS) {
    server.get(
      path,
      {
        schema: {
          operationId,
          summary,
          description: `The link is in ${linkIn} and works for 7 days. A single \`Range\` of bytes is served in part; the \`ETag\` is the SHA-256 of the file.`,
          tags: ["Files"],
          params: z.object({ ref: z.string().meta({ description: "The signed part of the link.", example }) }),
          querystring: FileQuery,
          response: FILE_ANSWERS,
        },
      },
      async (request, reply) => {
        const { companyId, id } = openFileLink(app, purpose, request.params.ref);
        const file = await find(app.db, companyId, id);
        if (file === undefined) throw noSuchFile();
        return answerFile(app, request, reply, file);
      },
    );
  }
}

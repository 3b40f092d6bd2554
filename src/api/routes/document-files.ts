/** Accepts a bill file that a user has: it is stored once, and read by a job. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { found } from "../../errors.ts";
import { BILL_FILE_BYTES_MAX, uploadBillFile } from "../../operations/bills/upload.ts";
import { ReadDocument } from "../../records/document.ts";
import { findCompany } from "../../store/records/companies.ts";
import { refuseForeignAccount, refuseForeignProperty } from "../answers/foreign-records.ts";
import { showDocument } from "../answers/document-answers.ts";
import { callerOf } from "../auth/auth.ts";
import { acceptFiles, FileName, fileOf, GivenText } from "../http/upload.ts";
import { PathId, type Server } from "../schemas.ts";

/** The content alone decides how a file is read; a type only says that the body is a file. */
const FILE_TYPES = [
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/tiff",
  "text/xml",
  "application/xml",
  "application/atom+xml",
  "application/edi-x12",
  "text/html",
  "text/csv",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/zip",
  "application/octet-stream",
];

const UploadQuery = z.strictObject({
  name: FileName,
  utility_account_id: PathId.optional().meta({
    type: "integer",
    description: "The account of the bill. Left out: it is found by the printed account number.",
    example: 15,
  }),
  utility_company: GivenText.optional().meta({
    description:
      "The utility of the bill. With it an account that does not exist yet is created from the printed number.",
    example: "Northgate Electric",
  }),
  property_id: PathId.optional().meta({
    type: "integer",
    description: "The property of new meters. Left out: it is found or created by the printed service address.",
    example: 4,
  }),
});

export function documentFileRoutes(server: Server, app: App): void {
  acceptFiles(server, FILE_TYPES, BILL_FILE_BYTES_MAX);
  server.post(
    "/documents",
    {
      config: { isRepeatable: true },
      schema: {
        operationId: "uploadDocument",
        summary: "Upload the file of a bill",
        description:
          "The body is the file itself, up to 25 MB: a PDF, a scan or picture as PDF, PNG, JPEG or TIFF, whose text is recognised, a Green Button feed, an X12 file, a saved web page, or a ZIP archive of these. It is read by a job: poll the document until its state is no longer `waiting`. A file with several bills gives a document for each, and so does a ZIP archive for each of its files: its own document lists them under `entries`. The same file twice is one document; the second time the answer is 200.",
        tags: ["Documents"],
        querystring: UploadQuery,
        consumes: FILE_TYPES,
        body: z.unknown().meta({ type: "string", format: "binary", description: "The file.", example: "%PDF-1.7" }),
        response: { 200: ReadDocument, 201: ReadDocument },
        problems: ["quota-exceeded"],
      },
    },
    async (request, reply) => {
      const { company_id, user_id } = callerOf(request);
      const upload = fileOf(request.upload, FILE_TYPES);
      const { name, utility_account_id, utility_company, property_id } = request.query;
      await refuseForeignAccount(app, company_id, utility_account_id);
      await refuseForeignProperty(app, company_id, property_id);
      const company = await found(findCompany(app.db, company_id));
      const { id, created } = await uploadBillFile(app, company, upload, {
        uploaded_by: user_id,
        name,
        utility_account_id: utility_account_id ?? null,
        utility_company: utility_company ?? null,
        property_id: property_id ?? null,
      });
      const document = await showDocument(app, company_id, id);
      return reply
        .code(created ? 201 : 200)
        .header("location", `/v1/documents/${id}`)
        .send(document);
    },
  );
}

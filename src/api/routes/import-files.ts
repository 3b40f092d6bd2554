/** Accepts a spreadsheet of bill history: it is stored, and an import starts that has no effect until it is confirmed. */
import { z } from "zod";
import type { App } from "../../app.ts";
import { similarName } from "../../domain/imports/similar-name.ts";
import { found, invalid } from "../../errors.ts";
import { BillImport } from "../../records/import.ts";
import { ProfileName } from "../../records/import-profile.ts";
import { keepFile } from "../../operations/keep-file.ts";
import { requireQuota, requireWithinQuota } from "../../operations/quotas.ts";
import { findCompany } from "../../store/records/companies.ts";
import { listOwnProfiles } from "../../store/imports/import-profiles.ts";
import { insertImport, lockImport } from "../../store/imports/imports.ts";
import { callerOf } from "../auth/auth.ts";
import { answerOnce } from "../http/idempotency.ts";
import { PathId, type Server } from "../schemas.ts";
import { acceptFiles, FileName, fileOf, GivenText, type Upload } from "../http/upload.ts";
import { refuseForeignProperty } from "../answers/foreign-records.ts";
import { wireImport } from "../answers/wire.ts";

const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const FILE_TYPES = ["text/csv", XLSX_TYPE, "application/octet-stream"];
const FILE_BYTES_MAX = 50 * 1024 * 1024;

const ImportQuery = z.strictObject({
  name: FileName,
  profile: ProfileName.optional().meta({
    description:
      "The import profile that says what the columns mean. Absent: it is chosen by the header row; when several profiles fit and read the file differently, one must be named.",
    example: "meterbook",
  }),
  dry_run: z
    .enum(["true", "false"])
    .default("true")
    .transform((word) => word === "true")
    .meta({
      type: "boolean",
      description: "With `false` the bills are imported at once; otherwise the import waits to be confirmed.",
      example: true,
    }),
  utility_company: GivenText.optional().meta({
    description: "For all rows, whatever the file says.",
    example: "Northgate Electric",
  }),
  account: GivenText.optional().meta({
    description: "Account number for all rows, whatever the file says.",
    example: "100-200",
  }),
  property_id: PathId.optional().meta({
    type: "integer",
    description: "The property of all meters, whatever the file says.",
    example: 4,
  }),
});

export function importFileRoutes(server: Server, app: App): void {
  acceptFiles(server, FILE_TYPES, FILE_BYTES_MAX);
  server.post(
    "/imports",
    {
      config: { answersOnce: true },
      schema: {
        operationId: "createImport",
        summary: "Import bill history from a spreadsheet",
        description:
          "The body is the file itself, CSV or XLSX, up to 50 MB. A dry run reads it and compares it with the existing data, without any effect: `rows_refused` and the refusals say what is wrong, and the counts say what the import would save and create; `confirm` saves it. Sending the same file twice creates nothing twice.",
        tags: ["Imports"],
        querystring: ImportQuery,
        consumes: FILE_TYPES,
        body: z
          .unknown()
          .meta({ type: "string", format: "binary", description: "The file.", example: "a,b\r\n1,2\r\n" }),
        response: { 201: BillImport },
        problems: ["quota-exceeded"],
      },
    },
    async (request, reply) => {
      const { company_id } = callerOf(request);
      const upload = fileOf(request.upload, FILE_TYPES);
      const { name, profile, dry_run, utility_company, account, property_id } = request.query;
      const mapping = profile === undefined ? null : await findMapping(app, company_id, profile);
      await refuseForeignProperty(app, company_id, property_id);
      const company = await found(findCompany(app.db, company_id));
      const more = { file_bytes: upload.bytes, open_imports: 1, bills: 1, lines: 1 };
      await requireQuota(app, app.db, company_id, more);
      return keepFile(app, company, upload, async (trx) => {
        const id = await insertImport(trx, {
          company_id,
          name,
          dry_run,
          profile_name: profile ?? null,
          profile: mapping === null ? null : JSON.stringify(mapping),
          constants: JSON.stringify({ utility_company, acct_num: account, property_id }),
          file: { sha256: upload.sha256, bytes: upload.bytes, format: formatOf(upload) },
        });
        await app.jobs.enqueue(trx, "import", { company_id, import_id: id });
        await requireWithinQuota(app, trx, company_id, ["file_bytes", "open_imports"]);
        reply.code(201).header("location", `/v1/imports/${id}`);
        const row = await lockImport(trx, company_id, id);
        if (row === undefined) throw new Error("a new import was not found");
        return answerOnce(trx, request, reply, wireImport(row));
      });
    },
  );
}

/** A workbook is a ZIP file; whether it is one is checked when it is read. */
const formatOf = ({ head }: Upload): string =>
  head.subarray(0, 4).toString("latin1") === "PK\x03\x04" ? "xlsx" : "csv";

/** The profile as it is now, so that the dry run and the import use the same one. @throws Problem naming the parameter */
async function findMapping(app: App, companyId: number, name: string): Promise<object> {
  const owns = await listOwnProfiles(app.db, companyId);
  const known =
    owns.find((profile) => profile.name === name)?.profile ??
    app.imports.profiles.find((profile) => profile.name === name)?.mapping;
  if (typeof known === "object" && known !== null) return known;
  const similar = similarName(
    name,
    [...owns, ...app.imports.profiles].map((profile) => profile.name),
  );
  const detail = `There is no import profile with this name.${similar === null ? "" : ` Did you mean ${similar}?`}`;
  throw invalid([{ pointer: "profile", detail }]);
}

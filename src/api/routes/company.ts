/** The caller's company: what it says of itself, and its logo. */
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import type { App } from "../../app.ts";
import { textColourOn, WHITE } from "../../domain/contrast.ts";
import { found, invalid, notFound } from "../../errors.ts";
import { editCompany } from "../../operations/company-profile.ts";
import { CompanyEdit, CompanyProfile, LOGO_BYTES_MAX, LOGO_TYPES } from "../../records/company.ts";
import { presenter } from "../../records/present.ts";
import {
  deleteCompanyLogo,
  findCompanyLogo,
  findCompanyProfile,
  putCompanyLogo,
  updateCompany,
  type CompanyProfileRow,
} from "../../store/records/companies.ts";
import type { Sql } from "../../store/db.ts";
import { inTransaction } from "../../store/transactions.ts";
import { refuseCodeMailbox } from "../answers/foreign-records.ts";
import { audit } from "../auth/audit.ts";
import { callerOf } from "../auth/auth.ts";
import { isKnownTag, TAGGED, tagOf } from "../http/etag.ts";
import { acceptFiles, fileOf } from "../http/upload.ts";
import { Done, type Server } from "../schemas.ts";

const blackOrWhite = (colour: string) => (textColourOn(colour) === WHITE ? "white" : "black");

const wireCompanyProfile = presenter(CompanyProfile, {
  address: ({ contact_address }: CompanyProfileRow) => contact_address,
  text_colour: ({ colour }: CompanyProfileRow) => (colour === null ? null : blackOrWhite(colour)),
  logo: ({ logo_width, logo_height, logo_updated_at }: CompanyProfileRow) =>
    logo_width === null || logo_height === null || logo_updated_at === null
      ? null
      : { width: logo_width, height: logo_height, updated_at: logo_updated_at },
  consent_text: ({ consent_text_en, consent_text_es }: CompanyProfileRow) => ({
    en: consent_text_en,
    es: consent_text_es,
  }),
});

const LOGO = z.unknown().meta({ type: "string", format: "binary", description: "The file.", example: "\x89PNG" });

const tags = ["Companies"];

export function companyProfileRoutes(server: Server, app: App): void {
  const profileOf = async (db: Sql, companyId: number) =>
    wireCompanyProfile(await found(findCompanyProfile(db, companyId)));

  server.get(
    "/company",
    {
      schema: {
        operationId: "getCompany",
        summary: "The company of the caller",
        description:
          "What it says of itself: name, logo, colour, contact and words on its credential form, and how pages show its figures.",
        tags,
        response: { 200: CompanyProfile },
      },
    },
    (request) => profileOf(app.db, callerOf(request).company_id),
  );

  server.patch(
    "/company",
    {
      schema: {
        operationId: "editCompany",
        summary: "Edit the company of the caller",
        description: "Changes the given fields; null empties one. Of `consent_text`, the given languages change.",
        tags,
        body: CompanyEdit,
        response: { 200: CompanyProfile },
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      await refuseCodeMailbox(app, company_id, request.body.code_mailbox_id);
      return inTransaction(app, async (trx) => {
        await editCompany(trx, company_id, request.body);
        const fields = Object.keys(request.body);
        await audit(trx, app, request, { ...edited(company_id, "company.edited"), detail: { fields } });
        return profileOf(trx, company_id);
      });
    },
  );

  server.get(
    "/company/logo",
    {
      schema: {
        operationId: "getCompanyLogo",
        summary: "The logo of the company",
        description: "As a PNG. 404 when there is none.",
        tags,
        response: {
          200: { description: "The logo.", content: { "image/png": { schema: LOGO } } },
          304: {
            description: "The logo matches the tag in `If-None-Match`.",
            content: { "image/png": { schema: LOGO } },
          },
        },
        problems: ["not-found"],
      },
    },
    async (request, reply) => {
      const { png } = await found(findCompanyLogo(app.db, callerOf(request).company_id));
      const tag = tagOf(png);
      reply.headers({ etag: tag, ...TAGGED });
      if (isKnownTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
      return reply.type("image/png").send(png);
    },
  );

  server.delete(
    "/company/logo",
    {
      schema: {
        operationId: "deleteCompanyLogo",
        summary: "Delete the logo of the company",
        description: "404 when there is none.",
        tags,
        response: { 200: Done },
        problems: ["not-found"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      await inTransaction(app, async (trx) => {
        if (!(await deleteCompanyLogo(trx, company_id))) throw notFound();
        await updateCompany(trx, company_id, {});
        await audit(trx, app, request, edited(company_id, "company.logo_deleted"));
      });
      return { message: "The logo is deleted.", success: true as const };
    },
  );
}

/** In a scope of its own, because it accepts files. */
export function companyLogoRoutes(server: Server, app: App): void {
  acceptFiles(server, LOGO_TYPES, LOGO_BYTES_MAX);
  server.put(
    "/company/logo",
    {
      schema: {
        operationId: "putCompanyLogo",
        summary: "Upload the logo of the company",
        description:
          "The body is the file itself, a PNG, JPEG or WebP up to 200 KB. It is drawn anew with at most 640 by 240 pixels; nothing else of the file is kept. Pages show it on white.",
        tags,
        consumes: LOGO_TYPES,
        body: LOGO,
        response: { 200: CompanyProfile },
        problems: ["too-many-requests"],
      },
    },
    async (request) => {
      const { company_id } = callerOf(request);
      const upload = fileOf(request.upload, LOGO_TYPES);
      const drawn = await app.pages.drawLogo(company_id, await buffer(upload.open()));
      if (!drawn.ok) throw invalid([{ pointer: "", detail: drawn.finding.detail }]);
      const { png, width, height } = drawn;
      return inTransaction(app, async (trx) => {
        await putCompanyLogo(trx, company_id, { png, width, height });
        await updateCompany(trx, company_id, {});
        await audit(trx, app, request, edited(company_id, "company.logo_changed"));
        return wireCompanyProfile(await found(findCompanyProfile(trx, company_id)));
      });
    },
  );
}

const edited = (company_id: number, action: string) => ({
  company_id,
  action,
  record_type: "Company",
  record_id: company_id,
});

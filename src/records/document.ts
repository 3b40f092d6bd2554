/** Documents: the files of bills, the result of reading them, and what a user decided about those in review. */
import { z } from "zod";
import { Reading } from "./reading.ts";
import { Id } from "./scalars.ts";
import { DayTimestamp, Timestamp } from "./wire.ts";

export const Finding = z
  .object({
    name: z.string().meta({ description: "Stable name of the finding.", example: "charges_do_not_add_up" }),
    severity: z
      .enum(["error", "warning"])
      .meta({ description: "error: the document is kept out of the bills.", example: "warning" }),
    detail: z.string().meta({ example: "The charges add up to 105.93; 105.39 is printed." }),
    place: z
      .union([
        z.object({ page: z.number().int().meta({ example: 1 }), box: z.array(z.number()) }),
        z.object({ row: z.number().int().meta({ example: 14 }) }),
      ])
      .optional()
      .meta({
        description:
          "Page from 1, and the box [left, top, right, bottom] on it in points from the top left corner. In a file without pages, the line of a feed or the segment of an EDI file, from 1.",
        example: { page: 1, box: [72, 310.5, 540, 322] },
      }),
  })
  .meta({ id: "Finding", description: "A finding about a file." });

export const DOCUMENT_STATES = ["waiting", "accepted", "known", "review", "rejected", "unpacked"] as const;
export const DECISIONS = ["accepted", "rejected", "keyed_in"] as const;

export const BillDocument = z
  .object({
    id: Id.meta({ example: 640 }),
    svc_object_type: z.literal("Document"),
    utility_account_id: Id.nullable().meta({
      description: "Null for an uploaded file whose account is not known yet.",
      example: 15,
    }),
    name: z.string().meta({
      description: "Its name on the utility's website, or of the uploaded file.",
      example: "bill-287787435.pdf",
    }),
    part: z.number().int().meta({ description: "Which bill of its file it is, from 1.", example: 1 }),
    uploaded_by: Id.nullable().meta({ description: "Id of the user who uploaded the file.", example: null }),
    format: z.string().meta({ description: "File format, by its content.", example: "pdf" }),
    listed_date: DayTimestamp.meta({ description: "The date the utility's website lists it under, or of the upload." }),
    state: z.enum(DOCUMENT_STATES).meta({
      description:
        "waiting: not read yet. known: an existing bill already has the same content. review: the findings say why. rejected: a user decided that it is no bill to keep. unpacked: an archive, whose files are documents of their own.",
    }),
    findings: z.array(Finding).meta({ example: [] }),
    utility_bill_id: Id.nullable(),
    decision: z.enum(DECISIONS).nullable().meta({
      description:
        "What a user decided about the document in review: its reading was accepted with its findings, the document was rejected, or its bill was keyed in. Null: no user decided.",
      example: null,
    }),
    decided_by: Id.nullable().meta({ description: "Id of that user.", example: null }),
    decided_at: Timestamp.nullable().meta({ example: null }),
    decision_note: z.string().nullable().meta({ description: "The reason that the user gave.", example: null }),
    expiring_link: z.string().meta({
      description: "Opens the file without other credentials, for 7 days.",
      example: "http://localhost:8080/files/2.640.mx0ptmo0.B6aHG8AP6ZBku3oaN03VIFc2b3cHuHBY5K3Dg71GpLI",
    }),
    fetched_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Document", description: "The file of a bill, and the result of reading it." });

const ArchiveEntry = z
  .object({
    name: z.string().meta({ description: "Its path in the archive.", example: "2026/march.pdf" }),
    document_id: Id.nullable().meta({
      description: "Its document; a file that was uploaded before has that one. Null: it was refused.",
      example: 641,
    }),
    state: z.enum(DOCUMENT_STATES).nullable().meta({ description: "The state of its document.", example: "accepted" }),
    finding: Finding.nullable().meta({ description: "Why the file was refused.", example: null }),
  })
  .meta({ id: "ArchiveEntry", description: "A file of an uploaded archive." });

const ModelQuestion = z
  .object({
    model: z.string().meta({ description: "The name of the model.", example: "llama3.1:8b" }),
    asked_at: Timestamp,
    input_tokens: z.number().int().nullable().meta({ description: "As its server counts them.", example: 1830 }),
    output_tokens: z.number().int().nullable().meta({ example: 940 }),
    cost: z.number().nullable().meta({
      description: "By the prices that the operator set, in the currency of these. Null when none are set.",
      example: 0.000839,
    }),
  })
  .meta({ id: "ModelQuestion", description: "The latest question to a language model about a document." });

export const ReadDocument = BillDocument.extend({
  reading: Reading.nullable().meta({
    description:
      "The bill as it was read, also when findings keep it in review: correct it and send it with `document_id` to `POST /v1/utility_bills`. Null when no bill was recognised.",
  }),
  template_id: z.string().nullable().meta({ description: "The template that read it.", example: "northgate-electric" }),
  template_version: z.number().int().nullable().meta({ example: 1 }),
  model_question: ModelQuestion.nullable().meta({
    description: "What asking a language model about it took. Null when none was asked.",
    example: null,
  }),
  entries: z.array(ArchiveEntry).meta({
    description: "The files of an archive in its order, 200 at most. Empty for any other document.",
    example: [],
  }),
}).meta({ id: "DocumentWithReading", description: "A document with its reading." });

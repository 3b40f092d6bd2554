/** Destinations of deliveries: files kept by the service, people by mail, an S3 bucket or an SFTP folder; as submitted and as shown. */
import { z } from "zod";
import { MAIL_LANGUAGES, type MailLanguage } from "./codes.ts";

const bucket = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "This must be the name of a bucket.")
  .meta({ example: "utility-data" });
const prefix = z
  .string()
  .max(500)
  .regex(
    /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/,
    "This may hold letters, digits, -, _ and ., in parts separated by single slashes.",
  )
  .nullable()
  .default(null)
  .meta({ description: "Put before the name of each file.", example: "meterbook" });
/** The host is checked when it is connected to, by the address that it resolves to. */
const host = z
  .string()
  .min(1)
  .max(253)
  .regex(/^[\w.:-]+$/, "This must be the name or address of a host.")
  .meta({ example: "sftp.example.com" });
const path = z
  .string()
  .min(1)
  .max(1000)
  .regex(/^[^\p{Cc}]+$/u, "This must be a folder path.")
  .meta({ description: "An existing folder on the server.", example: "/incoming" });
const secretText = z.string().min(1).max(16_384);

export const HOST_KEY = /^SHA256:[A-Za-z0-9+/]{43}$/;
const hostKey = z
  .string()
  .regex(HOST_KEY, "This must be a fingerprint as `ssh-keygen -lf` prints it, SHA256:… .")
  .nullable()
  .meta({
    description: "Fingerprint of the server's key. Null: the key of the first connection is stored.",
    example: null,
  });

const S3 = {
  kind: z.literal("s3"),
  endpoint: z.string().max(500).meta({
    description: "The endpoint without the bucket, which is added to the path.",
    example: "https://s3.eu-central-1.amazonaws.com",
  }),
  region: z
    .string()
    .regex(/^[\w-]{1,60}$/, "This must be a region name, such as us-east-1.")
    .meta({ example: "eu-central-1" }),
  bucket,
  access_key_id: z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/, "This must be an access key id: printable ASCII characters.")
    .meta({ example: "AKIDEXAMPLE" }),
};
const SFTP = {
  kind: z.literal("sftp"),
  host,
  port: z
    .number()
    .int()
    .refine((port) => port === 22 || (port >= 1024 && port <= 65_535), "This must be 22, or from 1024 to 65535.")
    .default(22)
    .meta({ minimum: 22, maximum: 65_535, example: 22 }),
  path,
  username: z.string().min(1).max(200).meta({ example: "meterbook" }),
};

export const FilesDestination = z.strictObject({ kind: z.literal("files") }).meta({
  id: "FilesDestination",
  description: "Files are only kept by the service and downloaded by the links of the delivery.",
});

/** People in one delivery. */
export const RECIPIENTS_MAX = 20;
const MESSAGE_MAX = 1000;

export const EmailDestination = z
  .strictObject({
    kind: z.literal("email"),
    to: z
      .array(z.email("This must be an e-mail address.").max(254))
      .min(1)
      .max(RECIPIENTS_MAX)
      .refine(
        (to) => new Set(to.map((address) => address.toLowerCase())).size === to.length,
        "An address is given twice.",
      )
      .meta({
        description: "E-mail addresses. Each person gets a mail of their own and can stop these mails.",
        example: ["manager@example.com"],
      }),
    language: z
      .enum(MAIL_LANGUAGES)
      .default("en")
      .meta({ description: "Language of the mail and of the reports in it.", example: "en" }),
    message: z.string().trim().max(MESSAGE_MAX).nullable().default(null).meta({
      description: "Words of yours at the beginning of the mail, as plain text. Addresses in it do not become links.",
      example: "The bills to pay of this week.",
    }),
    links_only: z.boolean().default(false).meta({
      description:
        "True: the mail has links to the files, which work for 7 days, and never the files themselves. False: files are attached up to a size that docs/deliveries.md states.",
      example: false,
    }),
  })
  .meta({ id: "EmailDestination", description: "Mails from this service to up to 20 people." });

export const S3Destination = z
  .strictObject({
    ...S3,
    prefix,
    secret_access_key: secretText.optional().meta({
      description: "Never shown. Left out in an edit: unchanged.",
      example: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    }),
  })
  .meta({ id: "S3Destination", description: "A bucket of an S3 store." });

export const SftpDestination = z
  .strictObject({
    ...SFTP,
    host_key_sha256: hostKey.optional(),
    password: secretText
      .optional()
      .meta({ description: "Never shown. Left out in an edit: unchanged.", example: "a long password" }),
    private_key: secretText.optional().meta({
      description: "Instead of a password: OpenSSH or PEM, without a passphrase. Never shown.",
    }),
  })
  .meta({ id: "SftpDestination", description: "A folder on an SFTP server." });

export const DestinationInput = z
  .discriminatedUnion("kind", [FilesDestination, EmailDestination, S3Destination, SftpDestination])
  .meta({ id: "NewDeliveryDestination", description: "Where the files go.", example: { kind: "files" } });
export type DestinationInput = z.infer<typeof DestinationInput>;

/** The parts of a destination that are sealed. */
export const DESTINATION_SECRETS = ["secret_access_key", "password", "private_key"] as const;
export type DestinationSecret = (typeof DESTINATION_SECRETS)[number];
export type DestinationSecrets = Partial<Record<DestinationSecret, string>>;

/** The destination as it is stored and shown, without secrets. */
export type Destination =
  | { kind: "files" }
  | {
      kind: "email";
      to: string[];
      language: MailLanguage;
      message: string | null;
      links_only: boolean;
    }
  | {
      kind: "s3";
      endpoint: string;
      region: string;
      bucket: string;
      prefix: string | null;
      access_key_id: string;
    }
  | {
      kind: "sftp";
      host: string;
      port: number;
      path: string;
      username: string;
      host_key_sha256: string | null;
    };

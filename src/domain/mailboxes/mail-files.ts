/** Which parts of a mail are files that could hold a bill, by its structure alone: nothing of the mail is fetched for the others. */

/** A part of a mail as its server describes it. */
export interface MailPart {
  /** Its number, by which it is fetched. */
  number: string;
  /** Media type in lower case. */
  type: string;
  name: string | null;
  disposition: string | null;
  /** It has a Content-ID, by which the text of the mail can show it. */
  hasId: boolean;
  isBase64: boolean;
  /** As sent, by the server, which may be wrong. */
  sentBytes: number;
  /** Of a multipart, and of a mail within the mail. */
  parts: MailPart[];
}

export interface FileOfMail {
  number: string;
  name: string;
  /** About its size, which only its download shows. */
  bytes: number;
}

export interface FilesOfMail {
  files: FileOfMail[];
  /** Files of a kind that is read, which are not fetched. */
  refused: { name: string; reason: string }[];
  /** Further such files, which are only counted. */
  unlisted: number;
  /** Pictures within the text of the mail, such as logos. */
  picturesInText: number;
  /** Parts that were not looked at, for their depth or their number. */
  leftOut: number;
}

/** Media types of files that the service reads. */
const TYPES = new Set([
  "application/pdf",
  "application/x-pdf",
  "image/png",
  "image/jpeg",
  "image/jpg",
  "image/tiff",
  "application/zip",
  "application/x-zip-compressed",
  "text/csv",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "text/xml",
  "application/xml",
  "application/atom+xml",
  "application/edi-x12",
  "text/html",
]);
/** Many mails say application/octet-stream. */
const ENDINGS = new Set([
  "pdf",
  "png",
  "jpg",
  "jpeg",
  "tif",
  "tiff",
  "zip",
  "csv",
  "xlsx",
  "xml",
  "html",
  "htm",
  "x12",
  "edi",
]);

const NAME_MAX = 150;
/** Files of one mail that are fetched, and that are listed with the reason why they are not. */
const FETCHED_MAX = 20;
const REFUSED_MAX = 30;
const PARTS_MAX = 500;
/** Parts within parts, and mails within mails: a bill that was forwarded twice is found. */
const DEPTH_MAX = 20;
const MAILS_MAX = 3;
/** Of all files of a mail that are fetched. */
const MAIL_BYTES_MAX = 60 * 1024 * 1024;
/** Base64 writes three bytes as four letters, 76 of them in a line with two letters at its end. */
const BASE64 = (3 / 4) * (76 / 78);
/** Sizes are about right: a file is refused by its download when it is a little too large. */
const SIZE_MARGIN = 0.9;

interface Leaf {
  part: MailPart;
  inRelated: boolean;
}

/** `fileBytesMax`: the largest file that is taken. */
export function filesOfMail(mail: MailPart, fileBytesMax: number): FilesOfMail {
  const found: FilesOfMail = { files: [], refused: [], unlisted: 0, picturesInText: 0, leftOut: 0 };
  let bytes = 0;
  const { leaves, leftOut } = leavesOf(mail);
  found.leftOut = leftOut;
  for (const { part, inRelated } of leaves) {
    if (isPictureInText(part, inRelated)) found.picturesInText += 1;
    else if (isFile(part)) {
      const file = { number: part.number, name: nameOf(part), bytes: bytesOf(part) };
      const reason =
        refusalOf(file, fileBytesMax) ??
        (found.files.length >= FETCHED_MAX
          ? `A mail may have ${FETCHED_MAX} files: send the others in another one.`
          : null) ??
        (bytes + file.bytes > MAIL_BYTES_MAX
          ? "The files of the mail are too large together: send them in several mails."
          : null);
      if (reason === null) {
        found.files.push(file);
        bytes += file.bytes;
      } else if (found.refused.length < REFUSED_MAX) found.refused.push({ name: file.name, reason });
      else found.unlisted += 1;
    }
  }
  return found;
}

/**
 * The parts that have no parts of their own, in their order. A part that is nested too deep, or comes after too many others, is
 * left out with all that is in it, and counted once.
 */
function leavesOf(mail: MailPart): { leaves: Leaf[]; leftOut: number } {
  const leaves: Leaf[] = [];
  let leftOut = 0;
  let seen = 0;
  const walk = (part: MailPart, depth: number, mails: number, inRelated: boolean): void => {
    seen += 1;
    if (seen > PARTS_MAX || depth > DEPTH_MAX || mails > MAILS_MAX) return void (leftOut += 1);
    if (part.parts.length === 0) return void leaves.push({ part, inRelated });
    const isMail = part.type === "message/rfc822";
    for (const inner of part.parts)
      walk(inner, depth + 1, mails + (isMail ? 1 : 0), !isMail && (inRelated || part.type === "multipart/related"));
  };
  walk(mail, 0, 0, false);
  return { leaves, leftOut };
}

/** What is said of a mail of which parts or files were left out; null: none were. */
export function leftOutText({ leftOut, unlisted }: FilesOfMail): string | null {
  const parts =
    leftOut === 0
      ? []
      : [
          `${leftOut === 1 ? "1 part was" : `${leftOut} parts were`} not looked at: mails within mails are followed ${MAILS_MAX} deep, parts within parts ${DEPTH_MAX} deep, and ${PARTS_MAX} parts in all. Forward a bill that is missing as a file of its own.`,
        ];
  const files =
    unlisted === 0 ? [] : [`${unlisted === 1 ? "1 more file was" : `${unlisted} more files were`} not taken.`];
  return [...parts, ...files].join(" ") || null;
}

/** A picture that the text shows, by its id, is no attachment. */
const isPictureInText = ({ type, hasId, disposition }: MailPart, inRelated: boolean): boolean =>
  type.startsWith("image/") && disposition !== "attachment" && (inRelated || (hasId && disposition === "inline"));

function isFile(part: MailPart): boolean {
  const { type, name, disposition } = part;
  if (type.startsWith("multipart/") || type === "message/rfc822") return false;
  // The text of the mail itself.
  if (type.startsWith("text/") && name === null && disposition !== "attachment") return false;
  return TYPES.has(type) || (name !== null && ENDINGS.has(endingOf(name)));
}

const endingOf = (name: string): string => name.slice(name.lastIndexOf(".") + 1).toLowerCase();

const nameOf = ({ name, type }: MailPart): string =>
  (name ?? "")
    .replace(/[\p{C}/\\]/gu, "_")
    .trim()
    .slice(-NAME_MAX)
    // A sign of two units may have been cut in half, which the database refuses.
    .toWellFormed() || `bill.${type.slice(type.indexOf("/") + 1)}`;

const bytesOf = ({ sentBytes, isBase64 }: MailPart): number => Math.floor(isBase64 ? sentBytes * BASE64 : sentBytes);

function refusalOf({ bytes }: FileOfMail, max: number): string | null {
  if (bytes * SIZE_MARGIN > max) return tooLarge(max);
  return null;
}

/** The most that is fetched of a file: a little more than its server says. */
export const fetchedMax = ({ bytes }: FileOfMail, max: number): number =>
  Math.min(max, Math.ceil(bytes * 1.25) + 64 * 1024);

/** Why a file is not taken that is larger than what is fetched of it. */
export const largerThan = (fetched: number, max: number): string =>
  fetched < max ? "The file is larger than its server says." : tooLarge(max);

const tooLarge = (max: number): string => `The file is larger than ${max / 1024 / 1024} MB.`;

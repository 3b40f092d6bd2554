/** What a server says about a mail in the form of our rules; its texts are cut before anybody reads them. */
import type { MessageEnvelopeObject, MessageStructureObject } from "imapflow";
import type { MailPart } from "../domain/mailboxes/mail-files.ts";

const SUBJECT_MAX = 200;
const ADDRESS_MAX = 320;
const ADDRESSES_MAX = 20;
const NAME_MAX = 1000;

const clean = (text: string): string => text.replace(/\p{C}+/gu, " ").trim();

export function subjectOf(envelope: MessageEnvelopeObject | undefined): string | null {
  return clean((envelope?.subject ?? "").slice(0, SUBJECT_MAX)) || null;
}

/** The addresses of its From; a longer list is cut. */
export const addressesOf = (envelope: MessageEnvelopeObject | undefined): string[] =>
  (envelope?.from ?? []).slice(0, ADDRESSES_MAX).flatMap(({ address }) => {
    const text = clean(address ?? "");
    return text === "" || text.length > ADDRESS_MAX ? [] : [text];
  });

/** `root`: the whole mail, whose only part has the number 1. */
export const partOf = (root: MessageStructureObject): MailPart => convert(root, "1");

/** The depth is bounded by the parser of the library. */
function convert(node: MessageStructureObject, fallback: string): MailPart {
  const number = node.part ?? fallback;
  const name = node.dispositionParameters?.["filename"] ?? node.parameters?.["name"] ?? null;
  return {
    number,
    type: node.type.slice(0, NAME_MAX).toLowerCase(),
    name: name === null ? null : clean(name.slice(-NAME_MAX)) || null,
    disposition: node.disposition ?? null,
    hasId: (node.id ?? "") !== "",
    isBase64: node.encoding === "base64",
    sentBytes: Math.max(0, node.size ?? 0),
    parts: (node.childNodes ?? []).map((inner) =>
      // The only part of a mail within the mail has the number 1 there; the library gives it that of the mail.
      node.type === "message/rfc822" && inner.childNodes === undefined
        ? { ...convert(inner, number), number: `${number}.1` }
        : convert(inner, number),
    ),
  };
}

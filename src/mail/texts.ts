/** The mails of the service in each language, as plain text and as a simple page. */
import type { Readable } from "node:stream";
import { html } from "../formats/html/html.ts";
import type { MailLanguage } from "../records/codes.ts";

export interface Mail {
  subject: string;
  text: string;
  html: string;
  files?: readonly MailFile[];
  /** With its angle brackets: the same for each try, so that a mail program shows a mail that came twice once. Absent: a new one. */
  message_id?: string;
  /** The address that stops such mails at a POST (RFC 8058). */
  stop_link?: string;
}

/** A file in a mail. */
export interface MailFile {
  name: string;
  mediaType: string;
  open(): Promise<Readable>;
}

/** What a mail says, in sentences around its link. */
interface Wording {
  subject: string;
  lead: string;
  button: string;
  end: string;
}

const INVITATION: Record<MailLanguage, (company: string) => Wording> = {
  en: (company) => ({
    subject: `Invitation to ${company}`,
    lead: `You are invited to the utility data of ${company}. Open this page and choose a password:`,
    button: "Accept the invitation",
    end: "The link works once, for seven days. If you do not know what this is about, ignore this mail.",
  }),
  es: (company) => ({
    subject: `Invitación a ${company}`,
    lead: `Le invitan a los datos de servicios públicos de ${company}. Abra esta página y elija una contraseña:`,
    button: "Aceptar la invitación",
    end: "El enlace funciona una sola vez, durante siete días. Si no sabe de qué se trata, ignore este mensaje.",
  }),
};

const RESET: Record<MailLanguage, Wording> = {
  en: {
    subject: "A new password",
    lead: "Somebody asked for a new password for this address. If it was you, open this page and choose one:",
    button: "Choose a new password",
    end: "The link works once, for an hour. If it was not you, ignore this mail: your password stays as it is.",
  },
  es: {
    subject: "Una contraseña nueva",
    lead: "Alguien pidió una contraseña nueva para esta dirección. Si fue usted, abra esta página y elija una:",
    button: "Elegir una contraseña nueva",
    end: "El enlace funciona una sola vez, durante una hora. Si no fue usted, ignore este mensaje: su contraseña no cambia.",
  },
};

const COMPANY_LENGTH_MAX = 100;
/** Takes no space, and ends what a mail program would take for an address. */
const WORD_JOINER = "\u2060";

/** The text without anything that a mail program would make a link of: an address in a mail of ours would be believed. */
export const withoutLinks = (text: string): string =>
  text.replaceAll("://", `:${WORD_JOINER}//`).replace(/\.(?![\s\d]|$)/g, `.${WORD_JOINER}`);

/** A company may have any name, and a subject is one line. */
export const nameOf = (company: string): string =>
  withoutLinks(company.split(/\s/).filter(Boolean).join(" ").slice(0, COMPANY_LENGTH_MAX));

export const invitationMail = (language: MailLanguage, of: { company: string; link: string }): Mail =>
  write(language, INVITATION[language](nameOf(of.company)), of.link);

export const resetMail = (language: MailLanguage, of: { link: string }): Mail =>
  write(language, RESET[language], of.link);

function write(language: MailLanguage, { subject, lead, button, end }: Wording, link: string): Mail {
  const page = html`<!doctype html>
    <html lang="${language}">
      <body>
        <p>${lead}</p>
        <p><a href="${link}">${button}</a></p>
        <p>${link}</p>
        <p>${end}</p>
      </body>
    </html>`;
  return { subject, text: `${lead}\n\n${link}\n\n${end}\n`, html: page.html };
}

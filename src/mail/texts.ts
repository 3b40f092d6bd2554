/** The mails of the service in each language, as plain text and as a simple page. */
import type { Readable } from "node:stream";
import { html } from "../formats/html/html.ts";
import type { MailLanguage } from "../records/codes.ts";

export interface Mail {
  subject: string;
  text: string;
  html: string;
  files?: readonly MailFile[];
  /** With its angle brackets. Each try has the same one, so that mail programs show a single mail when two tries arrive. Absent: a new one. */
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

/** To a tenant, whose company the mail names. */
const FORM_LINK: Record<MailLanguage, (company: string) => Wording> = {
  en: (company) => ({
    subject: `${company} asks for your utility bills`,
    lead: `${company} would like to read the utility bills of your home or building. This page says what is read, for how long and how you stop it, and takes the login of your utility:`,
    button: "Open the page",
    end: `Never send a password by mail. If you do not know ${company}, ignore this mail.`,
  }),
  es: (company) => ({
    subject: `${company} le pide sus facturas de servicios públicos`,
    lead: `${company} quisiera leer las facturas de servicios públicos de su hogar o edificio. Esta página dice qué se lee, durante cuánto tiempo y cómo detenerlo, y recibe su acceso a la compañía:`,
    button: "Abrir la página",
    end: `Nunca envíe una contraseña por correo. Si no conoce a ${company}, ignore este mensaje.`,
  }),
};

type Given = { company: string; utility: string };

const RECEIPT: Record<MailLanguage, (of: Given) => Wording> = {
  en: ({ company, utility }) => ({
    subject: `Your receipt: bills of ${utility} for ${company}`,
    lead: `Somebody gave a login at ${utility} to share its bills with ${company}, and this address for the receipt. The receipt shows how it goes, and has the button that stops it and deletes the login:`,
    button: "Open the receipt",
    end: "Keep this mail and do not pass it on: anyone who has the link can stop the sharing. If it was not you, ignore this mail.",
  }),
  es: ({ company, utility }) => ({
    subject: `Su recibo: facturas de ${utility} para ${company}`,
    lead: `Alguien dio un acceso a ${utility} para compartir sus facturas con ${company}, y esta dirección para el recibo. El recibo muestra cómo va, y tiene el botón que lo detiene y borra el acceso:`,
    button: "Abrir el recibo",
    end: "Guarde este mensaje y no lo reenvíe: quien tenga el enlace puede detener la recogida. Si no fue usted, ignore este mensaje.",
  }),
};

const ACTION: Record<MailLanguage, (of: Given) => Wording> = {
  en: ({ company, utility }) => ({
    subject: `Your login at ${utility} needs you`,
    lead: `No bills of ${utility} reach ${company} at the moment, and only you can change that. Your receipt says what happened and what to do. There you can also stop the sharing:`,
    button: "Open the receipt",
    end: "Never send a password by mail. While nothing changes, this mail does not come again.",
  }),
  es: ({ company, utility }) => ({
    subject: `Su acceso a ${utility} le necesita`,
    lead: `Ahora ninguna factura de ${utility} llega a ${company}, y solo usted puede cambiarlo. Su recibo dice qué pasó y qué hacer. Allí también puede dejar de compartir:`,
    button: "Abrir el recibo",
    end: "Nunca envíe una contraseña por correo. Mientras nada cambie, este mensaje no se repite.",
  }),
};

const NAME_LENGTH_MAX = 100;
/** Takes no space, and ends what a mail program would take for an address. */
const WORD_JOINER = "\u2060";

/**
 * The text without anything that a mail program would make a link of, because an address in a mail of ours would be believed, and
 * without characters that have no width or turn the direction of reading, because they would hide what it says.
 */
export const withoutLinks = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, "")
    .replaceAll("://", `:${WORD_JOINER}//`)
    .replace(/\.(?![\s\d]|$)/g, `.${WORD_JOINER}`);

/** A company, utility or delivery may have any name, and a subject is one line. */
export const nameOf = (name: string): string =>
  withoutLinks(name.split(/\s/).filter(Boolean).join(" ").slice(0, NAME_LENGTH_MAX));

export const invitationMail = (language: MailLanguage, of: { company: string; link: string }): Mail =>
  write(language, INVITATION[language](nameOf(of.company)), of.link);

export const resetMail = (language: MailLanguage, of: { link: string }): Mail =>
  write(language, RESET[language], of.link);

export const formLinkMail = (language: MailLanguage, of: { company: string; link: string }): Mail =>
  write(language, FORM_LINK[language](nameOf(of.company)), of.link);

const givenOf = ({ company, utility }: Given): Given => ({ company: nameOf(company), utility: nameOf(utility) });

/** The page of a submission, to who made it. */
export const receiptMail = (language: MailLanguage, of: Given & { link: string }): Mail =>
  write(language, RECEIPT[language](givenOf(of)), of.link);

/** The same page, when the login does not work and only its owner can mend it. */
export const actionMail = (language: MailLanguage, of: Given & { link: string }): Mail =>
  write(language, ACTION[language](givenOf(of)), of.link);

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

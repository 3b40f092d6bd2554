/** The mails of data deliveries in each language: what came, the answers of the reports in it, its files, and how to stop such mails. */
import { html } from "../formats/html/html.ts";
import type { MailLanguage } from "../records/codes.ts";
import { nameOf, withoutLinks, type Mail } from "./texts.ts";

export interface DeliveryMail {
  company: string;
  /** The name of the delivery. */
  name: string;
  /** In words of the language, such as `October 2026`. */
  period: string;
  /** Words of the company. */
  message: string | null;
  /** The sentences with which the reports open. */
  answers: readonly string[];
  files: readonly MailedFile[];
  stop_link: string;
}

export interface MailedFile {
  name: string;
  bytes: number;
  /** Null: the file is attached. */
  link: string | null;
}

interface Words {
  subject: (of: DeliveryMail) => string;
  lead: (company: string, name: string, period: string) => string;
  /** Between two months. */
  until: string;
  attached: (count: number) => string;
  linked: (count: number) => string;
  stop: (company: string) => string;
  stopHere: string;
  testSubject: (of: TestMail) => string;
  test: (company: string, name: string) => string;
}

const WORDS: Record<MailLanguage, Words> = {
  en: {
    subject: ({ company, name, period }) => `${nameOf(company)}: ${nameOf(name)}, ${period}`,
    lead: (company, name, period) => `${company} sends you "${name}" for ${period}.`,
    until: "to",
    attached: (count) => (count === 1 ? "One file is attached:" : `${count} files are attached:`),
    linked: (count) =>
      count === 1
        ? "This link opens the file for 7 days, without a sign-in:"
        : `These links open the ${count} files for 7 days, without a sign-in:`,
    stop: (company) =>
      `You get this mail because ${company} has entered your address. This address cannot be answered. To get no more of these mails, open:`,
    stopHere: "Stop these mails",
    testSubject: ({ company, name }) => `${nameOf(company)}: test of ${nameOf(name)}`,
    test: (company, name) => `This is a test: from now on ${company} can send you "${name}". You need not do anything.`,
  },
  es: {
    subject: ({ company, name, period }) => `${nameOf(company)}: ${nameOf(name)}, ${period}`,
    lead: (company, name, period) => `${company} le envía "${name}" de ${period}.`,
    until: "a",
    attached: (count) => (count === 1 ? "Se adjunta un archivo:" : `Se adjuntan ${count} archivos:`),
    linked: (count) =>
      count === 1
        ? "Este enlace abre el archivo durante 7 días, sin iniciar sesión:"
        : `Estos enlaces abren los ${count} archivos durante 7 días, sin iniciar sesión:`,
    stop: (company) =>
      `Recibe este mensaje porque ${company} indicó su dirección. A esta dirección no se puede responder. Para no recibir más mensajes como este, abra:`,
    stopHere: "Dejar de recibir estos mensajes",
    testSubject: ({ company, name }) => `${nameOf(company)}: prueba de ${nameOf(name)}`,
    test: (company, name) =>
      `Esto es una prueba: desde ahora ${company} puede enviarle "${name}". No tiene que hacer nada.`,
  },
};

/** More would hide the files. */
const ANSWERS_MAX = 20;
const ANSWER_LENGTH_MAX = 500;

/** The texts of a mail of a run. Whatever a company has written is in it without links, and its subject is one line. */
export function deliveryMail(language: MailLanguage, of: DeliveryMail): Mail {
  const words = WORDS[language];
  const [company, name] = [nameOf(of.company), nameOf(of.name)];
  const files = of.files.map(({ bytes, ...file }) => ({ ...file, size: sizeOf(bytes, language) }));
  const areLinked = files.some(({ link }) => link !== null);
  return write(language, of, {
    subject: words.subject(of),
    lead: words.lead(company, name, of.period),
    message: of.message === null ? null : withoutLinks(of.message.replaceAll("\r\n", "\n")),
    answers: of.answers.slice(0, ANSWERS_MAX).map((answer) => withoutLinks(answer.slice(0, ANSWER_LENGTH_MAX))),
    fileLead: files.length === 0 ? null : (areLinked ? words.linked : words.attached)(files.length),
    files,
  });
}

type TestMail = Pick<DeliveryMail, "company" | "name" | "stop_link">;

export function testDeliveryMail(language: MailLanguage, of: TestMail): Mail {
  const words = WORDS[language];
  return write(language, of, {
    subject: words.testSubject(of),
    lead: words.test(nameOf(of.company), nameOf(of.name)),
    message: null,
    answers: [],
    fileLead: null,
    files: [],
  });
}

interface Parts {
  subject: string;
  lead: string;
  message: string | null;
  answers: string[];
  fileLead: string | null;
  files: { name: string; size: string; link: string | null }[];
}

function write(language: MailLanguage, { company, stop_link }: Pick<DeliveryMail, "company" | "stop_link">, of: Parts) {
  const { stop, stopHere } = WORDS[language];
  const end = stop(nameOf(company));
  const lines = of.files.map(({ name, size, link }) => `- ${name} (${size})${link === null ? "" : `\n  ${link}`}`);
  const blocks = [
    of.message,
    of.lead,
    ...of.answers,
    of.fileLead === null ? null : [of.fileLead, ...lines].join("\n"),
    `${end}\n${stop_link}`,
  ];
  const page = html`<!doctype html>
    <html lang="${language}">
      <body>
        ${of.message === null ? null : of.message.split("\n").map((line) => html`${line}<br />`)}
        <p>${of.lead}</p>
        ${of.answers.map((answer) => html`<p><strong>${answer}</strong></p>`)}
        ${
          of.fileLead === null
            ? null
            : html`<p>${of.fileLead}</p>
                <ul>
                  ${of.files.map(({ name, size, link }) => html`<li>${link === null ? name : html`<a href="${link}">${name}</a>`} (${size})</li>`)}
                </ul>`
        }
        <hr />
        <p><small>${end} <a href="${stop_link}">${stopHere}</a></small></p>
      </body>
    </html>`;
  const text = `${blocks.filter((block) => block !== null).join("\n\n")}\n`;
  return { subject: of.subject, text, html: page.html, stop_link };
}

const sizeOf = (bytes: number, language: MailLanguage): string =>
  new Intl.NumberFormat(language, {
    style: "unit",
    unit: bytes < 1_000_000 ? "kilobyte" : "megabyte",
    maximumFractionDigits: bytes < 1_000_000 ? 0 : 1,
  }).format(Math.max(1, bytes / 1000) / (bytes < 1_000_000 ? 1 : 1000));

/** A run's months, or else its day, in the words of a language. */
export function periodWords(
  language: MailLanguage,
  { months, day }: { months: { start_date: string; end_date: string } | null; day: string },
): string {
  const written = (iso: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(new Date(`${iso}T00:00:00Z`));
  if (months === null) return written(day, { dateStyle: "long" });
  // The last day of the period, which is half-open.
  const last = new Date(Date.parse(`${months.end_date}T00:00:00Z`) - 1).toISOString().slice(0, 10);
  const [from, to] = [months.start_date, last].map((each) => written(each, { month: "long", year: "numeric" }));
  return from === to ? `${from}` : `${from} ${WORDS[language].until} ${to}`;
}

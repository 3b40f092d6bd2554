/** How pages show the company that asks: its name, logo and colour on top, and whom to ask below. */
import { BLACK, readableOn, textColourOn, WHITE } from "../domain/contrast.ts";
import { createPageStyle, html, type Html, type PageStyle } from "../formats/html/html.ts";
import type { PageLanguage } from "../records/company.ts";
import type { CompanyProfileRow } from "../store/records/companies.ts";
import { ICONS } from "./icons.ts";
import type { Reader } from "./languages.ts";

export interface Brand {
  /** What stands on top of the page. */
  top: Html;
  /** With the colours of the company; null: those of the service. */
  style: PageStyle | null;
  hasPicture: boolean;
  /** The end of the page says how to reach someone. */
  isReachable: boolean;
  /** Whom to ask, at the end of the page; null when the company says nothing. */
  contact: (reader: Reader) => Html | null;
  /** Why it asks, in its own words; null when it says nothing. */
  consent: (reader: Reader) => Html | null;
}

/** What text and links stand on, as in `colors.css`. */
const LIGHT_PAPERS = [WHITE, "#f2f5f8", "#eef4fb"];
const DARK_PAPERS = ["#161e26", "#0d1319", "#1b2733"];

/** `token`: of the form link, under which the logo is served. */
export function brandOf(company: CompanyProfileRow, token: string): Brand {
  const { name, colour, logo_width, logo_height } = company;
  const hasPicture = logo_width !== null && logo_height !== null;
  const mark = hasPicture
    ? html`<img src="/form/${token}/logo" alt="" width="${logo_width}" height="${logo_height}" />`
    : ICONS.brand;
  return {
    top: html`<span class="brand">${mark}${name}</span>`,
    style: colour === null ? null : createPageStyle(rulesOf(colour)),
    hasPicture,
    isReachable: [company.contact_email, company.contact_phone, company.contact_address].some(
      (way) => (way ?? "") !== "",
    ),
    contact: (reader) => contactOf(company, reader),
    consent: (reader) => consentOf(company, reader),
  };
}

/** Buttons have the colour itself; where it is text or an outline, a shade of it that is read on the paper. */
function rulesOf(colour: string): string {
  const shades = (shade: string) => `:root{--act:${shade};--act-strong:${shade};--act-ink:${textColourOn(shade)}}`;
  const light = readableOn(colour, LIGHT_PAPERS, BLACK);
  const dark = readableOn(colour, DARK_PAPERS, WHITE);
  return `${shades(light)}
@media (prefers-color-scheme:dark){${shades(dark)}}
body{border-top:.4rem solid ${colour}}
main button[type=submit]:not(.danger,.plain,:hover){color:${textColourOn(colour)};background:${colour}}`;
}

function contactOf(company: CompanyProfileRow, { say }: Reader): Html | null {
  const { name, contact_name, contact_email, contact_phone, contact_address, privacy_url } = company;
  const ways = [
    contact_name,
    contact_email === null ? null : html`<a href="mailto:${encodeURIComponent(contact_email)}">${contact_email}</a>`,
    contact_phone === null ? null : html`<a href="tel:${contact_phone.replace(/[^\d+]/g, "")}">${contact_phone}</a>`,
    ...(contact_address?.split("\n") ?? []),
  ].filter((way) => way !== null && way !== "");
  if (ways.length === 0 && privacy_url === null) return null;
  return html`<hr />
    <h2>${say("contact.title")}</h2>
    ${ways.length === 0 ? null : html`<p>${say("contact.ask", { company: name })}</p>`}
    <ul class="contact">
      ${ways.map((way) => html`<li>${way}</li>`)}
      ${privacy_url === null ? null : html`<li><a class="row-link" href="${privacy_url}" rel="noreferrer">${say("contact.privacy", { company: name })}</a></li>`}
    </ul>`;
}

function consentOf({ name, consent_text_en, consent_text_es }: CompanyProfileRow, reader: Reader): Html | null {
  const texts: Record<PageLanguage, string | null> = { en: consent_text_en, es: consent_text_es };
  const language = texts[reader.language] === null ? (reader.language === "en" ? "es" : "en") : reader.language;
  const text = texts[language];
  if (text === null) return null;
  return html`<div class="note">
    <p class="eyebrow">${reader.say("contact.says", { company: name })}</p>
    <div lang="${language}">
      ${text.split("\n").map((line) => (line.trim() === "" ? null : html`<p>${line}</p>`))}
    </div>
  </div>`;
}

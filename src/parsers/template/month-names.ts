/** The words of dates in the languages that bill templates may declare: names of months and weekdays, endings of ordinals. */

export const LANGUAGES = ["en", "fr", "de", "es", "pt"] as const;
export type Language = (typeof LANGUAGES)[number];

const NAMES: Record<Language, string> = {
  en: "january february march april may june july august september october november december",
  fr: "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
  de: "januar februar marz april mai juni juli august september oktober november dezember",
  es: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
  pt: "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
};

/** Short forms that are not a prefix of the name. */
const OTHER_FORMS: Partial<Record<Language, Record<string, number>>> = {
  de: { mrz: 3, maerz: 3 },
};

const LETTERS_MIN = 3;

const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[\p{M}.]/gu, "")
    .toLowerCase();

/** The month from 1 to 12 by its full name, or by a prefix of at least three letters that fits only one month; else null. */
export function monthOfName(text: string, language: Language, isWhole: boolean): number | null {
  const name = fold(text);
  const names = NAMES[language].split(" ");
  const whole = names.indexOf(name) + 1;
  if (whole > 0) return whole;
  if (isWhole || name.length < LETTERS_MIN) return null;
  const fitting = names.filter((other) => other.startsWith(name));
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return names.indexOf(only) + 1;
  return OTHER_FORMS[language]?.[name] ?? null;
}

/** The endings of ordinals: 5th, 1er, 1º. */
export const ORDINALS = "st|nd|rd|th|er|re|º|ª|°";

/** From Monday. */
const WEEKDAYS: Record<Language, string> = {
  en: "monday tuesday wednesday thursday friday saturday sunday",
  fr: "lundi mardi mercredi jeudi vendredi samedi dimanche",
  de: "montag dienstag mittwoch donnerstag freitag samstag sonntag",
  es: "lunes martes miercoles jueves viernes sabado domingo",
  pt: "segunda terca quarta quinta sexta sabado domingo",
};

const WEEKDAY_LETTERS_MIN = 2;

/** The date without a weekday before it: "Thursday, March 5", "jeu. 5 mars", "quinta-feira, 5 de marco". */
export function withoutWeekday(text: string, language: Language): string {
  const [whole = "", word = ""] = /^(\p{L}+)(?:-feira)?[.,]? ?/iu.exec(text) ?? [];
  const name = fold(word);
  const isShort = name.length >= WEEKDAY_LETTERS_MIN;
  const isWeekday = isShort && WEEKDAYS[language].split(" ").some((weekday) => weekday.startsWith(name));
  return isWeekday ? text.slice(whole.length).trimStart() : text;
}

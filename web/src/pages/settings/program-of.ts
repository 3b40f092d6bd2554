/** What a sign-in came from, in two words, from the text that the program says of itself. */

/** The first that is found counts: browsers name the ones that they are made from, too. */
const BROWSERS: [string, string][] = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["HeadlessChrome/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
];
const SYSTEMS: [string, string][] = [
  ["Windows", "Windows"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
];

/** "Firefox, Windows"; the beginning of the text for programs that are no browser; null when nothing was said. */
export function programOf(userAgent: string | null): string | null {
  if (userAgent === null || userAgent === "") return null;
  const [browser, system] = [BROWSERS, SYSTEMS].map((names) => names.find(([mark]) => userAgent.includes(mark))?.[1]);
  return browser === undefined ? userAgent.slice(0, 60) : [browser, system].filter(Boolean).join(", ");
}

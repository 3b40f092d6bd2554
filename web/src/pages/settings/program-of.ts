/** What a sign-in came from, in words: the program, from the text that it says of itself, and the place, from its address. */

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

/** Where a sign-in came from, as far as its address says; null for an address of the internet, which says it best itself. */
export function placeOf(address: string): "here" | "network" | null {
  const plain = address.toLowerCase().replace(/^::ffff:/, "");
  if (plain.startsWith("127.") || plain === "::1") return "here";
  const [first = 0, second = 0] = plain.split(".").map(Number);
  const isPrivate =
    first === 10 ||
    (first === 192 && second === 168) ||
    (first === 172 && second >= 16 && second <= 31) ||
    /^f[cd]|^fe[89ab]/.test(plain);
  return isPrivate ? "network" : null;
}

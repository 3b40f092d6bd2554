/** How a file is named to a browser (RFC 6266): its true name for current programs, a plain one for old ones, harmless in both. */

/** Control characters, and marks that change the direction of writing: with them `exe.pdf` can be made to look like `fdp.exe`. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;
/** Characters that have a meaning in some file system. */
const OF_PATHS = /[/\\:*?"<>|]/g;
const LENGTH_MAX = 120;

/** The header `Content-Disposition`. */
export function dispositionOf(kind: "inline" | "attachment", name: string, fallback: string): string {
  const safe = safeName(name) || fallback;
  const plain = safe
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\w. ()-]/g, "_");
  return `${kind}; filename="${plain || fallback}"; filename*=UTF-8''${extended(safe)}`;
}

function safeName(name: string): string {
  const seen = name.toWellFormed().replace(UNSEEN, "").replace(OF_PATHS, "_").trim().replace(/^\.+/, "");
  const letters = Array.from(seen);
  if (letters.length <= LENGTH_MAX) return seen;
  // The extension decides which program opens the file, so it is kept.
  const end = /\.\w{1,5}$/.exec(seen)?.[0] ?? "";
  return letters.slice(0, LENGTH_MAX - end.length).join("") + end;
}

/** RFC 8187 allows fewer unescaped characters than a URL. */
const extended = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

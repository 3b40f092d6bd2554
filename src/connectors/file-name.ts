/** Names for downloaded files that are safe on every disk and in every header. */

const LENGTH_MAX = 120;

/** Without folders, control characters and characters that file systems refuse; null when nothing is left. */
export function safeFileName(text: string): string | null {
  const last = text.split(/[/\\]/).at(-1) ?? "";
  const name = last
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001F\u007F<>:"|?*]/g, "")
    .replace(/^[.\s]+/, "")
    .trim();
  if (name === "") return null;
  const extension = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? "";
  return name.length <= LENGTH_MAX ? name : name.slice(0, LENGTH_MAX - extension.length) + extension;
}

/** The name in a `Content-Disposition` header; its UTF-8 form takes precedence over the plain one. */
export function dispositionName(header: string | null): string | null {
  if (header === null) return null;
  const [, charset, encoded] = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i.exec(header) ?? [];
  const extended = /^utf-8$/i.test(charset ?? "") ? decoded(encoded ?? "") : null;
  const [, quoted, plain] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? [];
  const name = extended ?? quoted?.replaceAll(/\\(.)/g, "$1") ?? plain;
  return name === undefined ? null : safeFileName(name);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

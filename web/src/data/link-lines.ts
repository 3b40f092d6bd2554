/** What is typed or pasted to make many form links at once. */

export interface LinkLine {
  reference: string;
  /** Where the link is sent; null: nowhere. */
  email: string | null;
}

/** Lines of a reference, and behind a comma, a semicolon or a tab an e-mail address: two columns of a spreadsheet can be pasted. */
export const readLinkLines = (lines: string): LinkLine[] =>
  lines.split("\n").flatMap((line): LinkLine[] => {
    const words = line.split(/[\s,;]+/).filter((word) => word !== "");
    const last = words.at(-1);
    if (last === undefined) return [];
    if (words.length === 1 || !last.includes("@")) return [{ reference: line.trim(), email: null }];
    const before = line.slice(0, line.lastIndexOf(last)).trimEnd();
    const reference = /[,;]$/.test(before) ? before.slice(0, -1) : before;
    return [{ reference: reference.trim(), email: last }];
  });

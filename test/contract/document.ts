/** Reads the tables of the specification's document, so that the copy beside this file can be held against it. */
import { readFileSync } from "node:fs";
import { sharedMaterial } from "../shared.ts";

/** Beside the checkout. */
export const document = sharedMaterial("spec/utility-data-service.md");

export interface SpecificationDocument {
  /** `Record.field`, for every row of the tables of section 2. */
  fields: string[];
  /** `METHOD /path`, for every row of the tables of section 4. */
  endpoints: string[];
  eventTypes: string[];
  reportTypes: string[];
}

/** Undefined where the document is not at hand. */
export function readDocument(): SpecificationDocument | undefined {
  if (document.skip !== false) return undefined;
  const text = readFileSync(document.path, "utf8");
  return {
    fields: fieldsOf(text),
    endpoints: [...text.matchAll(/^\| (GET|POST|PUT|DELETE) \| (\S+) \|/gm)].map(
      ([, method, path]) => `${method} ${path}`,
    ),
    eventTypes: [...text.matchAll(/^\| ([a-z_]+\.[a-z]+) \|/gm)].map(([, type]) => String(type)),
    reportTypes: /^Report type values: (.+?)\. /m.exec(text)?.[1]?.split(", ") ?? [],
  };
}

/** A heading names the record, `Authorization account` before its table too; a first cell names one field or several. */
function fieldsOf(text: string): string[] {
  const [section = ""] = /^## 2\. [\s\S]*?(?=^## 3\. )/m.exec(text) ?? [];
  let record = "";
  return section.split("\n").flatMap((line) => {
    record =
      /^### 2\.\d+ (\w+)$/.exec(line)?.[1] ??
      (line.startsWith("Authorization account (") ? "AuthorizationAccount" : record);
    const cell = /^\| ([\w, ]+) \|/.exec(line)?.[1];
    return cell === undefined || cell === "Field" ? [] : cell.split(", ").map((name) => `${record}.${name}`);
  });
}

/** For whoever writes a template: prints a bill as the lines that templates speak of, or what a template makes of it. */
import { readFileSync } from "node:fs";
import { StartError } from "../errors.ts";
import { linesOf } from "./lines.ts";
import { createPdfReader } from "./read-pdf.ts";
import { runTemplate } from "./run-template.ts";
import { readTemplate } from "./template.ts";

const USAGE = "print-bill.ts <bill.pdf> [template.yaml]";

process.exitCode = await printBill(process.argv.slice(2));

async function printBill([bill, template]: string[]): Promise<number> {
  if (bill === undefined) return complain(USAGE);
  const reader = createPdfReader({ processes: 1 });
  try {
    const result = await reader.read(readFileSync(bill));
    if (!result.ok) return complain(`${result.finding.name}: ${result.finding.detail}`);
    if (template === undefined)
      print(
        linesOf(result.pages)
          .map(({ text, page }) => `${page.page}| ${text}`)
          .join("\n"),
      );
    else
      print(JSON.stringify(runTemplate(readTemplate(readFileSync(template, "utf8"), template), result.pages), null, 2));
    return 0;
  } catch (error) {
    if (error instanceof StartError) return complain(error.message);
    throw error;
  } finally {
    await reader.close();
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(text: string): number {
  process.stderr.write(`${text}\n`);
  return 1;
}

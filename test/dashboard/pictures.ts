/** Pictures of pages, kept only where METERBOOK_TEST_PICTURES names a folder for them. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";

const FOLDER = process.env["METERBOOK_TEST_PICTURES"];
/** Text stays sharp, and a page takes less than 100 kB. */
const QUALITY = 82;

export const KEEPS_PICTURES = FOLDER !== undefined;

/** Writes `<name>.webp`, of what is in view. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (FOLDER !== undefined) await savePicture(page, FOLDER, name);
}

/** Gives the size of the file in bytes. */
export async function savePicture(page: Page, folder: string, name: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  // Playwright's own screenshots are PNG or JPEG: three times the size, or blurred letters.
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  await devtools.detach();
  const bytes = Buffer.from(data, "base64");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.webp`), bytes);
  return bytes.length;
}

/** Original files in a folder of this machine. */
import { access, constants, mkdir, open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { unlessAbsent, writeWhole } from "./durable-files.ts";
import { holdToContent, pathOf, sha256Of, type FileStore } from "./file-store.ts";
import { requireSpace } from "./storage-full.ts";

export function openFolderStore(folder: string): FileStore {
  const placeOf = (companyUuid: string, sha256: Buffer) => join(folder, ...pathOf(companyUuid, sha256));
  const size: FileStore["size"] = async (companyUuid, sha256) => {
    const found = await unlessAbsent(stat(placeOf(companyUuid, sha256)));
    return found === null ? null : found.size;
  };
  const checkWriting = async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  };
  return {
    async put(companyUuid, bytes) {
      const sha256 = sha256Of(bytes);
      if ((await size(companyUuid, sha256)) !== bytes.byteLength) {
        await writeWhole(placeOf(companyUuid, sha256), () => bytes);
      }
      return sha256;
    },
    async putStream(companyUuid, content, openSource) {
      if ((await size(companyUuid, content.sha256)) === content.bytes) return;
      await writeWhole(placeOf(companyUuid, content.sha256), () => holdToContent(openSource(), content));
    },
    get: (companyUuid, sha256) => readFile(placeOf(companyUuid, sha256)),
    async stream(companyUuid, sha256, range) {
      // Opened before the answer begins, so that a missing file is detected early.
      const file = await unlessAbsent(open(placeOf(companyUuid, sha256), "r"));
      return file === null ? null : file.createReadStream(range && { start: range.first, end: range.last });
    },
    size,
    remove: (companyUuid, sha256) => rm(placeOf(companyUuid, sha256), { force: true }),
    async check() {
      await checkWriting();
      await requireSpace(folder);
    },
    checkWriting,
    close: async () => {},
  };
}

/** `meterbook copy-files`: moves the files and keys of an installation from the data folder to the bucket of the settings. */
import { filesFolder, keysFolder, openFiles, openKeys } from "../../app.ts";
import { ConfigError, environmentWithFile, readConfig } from "../../config.ts";
import { FileStoreError } from "../../files/file-store.ts";
import { createCommand, understands } from "../command-line.ts";
import { copyFolder } from "./copy-folder.ts";
import { moveKeys } from "./move-keys.ts";

const command = createCommand(
  "copy-files",
  "Copies the bill files and the keys of logins from the data folder to the S3 store of the settings. Existing files are not sent again.",
);

async function main(): Promise<void> {
  const config = readConfig(environmentWithFile());
  if (config.s3Endpoint === null) throw new ConfigError("METERBOOK_S3_ENDPOINT names no store to copy to");
  const to = openFiles(config);
  const keys = openKeys(config);
  try {
    await to.checkWriting();
    const { copied, known } = await copyFolder(filesFolder(config), to);
    process.stdout.write(`${copied} files copied, ${known} already existed.\n`);
    const moved = await moveKeys(keysFolder(config), keys);
    process.stdout.write(`${moved} keys of logins moved; they are destroyed in the data folder.\n`);
  } finally {
    await Promise.all([to.close(), keys.close()]);
  }
}

try {
  if (understands(command)) await main();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof FileStoreError)) throw error;
  process.stderr.write(`Not all files were copied: ${error.message}.\n`);
  process.exitCode = 1;
}

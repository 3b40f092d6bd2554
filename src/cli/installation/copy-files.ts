/** `meterbook copy-files`: moves the files and keys of an installation from the data folder to the bucket of the settings. */
import { filesFolder, keysFolder, openFiles, openKeys } from "../../app.ts";
import { ConfigError, readConfig } from "../../config.ts";
import { attempt, createCommand, parse } from "../command-line.ts";
import { print, type Io, type Run } from "../io.ts";
import { copyFolder } from "./copy-folder.ts";
import { moveKeys } from "./move-keys.ts";

const FAILING = { says: (why: string) => `Not all files were copied: ${why}.`, code: 1 };

export const run: Run = async (args, io) => {
  const command = createCommand(
    io,
    "copy-files",
    "Copies the bill files and the keys of logins from the data folder to the S3 store of the settings. Existing files are not sent again.",
  );
  return parse(command, args) ?? attempt(io, () => copyFiles(io), FAILING);
};

async function copyFiles(io: Io): Promise<number> {
  const config = readConfig(io.env);
  if (config.s3Endpoint === null) throw new ConfigError("METERBOOK_S3_ENDPOINT names no store to copy to");
  const to = openFiles(config);
  const keys = openKeys(config);
  try {
    await to.checkWriting();
    const { copied, known } = await copyFolder(filesFolder(config), to);
    print(io, `${copied} files copied, ${known} already existed.`);
    const moved = await moveKeys(keysFolder(config), keys);
    print(io, `${moved} keys of logins moved; they are destroyed in the data folder.`);
    return 0;
  } finally {
    await Promise.all([to.close(), keys.close()]);
  }
}

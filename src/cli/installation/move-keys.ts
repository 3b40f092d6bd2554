/** Moves a folder of keys to another store: each is read back there before it is destroyed here. A second run continues. */
import { access } from "node:fs/promises";
import { listFolderKeys, openFolderKeyStore } from "../../files/folder-key-store.ts";
import { STORE_ID, type KeyStore } from "../../files/key-store.ts";

/** Returns the number of moved keys. Moved, not copied: a key left behind would outlive the deletion of its login. */
export async function moveKeys(folder: string, to: KeyStore): Promise<number> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  if (!isThere) return 0;
  const from = openFolderKeyStore(folder);
  const move = async (name: string): Promise<boolean> => {
    const bytes = await from.find(name);
    if (bytes === null) return false;
    await to.put(name, bytes);
    if ((await to.find(name))?.equals(bytes) !== true) throw new Error(`the key ${name} was kept and is not there`);
    await from.destroy(name);
    return true;
  };
  let count = 0;
  for await (const name of listFolderKeys(folder)) if (await move(name)) count += 1;
  // Last, because a service does not start on a store without it.
  await move(STORE_ID);
  return count;
}

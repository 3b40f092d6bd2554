/** What a store of keys promises: a key is durable once it is kept, and nothing of it is left once it is destroyed. It lies outside the database. */

export interface KeyStore {
  /** Durable when it resolves; takes the place of one of the same name. */
  put(name: string, wrapped: Buffer): Promise<void>;
  /** Null: there is none, or not any more. */
  find(name: string): Promise<Buffer | null>;
  /** Gone for good when it resolves, whether it was there or not. Asked while its row is locked: it gives up after seconds. */
  destroy(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Under this name the store keeps which database it belongs to. */
export const STORE_ID = "store-id";

/** Where a key lies under the root of any store: names are random, so that two digits of each spread them over folders. */
export const keyPathOf = (name: string): string[] => (name === STORE_ID ? [name] : [name.slice(0, 2), name]);

/**
 * Keys that were read stay at hand, so that a list of thousands reads none twice. They are wrapped: what lies here opens nothing
 * without the database. At most `max` of them; the one that was used least recently goes first.
 */
export function withKeysAtHand(store: KeyStore, max: number): KeyStore {
  const atHand = new Map<string, Buffer>();
  const keep = (name: string, wrapped: Buffer) => {
    atHand.delete(name);
    atHand.set(name, wrapped);
    if (atHand.size > max) drop(atHand.keys().next().value ?? name);
  };
  const drop = (name: string) => {
    atHand.get(name)?.fill(0);
    atHand.delete(name);
  };
  return {
    async put(name, wrapped) {
      await store.put(name, wrapped);
      keep(name, Buffer.from(wrapped));
    },
    async find(name) {
      const known = atHand.get(name) ?? (await store.find(name));
      if (known === null) return null;
      keep(name, known);
      // A copy: ours is wiped when it is dropped.
      return Buffer.from(known);
    },
    async destroy(name) {
      drop(name);
      await store.destroy(name);
      // One that was being read meanwhile.
      drop(name);
    },
    close: () => store.close(),
  };
}

/**
 * The interface of all key stores: a stored key is durable, and a destroyed key leaves nothing behind. Keys are outside the
 * database.
 */

export interface KeyStore {
  /** Durable when it resolves; replaces a key of the same name. */
  put(name: string, wrapped: Buffer): Promise<void>;
  /** Null when there is no such key (any more). */
  find(name: string): Promise<Buffer | null>;
  /**
   * Permanently removed when it resolves, whether it existed or not. Called while its row is locked, so it times out after
   * seconds.
   */
  destroy(name: string): Promise<void>;
  close(): Promise<void>;
}

/** The name under which the store records its database. */
export const STORE_ID = "store-id";

/** The path of a key under the root of any store: names are random, so their first two digits spread them over folders. */
export const keyPathOf = (name: string): string[] => (name === STORE_ID ? [name] : [name.slice(0, 2), name]);

/**
 * Caches keys, so that a list of thousands reads none twice. They are wrapped: without the database they open nothing. At most
 * `max` keys; the least recently used is dropped first.
 */
export function withCachedKeys(store: KeyStore, max: number): KeyStore {
  const cached = new Map<string, Buffer>();
  /** How many were destroyed: what was read before the last one may be gone, so it is not kept. */
  let destroyed = 0;
  const keep = (name: string, wrapped: Buffer) => {
    cached.delete(name);
    cached.set(name, wrapped);
    if (cached.size > max) drop(cached.keys().next().value ?? name);
  };
  const drop = (name: string) => {
    cached.get(name)?.fill(0);
    cached.delete(name);
  };
  return {
    async put(name, wrapped) {
      await store.put(name, wrapped);
      keep(name, Buffer.from(wrapped));
    },
    async find(name) {
      const before = destroyed;
      const known = cached.get(name) ?? (await store.find(name));
      if (known === null) return null;
      if (before !== destroyed) return known;
      keep(name, known);
      // A copy, because the cached one is wiped when it is dropped.
      return Buffer.from(known);
    },
    async destroy(name) {
      drop(name);
      await store.destroy(name);
      destroyed += 1;
      // The key may have been read again meanwhile.
      drop(name);
    },
    close: () => store.close(),
  };
}

import { getBasePrefix } from "./basePath.ts";

/** What the console uses of a browser's storage. */
export type PageStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "clear">;

/**
 * The part of a storage that is this console's. All pages of a host share one storage: what is served below a path must
 * neither read nor clear what others keep there. At the root all of it is the console's.
 */
export function scopeStorage(storage: Storage): PageStorage {
  const prefix = getBasePrefix();
  if (prefix === "") return storage;
  const toKey = (name: string) => `${prefix}:${name}`;
  return {
    getItem: (name) => storage.getItem(toKey(name)),
    setItem: (name, value) => storage.setItem(toKey(name), value),
    removeItem: (name) => storage.removeItem(toKey(name)),
    clear() {
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
      for (const key of keys) if (key?.startsWith(toKey(""))) storage.removeItem(key);
    },
  };
}

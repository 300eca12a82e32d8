import type { PageStorage } from "./scopeStorage.ts";

export interface LockStorage {
  readonly read: () => boolean;
  readonly write: (locked: boolean) => void;
}

/** Whether the screen is locked, shared by all tabs and across reloads; cleared with the session. */
export function createLockStorage(local: PageStorage): LockStorage {
  return {
    read: () => local.getItem("locked") !== null,
    write(locked) {
      if (locked) local.setItem("locked", "1");
      else local.removeItem("locked");
    },
  };
}

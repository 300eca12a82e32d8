export interface LockStorage {
  readonly read: () => boolean;
  readonly write: (locked: boolean) => void;
}

/** Whether the desk is locked, for every tab and for the page that a reload brings; emptied with the session. */
export function createLockStorage(local: Storage): LockStorage {
  return {
    read: () => local.getItem("locked") !== null,
    write(locked) {
      if (locked) local.setItem("locked", "1");
      else local.removeItem("locked");
    },
  };
}

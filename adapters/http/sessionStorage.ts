import * as z from "zod/mini";
import { type StoredUser, storedUser } from "../contract/session.ts";
import { type PageStorage, scopeStorage } from "./scopeStorage.ts";

export interface StoredSession {
  readonly token: string;
  readonly user: StoredUser;
}

const storedTag = z.object({ path: z.string(), title: z.string() });
const storedTags = z.object({ userId: z.string(), tags: z.array(storedTag) });

/** An open tag without the query of its address, which may hold a phone number. */
export type StoredTag = z.infer<typeof storedTag>;

export interface SessionStorage {
  /** Token and user if both are present and valid; null means signed out. */
  readonly read: () => StoredSession | null;
  readonly write: (session: StoredSession) => void;
  /** Updates the user only if this session is still stored: a session that ended in another tab must not reappear. */
  readonly writeUser: (session: StoredSession) => void;
  /** The tags that were open in this browser tab, if it was the same user's. */
  readonly readTags: (userId: string) => readonly StoredTag[];
  /** Stores this browser tab's open tags only if this session is still stored. */
  readonly writeTags: (session: StoredSession, tags: readonly StoredTag[]) => void;
  /** Clears the console's local and session storage, so that nothing of a session is left. */
  readonly clear: () => void;
  /** Calls back when another tab stored a session and it is readable in this tab. */
  readonly onWrite: (listener: () => void) => void;
}

/** Session stored under the keys `token` and `user`; validated on every read, as users can edit it. */
export function createSessionStorage(
  local: PageStorage,
  tabStorage: PageStorage,
  eventSource: Window,
): SessionStorage {
  return {
    read() {
      const token = local.getItem("token");
      const user = storedUser.safeParse(parseJson(local.getItem("user")));
      return token && user.success ? { token, user: user.data } : null;
    },
    write({ token, user }) {
      // The token is written last: once it is readable, so is the user.
      local.setItem("user", JSON.stringify(user));
      local.setItem("token", token);
    },
    writeUser({ token, user }) {
      if (local.getItem("token") === token) local.setItem("user", JSON.stringify(user));
    },
    readTags(userId) {
      const stored = storedTags.safeParse(parseJson(tabStorage.getItem("tags")));
      return stored.success && stored.data.userId === userId ? stored.data.tags : [];
    },
    writeTags({ token, user }, tags) {
      if (local.getItem("token") !== token) return;
      const bare = tags.map(({ path, title }) => ({ path, title }));
      tabStorage.setItem("tags", JSON.stringify({ userId: user.id, tags: bare }));
    },
    clear() {
      local.clear();
      tabStorage.clear();
    },
    // Each tab has its own copy of the storage: a BroadcastChannel message can arrive before the stored value.
    onWrite(listener) {
      eventSource.addEventListener("storage", ({ newValue }) => {
        if (newValue && newValue === local.getItem("token")) listener();
      });
    },
  };
}

/** Quick check for a stored session, which may be invalid. False if the browser blocks storage. */
export function hasStoredSession(): boolean {
  try {
    return scopeStorage(localStorage).getItem("token") !== null;
  } catch {
    return false;
  }
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

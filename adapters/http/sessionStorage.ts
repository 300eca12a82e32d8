import { type StoredUser, storedUser } from "../contract/session.ts";

export interface StoredSession {
  readonly token: string;
  readonly user: StoredUser;
}

export interface SessionStorage {
  /** Token and user where both are there and fit; null means logged out. */
  readonly read: () => StoredSession | null;
  readonly write: (session: StoredSession) => void;
  /** The user anew, where this session is still stored: one that has ended in another tab is not brought back. */
  readonly writeUser: (session: StoredSession) => void;
  /** Empties local and session storage: nothing of a session stays behind. */
  readonly clear: () => void;
  /** Calls back when another tab has stored a session, as soon as it can be read here. */
  readonly onWrite: (listener: () => void) => void;
}

/** The stored session under the keys `token` and `user`, parsed at every read because anybody may edit it. */
export function createSessionStorage(
  local: Storage,
  tabStorage: Storage,
  eventSource: Window,
): SessionStorage {
  return {
    read() {
      const token = local.getItem("token");
      const user = storedUser.safeParse(parseJson(local.getItem("user")));
      return token && user.success ? { token, user: user.data } : null;
    },
    write({ token, user }) {
      // The token last: where it can be read, so can the user.
      local.setItem("user", JSON.stringify(user));
      local.setItem("token", token);
    },
    writeUser({ token, user }) {
      if (local.getItem("token") === token) local.setItem("user", JSON.stringify(user));
    },
    clear() {
      local.clear();
      tabStorage.clear();
    },
    // Every tab has its own copy of the storage: a message of another kind can be here before what it speaks of.
    onWrite(listener) {
      eventSource.addEventListener("storage", ({ key, newValue, storageArea }) => {
        if (storageArea === local && key === "token" && newValue) listener();
      });
    },
  };
}

/** Whether a session may be stored; only reading it whole tells. False where the browser forbids storing. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem("token") !== null;
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

import { type StoredUser, storedUser } from "../contract/session.ts";

export interface StoredSession {
  readonly token: string;
  readonly user: StoredUser;
}

export interface SessionStorage {
  /** Token and user where both are there and fit; null means logged out. */
  readonly read: () => StoredSession | null;
  readonly write: (session: StoredSession) => void;
  /** Empties local and session storage: nothing of a session stays behind. */
  readonly clear: () => void;
}

/** The stored session under the keys `token` and `user`, parsed at every read because anybody may edit it. */
export function createSessionStorage(local: Storage, perTab: Storage): SessionStorage {
  return {
    read() {
      const token = local.getItem("token");
      const user = storedUser.safeParse(parsed(local.getItem("user")));
      return token && user.success ? { token, user: user.data } : null;
    },
    write({ token, user }) {
      local.setItem("token", token);
      local.setItem("user", JSON.stringify(user));
    },
    clear() {
      local.clear();
      perTab.clear();
    },
  };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

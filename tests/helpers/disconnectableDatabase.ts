import { ConnectionError } from "../../server/db/connectionError.ts";
import type { Db } from "../../server/db/handle.ts";

/** A database handle. While it is disconnected, every call on it fails as over a broken connection. */
export function createDisconnectableDatabase(db: Db) {
  let isDisconnected = false;
  let failedCalls = 0;
  const connectionMethods = new Set<PropertyKey>([
    "transaction",
    "select",
    "insert",
    "update",
    "delete",
    "execute",
    "$count",
  ]);
  return {
    db: new Proxy(db, {
      get: (target, name) => {
        if (isDisconnected && connectionMethods.has(name)) {
          failedCalls += 1;
          const cause = new Error("connect ECONNREFUSED 127.0.0.1:5432");
          throw new ConnectionError(Object.assign(cause, { code: "ECONNREFUSED" }));
        }
        return Reflect.get(target, name) as unknown;
      },
    }),
    disconnect: () => {
      isDisconnected = true;
    },
    reconnect: () => {
      isDisconnected = false;
    },
    /** Number of calls that failed while disconnected. */
    failedCallCount: () => failedCalls,
  };
}

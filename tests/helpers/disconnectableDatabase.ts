import { ConnectionError } from "../../server/db/connectionError.ts";
import type { Db } from "../../server/db/handle.ts";

/** A handle of a database that can be sent away: then whatever is begun fails as over a broken connection. */
export function createDisconnectableDatabase(db: Db) {
  let isDisconnected = false;
  let missed = 0;
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
          missed += 1;
          const cause = new Error("connect ECONNREFUSED 127.0.0.1:5432");
          throw new ConnectionError(Object.assign(cause, { code: "ECONNREFUSED" }));
        }
        return Reflect.get(target, name) as unknown;
      },
    }),
    goes: () => {
      isDisconnected = true;
    },
    comesBack: () => {
      isDisconnected = false;
    },
    /** How often it was missed. */
    missed: () => missed,
  };
}

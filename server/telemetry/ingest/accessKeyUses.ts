import { sql } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { accessKeys } from "../../db/schema/accessKey.ts";

/** The last request that an access key signed. */
interface AccessKeyUse {
  readonly at: Date;
  /** Where it came from. */
  readonly address: string;
}

/** When and from where the access keys were last used. In memory until it is stored: no request waits for that. */
export interface AccessKeyUses {
  readonly add: (keyId: string, use: AccessKeyUse) => void;
  /** What is not stored yet. */
  readonly get: (keyId: string) => AccessKeyUse | undefined;
  /** Stores the uses since the last call of this function, in one statement. */
  readonly store: (db: Db) => Promise<void>;
}

/** Uses by key. Only valid keys come in, which bounds it. */
export function createAccessKeyUses(): AccessKeyUses {
  const uses = new Map<string, AccessKeyUse>();
  return {
    add: (keyId, use) => void uses.set(keyId, use),
    get: (keyId) => uses.get(keyId),
    store: async (db) => {
      const taken = [...uses];
      if (taken.length === 0) return;
      const rows = JSON.stringify(taken.map(([id, use]) => ({ id, ...use })));
      await db.execute(sql`
        update ${accessKeys} set last_used_at = used.at, last_used_address = used.address
        from jsonb_to_recordset(${rows}::jsonb) as used(id bigint, at timestamptz, address text)
        where ${accessKeys.id} = used.id`);
      // A newer use, or all of them after a failure, is for the next time.
      for (const [keyId, use] of taken) if (uses.get(keyId) === use) uses.delete(keyId);
    },
  };
}

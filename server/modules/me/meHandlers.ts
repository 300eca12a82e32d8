import { and, count, eq, ne } from "drizzle-orm";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import type { meCalls } from "../../../adapters/contract/me.ts";
import type { Handlers } from "../../call.ts";
import { memories } from "../../db/schema/memory.ts";
import { RefusalError } from "../../errors.ts";

const maxValueBytes = 64 * 1024;
const maxKeys = 500;

const matchesOwnKey = (staffId: string, key: string) =>
  and(eq(memories.staffId, staffId), eq(memories.key, key));

const passwordKeyPattern = /passw|pwd|密码/i;

/** The value as JSON without password fields, so that a draft never contains one. */
const stringifyWithoutPasswords = (value: unknown) =>
  JSON.stringify(value, (name, inner: unknown) => (passwordKeyPattern.test(name) ? undefined : inner)) ??
  "null";

export const meHandlers: Handlers<typeof meCalls> = {
  meGet: async ({ params }, { db, actor }) => {
    const [memory] = await db.select().from(memories).where(matchesOwnKey(actor.id, params.key));
    return memory ? { value: JSON.parse(memory.value), updatedAt: memory.updatedAt.toISOString() } : null;
  },
  mePut: async ({ params, body }, { db, actor, now }) => {
    const value = stringifyWithoutPasswords(body.value);
    if (Buffer.byteLength(value) > maxValueBytes) throw new RefusalError("保存的内容过大，最多 64 KB");
    const others = and(eq(memories.staffId, actor.id), ne(memories.key, params.key));
    const [{ keyCount = 0 } = {}] = await db.select({ keyCount: count() }).from(memories).where(others);
    if (keyCount >= maxKeys) throw new RefusalError("保存的设置过多，请先清理");
    const row = { staffId: actor.id, key: params.key, value, updatedAt: now };
    const upserted = await db
      .insert(memories)
      .values(row)
      .onConflictDoUpdate({
        target: [memories.staffId, memories.key],
        set: { value, updatedAt: now },
        // In the same statement, so that of two concurrent tabs one wins and the other gets a conflict.
        ...(body.was === undefined
          ? {}
          : { setWhere: eq(memories.value, stringifyWithoutPasswords(body.was)) }),
      })
      .returning({ key: memories.key });
    if (upserted.length === 0) throw new RefusalError("设置已在别处改过", stateCodes.conflict);
    return { updatedAt: now.toISOString() };
  },
  meDelete: async ({ params }, { db, actor }) => {
    await db.delete(memories).where(matchesOwnKey(actor.id, params.key));
    return null;
  },
};

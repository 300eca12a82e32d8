import { eq, lt } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { captchas } from "../db/schema/captchas.ts";

const ttlMs = 2 * 60_000;

/** Stores a captcha's answer for two minutes; deletes expired ones. */
export async function storeCaptcha(db: Db, id: string, answer: string, now: Date): Promise<void> {
  await db.delete(captchas).where(lt(captchas.expiresAt, now));
  await db.insert(captchas).values({ id, answer, expiresAt: new Date(now.getTime() + ttlMs) });
}

/** Whether the answer is right, ignoring case. Each captcha can be tried once. */
export async function consumeCaptcha(db: Db, id: string, answer: string, now: Date): Promise<boolean> {
  const [stored] = await db.delete(captchas).where(eq(captchas.id, id)).returning();
  return stored !== undefined && now < stored.expiresAt && stored.answer === answer.toUpperCase();
}

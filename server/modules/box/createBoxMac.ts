import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { boxes } from "../../db/schema/box.ts";
import { serialNumbers } from "../../db/schema/serialNumber.ts";

const key = "boxMac";
/** Locally administered, of one device (IEEE 802: 02 in the first octet); the second octet is this platform's own. */
const prefix = "02:AC";

/** The MAC address of a number up to 2³¹: prefix and four octets. */
const formatMac = (number: number) =>
  `${prefix}:${number.toString(16).toUpperCase().padStart(8, "0").match(/../g)?.join(":")}`;

/**
 * A MAC address that was never given before and that no box has. The number is counted up in one statement, so that
 * of two who ask at once each gets one of their own, from whichever server process.
 */
export async function createBoxMac(db: Db): Promise<string> {
  for (;;) {
    const [row] = await db
      .insert(serialNumbers)
      .values({ key, last: 1 })
      .onConflictDoUpdate({ target: serialNumbers.key, set: { last: sql`${serialNumbers.last} + 1` } })
      .returning();
    if (!row) throw new Error("An upsert returns its row");
    const mac = formatMac(row.last);
    const taken = await db.$count(boxes, and(eq(boxes.mac, mac), isNull(boxes.deletedAt)));
    if (taken === 0) return mac;
  }
}

import { inArray } from "drizzle-orm";
import type { OnlineSession } from "../../../adapters/contract/onlineSession.ts";
import type { Call } from "../../call.ts";
import type { SessionRecord } from "../../db/schema/sessions.ts";
import { staff } from "../../db/schema/staff.ts";
import { maskPhone } from "../maskPhone.ts";

/** Sessions as the list shows them, with who is signed in; never their tokens. */
export async function toOnlineSessionRows(
  { db, actor }: Pick<Call, "db" | "actor">,
  records: readonly SessionRecord[],
): Promise<OnlineSession[]> {
  const ids = records.map(({ staffId }) => staffId);
  const people = ids.length === 0 ? [] : await db.select().from(staff).where(inArray(staff.id, ids));
  const byId = new Map(people.map((member) => [member.id, member]));
  return records.map((record) => {
    const member = byId.get(record.staffId);
    return {
      id: record.id,
      staffId: record.staffId,
      name: member?.name ?? "",
      phoneNumber: maskPhone(member?.phoneNumber ?? ""),
      roles: member?.roles ?? [],
      platform: record.platform,
      address: record.address,
      createdAt: record.createdAt.toISOString(),
      lastUsedAt: record.lastUsedAt.toISOString(),
      expiresAt: record.expiresAt.toISOString(),
      own: record.id === actor.sessionId,
    };
  });
}

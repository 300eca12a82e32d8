import { and, eq, isNull, sql } from "drizzle-orm";
import { rootRegionId } from "../../../adapters/contract/region.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Db } from "../../db/handle.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { regions } from "../../db/schema/region.ts";
import { staff } from "../../db/schema/staff.ts";
import { RefusalError } from "../../errors.ts";
import { requireRecord } from "../../records/refusals.ts";

/** Returns the region's full name; the whole country is refused. */
export async function getRegionName(db: Db, regionId: string): Promise<string> {
  const [region] = await db.select().from(regions).where(eq(regions.id, regionId));
  if (!region || region.id === rootRegionId) throw new RefusalError("所选地区不存在，请重新选择");
  return region.fullName;
}

/** Returns the manager's name. The account must be active and cannot be renamed until the transaction ends. */
export async function getManagerName(db: Db, managerId: string): Promise<string> {
  const [manager] = await db
    .select({ name: staff.name, status: staff.status })
    .from(staff)
    .where(and(eq(staff.id, managerId), isNull(staff.deletedAt)))
    .for("share");
  const { name, status } = requireRecord(manager, word.manager);
  if (status !== "normal") throw new RefusalError("该客户经理账号已停用，请选择其他人");
  return name;
}

/** Returns the channel's name. It must be enabled and not expired; its row is locked until the transaction ends. */
export async function getChannelName(db: Db, channelCodeId: string, now: Date): Promise<string> {
  const [channel] = await db
    .select()
    .from(channelCodes)
    .where(and(eq(channelCodes.id, channelCodeId), isNull(channelCodes.deletedAt)))
    .for("update");
  const { name, status, expireAt } = requireRecord(channel, word.channel);
  if (status !== "on") throw new RefusalError("该渠道已停用，请选择其他渠道");
  if (expireAt && expireAt <= now) throw new RefusalError("该渠道已过期，请选择其他渠道");
  return name;
}

/** Adjusts the channel's count of companies. */
export async function updateCompanyCount(
  db: Db,
  channelCodeId: string | null,
  difference: number,
): Promise<void> {
  if (channelCodeId === null) return;
  await db
    .update(channelCodes)
    .set({ companyCount: sql`${channelCodes.companyCount} + ${difference}` })
    .where(eq(channelCodes.id, channelCodeId));
}

import { and, eq, isNull } from "drizzle-orm";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { conflict, found } from "../refusing.ts";
import { viewerOf } from "../viewer.ts";
import { type ChannelRecord, channelRow } from "./channelList.ts";

const withId = (db: Db, id: string) =>
  db
    .select()
    .from(channelCodes)
    .where(and(eq(channelCodes.id, id), isNull(channelCodes.deletedAt)));

/** The channel, or a refusal. */
export async function liveChannel(db: Db, id: string): Promise<ChannelRecord> {
  const [record] = await withId(db, id);
  return found(record, "渠道");
}

/** The same, its row locked until the transaction ends; a stale version is a conflict. */
export async function lockChannel(call: Call, id: string, version?: number): Promise<ChannelRecord> {
  const [record] = await withId(call.db, id).for("update");
  const channel = found(record, "渠道");
  if (version !== undefined && channel.version !== version)
    throw conflict(channelRow(channel, viewerOf(call.actor)));
  return channel;
}

import { and, eq, isNull } from "drizzle-orm";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { requireRecord, versionConflict } from "../refusals.ts";
import { toViewer } from "../viewer.ts";
import { type ChannelRecord, toChannelRow } from "./channelList.ts";

const selectActive = (db: Db, id: string) =>
  db
    .select()
    .from(channelCodes)
    .where(and(eq(channelCodes.id, id), isNull(channelCodes.deletedAt)));

/** Reads a channel; refuses if there is none. */
export async function getChannel(db: Db, id: string): Promise<ChannelRecord> {
  const [record] = await selectActive(db, id);
  return requireRecord(record, "渠道");
}

/** Reads a channel and locks its row until the transaction ends; a stale version is a conflict. */
export async function lockChannel(call: Call, id: string, version?: number): Promise<ChannelRecord> {
  const [record] = await selectActive(call.db, id).for("update");
  const channel = requireRecord(record, "渠道");
  if (version !== undefined && channel.version !== version)
    throw versionConflict(toChannelRow(channel, toViewer(call.actor)));
  return channel;
}

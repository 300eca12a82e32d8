import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { findActive } from "../../records/findActive.ts";
import { createVersionConflict, requireRecord } from "../../records/refusals.ts";
import { toViewer } from "../../records/viewer.ts";
import { type ChannelRecord, toChannelRow } from "./channelList.ts";

/** Reads a channel; refuses if there is none. */
export async function getChannel(db: Db, id: string): Promise<ChannelRecord> {
  return requireRecord(await findActive(db, channelCodes, id), "渠道");
}

/** Reads a channel and locks its row until the transaction ends; a stale version is a conflict. */
export async function lockChannel(call: Call, id: string, version?: number): Promise<ChannelRecord> {
  const channel = requireRecord(await findActive(call.db, channelCodes, id, "update"), "渠道");
  if (version !== undefined && channel.version !== version)
    throw createVersionConflict(toChannelRow(channel, toViewer(call.actor)));
  return channel;
}

import { channelCodes } from "../../db/schema/channelCode.ts";
import { createRecordReader } from "../../records/recordReader.ts";
import { toViewer } from "../../records/viewer.ts";
import { toChannelRow } from "./channelList.ts";

export const { get: getChannel, lock: lockChannel } = createRecordReader(
  channelCodes,
  "渠道",
  (channel, { actor }) => toChannelRow(channel, toViewer(actor)),
);

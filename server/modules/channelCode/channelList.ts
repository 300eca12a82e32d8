import {
  type ChannelRow,
  channelCodeCalls,
  channelCodeFieldLabels,
  channelRow,
} from "../../../adapters/contract/channelCode.ts";
import type { Call } from "../../call.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { defineRecord } from "../../list/defineRecord.ts";
import { defineRecordSource } from "../../list/recordSource.ts";
import { createRowColumns } from "../../list/sheetColumns.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import { toWireRow } from "../../records/toWireRow.ts";
import { toViewer } from "../../records/viewer.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";

export type ChannelRecord = typeof channelCodes.$inferSelect;

/** The list of sales channels. */
const channelList = defineRecordSource(channelCodeCalls.channelPageList, channelCodes, {
  nameOrder: channelCodes.nameOrder,
  phones: [channelCodes.phone],
});

/** A channel as lists and details show it, with a masked phone; amounts only for viewers who may see them. */
function toChannelRow(record: ChannelRecord, { actor }: Pick<Call, "actor">): ChannelRow {
  const viewer = toViewer(actor);
  return toWireRow(channelRow, {
    ...record,
    phone: maskPhone(record.phone),
    orderAmountFen: viewer.canSeeAmounts ? record.orderAmountFen : null,
    commissionFen: viewer.canSeeAmounts ? record.commissionFen : null,
  });
}

export const channelRecords = defineRecord(channelList, toChannelRow);

const column = createRowColumns(channelRow, channelCodeFieldLabels);

export const prepareChannelExport: ExportPreparer<typeof channelCodeCalls.channelExport> =
  channelRecords.exportTo([
    column.text("name", 24),
    column.label("status", 10),
    column.text("code", 14),
    column.text("contact", 12),
    column.text("phone", 16),
    column.number("ratio", 14),
    column.number("companyCount", 10),
    column.yuan("orderAmountFen", 16),
    column.yuan("commissionFen", 16),
    column.day("expireAt"),
    column.time("createdAt"),
    column.text("remark", 30),
  ]);

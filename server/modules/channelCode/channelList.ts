import {
  type ChannelRow,
  channelCodeCalls,
  channelRow,
  channelStatus,
} from "../../../adapters/contract/channelCode.ts";
import type { Db } from "../../db/handle.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { dayColumn, numberColumn, textColumn, timeColumn, yuanColumn } from "../../list/exportColumn.ts";
import { prepareRowExport, type RowSheet } from "../../list/prepareExport.ts";
import { defineRecordSource } from "../../list/recordSource.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import { toWireRow } from "../../records/toWireRow.ts";
import { toViewer, type Viewer } from "../../records/viewer.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";

export type ChannelRecord = typeof channelCodes.$inferSelect;

/** The list of sales channels. */
export const channelList = defineRecordSource(channelCodeCalls.channelPageList, channelCodes, {
  nameOrder: channelCodes.nameOrder,
  phones: [channelCodes.phone],
});

/** A channel as lists and details show it, with a masked phone; amounts only for viewers who may see them. */
export const toChannelRow = (record: ChannelRecord, viewer: Viewer): ChannelRow =>
  toWireRow(channelRow, {
    ...record,
    phone: maskPhone(record.phone),
    orderAmountFen: viewer.canSeeAmounts ? record.orderAmountFen : null,
    commissionFen: viewer.canSeeAmounts ? record.commissionFen : null,
  });

/** The workbook of 渠道列表. */
const channelSheet: RowSheet<ChannelRow> = {
  title: "渠道列表",
  columns: [
    textColumn("name", "渠道名称", 24, ({ name }) => name),
    textColumn("status", "状态", 10, ({ status }) => channelStatus.label(status)),
    textColumn("code", "渠道码", 14, ({ code }) => code),
    textColumn("contact", "联系人", 12, ({ contact }) => contact),
    textColumn("phone", "联系电话", 16, ({ phone }) => phone),
    numberColumn("ratio", "佣金比例（%）", 14, ({ ratio }) => ratio),
    numberColumn("companyCount", "企业数", 10, ({ companyCount }) => companyCount),
    yuanColumn("orderAmountFen", "实收金额", 16, ({ orderAmountFen }) => orderAmountFen),
    yuanColumn("commissionFen", "佣金", 16, ({ commissionFen }) => commissionFen),
    dayColumn("expireAt", "有效期至", ({ expireAt }) => expireAt),
    timeColumn("createdAt", "创建时间", ({ createdAt }) => createdAt),
    textColumn("remark", "备注", 30, ({ remark }) => remark),
  ],
};

export const prepareChannelExport: ExportPreparer<typeof channelCodeCalls.channelExport> = (body, call) => {
  const viewer = toViewer(call.actor);
  const toRows = (_db: Db, channels: ChannelRecord[]) => channels.map((one) => toChannelRow(one, viewer));
  return prepareRowExport(call, channelList, body, toRows, channelSheet);
};

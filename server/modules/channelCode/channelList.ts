import { eq, isNull } from "drizzle-orm";
import type * as z from "zod/mini";
import type { ChannelRow, channelCodeCalls } from "../../../adapters/contract/channelCode.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { defineListSource } from "../../list/listSource.ts";
import { maskPhone } from "../maskPhone.ts";
import type { Viewer } from "../viewer.ts";

export type ChannelRecord = typeof channelCodes.$inferSelect;

/** The list of sales channels. */
export const channelList = defineListSource<z.output<typeof channelCodeCalls.channelPageList.body>>()({
  table: channelCodes,
  id: channelCodes.id,
  createdAt: channelCodes.createdAt,
  baseCondition: isNull(channelCodes.deletedAt),
  search: channelCodes.search,
  phones: [channelCodes.phone],
  sortable: {
    createdAt: channelCodes.createdAt,
    name: channelCodes.nameOrder,
    code: channelCodes.code,
    ratio: channelCodes.ratio,
    companyCount: channelCodes.companyCount,
    orderAmountFen: channelCodes.orderAmountFen,
    commissionFen: channelCodes.commissionFen,
    expireAt: channelCodes.expireAt,
    status: channelCodes.status,
  },
  filters: { status: (value) => eq(channelCodes.status, value) },
});

/** A channel as lists and details show it, with a masked phone; amounts only for viewers who may see them. */
export const toChannelRow = (record: ChannelRecord, viewer: Viewer): ChannelRow => ({
  id: record.id,
  version: record.version,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
  name: record.name,
  code: record.code,
  contact: record.contact,
  phone: maskPhone(record.phone),
  ratio: record.ratio,
  status: record.status,
  expireAt: record.expireAt?.toISOString() ?? null,
  companyCount: record.companyCount,
  orderAmountFen: viewer.canSeeAmounts ? record.orderAmountFen : null,
  commissionFen: viewer.canSeeAmounts ? record.commissionFen : null,
  remark: record.remark,
});

import { eq, isNull } from "drizzle-orm";
import type * as z from "zod/mini";
import type { ChannelRow, channelCodeCalls } from "../../../adapters/contract/channelCode.ts";
import type { Handlers } from "../../call.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { listSource } from "../../list/listSource.ts";
import { pageQuery } from "../../list/pageQuery.ts";
import { maskPhone } from "../maskPhone.ts";
import { type Viewer, viewerOf } from "../viewer.ts";

const channelList = listSource<z.output<typeof channelCodeCalls.channelPageList.body>>()({
  table: channelCodes,
  id: channelCodes.id,
  createdAt: channelCodes.createdAt,
  always: isNull(channelCodes.deletedAt),
  search: channelCodes.search,
  sortable: {
    createdAt: channelCodes.createdAt,
    name: channelCodes.nameOrder,
    companyCount: channelCodes.companyCount,
    expireAt: channelCodes.expireAt,
  },
  filters: { status: (value) => eq(channelCodes.status, value) },
});

const channelRow = (record: typeof channelCodes.$inferSelect, viewer: Viewer): ChannelRow => ({
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
  orderAmountFen: viewer.amounts ? record.orderAmountFen : null,
  commissionFen: viewer.amounts ? record.commissionFen : null,
  remark: record.remark,
});

export const channelCodeHandlers: Handlers<typeof channelCodeCalls> = {
  channelPageList: ({ body }, call) => {
    const viewer = viewerOf(call.actor);
    return pageQuery(call, channelList, body, (record) => channelRow(record, viewer));
  },
};

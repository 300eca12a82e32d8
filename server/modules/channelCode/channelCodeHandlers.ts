import { and, eq, inArray, isNull } from "drizzle-orm";
import type { channelCodeCalls } from "../../../adapters/contract/channelCode.ts";
import { type Handlers, RefusalError } from "../../call.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { companies } from "../../db/schema/company.ts";
import { orders } from "../../db/schema/order.ts";
import { queryPage } from "../../list/queryPage.ts";
import { toViewer } from "../viewer.ts";
import { channelList, toChannelRow } from "./channelList.ts";
import { channelCreate, channelUpdate } from "./channelSave.ts";
import { getChannel, lockChannel } from "./getChannel.ts";

export const channelCodeHandlers: Handlers<typeof channelCodeCalls> = {
  channelPageList: ({ body }, call) => {
    const viewer = toViewer(call.actor);
    return queryPage(call, channelList, body, (record) => toChannelRow(record, viewer));
  },
  channelOne: async ({ params }, { db, actor }) =>
    toChannelRow(await getChannel(db, params.id), toViewer(actor)),
  channelCreate,
  channelUpdate,
  channelDelete: async ({ params, query }, call) => {
    const { id, name, code, version } = await lockChannel(call, params.id, query.version);
    const companyCount = await call.db.$count(
      companies,
      and(eq(companies.channelCodeId, id), isNull(companies.deletedAt)),
    );
    if (companyCount > 0)
      throw new RefusalError(`有 ${companyCount} 家企业使用渠道「${name}」，不能删除，可以改为停用`);
    const openOrderCount = await call.db.$count(
      orders,
      and(eq(orders.channelCodeId, id), inArray(orders.status, ["pending", "auditing", "refunding"])),
    );
    if (openOrderCount > 0)
      throw new RefusalError(
        `有 ${openOrderCount} 个未完结的订单属于渠道「${name}」，不能删除，可以改为停用`,
      );
    await call.db
      .update(channelCodes)
      .set({ deletedAt: call.now, version: version + 1 })
      .where(eq(channelCodes.id, id));
    call.audit({ entityId: id, before: { name, code } });
    return { id, version: version + 1 };
  },
};

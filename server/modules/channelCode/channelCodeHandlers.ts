import { and, eq, inArray, isNull } from "drizzle-orm";
import type { channelCodeCalls } from "../../../adapters/contract/channelCode.ts";
import { type Handlers, Refusal } from "../../call.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { companies } from "../../db/schema/company.ts";
import { orders } from "../../db/schema/order.ts";
import { pageQuery } from "../../list/pageQuery.ts";
import { viewerOf } from "../viewer.ts";
import { channelList, channelRow } from "./channelList.ts";
import { channelCreate, channelUpdate } from "./channelSave.ts";
import { liveChannel, lockChannel } from "./liveChannel.ts";

export const channelCodeHandlers: Handlers<typeof channelCodeCalls> = {
  channelPageList: ({ body }, call) => {
    const viewer = viewerOf(call.actor);
    return pageQuery(call, channelList, body, (record) => channelRow(record, viewer));
  },
  channelOne: async ({ params }, { db, actor }) =>
    channelRow(await liveChannel(db, params.id), viewerOf(actor)),
  channelCreate,
  channelUpdate,
  channelDelete: async ({ params, query }, call) => {
    const { id, name, code, version } = await lockChannel(call, params.id, query.version);
    const using = await call.db.$count(
      companies,
      and(eq(companies.channelCodeId, id), isNull(companies.deletedAt)),
    );
    if (using > 0) throw new Refusal(`有 ${using} 家企业使用渠道「${name}」，不能删除，可以改为停用`);
    const earning = await call.db.$count(
      orders,
      and(eq(orders.channelCodeId, id), inArray(orders.status, ["pending", "auditing", "refunding"])),
    );
    if (earning > 0)
      throw new Refusal(`有 ${earning} 个未完结的订单属于渠道「${name}」，不能删除，可以改为停用`);
    await call.db
      .update(channelCodes)
      .set({ deletedAt: call.now, version: version + 1 })
      .where(eq(channelCodes.id, id));
    call.audit({ entityId: id, before: { name, code } });
    return { id, version: version + 1 };
  },
};

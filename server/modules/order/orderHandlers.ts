import { asc, eq } from "drizzle-orm";
import type { orderCalls } from "../../../adapters/contract/order.ts";
import type { Handlers } from "../../call.ts";
import { orderEvents } from "../../db/schema/orderEvent.ts";
import { liveCompany } from "../company/liveCompany.ts";
import { exportHandler } from "../exportJob/exportHandler.ts";
import { approvalRefusal } from "../serviceGrant/grantOrder.ts";
import { liveOrder } from "./liveOrder.ts";
import { orderAudit } from "./orderAudit.ts";
import { orderCancel } from "./orderCancel.ts";
import { orderCreate } from "./orderCreate.ts";
import { orderDraft } from "./orderDraft.ts";
import { orderPage } from "./orderPage.ts";
import { orderDetail, orderItemRow } from "./orderRow.ts";

export const orderHandlers: Handlers<typeof orderCalls> = {
  orderPageList: orderPage,
  orderOne: async ({ params }, call) => {
    const order = await liveOrder(call.db, params.id);
    const events = await call.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, order.id))
      .orderBy(asc(orderEvents.id));
    return orderDetail(order, events, call, await approvalRefusal(call, order));
  },
  orderQuote: async ({ body }, call) => {
    const draft = await orderDraft(call, await liveCompany(call.db, body.companyId), body);
    const { totalFen, discountFen, payableFen, exTaxFen, commissionFen, channel, refusal } = draft;
    return {
      items: draft.items.map((item) => orderItemRow(item, true)),
      totalFen,
      discountFen,
      payableFen,
      exTaxFen,
      commissionFen,
      channelName: channel.name,
      channelRatio: channel.ratio,
      refusal,
    };
  },
  orderCreate,
  orderCancel,
  orderAudit,
  orderExport: exportHandler("orderExport"),
};

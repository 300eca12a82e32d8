import { asc, eq } from "drizzle-orm";
import type { orderCalls } from "../../../adapters/contract/order.ts";
import type { Handlers } from "../../call.ts";
import { orderEvents } from "../../db/schema/orderEvent.ts";
import { getCompany } from "../company/getCompany.ts";
import { createExportHandler } from "../exportJob/createExportHandler.ts";
import { getApprovalRefusal } from "../serviceGrant/grantOrder.ts";
import { buildOrderDraft } from "./buildOrderDraft.ts";
import { getOrder } from "./getOrder.ts";
import { orderAudit } from "./orderAudit.ts";
import { orderCancel } from "./orderCancel.ts";
import { orderCreate } from "./orderCreate.ts";
import { orderPage } from "./orderPage.ts";
import { toOrderDetail, toOrderItemRow } from "./orderRow.ts";

export const orderHandlers: Handlers<typeof orderCalls> = {
  orderPageList: orderPage,
  orderOne: async ({ params }, call) => {
    const order = await getOrder(call.db, params.id);
    const events = await call.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, order.id))
      .orderBy(asc(orderEvents.id));
    return toOrderDetail(order, events, call, await getApprovalRefusal(call, order));
  },
  orderQuote: async ({ body }, call) => {
    const draft = await buildOrderDraft(call, await getCompany(call.db, body.companyId), body);
    const { totalFen, discountFen, payableFen, exTaxFen, commissionFen, channel, refusal } = draft;
    return {
      items: draft.items.map((item) => toOrderItemRow(item, true)),
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
  orderExport: createExportHandler("orderExport"),
};

import { eq } from "drizzle-orm";
import type { orderCalls } from "../../../adapters/contract/order.ts";
import { type Handler, RefusalError } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { orders } from "../../db/schema/order.ts";
import { orderEvents } from "../../db/schema/orderEvent.ts";
import { lockCompany } from "../company/getCompany.ts";
import { handleUniqueViolation } from "../refusals.ts";
import { buildSearchText } from "../searchText.ts";
import { assertUploadExists } from "../upload/saveUpload.ts";
import { buildOrderDraft, trialTakenMessage } from "./buildOrderDraft.ts";
import { toOrderDetail } from "./orderRow.ts";
import { nextSerialNumber } from "./serialNumber.ts";

/** Makes an order by transfer; one that costs nothing waits for its audit at once. */
export const orderCreate: Handler<typeof orderCalls.orderCreate> = async ({ body }, call) => {
  const { db, now, actor } = call;
  const { requestId, contractNo = "", contractUrl = "", remark = "", payMethod, ...request } = body;
  if (payMethod !== "bank")
    throw new RefusalError("支付宝和微信订单由客户自行支付产生，后台只能创建对公转账订单");
  const company = await lockCompany(db, request.companyId);
  await lockChannelForShare(db, company.channelCodeId);
  const { channel, refusal, items, taxLines, ...amounts } = await buildOrderDraft(call, company, request);
  if (refusal) throw new RefusalError(refusal);
  if (contractUrl) await assertUploadExists(db, "payment", contractUrl, "合同文件");
  const isFree = amounts.payableFen === 0;
  const orderNo = await nextSerialNumber(db, "DD", now);
  const order = {
    ...amounts,
    id: call.newId(),
    createdAt: now,
    updatedAt: now,
    statusAt: now,
    orderNo,
    companyId: company.id,
    companyName: company.name,
    companyNameOrder: company.nameOrder,
    type: request.type,
    items,
    goodsNames: items.map(({ name }) => name).join("、"),
    taxLines,
    contractNo,
    contractUrl,
    status: isFree ? ("auditing" as const) : ("pending" as const),
    payMethod,
    createdBy: actor.id,
    createdByName: actor.name,
    submittedBy: isFree ? actor.id : null,
    submittedByName: isFree ? actor.name : "",
    channelCodeId: channel.id,
    channelName: channel.name,
    channelRatio: channel.ratio,
    remark,
    search: buildSearchText(orderNo, company.name, contractNo),
  };
  const [record] = await handleUniqueViolation({ orders_trial_key: trialTakenMessage }, () =>
    db.insert(orders).values(order).returning(),
  );
  const [event] = await db
    .insert(orderEvents)
    .values({
      id: call.newId(),
      orderId: order.id,
      at: now,
      kind: "create",
      byId: actor.id,
      byName: actor.name,
      remark,
      amountFen: amounts.payableFen,
      status: order.status,
    })
    .returning();
  if (!record || !event) throw new Error("An insert returns its rows");
  const { totalFen, discountFen, payableFen } = amounts;
  const goods = items.map(({ goodsId, quantity, months, amountFen }) => ({
    goodsId,
    quantity,
    months,
    amountFen,
  }));
  call.audit({
    entityId: order.id,
    after: {
      orderNo,
      companyId: company.id,
      type: request.type,
      goods,
      totalFen,
      discountFen,
      payableFen,
      contractNo,
      contractUrl,
      remark,
    },
  });
  return toOrderDetail(record, [event], call);
};

/** Holds the channel as it is until the order is there, so that neither a new name nor a new ratio passes it by. */
async function lockChannelForShare(db: Db, id: string | null): Promise<void> {
  if (id === null) return;
  await db.select({ id: channelCodes.id }).from(channelCodes).where(eq(channelCodes.id, id)).for("share");
}

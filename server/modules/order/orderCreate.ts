import { eq } from "drizzle-orm";
import type { orderCalls } from "../../../adapters/contract/order.ts";
import { type Handler, Refusal } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { orders } from "../../db/schema/order.ts";
import { orderEvents } from "../../db/schema/orderEvent.ts";
import { lockCompany } from "../company/liveCompany.ts";
import { searchText } from "../pinyinOrder.ts";
import { refusingDuplicates } from "../refusing.ts";
import { keptUpload } from "../upload/keptUpload.ts";
import { orderDraft, trialTaken } from "./orderDraft.ts";
import { orderDetail } from "./orderRow.ts";
import { nextSerialNumber } from "./serialNumber.ts";

/** Makes an order by transfer; one that costs nothing waits for its audit at once. */
export const orderCreate: Handler<typeof orderCalls.orderCreate> = async ({ body }, call) => {
  const { db, now, actor } = call;
  const { requestId, contractNo = "", contractUrl = "", remark = "", payMethod, ...wanted } = body;
  if (payMethod !== "bank") throw new Refusal("支付宝和微信订单由客户自行支付产生，后台只能创建对公转账订单");
  const company = await lockCompany(db, wanted.companyId);
  await keepChannel(db, company.channelCodeId);
  const { channel, refusal, items, taxLines, ...amounts } = await orderDraft(call, company, wanted);
  if (refusal) throw new Refusal(refusal);
  if (contractUrl) await keptUpload(db, "payment", contractUrl, "合同文件");
  const free = amounts.payableFen === 0;
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
    type: wanted.type,
    items,
    goodsNames: items.map(({ name }) => name).join("、"),
    taxLines,
    contractNo,
    contractUrl,
    status: free ? ("auditing" as const) : ("pending" as const),
    payMethod,
    createdBy: actor.id,
    createdByName: actor.name,
    submittedBy: free ? actor.id : null,
    submittedByName: free ? actor.name : "",
    channelCodeId: channel.id,
    channelName: channel.name,
    channelRatio: channel.ratio,
    remark,
    search: searchText(orderNo, company.name, contractNo),
  };
  const [record] = await refusingDuplicates({ orders_trial_key: trialTaken }, () =>
    db.insert(orders).values(order).returning(),
  );
  const [step] = await db
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
  if (!record || !step) throw new Error("An insert returns its rows");
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
      type: wanted.type,
      goods,
      totalFen,
      discountFen,
      payableFen,
      contractNo,
      contractUrl,
      remark,
    },
  });
  return orderDetail(record, [step], call);
};

/** Holds the channel as it is until the order is there, so that neither a new name nor a new ratio passes it by. */
async function keepChannel(db: Db, id: string | null): Promise<void> {
  if (id === null) return;
  await db.select({ id: channelCodes.id }).from(channelCodes).where(eq(channelCodes.id, id)).for("share");
}

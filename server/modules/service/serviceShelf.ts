import { eq } from "drizzle-orm";
import type { serviceCalls } from "../../../adapters/contract/service.ts";
import { serviceStatusMachine } from "../../../machines/status/service.ts";
import { type Call, type EndpointInput, type Handler, RefusalError } from "../../call.ts";
import { services } from "../../db/schema/service.ts";
import { lockService, lockServiceTree } from "./getService.ts";
import { toServiceRow } from "./serviceRow.ts";

type UpShelf = typeof serviceCalls.serviceUpShelf;

async function transitionShelfStatus(
  { params, query }: EndpointInput<UpShelf>,
  event: "upShelf" | "soldOut",
  call: Call,
) {
  const { db, now } = call;
  const record = await lockService(db, params.id, query.version);
  const status = serviceStatusMachine.next(record.status, event);
  if (status === null)
    throw new RefusalError(`服务当前状态为「${serviceStatusMachine.label(record.status)}」，无需重复操作`);
  // After the lock: goods that go on sale hold their services' rows meanwhile.
  const { onSaleCount } = await toServiceRow(db, record);
  if (status === "offShelf" && onSaleCount > 0)
    throw new RefusalError(`有 ${onSaleCount} 个在售商品包含「${record.name}」，请先下架这些商品`);
  const version = record.version + 1;
  await db.update(services).set({ status, version, updatedAt: now }).where(eq(services.id, record.id));
  call.audit({ entityId: record.id, before: { status: record.status }, after: { status } });
  return { id: record.id, version, status };
}

export const serviceUpShelf: Handler<UpShelf> = (input, call) =>
  transitionShelfStatus(input, "upShelf", call);

/** Takes a service off the shelf, unless goods on sale hold it. */
export const serviceSoldOut: Handler<typeof serviceCalls.serviceSoldOut> = (input, call) =>
  transitionShelfStatus(input, "soldOut", call);

/** Deletes a service that is off the shelf and that neither services nor goods depend on. */
export const serviceDelete: Handler<typeof serviceCalls.serviceDelete> = async ({ params, query }, call) => {
  const { db, now } = call;
  await lockServiceTree(db);
  const record = await lockService(db, params.id, query.version);
  const { name, status } = record;
  if (status !== "offShelf")
    throw new RefusalError(`服务当前状态为「${serviceStatusMachine.label(status)}」，请先下架再删除`);
  const { childCount, goodsCount } = await toServiceRow(db, record);
  if (childCount > 0) throw new RefusalError(`「${name}」下还有 ${childCount} 个下级服务，请先删除下级服务`);
  if (goodsCount > 0) throw new RefusalError(`有 ${goodsCount} 个商品包含「${name}」，请先从商品中移除`);
  const version = record.version + 1;
  await db.update(services).set({ deletedAt: now, version }).where(eq(services.id, record.id));
  call.audit({ entityId: record.id, before: { name, code: record.code, status } });
  return { id: record.id, version };
};

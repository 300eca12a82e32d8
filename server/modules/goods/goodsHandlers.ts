import { and, eq, inArray, isNull } from "drizzle-orm";
import type { GoodsRow, goodsCalls } from "../../../adapters/contract/goods.ts";
import * as word from "../../../adapters/contract/words.ts";
import { goodsStatusMachine } from "../../../machines/status/goods.ts";
import type { Call, EndpointInput, Handler, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type GoodsRecord, goods, goodsItems } from "../../db/schema/goods.ts";
import { services } from "../../db/schema/service.ts";
import { RefusalError } from "../../errors.ts";
import { ValidationError } from "../../http/validationError.ts";
import { queryPage } from "../../list/queryPage.ts";
import { diffFields } from "../../records/diffFields.ts";
import { nextStatus } from "../../records/nextStatus.ts";
import { omitUndefined } from "../../records/omitUndefined.ts";
import { createRecordStore } from "../../records/recordStore.ts";
import { handleUniqueViolation } from "../../records/refusals.ts";
import { buildSearchText, toPinyinSortKey } from "../../records/searchText.ts";
import { removeRecord } from "../../records/writeRecord.ts";
import { assertUploadExists } from "../upload/saveUpload.ts";
import { getGoodsItems, goodsList, toGoodsRows } from "./goodsList.ts";

async function toGoodsRow(db: Db, record: GoodsRecord): Promise<GoodsRow> {
  const [row] = await toGoodsRows(db, [record]);
  if (!row) throw new Error("One record makes one row");
  return row;
}

const { get: getGoods, lock: lockGoods } = createRecordStore(goods, word.goods, (record, { db }) =>
  toGoodsRow(db, record),
);

interface GoodsItemInput {
  readonly serviceId: string;
  readonly quantity: number;
}

/**
 * Locks the selected services until the transaction ends. Refuses deleted ones and, if the goods are to be on sale,
 * ones that are off the shelf.
 */
async function lockServices(db: Db, items: readonly GoodsItemInput[], isOnSale: boolean): Promise<void> {
  const ids = items.map(({ serviceId }) => serviceId);
  const active = await db
    .select({ id: services.id, name: services.name, status: services.status })
    .from(services)
    .where(and(inArray(services.id, ids), isNull(services.deletedAt)))
    // A fixed order, so that concurrent requests with the same services do not deadlock.
    .orderBy(services.id)
    .for("share");
  if (active.length < ids.length) throw new RefusalError("所选服务不存在或已删除，请重新选择");
  const offShelf = active.filter(({ status }) => status !== "onShelf").map(({ name }) => `「${name}」`);
  if (isOnSale && offShelf.length > 0)
    throw new RefusalError(`服务${offShelf.join("")}已下架，请先上架后再销售商品`);
}

/** Replaces the services of the goods with these, in this order. */
async function replaceGoodsItems(db: Db, goodsId: string, items: readonly GoodsItemInput[]): Promise<void> {
  await db.delete(goodsItems).where(eq(goodsItems.goodsId, goodsId));
  await db
    .insert(goodsItems)
    .values(
      items.map(({ serviceId, quantity }, index) => ({ goodsId, serviceId, quantity, position: index + 1 })),
    );
}

type Save = typeof goodsCalls.goodsSave;
type Fields = Omit<EndpointInput<Save>["body"], "id" | "version" | "requestId">;

const duplicateMessages = { goods_code_key: "商品编码已存在，请更换编码" };

/** Adds or edits goods, or changes whether they are on sale. */
const goodsSave: Handler<Save> = ({ body }, call) => {
  const { id, version, requestId, ...fields } = body;
  return id === undefined ? create(fields, call) : update(id, version, fields, call);
};

async function create({ items = [], ...sent }: Fields, call: Call) {
  const { db, now } = call;
  const id = call.newId();
  const stamps = { id, createdAt: now, updatedAt: now };
  const fields = omitUndefined(sent) as NewGoods;
  assertPriceNotRaised(fields, sent);
  if (sent.cover) await assertUploadExists(db, "picture", sent.cover, "封面图片");
  await lockServices(db, items, sent.status === "onSale");
  await handleUniqueViolation(duplicateMessages, () =>
    db.insert(goods).values({ ...fields, ...deriveFields(fields), ...stamps }),
  );
  await replaceGoodsItems(db, id, items);
  call.audit({ entityId: id, after: { ...fields, items } });
  return { id, version: 1 };
}

async function update(
  id: string,
  version: number | undefined,
  { items, status, ...sent }: Fields,
  call: Call,
) {
  const { db, now } = call;
  const record = await lockGoods(call, id, version);
  const currentItems = toItemInputs((await getGoodsItems(db, [id])).get(id) ?? []);
  const patch = {
    ...omitUndefined(sent),
    ...transitionStatus(record, status, items === undefined && isEmpty(sent)),
  };
  const next = { ...record, ...patch };
  assertPriceNotRaised(next, sent);
  if (sent.cover && sent.cover !== record.cover)
    await assertUploadExists(db, "picture", sent.cover, "封面图片");
  const isGoingOnSale = next.status === "onSale" && record.status !== "onSale";
  if (items !== undefined || isGoingOnSale)
    await lockServices(db, items ?? currentItems, next.status === "onSale");
  const stamps = { version: record.version + 1, updatedAt: now };
  await handleUniqueViolation(duplicateMessages, () =>
    db
      .update(goods)
      .set({ ...patch, ...deriveFields(next), ...stamps })
      .where(eq(goods.id, id)),
  );
  if (items !== undefined) await replaceGoodsItems(db, id, items);
  const { before, after } = diffFields(record, patch);
  const haveItemsChanged = items !== undefined && JSON.stringify(items) !== JSON.stringify(currentItems);
  call.audit({
    entityId: id,
    before: { ...before, ...(haveItemsChanged ? { items: currentItems } : {}) },
    after: { ...after, ...(haveItemsChanged ? { items } : {}) },
  });
  return { id, version: stamps.version };
}

/** Fields that the contract guarantees for new goods. */
type NewGoods = Pick<GoodsRecord, "name" | "code" | "months" | "originPriceFen" | "priceFen"> &
  Partial<GoodsRecord>;

const isEmpty = (sent: object) => Object.keys(omitUndefined(sent)).length === 0;

const toItemInputs = (items: readonly GoodsItemInput[]) =>
  items.map(({ serviceId, quantity }): GoodsItemInput => ({ serviceId, quantity }));

const deriveFields = ({ name, code }: Pick<GoodsRecord, "name" | "code">) => ({
  nameOrder: toPinyinSortKey(name),
  search: buildSearchText(name, code),
});

/** Applies a status that was sent; an unchanged one is refused if nothing else is to change. */
function transitionStatus(record: GoodsRecord, to: GoodsRecord["status"] | undefined, isOnlyChange: boolean) {
  if (to === undefined || (to === record.status && !isOnlyChange)) return {};
  const event = to === "onSale" ? "upShelf" : "soldOut";
  return { status: nextStatus(goodsStatusMachine, word.goods, record, event) };
}

function assertPriceNotRaised(next: Pick<GoodsRecord, "priceFen" | "originPriceFen">, sent: Fields): void {
  if (next.priceFen <= next.originPriceFen) return;
  const path = sent.priceFen === undefined ? "originPriceFen" : "priceFen";
  throw new ValidationError([{ path, message: "售价不能高于原价" }]);
}

export const goodsHandlers: Handlers<typeof goodsCalls> = {
  goodsPageList: async ({ body }, call) => {
    const page = await queryPage(call, goodsList, body, (record) => record);
    return { ...page, list: await toGoodsRows(call.db, page.list) };
  },
  goodsDetails: async ({ params }, { db }) => toGoodsRow(db, await getGoods(db, params.id)),
  goodsSave,
  goodsDelete: async ({ params, query }, call) => {
    const record = await lockGoods(call, params.id, query.version);
    if (record.status !== "offSale")
      throw new RefusalError(`商品当前状态为「${goodsStatusMachine.label(record.status)}」，请先下架再删除`);
    return removeRecord(call, goods, record, ["name", "code", "status"]);
  },
};

import { eq } from "drizzle-orm";
import type { goodsCalls } from "../../../adapters/contract/goods.ts";
import { goodsStatusMachine } from "../../../machines/status/goods.ts";
import { type Call, type EndpointInput, type Handler, RefusalError } from "../../call.ts";
import { type GoodsRecord, goods } from "../../db/schema/goods.ts";
import { ValidationError } from "../../http/validationError.ts";
import { diffFields } from "../diffFields.ts";
import { handleUniqueViolation } from "../refusals.ts";
import { buildSearchText, toPinyinSortKey } from "../searchText.ts";
import { assertUploadExists } from "../upload/saveUpload.ts";
import { lockGoods } from "./getGoods.ts";
import { getGoodsItems } from "./goodsRow.ts";
import { type GoodsItemInput, lockServices, replaceGoodsItems } from "./replaceGoodsItems.ts";

type Save = typeof goodsCalls.goodsSave;
type Fields = Omit<EndpointInput<Save>["body"], "id" | "version" | "requestId">;

const duplicateMessages = { goods_code_key: "商品编码已存在，请更换编码" };

/** Adds goods, edits them, puts them on sale or takes them off. */
export const goodsSave: Handler<Save> = ({ body }, call) => {
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
  const record = await lockGoods(db, id, version);
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

/** Seam: the contract has seen to it that new goods have all of these. */
type NewGoods = Pick<GoodsRecord, "name" | "code" | "months" | "originPriceFen" | "priceFen"> &
  Partial<GoodsRecord>;

/** Only what was sent. */
const omitUndefined = (sent: object): Partial<GoodsRecord> =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
const isEmpty = (sent: object) => Object.keys(omitUndefined(sent)).length === 0;

const toItemInputs = (items: readonly GoodsItemInput[]) =>
  items.map(({ serviceId, quantity }): GoodsItemInput => ({ serviceId, quantity }));

const deriveFields = ({ name, code }: Pick<GoodsRecord, "name" | "code">) => ({
  nameOrder: toPinyinSortKey(name),
  search: buildSearchText(name, code),
});

/** Where a status that was sent leads; one that changes nothing is refused if it is all that was asked. */
function transitionStatus(record: GoodsRecord, to: GoodsRecord["status"] | undefined, isOnlyChange: boolean) {
  if (to === undefined || (to === record.status && !isOnlyChange)) return {};
  const status = goodsStatusMachine.next(record.status, to === "onSale" ? "upShelf" : "soldOut");
  if (status === null)
    throw new RefusalError(`商品当前状态为「${goodsStatusMachine.label(record.status)}」，无需重复操作`);
  return { status };
}

function assertPriceNotRaised(next: Pick<GoodsRecord, "priceFen" | "originPriceFen">, sent: Fields): void {
  if (next.priceFen <= next.originPriceFen) return;
  const path = sent.priceFen === undefined ? "originPriceFen" : "priceFen";
  throw new ValidationError([{ path, message: "售价不能高于原价" }]);
}
